/* edges.h - reasons and entries, a text that is left out, a callback that ends what is accepted, the program's end. */
#ifndef CONFORMANCE_EDGES_H
#define CONFORMANCE_EDGES_H

#include "chain.h"

#include <pthread.h>
#include <time.h>

static inline void tell_refused(struct chain *chain, const char *token, int first, int confirmed)
{
    char *text = NULL;
    if (!confirmed || hr_pin_retry_allow(chain->handle, token, NULL) == HR_OK)
        (void)hr_login(chain->handle, token, chain->stage->wrong_pin, &text);
    putchar(first ? '[' : ',');
    print_source(text, "/reason");
    hr_free(text);
}

static inline void run_reason_and_entry(const struct stage *stage)
{
    struct chain chain;
    char entries[2][33] = {"", ""}, *text;
    int i;
    chain_open(&chain, stage, stage->config);
    must(hr_ticket(chain.handle, NULL), "hr_ticket");
    chain_ready(&chain);
    tell_key("reasons");
    tell_refused(&chain, chain.token, 1, 0);
    tell_refused(&chain, chain.token, 0, 0);
    chain_ready(&chain);
    tell_refused(&chain, chain.token, 0, 0);
    tell_refused(&chain, "another", 0, 1);
    tell_refused(&chain, chain.token, 0, 0);
    tell_refused(&chain, chain.token, 0, 1);
    putchar(']');
    chain_to_record(&chain);
    for (i = 0; i < 2; i++) {
        text = NULL;
        (void)chain_send(&chain, NULL, &text);
        value_text(text, "/entry", entries[i], sizeof entries[i]);
        hr_free(text);
    }
    must(hr_dmp_resend_allow(chain.handle, entries[0], NULL), "hr_dmp_resend_allow");
    must(chain_send(&chain, NULL, NULL), "hr_dmp_send");
    tell_text("entry", entries[0]);
    tell_flag("same_entry", strcmp(entries[0], entries[1]) == 0);
    chain_close(&chain);
}

static inline void run_null_optional_text(const struct stage *stage)
{
    struct chain chain;
    chain_open(&chain, stage, stage->config);
    must(hr_ticket(chain.handle, NULL), "hr_ticket");
    chain_ready(&chain);
    must(hr_login(chain.handle, chain.token, stage->pin, &chain.login), "hr_login");
    must(hr_patient_search(chain.handle, stage->nom, NULL, NULL, NULL, &chain.search), "hr_patient_search");
    tell_source("nom", chain.search, "/raw/nom");
    chain_close(&chain);
}

static inline int32_t stop_at_the_end(void *user, int32_t done, int32_t total)
{
    (void)user;
    return done == total;
}

static inline void run_callback_ends_accepted_upload(const struct stage *stage)
{
    struct chain chain;
    char *sent = NULL;
    chain_open(&chain, stage, stage->config);
    chain_to_record(&chain);
    must(hr_set_progress(chain.handle, stop_at_the_end, NULL), "hr_set_progress");
    must(chain_send(&chain, NULL, &sent), "hr_dmp_send");
    tell_source("outcome", sent, "/outcome");
    tell_source("sha256", sent, "/sha256");
    hr_free(sent);
    chain_close(&chain);
}

static pthread_mutex_t edges_lock = PTHREAD_MUTEX_INITIALIZER;
static long edges_lines;

static inline void count_line(void *user, int32_t level, const char *text)
{
    (void)user, (void)level, (void)text;
    pthread_mutex_lock(&edges_lock);
    edges_lines++;
    pthread_mutex_unlock(&edges_lock);
}

static inline void *log_for_ever(void *user)
{
    int32_t handle;
    (void)user;
    must(hr_open("{}", &handle, NULL), "hr_open");
    for (;;)
        (void)hr_ready(handle, NULL);
    return NULL;
}

static inline void *close_for_ever(void *user)
{
    int32_t handle;
    (void)user;
    for (;;) {
        must(hr_open("{}", &handle, NULL), "hr_open");
        must(hr_close(handle), "hr_close");
    }
    return NULL;
}

/* The program ends while they run. */
static inline void keep_running(void *(*work)(void *))
{
    const struct timespec moment = {0, 1000000};
    pthread_t thread;
    long lines = 0;
    int i;
    must(hr_set_log(count_line, NULL, HR_LOG_DEBUG), "hr_set_log");
    for (i = 0; i < 4; i++)
        if (pthread_create(&thread, NULL, work, NULL) != 0 || pthread_detach(thread) != 0)
            broke("no thread");
    while (lines < 1000) {
        nanosleep(&moment, NULL);
        pthread_mutex_lock(&edges_lock);
        lines = edges_lines;
        pthread_mutex_unlock(&edges_lock);
    }
    tell_flag("running", 1);
}

static inline void run_exit_while_logging(const struct stage *stage)
{
    (void)stage;
    keep_running(log_for_ever);
}

static inline void run_exit_while_closing(const struct stage *stage)
{
    (void)stage;
    keep_running(close_for_ever);
}

#endif
