/* measure.c - makes the calls of a workload, in one thread or in several; prints the time and the memory they took. */
#define _POSIX_C_SOURCE 200809L
#include "measure.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const struct traits SEARCHED = {"LEFÈVRE-ÇELIK", "Anaïs Noëlle", "1955-08-14", "F"};
const struct traits OF_THE_CHAIN = {"TÉMOIN", "Loïc", "1984-12-24", "M"};

struct run {
    const struct contestant *contestant;
    void (*call)(void *client);
    const char *url, *file;
    long count;
    pthread_barrier_t *start;
    long long began, ended;
};

long long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (long long)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int ascending(const void *left, const void *right)
{
    long long a = *(const long long *)left, b = *(const long long *)right;
    return (a > b) - (a < b);
}

long long median(long long *values, size_t count)
{
    qsort(values, count, sizeof *values, ascending);
    return values[count / 2];
}

void fail(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    exit(1);
}

void check(int fact, const char *what)
{
    if (!fact)
        fail("%s", what);
}

long memory_kb(const char *field)
{
    char line[256];
    size_t length = strlen(field);
    long found = -1;
    FILE *status = fopen("/proc/self/status", "r");
    check(status != NULL, "/proc/self/status");
    while (found < 0 && fgets(line, sizeof line, status) != NULL)
        if (strncmp(line, field, length) == 0 && line[length] == ':')
            found = strtol(line + length + 1, NULL, 10);
    fclose(status);
    check(found >= 0, field);
    return found;
}

char *whole_file(const char *path)
{
    size_t length;
    long size = -1;
    char *text;
    FILE *file = fopen(path, "rb");
    if (file != NULL && fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    check(size >= 0, path);
    rewind(file);
    text = malloc((size_t)size + 1);
    check(text != NULL, "memory");
    length = fread(text, 1, (size_t)size, file);
    text[length] = '\0';
    fclose(file);
    return text;
}

const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static void *make_calls(void *argument)
{
    struct run *run = argument;
    void *client = run->contestant->open(run->url, run->file);
    long i;
    for (i = 0; i < run->count / 10; i++)
        run->call(client);
    pthread_barrier_wait(run->start);
    run->began = now();
    for (i = 0; i < run->count; i++)
        run->call(client);
    run->ended = now();
    run->contestant->close(client);
    return NULL;
}

static long long alone(struct run run)
{
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, 1);
    run.start = &start;
    make_calls(&run);
    pthread_barrier_destroy(&start);
    return run.ended - run.began;
}

static long long in_threads(struct run run)
{
    const char *wanted = getenv("BENCH_THREADS");
    long i, count = wanted == NULL ? 0 : strtol(wanted, NULL, 10);
    long long began, ended;
    pthread_barrier_t start;
    pthread_t *threads;
    struct run *runs;
    check(count > 0, "BENCH_THREADS");
    threads = calloc((size_t)count, sizeof *threads);
    runs = calloc((size_t)count, sizeof *runs);
    check(threads != NULL && runs != NULL, "memory");
    pthread_barrier_init(&start, NULL, (unsigned)count);
    run.start = &start;
    for (i = 0; i < count; i++) {
        runs[i] = run;
        check(pthread_create(&threads[i], NULL, make_calls, &runs[i]) == 0, "pthread_create");
    }
    for (i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    began = runs[0].began;
    ended = runs[0].ended;
    for (i = 1; i < count; i++) {
        began = runs[i].began < began ? runs[i].began : began;
        ended = runs[i].ended > ended ? runs[i].ended : ended;
    }
    pthread_barrier_destroy(&start);
    free(runs);
    free(threads);
    return ended - began;
}

static long long timed(const struct contestant *contestant, const char *name, struct run run)
{
    const struct workload *workload = contestant->workloads;
    int threads = strcmp(name, "threads") == 0;
    if (strcmp(name, "chain") == 0 && contestant->chain != NULL) {
        check(run.file != NULL, "chain 1 CONFIG FILE");
        contestant->chain(run.url, run.file);
        return 0;
    }
    while (workload->name != NULL && strcmp(workload->name, threads ? "get" : name) != 0)
        workload++;
    check(workload->name != NULL, "no such workload");
    run.call = workload->call;
    return threads ? in_threads(run) : alone(run);
}

int measure(const struct contestant *contestant, int count, char **args)
{
    struct run run = {0};
    long long nanoseconds;
    check(count == 4 || count == 5, "WORKLOAD COUNT URL [FILE]");
    run.contestant = contestant;
    run.count = strtol(args[2], NULL, 10);
    run.url = args[3];
    run.file = args[4]; /* NULL behind the last */
    check(run.count > 0 && (strcmp(args[1], "upload") != 0 || run.file != NULL), "WORKLOAD COUNT URL [FILE]");
    nanoseconds = timed(contestant, args[1], run);
    printf("%lld %ld\n", nanoseconds, memory_kb("VmHWM"));
    return 0;
}
