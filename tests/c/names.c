/* names.c - a host whose name server hangs (with slow_names.c preloaded), and that unloads the library.
 *     names LIBRARY NAME ADDRESS LOCALHOST
 * The last three are configurations: connect_ms is 400 for NAME. Ends with 0, or with what went wrong. */
#define _GNU_SOURCE
#include "hr.h"

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CHECK(fact) do { if (!(fact)) _exit(__LINE__ % 200 + 20); } while (0)

static struct {
    __typeof__(hr_open) *open;
    __typeof__(hr_close) *close;
    __typeof__(hr_ticket) *ticket;
    __typeof__(hr_free) *free_text;
} hr;
static void (*entered)(void), (*release)(void);

static void *symbol(void *library, const char *name)
{
    void *found = dlsym(library, name);
    CHECK(found != NULL);
    return found;
}

static void *load(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    CHECK(library != NULL);
    *(void **)&hr.open = symbol(library, "hr_open");
    *(void **)&hr.close = symbol(library, "hr_close");
    *(void **)&hr.ticket = symbol(library, "hr_ticket");
    *(void **)&hr.free_text = symbol(library, "hr_free");
    return library;
}

static int threads(void)
{
    DIR *directory = opendir("/proc/self/task");
    int count = -2;
    while (directory != NULL && readdir(directory) != NULL)
        count++;
    closedir(directory);
    return count;
}

static int32_t open_handle(const char *config)
{
    int32_t handle = 0;
    CHECK(hr.open(config, &handle, NULL) == HR_OK);
    return handle;
}

static long milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* A ticket by a name; gives the milliseconds that the call took. */
static long ask(int32_t handle, int32_t expected)
{
    char *text = NULL;
    long start = milliseconds();
    int32_t code = hr.ticket(handle, &text);
    CHECK(code == expected && text != NULL && strstr(text, "\"phase\":\"resolve\"") != NULL);
    hr.free_text(text);
    return milliseconds() - start;
}

int main(int count, char **arguments)
{
    void *library;
    int32_t named, other, address, local;
    long took;
    CHECK(count == 5);
    *(void **)&entered = symbol(RTLD_DEFAULT, "names_entered");
    *(void **)&release = symbol(RTLD_DEFAULT, "names_release");
    library = load(arguments[1]);
    named = open_handle(arguments[2]);
    other = open_handle(arguments[2]);
    CHECK(threads() == 1);
    took = ask(named, HR_E_TIMEOUT);
    entered();
    CHECK(took >= 400 && took < 5000);
    CHECK(threads() == 2);
    CHECK(ask(other, HR_E_TIMEOUT) >= 400 && threads() == 2);

    address = open_handle(arguments[3]);
    local = open_handle(arguments[4]);
    CHECK(hr.ticket(address, NULL) == HR_OK && hr.ticket(local, NULL) == HR_OK);
    CHECK(threads() == 2);

    /* The library goes while its thread hangs in the resolver; then the thread goes on. */
    CHECK(hr.close(named) == HR_OK && hr.close(other) == HR_OK);
    CHECK(hr.close(address) == HR_OK && hr.close(local) == HR_OK);
    CHECK(dlclose(library) == 0);
    for (count = 0; count < 10; count++) /* more than were asked for */
        release();
    library = load(arguments[1]);
    named = open_handle(arguments[2]);
    ask(named, HR_E_CONNECT);
    CHECK(threads() == 2);
    printf("late after %ld ms of 400, threads 2\n", took);
    return 0;
}
