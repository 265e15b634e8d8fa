/* files.h - what is no file, and what another program holds. */
#ifndef WINDOWS_FILES_H
#define WINDOWS_FILES_H

#include "host.h"

#define INSTANCES 3

/* A pipe that several may connect to, each with an instance of their own. */
struct offered {
    HANDLE pipes[INSTANCES];
    OVERLAPPED waiting[INSTANCES];
};

static void offer(struct offered *offered, const char *name)
{
    int i;
    memset(offered, 0, sizeof *offered);
    for (i = 0; i < INSTANCES; i++) {
        offered->pipes[i] = CreateNamedPipeA(name, PIPE_ACCESS_DUPLEX | FILE_FLAG_OVERLAPPED, PIPE_TYPE_BYTE, INSTANCES,
                                             4096, 4096, 0, NULL);
        CHECK(offered->pipes[i] != INVALID_HANDLE_VALUE);
        offered->waiting[i].hEvent = CreateEventW(NULL, TRUE, FALSE, NULL);
        CHECK(!ConnectNamedPipe(offered->pipes[i], &offered->waiting[i]) && GetLastError() == ERROR_IO_PENDING);
    }
}

static int connected(struct offered *offered)
{
    int i, count = 0;
    for (i = 0; i < INSTANCES; i++)
        count += WaitForSingleObject(offered->waiting[i].hEvent, 0) == WAIT_OBJECT_0;
    return count;
}

static void no_file(int32_t handle, const char *patient, const char *path)
{
    int32_t code = hr_dmp_send(handle, patient, path, "a.txt", "10", "11503-0", NULL);
    if (code != HR_E_FILE && code != HR_E_ARGUMENT)
        fprintf(stderr, "%s: %s\n", path, hr_code_name(code));
    CHECK(code == HR_E_FILE || code == HR_E_ARGUMENT);
}

/* Opening one of these would wait, wake a printer, or show the user's name to whoever made the pipe. `more` are
 * paths that only this computer has. */
static void devices(char *const *more, int count)
{
    static const char *const pipes[] = {
        "\\\\.\\pipe\\hr test", "\\\\.\\PIPE\\hr test", "//./pipe/hr test", "\\/.\\pipe/hr test",
        "\\\\?\\pipe\\hr test", "//?/pipe/hr test", "\\??\\pipe\\hr test", "\\\\?\\GLOBALROOT\\Device\\NamedPipe\\hr test",
        "\\\\localhost\\pipe\\hr test", "\\\\127.0.0.1\\Pipe\\hr test", "//localhost/pipe/hr test",
        "\\\\?\\UNC\\localhost\\pipe\\hr test", "\\\\.\\UNC\\localhost\\pipe\\hr test",
    };
    static const char *const names[] = {
        "NUL", "nul", "CON", "CONIN$", "COM1", "LPT1", "AUX", "PRN", "\\\\.\\NUL", "\\\\.\\C:", "\\\\.\\C:\\a.txt",
        "\\\\?\\C:", "\\\\.\\PhysicalDrive0", "\\\\.\\pipe\\nobody", "C:\\", "C:\\windows", "C:\\aux", ".", "a\"b", "",
    };
    struct offered offered;
    HANDLE client;
    char patient[WALK_ID];
    size_t i;
    int32_t none = 0, handle = open_handle();
    offer(&offered, "\\\\.\\pipe\\hr test");
    CHECK(walk_login(handle, serial, pin) == HR_OK && walk_record(handle, patient) == HR_OK);
    for (i = 0; i < sizeof pipes / sizeof *pipes; i++) {
        no_file(handle, patient, pipes[i]);
        if (connected(&offered) != 0)
            fprintf(stderr, "%s was opened\n", pipes[i]);
        CHECK(connected(&offered) == 0);
    }
    for (i = 0; i < sizeof names / sizeof *names; i++)
        no_file(handle, patient, names[i]);
    for (i = 0; i < (size_t)count; i++)
        no_file(handle, patient, more[i]);
    CHECK(hr_open("{\"ca_file\":\"\\\\\\\\.\\\\pipe\\\\hr test\"}", &none, NULL) == HR_E_CONFIG && none == 0);
    CHECK(connected(&offered) == 0);
    CHECK(hr_close(handle) == HR_OK);
    /* Whoever connects is seen. */
    client = CreateFileA("\\\\.\\pipe\\hr test", GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
    CHECK(client != INVALID_HANDLE_VALUE && connected(&offered) == 1);
    CloseHandle(client);
    printf("refused\n");
}

static HANDLE other_program(const char *path, DWORD access, DWORD share)
{
    wchar_t wide[1024];
    CHECK(MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, 1024) > 0);
    return CreateFileW(wide, access, share, NULL, OPEN_EXISTING, 0, NULL);
}

#define EVERYTHING (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)

static DWORD WINAPI let_go(void *held)
{
    Sleep(150); /* so that it is seen held; if it is not, the test shows less, but holds */
    CloseHandle((HANDLE)held);
    return 0;
}

static DWORD WINAPI cancel_soon(void *handle)
{
    Sleep(100); /* as above */
    hr_cancel((int32_t)(INT_PTR)handle);
    return 0;
}

