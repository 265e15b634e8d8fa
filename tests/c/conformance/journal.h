/* journal.h - a document in doubt, as the journal states it. */
#ifndef CONFORMANCE_JOURNAL_H
#define CONFORMANCE_JOURNAL_H

#include "chain.h"

/* The text is the caller's to free. */
static inline char *journal_of(const struct chain *chain, const char *filter)
{
    char *text = NULL;
    must(hr_journal(chain->handle, filter, &text), "hr_journal");
    return text;
}

static inline void tell_journal(const struct chain *chain, const char *filter, const char *key, const char *pointer)
{
    char *text = journal_of(chain, filter);
    tell_source(key, text, pointer);
    hr_free(text);
}

static inline void run_journal(const struct stage *stage)
{
    static const char *const counts[] = {"/doubts", "/uploads", "/damaged", "/torn", "/more"};
    struct chain chain;
    struct ended errors[2] = {{HR_OK, NULL}, {HR_OK, NULL}};
    char filter[256], entry[33], sha256[65], *text = NULL;
    int32_t handle;
    size_t i;
    chain_open(&chain, stage, stage->config_journal);
    chain_to_record(&chain);
    (void)chain_send(&chain, NULL, &text);
    if (!value_text(text, "/entry", entry, sizeof entry) || !value_text(text, "/sha256", sha256, sizeof sha256))
        broke("the error has no entry");
    tell_text("entry", entry);
    tell_source("completed", text, "/journal");
    hr_free(text);

    snprintf(filter, sizeof filter, "{\"entry\":\"%s\",\"sha256\":\"%s\",\"outcome\":\"unknown\",\"doubt\":true,"
             "\"since\":\"2000-01-01T00:00:00Z\",\"limit\":1}", entry, sha256);
    text = journal_of(&chain, filter);
    tell_source("before", text, "/entries/0");
    for (i = 0; i < sizeof counts / sizeof *counts; i++)
        tell_source(counts[i] + 1, text, counts[i]);
    hr_free(text);
    text = journal_of(&chain, "{\"reference\":\"none\"}");
    tell_number("referenced", hr_json_count(text, "/entries"));
    hr_free(text);
    must(hr_dmp_resend_allow(chain.handle, entry, NULL), "hr_dmp_resend_allow");
    tell_journal(&chain, "{}", "permitted", "/entries/0/permitted");
    must(hr_dmp_found(chain.handle, entry, NULL), "hr_dmp_found");
    tell_journal(&chain, NULL, "after", "/entries/0");
    chain_close(&chain);

    must(hr_open(stage->config, &handle, NULL), "hr_open");
    errors[0].code = hr_journal(handle, NULL, &errors[0].text);
    hr_close(handle);
    errors[1].code = hr_open(stage->config_no_journal, &handle, &errors[1].text);
    tell_errors(errors, 2);
}

#endif
