/* journal.h - hosts with a journal, and another program that holds the lock of its transactions. */
#ifndef WINDOWS_JOURNAL_H
#define WINDOWS_JOURNAL_H

#include "files.h"

static void say_text(const char *text, const char *name)
{
    char pointer[32], value[128] = "";
    snprintf(pointer, sizeof pointer, "/%s", name);
    printf("%s %s\n", name, text != NULL && value_text(text, pointer, value, sizeof value) ? value : "-");
}

static void say_ended(int32_t code, char *text)
{
    printf("code %s\n", hr_code_name(code));
    say_text(text, "reason");
    say_text(text, "entry");
    hr_free(text);
}

static void try_open(void)
{
    char *text = NULL;
    int32_t number = 0, code = hr_open(config, &number, &text);
    say_ended(code, text);
    CHECK(code != HR_OK || hr_close(number) == HR_OK);
}

static int32_t open_record(char patient[WALK_ID])
{
    int32_t handle = open_handle();
    CHECK(walk_login(handle, serial, pin) == HR_OK && walk_record(handle, patient) == HR_OK);
    return handle;
}

static void send_recorded(const char *path)
{
    char patient[WALK_ID], *text = NULL;
    int32_t handle = open_record(patient);
    int32_t code = hr_dmp_send(handle, patient, path, NULL, "10", "11503-0", &text);
    say_ended(code, text);
    CHECK(hr_close(handle) == HR_OK);
}

/* What the file states, and what is done about its doubt: nothing, or it was found. */
static void list_doubts(const char *found)
{
    char *text = NULL;
    int32_t handle = open_handle();
    if (found != NULL)
        printf("found %s\n", hr_code_name(hr_dmp_found(handle, found, NULL)));
    CHECK(hr_journal(handle, "{\"doubt\":true}", &text) == HR_OK);
    say_text(text, "doubts");
    say_text(text, "uploads");
    say_text(text, "damaged");
    say_text(text, "torn");
    hr_free(text);
    CHECK(hr_close(handle) == HR_OK);
}

/* Byte 2^62 of the journal, until the end of a line on standard input. */
static void hold_lock(const char *path)
{
    char line[8];
    OVERLAPPED at = {.OffsetHigh = 1 << 30};
    HANDLE file = other_program(path, GENERIC_READ | GENERIC_WRITE, EVERYTHING);
    CHECK(file != INVALID_HANDLE_VALUE);
    CHECK(LockFileEx(file, LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, &at));
    printf("held\n");
    fflush(stdout);
    CHECK(fgets(line, sizeof line, stdin) != NULL);
}

static void with_journal(char **args, int count)
{
    if (strcmp(args[0], "open") == 0)
        try_open();
    else if (strcmp(args[0], "send") == 0 && count == 2)
        send_recorded(args[1]);
    else if (strcmp(args[0], "doubts") == 0)
        list_doubts(count == 2 ? args[1] : NULL);
    else if (strcmp(args[0], "hold") == 0 && count == 2)
        hold_lock(args[1]);
    else
        CHECK(!"a known argument");
}

#endif
