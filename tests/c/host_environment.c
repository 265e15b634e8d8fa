/* host_environment.c - a host in which something is unusual, that has to live on. The first argument says what:
 *     closed      a standard stream is closed, one after the other
 *     pipe        both are pipes that nobody reads, and SIGPIPE has its default effect
 *     stack N     the calls run on a thread with N KiB of stack, and with floating-point traps on
 *     many N      N handles are opened and closed, one after the other
 * Standard input: configuration, serial, PIN, a line each. Ends with 0, or with what went wrong. */
#define _GNU_SOURCE
#include "host.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

static char *lines[3];
static int32_t handle;

static int entries(const char *folder)
{
    DIR *directory = opendir(folder);
    int count = 0;
    CHECK(directory != NULL);
    while (readdir(directory) != NULL)
        count++;
    closedir(directory);
    return count;
}

static int32_t login(void)
{
    int32_t number = open_handle(lines[0]);
    CHECK(walk_login(number, lines[1], lines[2]) == HR_OK);
    return number;
}

/* The chain, which ends with this code. A document that is not to arrive is larger than what sockets hold. */
static void whole_chain(int32_t expected)
{
    handle = open_handle(lines[0]);
    CHECK(walk(handle, lines[1], lines[2], expected == HR_OK ? 3000000 : 30000000) == expected);
    CHECK(hr_state(handle, NULL) == HR_OK && hr_close(handle) == HR_OK);
}

#define DEPTH 136

/* As deep as JSON may be, and one level more; a number that no double holds; 16 MB, all of which is escaped. */
static void read_json(void)
{
    static char deep[2 * DEPTH + 2], deeper[2 * DEPTH + 4], pointer[2 * DEPTH + 1], quotes[(16 << 20) + 1];
    char *text = NULL, *quoted = NULL;
    int i;
    memset(deep, '[', DEPTH);
    memset(deep + DEPTH, ']', DEPTH + 1);
    deep[DEPTH] = '7';
    for (i = 0; i < DEPTH; i++)
        memcpy(pointer + 2 * i, "/0", 2);
    CHECK(hr_json_get(deep, pointer, &text) == HR_OK && strcmp(text, "7") == 0);
    hr_free(text);
    snprintf(deeper, sizeof deeper, "[%s]", deep);
    CHECK(hr_json_count(deeper, "") == HR_E_ARGUMENT && hr_json_count(deep, "") == 1);
    CHECK(hr_json_get("[1.7976931348623157e309]", "/0", &text) == HR_OK);
    CHECK(strcmp(text, "1.7976931348623157e309") == 0);
    hr_free(text);
    memset(quotes, '"', sizeof quotes - 1);
    CHECK(hr_json_quote(quotes, &quoted) == HR_OK && strlen(quoted) == 2 * sizeof quotes);
    CHECK(hr_json_get(quoted, "", &text) == HR_OK && strcmp(text, quotes) == 0);
    hr_free(quoted);
    hr_free(text);
}

static void *on_small_stack(void *argument)
{
    (void)argument;
#if defined(__SSE__)
    /* Invalid operation, division by zero and overflow trap, as in Delphi. */
    const unsigned traps = _MM_MASK_DENORM | _MM_MASK_UNDERFLOW | _MM_MASK_INEXACT;
    _MM_SET_EXCEPTION_MASK(traps);
#endif
    read_json();
    whole_chain(HR_OK);
#if defined(__SSE__)
    CHECK(_MM_GET_EXCEPTION_MASK() == traps);
#endif
    return NULL;
}

static void small_stack(size_t bytes)
{
    pthread_t thread;
    pthread_attr_t attributes;
    CHECK(pthread_attr_init(&attributes) == 0 && pthread_attr_setstacksize(&attributes, bytes) == 0);
    CHECK(pthread_create(&thread, &attributes, on_small_stack, NULL) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
}

static int rounds;

static long resident_kib(void)
{
    long size = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    CHECK(file != NULL && fscanf(file, "%ld %ld", &size, &resident) == 2);
    fclose(file);
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

static void many(void)
{
    int i, files, threads;
    long before, after;
    for (i = 0; i < 100; i++)
        CHECK(hr_close(open_handle(lines[0])) == HR_OK);
    files = entries("/proc/self/fd");
    threads = entries("/proc/self/task") - 2;
    before = resident_kib();
    for (i = 0; i < rounds; i++) {
        handle = open_handle(lines[0]);
        CHECK(hr_ticket_set(handle, "ticket", NULL) == HR_OK && hr_state(handle, NULL) == HR_OK);
        CHECK(hr_close(handle) == HR_OK);
    }
    after = resident_kib();
    printf("%d handles: descriptors %d then %d, threads %d then %d, resident KiB %ld then %ld\n", rounds, files - 3,
           entries("/proc/self/fd") - 3, threads, entries("/proc/self/task") - 2, before, after);
    CHECK(entries("/proc/self/fd") == files && entries("/proc/self/task") - 2 == threads);
    CHECK(after - before < 512);
}

static int32_t none_has(void *number, int32_t done, int32_t total)
{
    (void)done;
    (void)total;
    return fcntl(*(int *)number, F_GETFD) == -1 ? 0 : 1;
}

/* What the library opens would get this number: a word printed there would be sent, or be a line of the journal. */
static void closed(int number)
{
    char patient[WALK_ID];
    close(number);
    handle = login();
    CHECK(hr_set_progress(handle, none_has, &number) == HR_OK);
    CHECK(walk_record(handle, patient) == HR_OK);
    CHECK(walk_send(handle, patient, 3000000) == HR_OK);
    CHECK(hr_dmp_send(handle, patient, "/proc/self/exe", "a.bin", "10", "11503-0", NULL) == HR_OK);
    CHECK(none_has(&number, 0, 0) == 0 && hr_close(handle) == HR_OK && none_has(&number, 0, 0) == 0);
    CHECK(open("/dev/null", O_RDWR) == number);
}

static void nobody_reads(void)
{
    int ends[2];
    CHECK(pipe(ends) == 0 && dup2(ends[1], 1) == 1 && dup2(ends[1], 2) == 2);
    close(ends[0]);
    close(ends[1]);
    CHECK(signal(SIGPIPE, SIG_DFL) != SIG_ERR);
}

int main(int count, char **arguments)
{
    const char *what = count > 1 ? arguments[1] : "";
    rounds = count > 2 ? atoi(arguments[2]) : 0;
    read_lines(lines, 3);
    if (strcmp(what, "closed") == 0) {
        closed(0);
        closed(1);
        closed(2);
    } else if (strcmp(what, "pipe") == 0) {
        nobody_reads();
        whole_chain(rounds); /* here the number is the code to expect */
    } else if (strcmp(what, "stack") == 0) {
        small_stack((size_t)rounds * 1024);
    } else if (strcmp(what, "many") == 0) {
        many();
    } else {
        return 2;
    }
    return 0;
}
