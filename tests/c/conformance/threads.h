/* threads.h - cancel, progress, the log, two threads. */
#ifndef CONFORMANCE_THREADS_H
#define CONFORMANCE_THREADS_H

#include "chain.h"

#include <pthread.h>
#include <time.h>

static inline void start(pthread_t *thread, void *(*run)(void *), void *argument)
{
    if (pthread_create(thread, NULL, run, argument) != 0)
        broke("no thread");
}

static inline void pause_ms(long milliseconds)
{
    struct timespec time = {0, 0};
    time.tv_nsec = milliseconds * 1000000;
    nanosleep(&time, NULL);
}

static void *cancel_once(void *handle)
{
    hr_cancel(*(const int32_t *)handle);
    return NULL;
}

static int32_t cancel_at_first(void *user, int32_t done, int32_t total)
{
    int32_t *handle = (int32_t *)user;
    pthread_t thread;
    (void)done;
    (void)total;
    if (*handle != 0) {
        start(&thread, cancel_once, handle);
        pthread_join(thread, NULL);
        *handle = 0;
    }
    return 0;
}

static inline void run_cancel(const struct stage *stage)
{
    struct chain chain;
    struct ended error = {HR_OK, NULL};
    int32_t to_cancel;
    chain_open(&chain, stage, stage->config);
    chain_to_record(&chain);
    to_cancel = chain.handle;
    must(hr_set_progress(chain.handle, cancel_at_first, &to_cancel), "hr_set_progress");
    error.code = chain_send(&chain, NULL, &error.text);
    tell_errors(&error, 1);
    chain_close(&chain);
}

struct canceller {
    pthread_mutex_t guard;
    int32_t handle;
    int back;
};

static void *cancel_until_back(void *argument)
{
    struct canceller *canceller = (struct canceller *)argument;
    int back = 0;
    while (!back) {
        hr_cancel(canceller->handle);
        pause_ms(20);
        pthread_mutex_lock(&canceller->guard);
        back = canceller->back;
        pthread_mutex_unlock(&canceller->guard);
    }
    return NULL;
}

static inline void run_cancel_waiting(const struct stage *stage)
{
    struct chain chain;
    struct ended error = {HR_OK, NULL};
    struct canceller canceller = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
    pthread_t thread;
    chain_open(&chain, stage, stage->config);
    canceller.handle = chain.handle;
    start(&thread, cancel_until_back, &canceller);
    error.code = hr_ticket(chain.handle, &error.text);
    pthread_mutex_lock(&canceller.guard);
    canceller.back = 1;
    pthread_mutex_unlock(&canceller.guard);
    pthread_join(thread, NULL);
    tell_errors(&error, 1);
    chain_close(&chain);
}

struct reports {
    int calls, rising, same_thread;
    int32_t first_done, last_done, total;
    pthread_t thread;
};

static int32_t record(void *user, int32_t done, int32_t total)
{
    struct reports *reports = (struct reports *)user;
    if (reports->calls++ == 0)
        reports->first_done = reports->last_done = done;
    reports->rising = reports->rising && done >= reports->last_done;
    reports->same_thread = reports->same_thread && pthread_equal(pthread_self(), reports->thread) != 0;
    reports->last_done = done;
    reports->total = total;
    return 0;
}

static inline void run_progress(const struct stage *stage)
{
    struct chain chain;
    struct reports reports = {0, 1, 1, 0, 0, 0, pthread_self()};
    char *sent = NULL;
    chain_open(&chain, stage, stage->config);
    chain_to_record(&chain);
    must(hr_set_progress(chain.handle, record, &reports), "hr_set_progress");
    must(chain_send(&chain, NULL, &sent), "hr_dmp_send");
    tell_number("calls", reports.calls);
    tell_number("first_done", reports.first_done);
    tell_number("last_done", reports.last_done);
    tell_number("total", reports.total);
    tell_flag("rising", reports.rising);
    tell_flag("same_thread", reports.same_thread);
    tell_source("bytes", sent, "/bytes");
    hr_free(sent);
    chain_close(&chain);
}

struct log {
    const struct stage *stage;
    long lines;
    int has_dmp_send, leak;
};

static void receive(void *user, int32_t level, const char *line)
{
    struct log *log = (struct log *)user;
    const struct stage *stage = log->stage;
    (void)level;
    log->lines++;
    log->has_dmp_send |= strstr(line, "hr_dmp_send") != NULL;
    log->leak |= strstr(line, stage->pin) != NULL || strstr(line, stage->nom) != NULL ||
                 strstr(line, stage->document_name) != NULL;
}

static inline void run_log(const struct stage *stage)
{
    struct chain chain;
    struct log log = {stage, 0, 0, 0};
    long while_on;
    must(hr_set_log(receive, &log, HR_LOG_DEBUG), "hr_set_log");
    chain_open(&chain, stage, stage->config);
    chain_to_record(&chain);
    must(chain_send(&chain, NULL, NULL), "hr_dmp_send");
    must(hr_set_log(NULL, NULL, HR_LOG_OFF), "hr_set_log");
    while_on = log.lines;
    must(hr_state(chain.handle, NULL), "hr_state");
    tell_number("lines", while_on);
    tell_flag("has_dmp_send", log.has_dmp_send);
    tell_number("after_off", log.lines - while_on);
    tell_flag("leak", log.leak);
    chain_close(&chain);
}

struct held {
    int32_t handle;
    struct ended ended;
};

static void *get_ticket(void *argument)
{
    struct held *held = (struct held *)argument;
    held->ended.code = hr_ticket(held->handle, &held->ended.text);
    return NULL;
}

/* Whether the sandbox has seen a request for a ticket. Its list is asked for with the library itself. */
static inline int ticket_arrived(int32_t control)
{
    char *text = NULL;
    int arrived;
    must(hr_request(control, "GET", "/requests", NULL, &text), "hr_request");
    arrived = value_where(text, "/raw", "call", "ticket") >= 0;
    hr_free(text);
    return arrived;
}

static inline void wait_for_ticket(const struct stage *stage)
{
    struct chain control;
    time_t begin = time(NULL);
    chain_open(&control, stage, stage->config);
    must(hr_session_set(control.handle, stage->control_url, "none", NULL), "hr_session_set");
    while (!ticket_arrived(control.handle)) {
        if (time(NULL) - begin > 60)
            broke("no request for a ticket arrives");
        pause_ms(5);
    }
    chain_close(&control);
}

/* The call of the thread is known to run when its request has arrived. Until then nothing else is called: any
 * other call of the handle could be the one that runs, and the other handle's request could be the first. */
static inline void run_two_threads(const struct stage *stage)
{
    struct chain first, other;
    struct held held = {0, {HR_OK, NULL}};
    struct ended errors[2] = {{HR_OK, NULL}, {HR_OK, NULL}};
    pthread_t thread;
    chain_open(&first, stage, stage->config);
    chain_open(&other, stage, stage->config);
    held.handle = first.handle;
    start(&thread, get_ticket, &held);
    wait_for_ticket(stage);
    errors[0].code = hr_ticket(first.handle, &errors[0].text);
    must(hr_ticket(other.handle, NULL), "hr_ticket");
    must(hr_cancel(first.handle), "hr_cancel");
    pthread_join(thread, NULL);
    errors[1] = held.ended;
    tell_errors(errors, 2);
    tell_text("other", "ok");
    chain_close(&first);
    chain_close(&other);
}

#endif
