/* stdcall.c - calls every hr32_ function of the 32-bit hr.dll as VB6 and its like do: found by name, called as
 * stdcall. hr32.h is hr.h, which the driver has made stdcall, with EACH(X) over the names of the functions.
 * Standard input: configuration, serial, PIN, a line each. Ends with 0 when every function was called, gave what it
 * should, and left the stack as a stdcall function does. */
#include "hr32.h"
#include "utf8_main.h"

#include <windows.h>

#include <stdio.h>
#include <stdlib.h>

#define DECLARE(name) static __typeof__(hr_##name) *name##_pointer; static int name##_called;
EACH(DECLARE)

static char input[16 * 1024];

#define CHECK(fact) do { if (!(fact)) { fprintf(stderr, "line %d: " #fact "\n", __LINE__); exit(3); } } while (0)

static unsigned long stack_before;
static int stack_moved;

/* A callee of the other convention leaves its arguments on the stack. */
#define CALL(name, ...)                                                                                            \
    (name##_called = 1, stack_before = stack_now(), remember(name##_pointer(__VA_ARGS__), #name))

static inline __attribute__((always_inline)) unsigned long stack_now(void)
{
    unsigned long now;
    __asm__ volatile("movl %%esp, %0" : "=r"(now));
    return now;
}

#define remember(value, name)                                                                                      \
    ({                                                                                                             \
        __typeof__(value) result_ = (value);                                                                       \
        if (stack_now() != stack_before) {                                                                         \
            fprintf(stderr, "%s moved the stack\n", name);                                                         \
            stack_moved = 1;                                                                                       \
        }                                                                                                          \
        result_;                                                                                                   \
    })

static int32_t __stdcall see(void *user, int32_t done, int32_t total)
{
    (void)done;
    *(int32_t *)user = total;
    return 0;
}

static void __stdcall receive(void *user, int32_t level, const char *line)
{
    CHECK(level >= HR_LOG_ERROR && line != NULL);
    ++*(int32_t *)user;
}

static char *text;

static char **fresh(void)
{
    free_pointer(text);
    text = NULL;
    return &text;
}

static void read_text(const char *pointer, char *buffer, size_t capacity)
{
    char *value = NULL;
    CHECK(CALL(json_get, text, pointer, &value) == HR_OK && strlen(value) < capacity);
    strcpy(buffer, value);
    free_pointer(value);
}

static void texts(void)
{
    char copy[64], *made = NULL;
    uint16_t wide[64];
    CHECK(CALL(abi_version) == HR_ABI_VERSION);
    CHECK(CALL(version) != NULL);
    CHECK(strcmp(CALL(code_name, HR_E_BUSY), "HR_E_BUSY") == 0);
    CHECK(CALL(text_copy, "abc", copy, (int32_t)sizeof copy) == 4 && strcmp(copy, "abc") == 0);
    CHECK(CALL(text_copy_utf16, "\xC3\xA9", wide, 64) == 2 && wide[0] == 0xE9 && wide[1] == 0);
    CHECK(CALL(json_kind, "{\"a\":[1,2]}", "/a") == 5 && CALL(json_count, "{\"a\":[1,2]}", "/a") == 2);
    CHECK(CALL(json_key, "{\"a\":0,\"b\":1}", "", 1, &made) == HR_OK && strcmp(made, "b") == 0);
    free_pointer(made);
    CHECK(CALL(json_quote, "\"", &made) == HR_OK && strcmp(made, "\"\\\"\"") == 0);
    free_pointer(made);
}

static void chain(int32_t handle, const char *serial, const char *pin, const char *document)
{
    char token[1025] = "", patient[1025] = "", id[1025] = "", found[64] = "", pointer[32];
    int32_t total = 0, stop = 0;
    int i;
    CHECK(CALL(ticket, handle, NULL) == HR_OK);
    CHECK(CALL(ready, handle, fresh()) == HR_OK);
    for (i = 0; strcmp(found, serial) != 0; i++) {
        snprintf(pointer, sizeof pointer, "/cards/%d/serial", i);
        read_text(pointer, found, sizeof found);
    }
    snprintf(pointer, sizeof pointer, "/cards/%d/token", i - 1);
    read_text(pointer, token, sizeof token);
    CHECK(CALL(pin_retry_allow, handle, "not listed", NULL) == HR_E_ARGUMENT);
    CHECK(CALL(login, handle, token, pin, NULL) == HR_OK);
    CHECK(CALL(profile_put, handle, "{}", fresh()) == HR_OK);
    read_text("/raw/situations/0/id", id, sizeof id);
    CHECK(CALL(profile_select, handle, id, NULL) == HR_OK);
    CHECK(CALL(patient_search, handle, "EXEMPLE", "H\xC3\xA9l\xC3\xA8ne", NULL, NULL, NULL) == HR_OK);
    CHECK(CALL(patient_get, handle, fresh()) == HR_OK);
    read_text("/patient_id", patient, sizeof patient);
    CHECK(CALL(patient_update, handle, "{}", NULL) == HR_E_STATE);
    CHECK(CALL(dmp_open, handle, patient, NULL, NULL) == HR_OK);
    CHECK(CALL(set_progress, handle, see, &total) == HR_OK);
    CHECK(CALL(dmp_send, handle, patient, document, NULL, "10", "11503-0", NULL) == HR_OK && total > 0);
    total = 0;
    CHECK(CALL(dmp_send_bytes, handle, patient, (const uint8_t *)"12345", 5, "b.txt", "10", "11503-0", NULL) == HR_OK);
    CHECK(total == 5);
    CHECK(CALL(dmp_resend_allow, handle, "00", NULL) == HR_E_ARGUMENT);
    CHECK(CALL(dmp_found, handle, "00", NULL) == HR_E_ARGUMENT);
    CHECK(CALL(journal, handle, "{}", NULL) == HR_E_CONFIG);
    CHECK(CALL(patient_find, handle, "{\"patient\":{\"nom\":\"EXEMPLE\"}}", fresh()) == HR_E_CHOICE);
    CHECK(CALL(wait_card, handle, "{}", 0, NULL) == HR_E_ARGUMENT);
    CHECK(CALL(connect, handle, "[]", NULL, NULL) == HR_E_ARGUMENT);
    CHECK(CALL(deposit, handle, "{}", NULL) == HR_E_ARGUMENT);
    CHECK(CALL(deposit_bytes, handle, "{}", (const uint8_t *)"1", 1, NULL) == HR_E_ARGUMENT);
    CHECK(CALL(request, handle, "POST", "/echo", "{\"a\":1}", NULL) == HR_OK);
    CHECK(CALL(last, handle, fresh()) == HR_OK);
    CHECK(CALL(diagnose, handle, fresh()) == HR_OK);
    CHECK(CALL(stop_new, &stop) == HR_OK && CALL(set_stop, handle, stop) == HR_OK && CALL(stop, stop) == HR_OK);
    CHECK(CALL(set_stop, handle, 0) == HR_OK && CALL(stop_free, stop) == HR_OK);
}

int main(int count, char **args)
{
    char *config, *serial, *pin;
    int32_t handle = 0, lines = 0;
    int missing = 0;
    HMODULE library = LoadLibraryA("hr.dll");
    args = utf8_arguments(args);
    CHECK(library != NULL && count == 2 && args != NULL);
#define FIND(name)                                                                                                 \
    name##_pointer = (__typeof__(name##_pointer))(void *)GetProcAddress(library, "hr32_" #name);                   \
    CHECK(name##_pointer != NULL);
    EACH(FIND)
    input[fread(input, 1, sizeof input - 1, stdin)] = '\0';
    config = strtok(input, "\r\n");
    serial = strtok(NULL, "\r\n");
    pin = strtok(NULL, "\r\n");
    CHECK(pin != NULL);

    texts();
    CHECK(CALL(set_log, receive, &lines, HR_LOG_INFO) == HR_OK);
    CHECK(CALL(open, config, &handle, NULL) == HR_OK);
    CHECK(CALL(ticket_set, handle, "a.ticket", NULL) == HR_OK);
    CHECK(CALL(session_set, handle, "http://127.0.0.1:1", "a.bearer", NULL) == HR_OK);
    CHECK(CALL(state, handle, fresh()) == HR_OK && text != NULL);
    CHECK(CALL(cancel, handle) == HR_OK);
    chain(handle, serial, pin, args[1]);
    CHECK(lines > 5);
    CHECK(CALL(set_log, NULL, NULL, HR_LOG_OFF) == HR_OK);
    fresh();
    free_called = 1;
    CHECK(CALL(close, handle) == HR_OK && CALL(close, handle) == HR_E_HANDLE);
#define MISSED(name)                                                                                               \
    if (!name##_called) {                                                                                          \
        fprintf(stderr, "hr32_" #name " was not called\n");                                                        \
        missing = 1;                                                                                               \
    }
    EACH(MISSED)
    CHECK(!missing && !stack_moved);
    printf("all called\n");
    return 0;
}
