/* header.c - hr.h stands alone, may be included twice, and declares every function with exactly this type. */
#include "hr.h"
#include "hr.h"

int main(void)
{
    int32_t (*progress)(void *, int32_t, int32_t) = (hr_progress_fn)0;
    void (*log)(void *, int32_t, const char *) = (hr_log_fn)0;

    int32_t (*abi_version)(void) = hr_abi_version;
    const char *(*version)(void) = hr_version;
    const char *(*code_name)(int32_t) = hr_code_name;
    void (*free_text)(char *) = hr_free;
    int32_t (*text_copy)(const char *, char *, int32_t) = hr_text_copy;
    int32_t (*text_copy_utf16)(const char *, uint16_t *, int32_t) = hr_text_copy_utf16;
    int32_t (*set_log)(hr_log_fn, void *, int32_t) = hr_set_log;

    int32_t (*json_get)(const char *, const char *, char **) = hr_json_get;
    int32_t (*json_kind)(const char *, const char *) = hr_json_kind;
    int32_t (*json_count)(const char *, const char *) = hr_json_count;
    int32_t (*json_key)(const char *, const char *, int32_t, char **) = hr_json_key;
    int32_t (*json_quote)(const char *, char **) = hr_json_quote;

    int32_t (*open)(const char *, int32_t *, char **) = hr_open;
    int32_t (*close)(int32_t) = hr_close;
    int32_t (*cancel)(int32_t) = hr_cancel;
    int32_t (*set_progress)(int32_t, hr_progress_fn, void *) = hr_set_progress;
    int32_t (*state)(int32_t, char **) = hr_state;
    int32_t (*last)(int32_t, char **) = hr_last;
    int32_t (*stop_new)(int32_t *) = hr_stop_new;
    int32_t (*stop)(int32_t) = hr_stop;
    int32_t (*stop_free)(int32_t) = hr_stop_free;
    int32_t (*set_stop)(int32_t, int32_t) = hr_set_stop;

    int32_t (*ticket)(int32_t, char **) = hr_ticket;
    int32_t (*ticket_set)(int32_t, const char *, char **) = hr_ticket_set;
    int32_t (*ready)(int32_t, char **) = hr_ready;
    int32_t (*login)(int32_t, const char *, const char *, char **) = hr_login;
    int32_t (*pin_retry_allow)(int32_t, const char *, char **) = hr_pin_retry_allow;
    int32_t (*session_set)(int32_t, const char *, const char *, char **) = hr_session_set;
    int32_t (*profile_put)(int32_t, const char *, char **) = hr_profile_put;
    int32_t (*profile_select)(int32_t, const char *, char **) = hr_profile_select;
    int32_t (*patient_search)(int32_t, const char *, const char *, const char *, const char *, char **) =
        hr_patient_search;
    int32_t (*patient_get)(int32_t, char **) = hr_patient_get;
    int32_t (*patient_update)(int32_t, const char *, char **) = hr_patient_update;
    int32_t (*dmp_open)(int32_t, const char *, const char *, char **) = hr_dmp_open;
    int32_t (*dmp_send)(int32_t, const char *, const char *, const char *, const char *, const char *,
                        char **) = hr_dmp_send;
    int32_t (*dmp_send_bytes)(int32_t, const char *, const uint8_t *, int32_t, const char *, const char *,
                              const char *, char **) = hr_dmp_send_bytes;
    int32_t (*dmp_resend_allow)(int32_t, const char *, char **) = hr_dmp_resend_allow;
    int32_t (*dmp_found)(int32_t, const char *, char **) = hr_dmp_found;
    int32_t (*journal)(int32_t, const char *, char **) = hr_journal;
    int32_t (*wait_card)(int32_t, const char *, int32_t, char **) = hr_wait_card;
    int32_t (*connect)(int32_t, const char *, const char *, char **) = hr_connect;
    int32_t (*patient_find)(int32_t, const char *, char **) = hr_patient_find;
    int32_t (*deposit)(int32_t, const char *, char **) = hr_deposit;
    int32_t (*deposit_bytes)(int32_t, const char *, const uint8_t *, int32_t, char **) = hr_deposit_bytes;
    int32_t (*request)(int32_t, const char *, const char *, const char *, char **) = hr_request;

    /* Used, so that nothing is left out by the linker. */
    return progress == 0 && log == 0 && abi_version != 0 && version != 0 && code_name != 0
        && free_text != 0 && text_copy != 0 && text_copy_utf16 != 0 && set_log != 0 && open != 0
        && json_get != 0 && json_kind != 0 && json_count != 0 && json_key != 0 && json_quote != 0
        && close != 0 && cancel != 0 && set_progress != 0 && state != 0 && last != 0
        && stop_new != 0 && stop != 0 && stop_free != 0 && set_stop != 0 && ticket != 0 && ticket_set != 0 && ready != 0 && login != 0 && pin_retry_allow != 0 && session_set != 0
        && profile_put != 0 && profile_select != 0 && patient_search != 0 && patient_get != 0
        && patient_update != 0 && dmp_open != 0 && dmp_send != 0 && dmp_send_bytes != 0
        && dmp_resend_allow != 0 && dmp_found != 0 && journal != 0 && wait_card != 0 && connect != 0
        && patient_find != 0 && deposit != 0 && deposit_bytes != 0 && request != 0 ? 0 : 1;
}
