/* resets.h - answers that a reset of the connection follows. */
#ifndef WINDOWS_RESETS_H
#define WINDOWS_RESETS_H

#include "sending.h"

/* A library with the hooks of the tests tells how many receives got bytes or a reset: those that waited for it, and
 * those that came later. */
static void tell_received(void)
{
    typedef int32_t (*received_fn)(int32_t late);
    received_fn received = (received_fn)(void (*)(void))GetProcAddress(GetModuleHandleW(L"hr.dll"), "hr_test_received");
    if (received != NULL)
        printf("waiting %d\nlate %d\n", (int)received(0), (int)received(1));
}

/* Seldom Wine gives a receive the reset in place of the bytes that came with it, and drops these. */
static void lost_by_wine(int lost, int rounds)
{
    CHECK(lost <= rounds / 100);
    printf("lost %d\nrounds %d\n", lost, rounds);
}

static void reset_logins(int rounds)
{
    int32_t code, handle = open_handle();
    int i, lost = 0;
    for (i = 0; i < rounds; i++) {
        code = walk_login(handle, serial, pin);
        if (code != HR_OK)
            fprintf(stderr, "login %d: %s\n", i, hr_code_name(code));
        if (code == HR_E_IN_DOUBT) {
            lost++;
            CHECK(hr_pin_retry_allow(handle, NULL, NULL) == HR_OK);
            continue;
        }
        CHECK(code == HR_OK);
    }
    tell_received();
    CHECK(hr_close(handle) == HR_OK);
    lost_by_wine(lost, rounds);
}

/* Each is refused before it has left. */
static void reset_uploads(int rounds)
{
    static const uint8_t document[3000000];
    char patient[WALK_ID], *text;
    int32_t code, handle = open_handle();
    int i, lost = 0;
    if (strstr(config, "https://localhost") != NULL)
        login_by_name(handle);
    else
        CHECK(walk_login(handle, serial, pin) == HR_OK);
    CHECK(walk_record(handle, patient) == HR_OK);
    for (i = 0; i < rounds; i++) {
        code = hr_dmp_send_bytes(handle, patient, document, sizeof document, "a.bin", "10", "11503-0", &text);
        if (code != HR_E_REFUSED || strstr(text, "\"http_status\":413,") == NULL)
            fprintf(stderr, "upload %d: %s\n", i, text);
        if (code == HR_E_INTERRUPTED && strstr(text, "\"outcome\":\"incomplete\"") != NULL) {
            lost++;
            hr_free(text);
            continue;
        }
        CHECK(code == HR_E_REFUSED && strstr(text, "\"http_status\":413,") != NULL);
        CHECK(strstr(text, "\"outcome\":\"rejected\"") != NULL);
        hr_free(text);
    }
    tell_received();
    CHECK(hr_close(handle) == HR_OK);
    lost_by_wine(lost, rounds);
}

#endif
