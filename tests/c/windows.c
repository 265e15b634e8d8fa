/* windows.c - a host on Windows. The first argument says what it does:
 *     facts             tells the library's version and the size of a pointer
 *     file PATH         sends the file
 *     tls PATH          sends the file by https://localhost
 *     traps             the chain, with all floating-point traps on in the host
 *     cancel            cancels an upload from another thread
 *     absent            asks a card client that nobody plays
 *     many N            N handles are opened and closed, one after the other
 *     devices           names that are no files
 *     panic             a panic in the library, which has the hooks of the tests
 *     two PATH          a second copy of the library, loaded by its path, is a library of its own
 * Standard input: configuration, serial, PIN, a line each. What it saw is printed, a line a fact. Ends with 0, or
 * with the line that failed. */
#include "utf8_main.h"
#include "walk.h"
#include "wine_crypt32.h"

#include <psapi.h>
#include <stdio.h>

static char input[16 * 1024];
static char *config, *serial, *pin;

/* The end of this process tells which check failed. */
#define CHECK(fact) do { if (!(fact)) { fprintf(stderr, "line %d: " #fact "\n", __LINE__); exit(3); } } while (0)

static void read_input(void)
{
    size_t length = fread(input, 1, sizeof input - 1, stdin);
    input[length] = '\0';
    config = strtok(input, "\r\n");
    serial = strtok(NULL, "\r\n");
    pin = strtok(NULL, "\r\n");
    CHECK(pin != NULL);
}

static int32_t open_handle(void)
{
    int32_t number = 0;
    CHECK(hr_open(config, &number, NULL) == HR_OK && number > 0);
    return number;
}

static void facts(void)
{
    printf("version %s\npointer %u\nabi %d\n", hr_version(), (unsigned)sizeof(void *), (int)hr_abi_version());
    CHECK(strcmp(hr_code_name(HR_E_TIMEOUT), "HR_E_TIMEOUT") == 0);
}

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
    CHECK(code == HR_OK && field_text(text, "sha256", sha256, sizeof sha256));
    CHECK(progress.rising && progress.first == 0 && progress.last == progress.total);
    printf("sha256 %s\ntotal %d\nreports %d\n", sha256, (int)progress.total, progress.reports);
    printf("grown_kib %d\n", (int)(progress.memory_kib - before));
    hr_free(text);
    CHECK(hr_close(handle) == HR_OK);
}

/* The login tells the service by its address. */
static void by_name(const char *path)
{
    char token[WALK_ID], url[1024], bearer[4096], named[1024], patient[WALK_ID], *text = NULL, *address;
    int32_t code, handle = open_handle();
    code = hr_ticket(handle, NULL);
    if (code != HR_OK)
        fprintf(stderr, "%s\n", hr_code_name(code));
    CHECK(code == HR_OK && hr_ready(handle, &text) == HR_OK && walk_card(text, serial, token));
    hr_free(text);
    CHECK(hr_login(handle, token, pin, &text) == HR_OK);
    CHECK(field_text(text, "serviceUrl", url, sizeof url) && field_text(text, "bearer", bearer, sizeof bearer));
    hr_free(text);
    address = strstr(url, "127.0.0.1");
    CHECK(address != NULL && strncmp(url, "https://", 8) == 0);
    snprintf(named, sizeof named, "https://localhost%s", address + strlen("127.0.0.1"));
    CHECK(hr_session_set(handle, named, bearer) == HR_OK && walk_record(handle, patient) == HR_OK);
    CHECK(hr_dmp_send(handle, patient, path, NULL, "10", "11503-0", NULL) == HR_OK);
    CHECK(hr_close(handle) == HR_OK);
    printf("sent\n");
}

/* What the processor does with floating-point numbers: the control words of both of its units. */
struct control {
    unsigned short x87;
    unsigned int sse;
};

static struct control control(void)
{
    struct control now;
    __asm__ volatile("fnstcw %0\n\tstmxcsr %1" : "=m"(now.x87), "=m"(now.sse));
    now.sse &= 0xFFC0; /* without what past operations left */
    return now;
}

static void set_control(struct control wanted)
{
    __asm__ volatile("fnclex\n\tfldcw %0\n\tldmxcsr %1" : : "m"(wanted.x87), "m"(wanted.sse));
}

/* As Delphi has them: invalid operation, division by zero and overflow trap. */
static struct control delphi = {0x1332, 0x1900};

