/* host.h - what the hosts of this folder begin with. */
#ifndef HOST_H
#define HOST_H

#include "walk.h"

#include <stdio.h>
#include <unistd.h>

#define INPUT_SIZE (16 * 1024)

/* The end of this process tells which check failed. */
#define CHECK(fact) do { if (!(fact)) _exit(__LINE__ % 200 + 20); } while (0)

/* The lines of standard input, which begin in one block of INPUT_SIZE bytes. */
static inline void read_lines(char **lines, int count)
{
    static char input[INPUT_SIZE];
    char *at = input;
    size_t used = 0;
    ssize_t got;
    int i;
    while (used + 1 < sizeof input && (got = read(0, input + used, sizeof input - used - 1)) > 0)
        used += (size_t)got;
    for (i = 0; i < count; i++) {
        lines[i] = at;
        at = strchr(at, '\n');
        CHECK(at != NULL);
        *at++ = '\0';
    }
}

static inline int32_t open_handle(const char *config)
{
    int32_t handle = 0;
    CHECK(hr_open(config, &handle, NULL) == HR_OK && handle > 0);
    return handle;
}

#endif
