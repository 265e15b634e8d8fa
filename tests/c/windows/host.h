/* host.h - what every behaviour begins with. */
#ifndef WINDOWS_HOST_H
#define WINDOWS_HOST_H

#include "walk.h"

#include <stdio.h>
#include <windows.h>

static char input[16 * 1024];
static char *config, *serial, *pin;

/* The end of this process tells which check failed. */
#define CHECK(fact) do { if (!(fact)) { fprintf(stderr, "line %d: " #fact "\n", __LINE__); exit(3); } } while (0)

static void read_input(void)
{
    char **const lines[] = {&config, &serial, &pin};
    char *at = input;
    size_t i;
    for (i = 0; i < 3; i++) {
        CHECK(fgets(at, (int)(input + sizeof input - at), stdin) != NULL);
        *lines[i] = at;
        at[strcspn(at, "\r\n")] = '\0';
        at += strlen(at) + 1;
    }
}

static int32_t open_handle(void)
{
    int32_t number = 0;
    CHECK(hr_open(config, &number, NULL) == HR_OK && number > 0);
    return number;
}

#endif