static int same(struct control a, struct control b)
{
    return a.x87 == b.x87 && a.sse == b.sse;
}

static int32_t see_control(void *user, int32_t done, int32_t total)
{
    int *wrong = (int *)user;
    (void)done;
    (void)total;
    *wrong += !same(control(), delphi);
    return 0;
}

static void traps(void)
{
    char patient[WALK_ID];
    int wrong = 0;
    const struct control usual = control();
    int32_t handle;
    set_control(delphi);
    delphi = control(); /* a reserved bit reads as 1 */
    CHECK((delphi.x87 & 0x3F) == 0x32 && delphi.sse == 0x1900 && !same(usual, delphi));
    handle = open_handle();
    CHECK(hr_set_progress(handle, see_control, &wrong) == HR_OK);
    CHECK(walk_login(handle, serial, pin) == HR_OK && walk_record(handle, patient) == HR_OK);
    CHECK(hr_request(handle, "POST", "/echo", "{\"e\":[1.797e309,-1e999,1e-999,123456789012345678901234567890]}",
                     NULL) == HR_OK);
    CHECK(walk_send(handle, patient, 1000000) == HR_OK);
    CHECK(hr_close(handle) == HR_OK);
    CHECK(same(control(), delphi));
    CHECK(wrong == 0);
    set_control(usual);
    printf("kept\n");
}

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

static void absent(void)
{
    int32_t code, handle = open_handle();
    DWORD began;
    CHECK(hr_ticket_set(handle, "a.ticket") == HR_OK);
    began = GetTickCount();
    code = hr_ready(handle, NULL);
    printf("code %s\nafter_ms %lu\n", hr_code_name(code), (unsigned long)(GetTickCount() - began));
    CHECK(hr_close(handle) == HR_OK);
}

static void many(int count)
{
    DWORD handles = 0, after = 0;
    int i;
    CHECK(hr_close(open_handle()) == HR_OK);
    GetProcessHandleCount(GetCurrentProcess(), &handles);
    for (i = 0; i < count; i++)
        CHECK(hr_close(open_handle()) == HR_OK);
    GetProcessHandleCount(GetCurrentProcess(), &after);
    CHECK(after <= handles);
    printf("opened %d\n", count);
}

/* Opening one of these would wait, or wake a printer. */
static void devices(void)
{
    static const char *const names[] = {"NUL", "CON", "COM1", "\\\\.\\pipe\\nobody", "C:\\", ".", "a\"b", ""};
    char patient[WALK_ID];
    size_t i;
    int32_t code, handle = open_handle();
    CHECK(walk_login(handle, serial, pin) == HR_OK && walk_record(handle, patient) == HR_OK);
    for (i = 0; i < sizeof names / sizeof *names; i++) {
        code = hr_dmp_send(handle, patient, names[i], "a.txt", "10", "11503-0", NULL);
        if (code != HR_E_FILE && code != HR_E_ARGUMENT)
            fprintf(stderr, "%s: %s\n", names[i], hr_code_name(code));
        CHECK(code == HR_E_FILE || code == HR_E_ARGUMENT);
    }
    CHECK(hr_close(handle) == HR_OK);
    printf("refused\n");
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

int main(int count, char **args)
{
    args = utf8_arguments(args);
    CHECK(args != NULL && count >= 2);
    if (getenv("WINEPREFIX") != NULL)
        CHECK(help_wine(GetModuleHandleW(L"hr.dll")) == 3);
    read_input();
    if (strcmp(args[1], "facts") == 0)
        facts();
    else if (strcmp(args[1], "file") == 0 && count == 3)
        send_file(args[2]);
    else if (strcmp(args[1], "tls") == 0 && count == 3)
        by_name(args[2]);
    else if (strcmp(args[1], "traps") == 0)
        traps();
    else if (strcmp(args[1], "cancel") == 0)
        cancel();
    else if (strcmp(args[1], "absent") == 0)
        absent();
    else if (strcmp(args[1], "devices") == 0)
        devices();
    else if (strcmp(args[1], "panic") == 0)
        panic();
    else if (strcmp(args[1], "many") == 0 && count == 3)
        many(atoi(args[2]));
    else if (strcmp(args[1], "two") == 0 && count == 3)
        second_copy(args[2]);
    else
        CHECK(!"a known argument");
    return 0;
}
