/* steps.h - the chain, texts and numbers, the PIN, the document in doubt. */
#ifndef CONFORMANCE_STEPS_H
#define CONFORMANCE_STEPS_H

#include "chain.h"

static inline void run_chain(const struct stage *stage)
{
    struct chain chain;
    char *sent = NULL;
    chain_open(&chain, stage, stage->config);
    chain_to_record(&chain);
    must(chain_send(&chain, NULL, &sent), "hr_dmp_send");
    tell_sent(&chain, sent);
    chain_close(&chain);
}

static inline void run_chain_bearer(const struct stage *stage)
{
    struct chain chain;
    char *document, *sent = NULL;
    size_t length;
    chain_open(&chain, stage, stage->config_bearer_form);
    chain_to_record(&chain);
    document = read_file(stage->document, &length);
    must(hr_dmp_send_bytes(chain.handle, chain.patient_id, (const uint8_t *)document, (int32_t)length,
                           stage->document_name, stage->activity_type, stage->type_code, &sent), "hr_dmp_send_bytes");
    free(document);
    tell_sent(&chain, sent);
    chain_close(&chain);
}

static inline void run_accents(const struct stage *stage)
{
    static const char echoed[] = "\xC3\x9Cn\xC3\xAF" "c\xC3\xB6" "d\xC3\xA9 \xE2\x98\x83 \xF0\x9F\xA9\xBA";
    struct chain chain;
    char body[128], *sent = NULL, *echo = NULL;
    chain_open(&chain, stage, stage->config);
    chain_to_record(&chain);
    must(chain_send(&chain, stage->document_name, &sent), "hr_dmp_send");
    snprintf(body, sizeof body, "{\"text\":\"%s\"}", echoed);
    must(hr_request(chain.handle, "POST", "/echo", body, &echo), "hr_request");
    tell_source("nom", chain.search, "/raw/nom");
    tell_source("prenom", chain.search, "/raw/prenom");
    tell_flag("echo", hr_json_kind(echo, "/raw") > 0 && strstr(echo, echoed) != NULL);
    tell_source("sha256", sent, "/sha256");
    hr_free(sent);
    hr_free(echo);
    chain_close(&chain);
}

static inline void run_big_number(const struct stage *stage)
{
    struct chain chain;
    char *echo = NULL, *raw;
    chain_open(&chain, stage, stage->config);
    chain_to_patient(&chain);
    must(hr_request(chain.handle, "POST", "/echo", "{\"n\":123456789012345678901234567890.12345,\"e\":1.797e309}",
                    &echo), "hr_request");
    raw = source(echo, "/raw");
    tell_text("raw", raw == NULL ? "" : raw);
    hr_free(raw);
    hr_free(echo);
    chain_close(&chain);
}

static inline struct ended present_wrong(struct chain *chain)
{
    struct ended ended = {HR_OK, NULL};
    ended.code = hr_login(chain->handle, chain->token, chain->stage->wrong_pin, &ended.text);
    return ended;
}

static inline void run_wrong_pin(const struct stage *stage)
{
    struct chain chain;
    struct ended errors[3];
    chain_open(&chain, stage, stage->config);
    must(hr_ticket(chain.handle, NULL), "hr_ticket");
    chain_ready(&chain);
    errors[0] = present_wrong(&chain);
    errors[1] = present_wrong(&chain);
    chain_ready(&chain);
    errors[2] = present_wrong(&chain);
    must(hr_pin_retry_allow(chain.handle, chain.token, NULL), "hr_pin_retry_allow");
    tell_errors(errors, 3);
    chain_close(&chain);
}

static inline void run_right_pin_after(const struct stage *stage)
{
    struct chain chain;
    struct ended error;
    chain_open(&chain, stage, stage->config);
    must(hr_ticket(chain.handle, NULL), "hr_ticket");
    chain_ready(&chain);
    error = present_wrong(&chain);
    chain_ready(&chain);
    must(hr_login(chain.handle, chain.token, stage->pin, &chain.login), "hr_login");
    tell_errors(&error, 1);
    tell_source("next", chain.login, "/next");
    chain_close(&chain);
}

static inline void run_opposed(const struct stage *stage)
{
    struct chain chain;
    struct ended error = {HR_OK, NULL};
    chain_open(&chain, stage, stage->config);
    chain_to_patient(&chain);
    error.code = hr_dmp_open(chain.handle, chain.patient_id, NULL, &error.text);
    tell_source("updateNeeded", chain.patient, "/updateNeeded");
    tell_source("alimentationConsent", chain.patient, "/alimentationConsent");
    tell_errors(&error, 1);
    chain_close(&chain);
}

static inline void run_lost_reply(const struct stage *stage)
{
    struct chain chain;
    struct ended errors[2] = {{HR_OK, NULL}, {HR_OK, NULL}};
    char entry[33] = "", sha256[65] = "", *sent = NULL;
    chain_open(&chain, stage, stage->config);
    chain_to_record(&chain);
    errors[0].code = chain_send(&chain, NULL, &errors[0].text);
    value_text(errors[0].text, "/entry", entry, sizeof entry);
    value_text(errors[0].text, "/sha256", sha256, sizeof sha256);
    errors[1].code = chain_send(&chain, NULL, &errors[1].text);
    must(hr_dmp_resend_allow(chain.handle, entry, NULL), "hr_dmp_resend_allow");
    must(chain_send(&chain, NULL, &sent), "hr_dmp_send");
    tell_errors(errors, 2);
    tell_text("sha256", sha256);
    tell_source("sha256_sent", sent, "/sha256");
    hr_free(sent);
    chain_close(&chain);
}

#endif
