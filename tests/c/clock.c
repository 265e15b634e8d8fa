/* clock.c - a library to preload: the clock of the computer is wrong by CLOCK_OFFSET seconds; a day has passed for each
 * second since CLOCK_FAST. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    const char *offset = getenv("CLOCK_OFFSET"), *fast = getenv("CLOCK_FAST");
    if (clock == CLOCK_REALTIME && offset != NULL)
        now->tv_sec += atoll(offset);
    if (clock == CLOCK_REALTIME && fast != NULL)
        now->tv_sec += (now->tv_sec - atoll(fast)) * (24 * 3600 - 1);
    return result;
}
