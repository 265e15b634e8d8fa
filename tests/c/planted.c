/* planted.c - one mistake on purpose, about memory that the library itself allocated or writes; the proof that a
 * sanitizer sees into the library.
 *     planted WHICH < CONFIGURATION
 *     freed-twice       a text is freed twice
 *     used-after-free   a text is read by the library after it was freed
 *     written-after-free   the library is given a place for a handle that was freed
 *     too-small         the library is told that a buffer is larger than it is
 *     lost              a text is never freed
 *     raced             two threads have the library fill the same buffer
 *     none              no mistake
 * Ends with 0 when the mistake went unnoticed. */
#define _GNU_SOURCE
#include "hr.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char config[16 * 1024];
static char *text;
static char filled[16 * 1024];
static void (*volatile release)(void *) = free; /* which compilers do not see through: they would complain */

static void *fill(void *unused)
{
    hr_text_copy(text, filled, (int32_t)sizeof filled);
    return unused;
}

static void race(void)
{
    pthread_t threads[2];
    int i;
    for (i = 0; i < 2; i++)
        if (pthread_create(&threads[i], NULL, fill, NULL) != 0)
            _exit(3);
    for (i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}

/* Not inlined, so that what it leaves in registers and on the stack is overwritten by what follows. */
static __attribute__((noinline)) void mistake(const char *which, int32_t handle)
{
    int32_t *place = (int32_t *)malloc(sizeof *place);
    uint16_t *small = (uint16_t *)malloc(8 * sizeof *small);
    if (strcmp(which, "freed-twice") == 0) {
        hr_free(text);
    } else if (strcmp(which, "used-after-free") == 0) {
        hr_free(text);
        hr_text_copy(text, filled, (int32_t)sizeof filled);
        text = NULL;
    } else if (strcmp(which, "written-after-free") == 0) {
        release(place);
        hr_open("not JSON", place, NULL);
        place = NULL;
    } else if (strcmp(which, "too-small") == 0) {
        hr_text_copy_utf16(text, small, 1000);
    } else if (strcmp(which, "lost") == 0) {
        text = NULL;
        hr_state(handle, &text);
    } else if (strcmp(which, "raced") == 0) {
        race();
    } else if (strcmp(which, "none") != 0) {
        _exit(3);
    }
    free(place);
    free(small);
}

int main(int count, char **arguments)
{
    int32_t handle;
    ssize_t got = read(0, config, sizeof config - 1);
    if (count != 2 || got <= 0 || hr_open(config, &handle, NULL) != HR_OK || hr_ticket(handle, &text) != HR_OK)
        return 3;
    mistake(arguments[1], handle);
    hr_free(text);
    text = NULL;
    return hr_close(handle) == HR_OK ? 0 : 3;
}
