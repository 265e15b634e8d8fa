/* exiting.c - a host that ends in the midst of calls, and calls the library once more in a handler of its end.
 *     return     main returns
 *     callback   exit in a progress function, in the midst of an upload
 *     logging    main returns, and a receiver gets lines to the end
 * Standard input: configuration, serial, PIN, a line each. Ends with 0, or with what went wrong. */
#define _GNU_SOURCE
#include "host.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>

static char *lines[3], patient[WALK_ID];
static int32_t handle;
static int in_callback, logging;
static atomic_long logged;
static char *text;
static sem_t uploading;

static void at_the_end(void)
{
    char *state = NULL;
    CHECK(logging || hr_set_log(NULL, NULL, HR_LOG_OFF) == HR_OK);
    CHECK(hr_ticket(handle, &state) == HR_E_BUSY && state != NULL);
    hr_free(state);
    CHECK(hr_state(handle, &state) == HR_OK && state != NULL);
    hr_free(state);
    CHECK(hr_cancel(handle) == HR_OK && hr_close(handle) == HR_OK && hr_close(handle) == HR_E_HANDLE);
    hr_free(text);
    CHECK(hr_close(open_handle(lines[0])) == HR_OK);
    printf("called\n");
}

static void count_line(void *user, int32_t level, const char *line)
{
    (void)user, (void)level, (void)line;
    logged++;
}

static void *keep_busy(void *unused)
{
    for (;;) {
        int32_t own = 0;
        hr_open(lines[0], &own, NULL);
        hr_cancel(handle);
        hr_close(own);
    }
    return unused;
}

static int32_t report(void *user, int32_t done, int32_t total)
{
    (void)user, (void)total;
    if (done > 0 && in_callback)
        exit(0);
    if (done > 0) {
        sem_post(&uploading);
        pause();
    }
    return 0;
}

static void *upload(void *unused)
{
    walk_send(handle, patient, 50000000);
    return unused;
}

int main(int count, char **arguments)
{
    pthread_t thread;
    int i;
    in_callback = count > 1 && strcmp(arguments[1], "callback") == 0;
    logging = count > 1 && strcmp(arguments[1], "logging") == 0;
    read_lines(lines, 3);
    handle = open_handle(lines[0]);
    CHECK(walk_login(handle, lines[1], lines[2]) == HR_OK);
    CHECK(walk_record(handle, patient) == HR_OK && hr_state(handle, &text) == HR_OK);
    CHECK(hr_set_progress(handle, report, NULL) == HR_OK);
    CHECK(sem_init(&uploading, 0, 0) == 0 && atexit(at_the_end) == 0);
    if (in_callback)
        upload(NULL);
    CHECK(pthread_create(&thread, NULL, upload, NULL) == 0);
    sem_wait(&uploading);
    CHECK(!logging || hr_set_log(count_line, NULL, HR_LOG_DEBUG) == HR_OK);
    for (i = 0; i < 4; i++)
        CHECK(pthread_create(&thread, NULL, keep_busy, NULL) == 0);
    while (logging && logged < 1000)
        sched_yield();
    return 0;
}
