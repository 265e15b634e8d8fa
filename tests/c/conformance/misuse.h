/* misuse.h - closed handles, bad configurations, calls out of order. */
#ifndef CONFORMANCE_MISUSE_H
#define CONFORMANCE_MISUSE_H

#include "chain.h"

static inline void run_use_after_close(const struct stage *stage)
{
    struct chain chain;
    struct ended error = {HR_OK, NULL};
    chain_open(&chain, stage, stage->config);
    must(hr_close(chain.handle), "hr_close");
    if (hr_close(chain.handle) != HR_E_HANDLE || hr_cancel(chain.handle) != HR_E_HANDLE)
        broke("a closed handle is known");
    error.code = hr_state(chain.handle, &error.text);
    tell_errors(&error, 1);
}

static inline void run_bad_config(const struct stage *stage)
{
    struct ended error = {HR_OK, NULL};
    int32_t handle;
    (void)stage;
    error.code = hr_open("{\"unknown_key\":1}", &handle, &error.text);
    tell_errors(&error, 1);
}

/* For what another language's wrapper adds to the library. */
static inline void run_not_applicable(const struct stage *stage)
{
    (void)stage;
    tell_flag("not_applicable", 1);
}

static inline void run_all_methods(const struct stage *stage)
{
    static const uint8_t byte[] = {'a'};
    int32_t handle;
    size_t i;
    must(hr_open("{}", &handle, NULL), "hr_open");
    {
        const struct {
            const char *key;
            int32_t code;
        } calls[] = {
            {"ticket", hr_ticket(handle, NULL)},
            {"ready", hr_ready(handle, NULL)},
            {"login", hr_login(handle, "token", "0", NULL)},
            {"pin_retry_allow", hr_pin_retry_allow(handle, "token", NULL)},
            {"session_set", hr_session_set(handle, "", "bearer", NULL)},
            {"profile_put", hr_profile_put(handle, "{}", NULL)},
            {"profile_select", hr_profile_select(handle, "1", NULL)},
            {"patient_search", hr_patient_search(handle, "A", "B", NULL, NULL, NULL)},
            {"patient_get", hr_patient_get(handle, NULL)},
            {"patient_update", hr_patient_update(handle, "{}", NULL)},
            {"request", hr_request(handle, "GET", "/", NULL, NULL)},
            {"dmp_open", hr_dmp_open(handle, "1", NULL, NULL)},
            {"dmp_send", hr_dmp_send(handle, "1", stage->document, NULL, "10", "11503-0", NULL)},
            {"dmp_send_bytes", hr_dmp_send_bytes(handle, "1", byte, 1, "a.txt", "10", "11503-0", NULL)},
            {"dmp_resend_allow", hr_dmp_resend_allow(handle, "", NULL)},
            {"dmp_found", hr_dmp_found(handle, "", NULL)},
            {"journal", hr_journal(handle, NULL, NULL)},
            {"ticket_set", hr_ticket_set(handle, "", NULL)},
        };
        tell_key("names");
        for (i = 0; i < sizeof calls / sizeof *calls; i++)
            printf("%c\"%s\":\"%s\"", i == 0 ? '{' : ',', calls[i].key, hr_code_name(calls[i].code));
        putchar('}');
    }
    hr_close(handle);
}

#endif
