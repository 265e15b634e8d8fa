/* load.c - what it costs to have a library:  load LIBRARY SYMBOL COUNT  prints "<ns of dlopen> <ns of dlsym and the
 * first call of SYMBOL> <peak in kB>", the median of each in COUNT processes of their own. SYMBOL gives a text. */
#define _POSIX_C_SOURCE 200809L
#include "measure.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define COLUMNS 3

static void load(const char *path, const char *symbol)
{
    const char *(*function)(void) = NULL;
    const char *text = NULL;
    long long opened, called, began = now();
    void *found, *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    opened = now();
    check(library != NULL, path);
    found = dlsym(library, symbol);
    memcpy(&function, &found, sizeof function); /* a cast is not ISO C */
    if (function != NULL)
        text = function();
    called = now();
    check(text != NULL && text[0] != '\0', symbol);
    printf("%lld %lld %ld\n", opened - began, called - opened, memory_kb("VmHWM"));
}

/* Runs this program anew, so that nothing is there that an earlier run brought. */
static void load_apart(char **args, long long columns[COLUMNS])
{
    int ends[2], status;
    pid_t child;
    FILE *said;
    check(pipe(ends) == 0, "pipe");
    child = fork();
    check(child >= 0, "fork");
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execl("/proc/self/exe", args[0], args[1], args[2], "1", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    said = fdopen(ends[0], "r");
    check(said != NULL, "fdopen");
    check(fscanf(said, "%lld %lld %lld", &columns[0], &columns[1], &columns[2]) == COLUMNS, "no figures");
    fclose(said);
    check(waitpid(child, &status, 0) == child && status == 0, "a process failed");
}

int main(int count, char **args)
{
    long i, column, times = count == 4 ? strtol(args[3], NULL, 10) : 0;
    long long (*rows)[COLUMNS], *sorted;
    check(times > 0, "LIBRARY SYMBOL COUNT");
    if (times == 1) {
        load(args[1], args[2]);
        return 0;
    }
    rows = calloc((size_t)times, sizeof *rows);
    sorted = calloc((size_t)times, sizeof *sorted);
    check(rows != NULL && sorted != NULL, "memory");
    for (i = 0; i < times; i++)
        load_apart(args, rows[i]);
    for (column = 0; column < COLUMNS; column++) {
        for (i = 0; i < times; i++)
            sorted[i] = rows[i][column];
        printf(column + 1 < COLUMNS ? "%lld " : "%lld\n", median(sorted, (size_t)times));
    }
    free(sorted);
    free(rows);
    return 0;
}
