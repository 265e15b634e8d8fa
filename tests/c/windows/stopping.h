/* stopping.h - calls that another thread cancels. */
#ifndef WINDOWS_STOPPING_H
#define WINDOWS_STOPPING_H

#include "host.h"

static volatile LONG to_cancel;

static DWORD WINAPI cancel_it(void *unused)
{
    (void)unused;
    hr_cancel((int32_t)to_cancel);
    return 0;
}

static int32_t cancel_at_second(void *user, int32_t done, int32_t total)
{
    DWORD *when = (DWORD *)user;
    HANDLE thread;
    (void)total;
    if (done > 0 && *when == 0) {
        thread = CreateThread(NULL, 0, cancel_it, NULL, 0, NULL);
        WaitForSingleObject(thread, INFINITE);
        CloseHandle(thread);
        *when = GetTickCount();
    }
    return 0;
}

static void cancel(void)
{
    char patient[WALK_ID];
    DWORD when = 0;
    int32_t code, handle = open_handle();
    CHECK(walk_login(handle, serial, pin) == HR_OK && walk_record(handle, patient) == HR_OK);
    to_cancel = handle;
    CHECK(hr_set_progress(handle, cancel_at_second, &when) == HR_OK);
    code = walk_send(handle, patient, 100000000);
    printf("code %s\nafter_ms %lu\n", hr_code_name(code), (unsigned long)(GetTickCount() - when));
    CHECK(code == HR_E_CANCELLED && when != 0);
    CHECK(hr_close(handle) == HR_OK);
}

static DWORD cancelled_at;

/* The other side tells, by a line on standard input, that the request has arrived. */
static DWORD WINAPI cancel_when_told(void *unused)
{
    char line[8];
    (void)unused;
    CHECK(fgets(line, sizeof line, stdin) != NULL);
    Sleep(300); /* the call is to be asleep in its wait by then; if it is not, the test shows less, but holds */
    cancelled_at = GetTickCount();
    hr_cancel((int32_t)to_cancel);
    return 0;
}

static void stop(void)
{
    int32_t code, handle = open_handle();
    HANDLE thread;
    to_cancel = handle;
    thread = CreateThread(NULL, 0, cancel_when_told, NULL, 0, NULL);
    CHECK(thread != NULL);
    code = hr_ticket(handle, NULL);
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
    printf("code %s\nafter_ms %lu\n", hr_code_name(code), (unsigned long)(GetTickCount() - cancelled_at));
    CHECK(hr_close(handle) == HR_OK);
}

#endif
