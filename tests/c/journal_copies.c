/* journal_copies.c - hosts that share a journal: several copies of the library in one process, and children of it.
 *     journal_copies copies COPY COPY SECONDS    each copy sends, in two threads, what every other one sends too, and what
 *                                                nobody else sends, and presents a wrong PIN to each card
 *     journal_copies forks COPY COUNT            a thread sends; meanwhile the process forks, and each child sends at once
 * Standard input: the configuration, then the address of the service, in a line each. Prints how often each code came.
 * A document is what it says: "shared 7", "copy 1 thread 0 number 12". */
#define _GNU_SOURCE
#include "hr.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CHECK(fact) do { if (!(fact)) { fprintf(stderr, "line %d\n", __LINE__); _exit(__LINE__ % 200 + 20); } } while (0)
#define THREADS 2
#define CARDS 40
#define CODES 8
#define CHILD_SECONDS 30

struct copy {
    int32_t (*open)(const char *, int32_t *, char **);
    int32_t (*close)(int32_t);
    int32_t (*ticket_set)(int32_t, const char *, char **);
    int32_t (*ready)(int32_t, char **);
    int32_t (*login)(int32_t, const char *, const char *, char **);
    int32_t (*session_set)(int32_t, const char *, const char *, char **);
    int32_t (*patient)(int32_t, char **);
    int32_t (*record)(int32_t, const char *, const char *, char **);
    int32_t (*send)(int32_t, const char *, const uint8_t *, int32_t, const char *, const char *, const char *, char **);
    const char *(*code_name)(int32_t);
};

static char input[16 * 1024];
static const char *config = input, *service;
static struct copy copies[2];
static time_t end;
static atomic_int sent_codes[CODES], login_codes[CODES], over;
static int32_t known_codes[CODES] = {HR_OK, HR_E_CONFLICT, HR_E_IN_DOUBT, HR_E_JOURNAL, HR_E_PIN_GUARD, HR_E_CARD_STATUS};

static void count_code(atomic_int *codes, int32_t code)
{
    int i = 0;
    while (i < 6 && known_codes[i] != code)
        i++;
    atomic_fetch_add(&codes[i], 1);
}

static void *function(void *library, const char *name)
{
    void *found = dlsym(library, name);
    CHECK(found != NULL);
    return found;
}

static void load(struct copy *copy, const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    CHECK(library != NULL);
    *(void **)&copy->open = function(library, "hr_open");
    *(void **)&copy->close = function(library, "hr_close");
    *(void **)&copy->ticket_set = function(library, "hr_ticket_set");
    *(void **)&copy->ready = function(library, "hr_ready");
    *(void **)&copy->login = function(library, "hr_login");
    *(void **)&copy->session_set = function(library, "hr_session_set");
    *(void **)&copy->patient = function(library, "hr_patient_get");
    *(void **)&copy->record = function(library, "hr_dmp_open");
    *(void **)&copy->send = function(library, "hr_dmp_send_bytes");
    *(void **)&copy->code_name = function(library, "hr_code_name");
}

static int32_t open_record(struct copy *hr)
{
    int32_t handle = 0;
    CHECK(hr->open(config, &handle, NULL) == HR_OK);
    CHECK(hr->session_set(handle, service, "bearer", NULL) == HR_OK);
    CHECK(hr->patient(handle, NULL) == HR_OK);
    CHECK(hr->record(handle, "187", NULL, NULL) == HR_OK);
    return handle;
}

static void send_text(struct copy *hr, int32_t handle, const char *text)
{
    int32_t length = (int32_t)strlen(text);
    count_code(sent_codes, hr->send(handle, "187", (const uint8_t *)text, length, "a.pdf", "10", "11503-0", NULL));
}

/* A login ends the session of its handle, so that it has one of its own. */
static void present(struct copy *hr, int card)
{
    char token[16];
    int32_t handle = 0;
    snprintf(token, sizeof token, "t%d", card);
    CHECK(hr->open(config, &handle, NULL) == HR_OK);
    CHECK(hr->ticket_set(handle, "ticket", NULL) == HR_OK);
    CHECK(hr->ready(handle, NULL) == HR_OK);
    count_code(login_codes, hr->login(handle, token, "0000", NULL));
    CHECK(hr->close(handle) == HR_OK);
}

static void *work(void *argument)
{
    int number = *(int *)argument, copy = number / THREADS, round;
    struct copy *hr = &copies[copy];
    int32_t handle = open_record(hr);
    for (round = 0; time(NULL) < end; round++) {
        char text[64];
        snprintf(text, sizeof text, "shared %d", round);
        send_text(hr, handle, text);
        snprintf(text, sizeof text, "process %d copy %d thread %d number %d", (int)getpid(), copy, number % THREADS, round);
        send_text(hr, handle, text);
        if (number % THREADS == 0 && round < CARDS)
            present(hr, round);
    }
    CHECK(hr->close(handle) == HR_OK);
    return NULL;
}

static void *send_always(void *argument)
{
    int32_t handle = open_record(&copies[0]);
    int round;
    (void)argument;
    for (round = 0; !atomic_load(&over); round++) {
        char text[64];
        snprintf(text, sizeof text, "parent %d", round);
        send_text(&copies[0], handle, text);
    }
    CHECK(copies[0].close(handle) == HR_OK);
    return NULL;
}

static void report(const char *what, atomic_int *codes)
{
    int i;
    for (i = 0; i < CODES; i++)
        if (atomic_load(&codes[i]) > 0)
            printf("%s %s %d\n", what, i < 6 ? copies[0].code_name(known_codes[i]) : "another", atomic_load(&codes[i]));
}

static void fork_and_send(int count)
{
    pthread_t thread;
    int i;
    CHECK(pthread_create(&thread, NULL, send_always, NULL) == 0);
    for (i = 0; i < count; i++) {
        int status = -1;
        pid_t pid = fork();
        CHECK(pid >= 0);
        if (pid == 0) {
            char text[32];
            int32_t handle;
            alarm(CHILD_SECONDS);
            handle = open_record(&copies[0]);
            snprintf(text, sizeof text, "child %d", i);
            CHECK(copies[0].send(handle, "187", (const uint8_t *)text, (int32_t)strlen(text), "a.pdf", "10", "1", NULL) == HR_OK);
            CHECK(copies[0].close(handle) == HR_OK);
            _exit(0);
        }
        CHECK(waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    atomic_store(&over, 1);
    CHECK(pthread_join(thread, NULL) == 0);
}

int main(int count, char **arguments)
{
    size_t length = fread(input, 1, sizeof input - 1, stdin);
    char *line = memchr(input, '\n', length);
    CHECK(line != NULL && count > 3);
    *line = '\0';
    service = line + 1;
    *strchr(service, '\n') = '\0';
    load(&copies[0], arguments[2]);
    if (strcmp(arguments[1], "copies") == 0) {
        pthread_t threads[2 * THREADS];
        int i, numbers[2 * THREADS];
        CHECK(count > 4);
        load(&copies[1], arguments[3]);
        CHECK(copies[0].open != copies[1].open);
        end = time(NULL) + atoi(arguments[4]);
        for (i = 0; i < 2 * THREADS; i++) {
            numbers[i] = i;
            CHECK(pthread_create(&threads[i], NULL, work, &numbers[i]) == 0);
        }
        for (i = 0; i < 2 * THREADS; i++)
            CHECK(pthread_join(threads[i], NULL) == 0);
    } else {
        fork_and_send(atoi(arguments[3]));
    }
    report("sent", sent_codes);
    report("login", login_codes);
    return 0;
}
