/* header.c - hr.h stands alone, may be included twice, and declares every function with exactly this type. */
#include "hr.h"
#include "hr.h"

#define SAME(result, name, ...) do { result (*function)(__VA_ARGS__) = name; (void)function; } while (0)
#define TEXT const char *

int main(void)
{
    int32_t (*progress)(void *, int32_t, int32_t) = (hr_progress_fn)0;
    void (*log)(void *, int32_t, TEXT) = (hr_log_fn)0;
    SAME(int32_t, hr_abi_version, void);
    SAME(TEXT, hr_version, void);
    SAME(TEXT, hr_code_name, int32_t);
    SAME(void, hr_free, char *);
    SAME(int32_t, hr_text_copy, TEXT, char *, int32_t);
    SAME(int32_t, hr_text_copy_utf16, TEXT, uint16_t *, int32_t);
    SAME(int32_t, hr_set_log, hr_log_fn, void *, int32_t);

    SAME(int32_t, hr_json_get, TEXT, TEXT, char **);
    SAME(int32_t, hr_json_kind, TEXT, TEXT);
    SAME(int32_t, hr_json_count, TEXT, TEXT);
    SAME(int32_t, hr_json_key, TEXT, TEXT, int32_t, char **);
    SAME(int32_t, hr_json_quote, TEXT, char **);

    SAME(int32_t, hr_open, TEXT, int32_t *, char **);
    SAME(int32_t, hr_close, int32_t);
    SAME(int32_t, hr_cancel, int32_t);
    SAME(int32_t, hr_set_progress, int32_t, hr_progress_fn, void *);
    SAME(int32_t, hr_state, int32_t, char **);
    SAME(int32_t, hr_last, int32_t, char **);
    SAME(int32_t, hr_diagnose, int32_t, char **);
    SAME(int32_t, hr_stop_new, int32_t *);
    SAME(int32_t, hr_stop, int32_t);
    SAME(int32_t, hr_stop_free, int32_t);
    SAME(int32_t, hr_set_stop, int32_t, int32_t);

    SAME(int32_t, hr_ticket, int32_t, char **);
    SAME(int32_t, hr_ticket_set, int32_t, TEXT, char **);
    SAME(int32_t, hr_ready, int32_t, char **);
    SAME(int32_t, hr_login, int32_t, TEXT, TEXT, char **);
    SAME(int32_t, hr_pin_retry_allow, int32_t, TEXT, char **);
    SAME(int32_t, hr_session_set, int32_t, TEXT, TEXT, char **);
    SAME(int32_t, hr_profile_put, int32_t, TEXT, char **);
    SAME(int32_t, hr_profile_select, int32_t, TEXT, char **);
    SAME(int32_t, hr_patient_search, int32_t, TEXT, TEXT, TEXT, TEXT, char **);
    SAME(int32_t, hr_patient_get, int32_t, char **);
    SAME(int32_t, hr_patient_update, int32_t, TEXT, char **);
    SAME(int32_t, hr_dmp_open, int32_t, TEXT, TEXT, char **);
    SAME(int32_t, hr_dmp_send, int32_t, TEXT, TEXT, TEXT, TEXT, TEXT, char **);
    SAME(int32_t, hr_dmp_send_bytes, int32_t, TEXT, const uint8_t *, int32_t, TEXT, TEXT, TEXT, char **);
    SAME(int32_t, hr_dmp_resend_allow, int32_t, TEXT, char **);
    SAME(int32_t, hr_dmp_found, int32_t, TEXT, char **);
    SAME(int32_t, hr_journal, int32_t, TEXT, char **);
    SAME(int32_t, hr_wait_card, int32_t, TEXT, int32_t, char **);
    SAME(int32_t, hr_connect, int32_t, TEXT, TEXT, char **);
    SAME(int32_t, hr_patient_find, int32_t, TEXT, char **);
    SAME(int32_t, hr_deposit, int32_t, TEXT, char **);
    SAME(int32_t, hr_deposit_bytes, int32_t, TEXT, const uint8_t *, int32_t, char **);
    SAME(int32_t, hr_request, int32_t, TEXT, TEXT, TEXT, char **);
    return progress == 0 && log == 0 ? 0 : 1;
}
