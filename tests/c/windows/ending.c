/* ending.exe HOW FIRST SECOND: a host that ends in the midst of calls. FIRST and SECOND are hr.dll and last_words.dll, in
 * the order in which they are loaded; the system takes them apart in the other order.
 *     return     main returns
 *     exit       ExitProcess, which asks nobody
 *     callback   ExitProcess from a progress function, in the midst of an upload
 *     held       as `exit`, while a thread holds a lock of the library, which has the hooks of the tests
 * Standard input: configuration, serial, PIN, a configuration whose license server never answers. */

#include "hr.h"

#include "last_words.h"

#define EACH(X) X(cancel) X(close) X(dmp_open) X(dmp_send_bytes) X(free) X(json_count) X(json_get) \
    X(login) X(open) X(patient_get) X(patient_search) X(ready) X(set_log) X(set_progress) X(state) X(text_copy) X(ticket)
#define POINTER(name) static __typeof__(hr_##name) *p_##name;
EACH(POINTER)
#define hr_cancel p_cancel
#define hr_close p_close
#define hr_dmp_open p_dmp_open
#define hr_dmp_send_bytes p_dmp_send_bytes
#define hr_free p_free
#define hr_json_count p_json_count
#define hr_json_get p_json_get
#define hr_login p_login
#define hr_open p_open
#define hr_patient_get p_patient_get
#define hr_patient_search p_patient_search
#define hr_ready p_ready
#define hr_set_log p_set_log
#define hr_set_progress p_set_progress
#define hr_state p_state
#define hr_ticket p_ticket
#include "utf8_main.h"
#include "windows/host.h"

#define BUSY_THREADS 6

static int32_t uploading;
static int ends_in_callback;
static HANDLE in_upload;

/* Before a lock may be held, many calls are to be made. */
static volatile LONG calls;

static DWORD WINAPI keep_busy(void *unused)
{
    (void)unused;
    for (;;) {
        hr_cancel(-1);
        InterlockedIncrement(&calls);
        hr_close(0x7FFFFFFF);
    }
    return 0;
}

static int32_t block(void *user, int32_t done, int32_t total)
{
    (void)user, (void)total;
    if (done == 0)
        return 0;
    if (ends_in_callback)
        ExitProcess(0);
    SetEvent(in_upload);
    Sleep(INFINITE);
    return 0;
}

static DWORD WINAPI upload(void *patient)
{
    walk_send(uploading, (const char *)patient, 50000000);
    return 1;
}

static DWORD WINAPI wait_for_an_answer(void *silent)
{
    int32_t handle = 0;
    CHECK(hr_open((const char *)silent, &handle, NULL) == HR_OK);
    hr_ticket(handle, NULL);
    return 1;
}

static DWORD WINAPI hold(void *hold_handles)
{
    ((void (*)(void))hold_handles)();
    return 1;
}

static void begin(LPTHREAD_START_ROUTINE what, void *with)
{
    CHECK(CreateThread(NULL, 0, what, with, 0, NULL) != NULL);
}

static HMODULE load(const char *path)
{
    wchar_t wide[1024];
    HMODULE module;
    CHECK(MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, 1024) > 0);
    module = LoadLibraryExW(wide, NULL, LOAD_WITH_ALTERED_SEARCH_PATH);
    CHECK(module != NULL);
    return module;
}

/* In either order. */
static HMODULE library, finalization;

static void load_both(const char *first, const char *second)
{
    HMODULE one = load(first), two = load(second);
    int straight = GetProcAddress(one, "hr_open") != NULL;
    library = straight ? one : two;
    finalization = straight ? two : one;
#define FIND(name) CHECK((p_##name = (__typeof__(p_##name))(void *)GetProcAddress(library, "hr_" #name)) != NULL);
    EACH(FIND)
}

static void arm(void)
{
    struct last_words words = {hr_cancel, hr_close, hr_free, hr_open, hr_set_log, hr_set_progress, hr_state, p_text_copy,
                               uploading, NULL};
    void (*remember)(const struct last_words *) =
        (void (*)(const struct last_words *))(void *)GetProcAddress(finalization, "remember");
    CHECK(remember != NULL && hr_state(uploading, &words.text) == HR_OK && words.text[0] == '{');
    remember(&words);
}

int main(int count, char **args)
{
    static char patient[WALK_ID], silent[4096];
    void *hold_handles;
    int i;
    args = utf8_arguments(args);
    CHECK(args != NULL && count == 4);
    read_input();
    CHECK(fgets(silent, sizeof silent, stdin) != NULL);
    load_both(args[2], args[3]);
    uploading = open_handle();
    CHECK(walk_login(uploading, serial, pin) == HR_OK && walk_record(uploading, patient) == HR_OK);
    arm();
    CHECK(hr_set_progress(uploading, block, NULL) == HR_OK);
    if (strcmp(args[1], "held") == 0) {
        hold_handles = (void *)GetProcAddress(library, "hr_test_hold_handles");
        CHECK(hold_handles != NULL);
        begin(hold, hold_handles);
        Sleep(500); /* a thread that does not hold it yet makes the test show less, but hold */
        ExitProcess(0);
    }
    for (i = 0; i < BUSY_THREADS; i++)
        begin(keep_busy, NULL);
    begin(wait_for_an_answer, silent);
    ends_in_callback = strcmp(args[1], "callback") == 0;
    in_upload = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (ends_in_callback) {
        upload(patient);
        return 3;
    }
    begin(upload, patient);
    CHECK(WaitForSingleObject(in_upload, 60000) == WAIT_OBJECT_0);
    while (calls < 1000)
        Sleep(1);
    if (strcmp(args[1], "exit") == 0)
        ExitProcess(0);
    return 0;
}
