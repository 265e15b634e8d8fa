/* sending.h - uploads, with progress and over TLS. */
#ifndef WINDOWS_SENDING_H
#define WINDOWS_SENDING_H

#include "host.h"

#include <psapi.h>

static int32_t memory_kib(void)
{
    PROCESS_MEMORY_COUNTERS counters;
    CHECK(GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters));
    return (int32_t)(counters.PagefileUsage / 1024);
}

struct progress {
    int reports, rising;
    int32_t first, last, total, memory_kib;
    DWORD thread;
};

static int32_t watch(void *user, int32_t done, int32_t total)
{
    struct progress *progress = (struct progress *)user;
    int32_t memory = memory_kib();
    CHECK(GetCurrentThreadId() == progress->thread);
    if (progress->reports++ == 0)
        progress->first = done;
    progress->rising = progress->rising && done >= progress->last;
    progress->last = done;
    progress->total = total;
    if (memory > progress->memory_kib)
        progress->memory_kib = memory;
    return 0;
}

static void send_file(const char *path)
{
    char patient[WALK_ID], sha256[65] = "", *text = NULL;
    struct progress progress = {0, 1, -1, 0, 0, 0, GetCurrentThreadId()};
    int32_t code, before, handle = open_handle();
    code = walk_login(handle, serial, pin);
    if (code != HR_OK)
        fprintf(stderr, "%s\n", hr_code_name(code));
    CHECK(code == HR_OK && walk_record(handle, patient) == HR_OK);
    before = memory_kib();
    CHECK(hr_set_progress(handle, watch, &progress) == HR_OK);
    code = hr_dmp_send(handle, patient, path, NULL, "10", "11503-0", &text);
    if (code != HR_OK)
        fprintf(stderr, "%s\n", hr_code_name(code));
    CHECK(code == HR_OK && value_text(text, "/sha256", sha256, sizeof sha256));
    CHECK(progress.rising && progress.first == 0 && progress.last == progress.total);
    printf("sha256 %s\ntotal %d\nreports %d\n", sha256, (int)progress.total, progress.reports);
    printf("grown_kib %d\n", (int)(progress.memory_kib - before));
    hr_free(text);
    CHECK(hr_close(handle) == HR_OK);
}

/* The login tells the service by its address. */
static void login_by_name(int32_t handle)
{
    char token[WALK_ID], url[1024], bearer[4096], named[1024], *text = NULL, *address;
    int32_t code = hr_ticket(handle, &text);
    if (code != HR_OK)
        fprintf(stderr, "%s\n%s\n", hr_code_name(code), text == NULL ? "" : text);
    hr_free(text);
    CHECK(code == HR_OK && hr_ready(handle, &text) == HR_OK && walk_card(text, serial, token));
    hr_free(text);
    CHECK(hr_login(handle, token, pin, &text) == HR_OK);
    CHECK(value_text(text, "/serviceUrl", url, sizeof url) && value_text(text, "/bearer", bearer, sizeof bearer));
    hr_free(text);
    address = strstr(url, "127.0.0.1");
    CHECK(address != NULL && strncmp(url, "https://", 8) == 0);
    snprintf(named, sizeof named, "https://localhost%s", address + strlen("127.0.0.1"));
    CHECK(hr_session_set(handle, named, bearer, NULL) == HR_OK);
}

static void by_name(const char *path)
{
    char patient[WALK_ID];
    int32_t handle = open_handle();
    login_by_name(handle);
    CHECK(walk_record(handle, patient) == HR_OK);
    CHECK(hr_dmp_send(handle, patient, path, NULL, "10", "11503-0", NULL) == HR_OK);
    CHECK(hr_close(handle) == HR_OK);
    printf("sent\n");
}

#endif
