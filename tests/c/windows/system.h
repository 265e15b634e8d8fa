/* system.h - what is the system's: connections, handles, loading. */
#ifndef WINDOWS_SYSTEM_H
#define WINDOWS_SYSTEM_H

#include "host.h"

static void absent(void)
{
    int32_t code, handle = open_handle();
    DWORD began;
    CHECK(hr_ticket_set(handle, "a.ticket", NULL) == HR_OK);
    began = GetTickCount();
    code = hr_ready(handle, NULL);
    printf("code %s\nafter_ms %lu\n", hr_code_name(code), (unsigned long)(GetTickCount() - began));
    CHECK(hr_close(handle) == HR_OK);
}

/* One connection: the answer is a refusal of this ticket. */
static void connect_once(const char *configuration, int absent)
{
    int32_t code, handle = 0;
    CHECK(hr_open(configuration, &handle, NULL) == HR_OK && hr_ticket_set(handle, "a.ticket", NULL) == HR_OK);
    code = hr_ready(handle, NULL);
    CHECK((code == HR_E_CARD_CLIENT_ABSENT) == absent);
    CHECK(hr_close(handle) == HR_OK);
}

/* The system gives the lowest number that is free, so one that is kept moves the next. Wine does not count them. */
static ULONG_PTR next_handle(void)
{
    HANDLE next = CreateEventW(NULL, FALSE, FALSE, NULL);
    CHECK(next != NULL && CloseHandle(next));
    return (ULONG_PTR)next;
}

static void many(int count, const char *absent)
{
    ULONG_PTR before;
    int i;
    connect_once(config, 0);
    connect_once(absent, 1);
    before = next_handle();
    for (i = 0; i < count; i++)
        CHECK(hr_close(open_handle()) == HR_OK);
    for (i = 0; i < 200; i++) {
        connect_once(config, 0);
        connect_once(absent, 1);
    }
    CHECK(next_handle() <= before);
    printf("opened %d\n", count);
}

static void panic(void)
{
    HMODULE library = GetModuleHandleW(L"hr.dll");
    void (*in_next_call)(void) = (void (*)(void))(void *)GetProcAddress(library, "hr_test_panic_in_next_call");
    int32_t handle = open_handle();
    CHECK(in_next_call != NULL);
    in_next_call();
    CHECK(hr_ticket(handle, NULL) == HR_E_PANIC);
    CHECK(walk(handle, serial, pin, 1000) == HR_OK);
    CHECK(hr_close(handle) == HR_OK);
    printf("caught\n");
}

typedef int32_t (*open_fn)(const char *, int32_t *, char **);
typedef int32_t (*close_fn)(int32_t);
typedef const char *(*version_fn)(void);

static void second_copy(const char *path)
{
    wchar_t wide[1024];
    HMODULE module;
    open_fn second_open;
    close_fn second_close;
    int32_t own = open_handle(), others = 0;
    CHECK(MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, 1024) > 0);

    /* Loaded and unloaded before it did anything: it leaves. */
    module = LoadLibraryW(wide);
    CHECK(module != NULL && module != GetModuleHandleW(L"hr.dll"));
    CHECK(((version_fn)(void *)GetProcAddress(module, "hr_version"))() != NULL);
    CHECK(FreeLibrary(module) && GetModuleHandleW(wide) == NULL);

    module = LoadLibraryW(wide);
    CHECK(module != NULL);
    second_open = (open_fn)(void *)GetProcAddress(module, "hr_open");
    second_close = (close_fn)(void *)GetProcAddress(module, "hr_close");
    CHECK(second_open(config, &others, NULL) == HR_OK);
    CHECK(others == 1 && own == 1);
    CHECK(second_close(others) == HR_OK && second_close(others) == HR_E_HANDLE);
    CHECK(hr_state(own, NULL) == HR_OK && hr_close(own) == HR_OK);
    /* After its first call it stays, whoever lets it go. */
    FreeLibrary(module);
    FreeLibrary(module);
    CHECK(GetModuleHandleW(wide) == module);
    printf("apart\n");
}

#endif
