/* forks.c - a host that forks, or cancels threads, while the library works. The first argument says
 * what:
 *     log N        threads log without end while the process forks N times
 *     first N      N processes make their first call in one thread while another forks
 *     namespace    a child in a pid namespace of its own has the same pid as its parent
 *     session URL BEARER CONFIG   another thread's call has the current patient of this session; the handles that
 *                  are not to wait for long have this configuration
 *     deferred     a thread is cancelled while its call waits for an answer; asynchronous: so, too
 * Standard input: the configuration. A child that hangs is ended by its alarm. Ends with 0, with 77 where the system
 * does not permit it, or with the line of the check that failed. */
#define _GNU_SOURCE
#include "host.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <time.h>

#define LOG_THREADS 4
#define CHILD_SECONDS 20
#define NOBODYS (-1)

static char *config;

static void count_line(void *user, int32_t level, const char *text)
{
    (void)level;
    (void)text;
    atomic_fetch_add((atomic_int *)user, 1);
}

/* What a child may do at once. */
static void live(int32_t parents, int with_request)
{
    atomic_int lines = 0;
    char *text = NULL;
    int32_t own;
    CHECK(hr_state(parents, &text) == HR_E_HANDLE && text != NULL);
    hr_free(text);
    CHECK(hr_close(parents) == HR_E_HANDLE);
    own = open_handle(config);
    CHECK(own > parents);
    CHECK(hr_set_log(count_line, &lines, HR_LOG_DEBUG) == HR_OK);
    CHECK(hr_state(0, NULL) == HR_E_HANDLE && atomic_load(&lines) == 1);
    CHECK(hr_state(own, NULL) == HR_OK && hr_cancel(own) == HR_OK);
    CHECK(!with_request || hr_ticket(own, NULL) == HR_OK);
    CHECK(hr_close(own) == HR_OK);
}

static pid_t child(int32_t parents, int with_request)
{
    pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid == 0) {
        alarm(CHILD_SECONDS);
        live(parents, with_request);
        _exit(0);
    }
    return pid;
}

