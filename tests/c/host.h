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
    char *at = input, *end = input, *line;
    ssize_t got;
    int i = 0;
    while (i < count) {
        line = (char *)memchr(at, '\n', (size_t)(end - at));
        if (line != NULL) {
            *line = '\0';
            lines[i++] = at;
            at = line + 1;
        } else {
            got = read(0, end, (size_t)(input + sizeof input - end));
            CHECK(got > 0);
            end += got;
        }
    }
}

static inline int32_t open_handle(const char *config)
{
    int32_t handle = 0;
    CHECK(hr_open(config, &handle, NULL) == HR_OK && handle > 0);
    return handle;
}

#endif
