/* syscall_faults.c - calls that must live through a system call that fails, wherever it fails.
 *     syscall_faults LIBRARY < LINES     the lines: configuration, configuration of a license server by name, serial,
 *                                 PIN, path of a document
 * The library is loaded first, since the loader itself dies of many a fault; getppid marks where the library
 * begins to be used. Prints each call's code. Ends with 0 whatever the codes, unless they make no sense. */
#define _GNU_SOURCE
#include "hr.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    const char *(*code_name)(int32_t);
    void (*free_text)(char *);
    int32_t (*json_get)(const char *, const char *, char **);
    int32_t (*open)(const char *, int32_t *, char **);
    int32_t (*close)(int32_t);
    int32_t (*state)(int32_t, char **);
    int32_t (*ticket)(int32_t, char **);
    int32_t (*ready)(int32_t, char **);
    int32_t (*login)(int32_t, const char *, const char *, char **);
    int32_t (*search)(int32_t, const char *, const char *, const char *, const char *, char **);
    int32_t (*patient)(int32_t, char **);
    int32_t (*record)(int32_t, const char *, const char *, char **);
    int32_t (*send)(int32_t, const char *, const char *, const char *, const char *, const char *, char **);
} hr;

static char input[16 * 1024];
static char *text;
/* Written at the end: a write that fails would be mistaken for the library's. */
static char told[4096];
static size_t used;

static void *symbol(void *library, const char *name)
{
    void *found = dlsym(library, name);
    if (found == NULL)
        _exit(90);
    return found;
}

/* The value at a JSON pointer; "" when it cannot be read. */
static void read_text(const char *pointer, char *buffer, size_t capacity)
{
    char *value = NULL;
    if (hr.json_get(text, pointer, &value) == HR_OK && strlen(value) < capacity)
        strcpy(buffer, value);
    hr.free_text(value);
}

static char **fresh(void)
{
    hr.free_text(text);
    text = NULL;
    return &text;
}

/* Notes a call's code; an error without its name in the text would be a lie of the library. */
static int done(const char *what, int32_t code)
{
    char name[48];
    const char *expected = hr.code_name(code);
    used += (size_t)snprintf(told + used, sizeof told - used, "%s %s\n", what, expected);
    if (code == HR_OK)
        return 1;
    snprintf(name, sizeof name, "\"name\":\"%s\"", expected);
    if (text != NULL && strstr(text, name) == NULL)
        _exit(91);
    return 0;
}

static void chain(const char *config, const char *serial, const char *pin, const char *path)
{
    char token[1025] = "", patient[1025] = "", found[64] = "", pointer[32];
    int32_t handle;
    int i;
    if (!done("hr_open", hr.open(config, &handle, fresh())))
        return;
    if (done("hr_ticket", hr.ticket(handle, fresh())) && done("hr_ready", hr.ready(handle, fresh()))) {
        for (i = 0; i < 8 && token[0] == '\0'; i++) {
            snprintf(pointer, sizeof pointer, "/cards/%d/serial", i);
            read_text(pointer, found, sizeof found);
            snprintf(pointer, sizeof pointer, "/cards/%d/token", i);
            if (strcmp(found, serial) == 0)
                read_text(pointer, token, sizeof token);
        }
        if (done("hr_login", hr.login(handle, token, pin, fresh())) &&
            done("hr_patient_search", hr.search(handle, "EXEMPLE", NULL, NULL, NULL, fresh())) &&
            done("hr_patient_get", hr.patient(handle, fresh()))) {
            read_text("/patient_id", patient, sizeof patient);
            if (done("hr_dmp_open", hr.record(handle, patient, NULL, fresh())))
                done("hr_dmp_send", hr.send(handle, patient, path, NULL, "10", "11503-0", fresh()));
        }
    }
    done("hr_state", hr.state(handle, fresh()));
    done("hr_close", hr.close(handle));
}

int main(int count, char **arguments)
{
    char *lines[5], *at = input;
    size_t length = 0;
    ssize_t got;
    int32_t named;
    int i;
    void *library;
    if (count != 2 || (library = dlopen(arguments[1], RTLD_NOW)) == NULL)
        return 92;
    *(void **)&hr.json_get = symbol(library, "hr_json_get");
    *(void **)&hr.code_name = symbol(library, "hr_code_name");
    *(void **)&hr.free_text = symbol(library, "hr_free");
    *(void **)&hr.open = symbol(library, "hr_open");
    *(void **)&hr.close = symbol(library, "hr_close");
    *(void **)&hr.state = symbol(library, "hr_state");
    *(void **)&hr.ticket = symbol(library, "hr_ticket");
    *(void **)&hr.ready = symbol(library, "hr_ready");
    *(void **)&hr.login = symbol(library, "hr_login");
    *(void **)&hr.search = symbol(library, "hr_patient_search");
    *(void **)&hr.patient = symbol(library, "hr_patient_get");
    *(void **)&hr.record = symbol(library, "hr_dmp_open");
    *(void **)&hr.send = symbol(library, "hr_dmp_send");
    while (length + 1 < sizeof input && (got = read(0, input + length, sizeof input - length - 1)) > 0)
        length += (size_t)got;
    for (i = 0; i < 5; i++) {
        lines[i] = at;
        if ((at = strchr(at, '\n')) == NULL)
            return 93;
        *at++ = '\0';
    }

    (void)getppid();
    chain(lines[0], lines[2], lines[3], lines[4]);
    if (done("hr_open", hr.open(lines[1], &named, fresh()))) {
        done("hr_ticket", hr.ticket(named, fresh())); /* the name is looked up by a thread of the library */
        done("hr_ticket", hr.ticket(named, fresh()));
        done("hr_close", hr.close(named));
    }
    fresh();
    (void)getppid();
    return write(1, told, used) == (ssize_t)used ? 0 : 94;
}
