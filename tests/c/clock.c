/* clock.c - a library to preload: the clock of the computer is wrong by CLOCK_OFFSET seconds. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    const char *offset = getenv("CLOCK_OFFSET");
    if (clock == CLOCK_REALTIME && offset != NULL)
        now->tv_sec += atoll(offset);
    return result;
}