/* How a child ended: 0, the line of its check, or 250 when it hung. */
static int end_of(pid_t pid)
{
    int status = -1;
    CHECK(waitpid(pid, &status, 0) == pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 250;
}

static atomic_int over, logged;

static void *log_always(void *argument)
{
    int number = *(int *)argument;
    while (!atomic_load(&over)) {
        if (number == 0)
            hr_set_log(count_line, &logged, HR_LOG_DEBUG);
        if (number == 1) /* the journal's lock, which a child must not inherit */
            CHECK(hr_close(open_handle(config)) == HR_OK);
        hr_state(0, NULL);
    }
    return NULL;
}

static int log_and_fork(int rounds)
{
    pthread_t threads[LOG_THREADS];
    int i, numbers[LOG_THREADS], forks, hung = 0;
    int32_t handle = open_handle(config);
    CHECK(hr_set_log(count_line, &logged, HR_LOG_DEBUG) == HR_OK);
    for (i = 0; i < LOG_THREADS; i++) {
        numbers[i] = i;
        CHECK(pthread_create(&threads[i], NULL, log_always, &numbers[i]) == 0);
    }
    for (forks = 0; forks < rounds && hung < 3; forks++) {
        int ended = end_of(child(handle, 0));
        CHECK(ended == 0 || ended == 250);
        hung += ended != 0;
    }
    atomic_store(&over, 1);
    for (i = 0; i < LOG_THREADS; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
    CHECK(atomic_load(&logged) > rounds);
    CHECK(hr_state(handle, NULL) == HR_OK && hr_close(handle) == HR_OK);
    printf("%d of %d children hung\n", hung, forks);
    return hung != 0;
}

static atomic_int started;

static void *first_call(void *argument)
{
    (void)argument;
    atomic_store(&started, 1);
    CHECK(hr_close(open_handle(config)) == HR_OK);
    return NULL;
}

/* A process that has not called the library yet. */
static void fresh(int number)
{
    pthread_t thread;
    volatile int left = number % 40 * 50; /* up to some microseconds */
    int ended;
    CHECK(pthread_create(&thread, NULL, first_call, NULL) == 0);
    while (!atomic_load(&started))
        ;
    while (left > 0)
        left--;
    ended = end_of(child(NOBODYS, number % 4 == 0));
    CHECK(ended != 250);
    CHECK(ended == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    live(NOBODYS, 0);
    _exit(0);
}

static int first_and_fork(int rounds)
{
    int i, failed = 0;
    for (i = 0; i < rounds && failed < 3; i++) {
        pid_t pid = fork();
        CHECK(pid >= 0);
        if (pid == 0)
            fresh(i);
        failed += end_of(pid) != 0;
    }
    printf("%d of %d first calls with a fork failed\n", failed, i);
    return failed != 0;
}

/* The first process of a namespace has the pid 1, and so has its child in a namespace below. */
static int same_pid(void)
{
    pid_t outer;
    if (unshare(CLONE_NEWPID) != 0)
        return errno == EPERM ? 77 : 2;
    outer = fork();
    CHECK(outer >= 0);
    if (outer == 0) {
        int32_t handle = 0;
        pid_t own = getpid(), inner;
        int ended;
        CHECK(own == 1);
            CHECK(hr_open(config, &handle, NULL) == HR_OK);
        CHECK(unshare(CLONE_NEWPID) == 0);
        inner = fork();
        CHECK(inner >= 0);
        if (inner == 0) {
            alarm(CHILD_SECONDS);
            CHECK(getpid() == own);
            live(handle, 1);
            _exit(0);
        }
        ended = end_of(inner);
        CHECK(hr_state(handle, NULL) == HR_OK && hr_close(handle) == HR_OK);
        _exit(ended);
    }
    return end_of(outer);
}

static int32_t waiting_handle;
static atomic_int returned;

static void *wait_for_answer(void *argument)
{
    int32_t code;
    int former;
    CHECK(pthread_setcanceltype(*(int *)argument, &former) == 0);
    do
        code = hr_ticket(waiting_handle, NULL);
    while (code == HR_E_BUSY); /* the other thread asks whether it runs */
    CHECK(code == HR_E_CANCELLED);
    atomic_store(&returned, 1);
    for (;;)
        sleep(1); /* a cancellation point */
}

static int cancel_thread(int kind)
{
    pthread_t thread;
    void *result = NULL;
    struct timespec pause = {0, 1000000};
    alarm(CHILD_SECONDS);
    waiting_handle = open_handle(config);
    CHECK(pthread_create(&thread, NULL, wait_for_answer, &kind) == 0);
    while (hr_set_progress(waiting_handle, NULL, NULL) != HR_E_BUSY)
        nanosleep(&pause, NULL);
    nanosleep(&pause, NULL);
    CHECK(pthread_cancel(thread) == 0);
    CHECK(hr_set_progress(waiting_handle, NULL, NULL) == HR_E_BUSY && !atomic_load(&returned));
    CHECK(hr_cancel(waiting_handle) == HR_OK);
    CHECK(pthread_join(thread, &result) == 0 && result == PTHREAD_CANCELED && atomic_load(&returned));
    CHECK(hr_state(waiting_handle, NULL) == HR_OK && hr_close(waiting_handle) == HR_OK);
    return 0;
}

static void *read_patient(void *argument)
{
    (void)argument;
    CHECK(hr_patient_get(waiting_handle, NULL) == HR_E_CANCELLED);
    return NULL;
}

static int32_t with_session(const char *settings, char **arguments)
{
    int32_t handle = open_handle(settings);
    CHECK(hr_session_set(handle, arguments[0], arguments[1], NULL) == HR_OK);
    return handle;
}

static int read_and_fork(char **arguments)
{
    pthread_t thread;
    int32_t other;
    pid_t pid;
    int ended;
    alarm(CHILD_SECONDS);
    waiting_handle = with_session(config, arguments);
    other = with_session(arguments[2], arguments);
    CHECK(pthread_create(&thread, NULL, read_patient, NULL) == 0);
    while (hr_patient_get(other, NULL) != HR_E_BUSY)
        ;
    pid = fork();
    CHECK(pid >= 0);
    if (pid == 0) {
        alarm(CHILD_SECONDS);
        /* It asks the service, which does not answer in time. */
        CHECK(hr_patient_get(with_session(arguments[2], arguments), NULL) == HR_E_TIMEOUT);
        _exit(0);
    }
    ended = end_of(pid);
    CHECK(hr_cancel(waiting_handle) == HR_OK);
    CHECK(pthread_join(thread, NULL) == 0);
    return ended;
}

int main(int count, char **arguments)
{
    const char *what = count > 1 ? arguments[1] : "";
    int rounds = count > 2 ? atoi(arguments[2]) : 0;
    read_lines(&config, 1);
    if (strcmp(what, "log") == 0)
        return log_and_fork(rounds);
    if (strcmp(what, "first") == 0)
        return first_and_fork(rounds);
    if (strcmp(what, "namespace") == 0)
        return same_pid();
    if (strcmp(what, "session") == 0 && count == 5)
        return read_and_fork(arguments + 2);
    if (strcmp(what, "deferred") == 0)
        return cancel_thread(PTHREAD_CANCEL_DEFERRED);
    if (strcmp(what, "asynchronous") == 0)
        return cancel_thread(PTHREAD_CANCEL_ASYNCHRONOUS);
    return 2;
}