/* Sends while another program holds the file and, meanwhile, a thread does something. */
static int32_t send_held(int32_t handle, const char *patient, const char *path, DWORD (WINAPI *meanwhile)(void *),
                         void *with, char **text)
{
    HANDLE thread = meanwhile == NULL ? NULL : CreateThread(NULL, 0, meanwhile, with, 0, NULL);
    int32_t code = hr_dmp_send(handle, patient, path, NULL, "10", "11503-0", text);
    CHECK(meanwhile == NULL || (thread != NULL && WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0));
    if (thread != NULL)
        CloseHandle(thread);
    return code;
}

struct sent_file {
    const char *path;
    int tried;
};

/* While it is sent, others may read the file and take it away, and nobody may write to it. */
static int32_t others(void *user, int32_t done, int32_t total)
{
    struct sent_file *sent = (struct sent_file *)user;
    HANDLE file;
    if (done > 0 && done < total && !sent->tried) {
        sent->tried = 1;
        CHECK(other_program(sent->path, GENERIC_WRITE, EVERYTHING) == INVALID_HANDLE_VALUE);
        CHECK(GetLastError() == ERROR_SHARING_VIOLATION);
        file = other_program(sent->path, GENERIC_READ, EVERYTHING);
        CHECK(file != INVALID_HANDLE_VALUE && CloseHandle(file));
        file = other_program(sent->path, DELETE, EVERYTHING);
        CHECK(file != INVALID_HANDLE_VALUE && CloseHandle(file));
    }
    return 0;
}

/* A call of less than half a second gives up with its time; a machine that is busy may take longer, not always. */
static void refused_at_the_deadline(const char *path)
{
    char patient[WALK_ID], *limit = strstr(config, "\"upload_ms\": 120000");
    HANDLE holder = other_program(path, GENERIC_READ, 0);
    DWORD began, taken = 1000;
    int32_t handle, tries;
    CHECK(limit != NULL && holder != INVALID_HANDLE_VALUE);
    memcpy(limit + strlen("\"upload_ms\": "), "100   ", 6);
    handle = open_handle();
    CHECK(walk_login(handle, serial, pin) == HR_OK && walk_record(handle, patient) == HR_OK);
    for (tries = 0; tries < 5 && taken >= 450; tries++) {
        began = GetTickCount();
        CHECK(hr_dmp_send(handle, patient, path, NULL, "10", "11503-0", NULL) == HR_E_FILE);
        taken = GetTickCount() - began;
    }
    CHECK(taken < 450 && CloseHandle(holder) && hr_close(handle) == HR_OK);
}

static void held(const char *path, const char *ca_file)
{
    static const struct {
        DWORD access, share;
    } holders[] = {{GENERIC_READ, 0}, {GENERIC_WRITE, EVERYTHING}, {GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ}};
    char patient[WALK_ID], word[32] = "", with_ca[2048], *at, *text = NULL;
    struct sent_file sent = {path, 0};
    int32_t code, other = 0, handle = open_handle();
    HANDLE holder;
    DWORD began;
    size_t i;
    CHECK(walk_login(handle, serial, pin) == HR_OK && walk_record(handle, patient) == HR_OK);
    for (i = 0; i < sizeof holders / sizeof *holders; i++) {
        holder = other_program(path, holders[i].access, holders[i].share);
        CHECK(holder != INVALID_HANDLE_VALUE);
        began = GetTickCount();
        code = send_held(handle, patient, path, NULL, NULL, &text);
        CHECK(code == HR_E_FILE && GetTickCount() - began >= 480);
        CHECK(value_text(text, "/reason", word, sizeof word) && strcmp(word, "file_locked") == 0);
        CHECK(value_text(text, "/outcome", word, sizeof word) && strcmp(word, "not_sent") == 0);
        hr_free(text);
        CHECK(CloseHandle(holder));
    }
    printf("held_ms %lu\n", (unsigned long)(GetTickCount() - began));

    holder = other_program(path, GENERIC_READ, 0);
    CHECK(send_held(handle, patient, path, cancel_soon, (void *)(INT_PTR)handle, &text) == HR_E_CANCELLED);
    CHECK(value_text(text, "/outcome", word, sizeof word) && strcmp(word, "not_sent") == 0);
    hr_free(text);
    began = GetTickCount();
    CHECK(send_held(handle, patient, path, let_go, holder, NULL) == HR_OK);
    printf("released_ms %lu\n", (unsigned long)(GetTickCount() - began));

    refused_at_the_deadline(path);
    CHECK(hr_set_progress(handle, others, &sent) == HR_OK);
    CHECK(hr_dmp_send(handle, patient, path, "b.bin", "10", "11503-0", NULL) == HR_OK && sent.tried);

    /* Roots are read as others write them: what is half written is no certificate. */
    holder = other_program(ca_file, GENERIC_READ | GENERIC_WRITE, EVERYTHING);
    snprintf(with_ca, sizeof with_ca, "{\"ca_file\":\"%s\"}", ca_file);
    for (at = with_ca; *at != '\0'; at++)
        if (*at == '\\')
            *at = '/';
    CHECK(holder != INVALID_HANDLE_VALUE && hr_open(with_ca, &other, NULL) == HR_OK);
    CHECK(CloseHandle(holder) && hr_close(other) == HR_OK && hr_close(handle) == HR_OK);
    printf("sent\n");
}

#endif
