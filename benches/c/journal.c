/* journal.c - what the journal adds to an upload:  journal COUNT URL FILE JOURNAL LINES  prints "<ns of an upload without
 * a journal> <ns with one> <ns of one between two synced writes>", the median of each. The writes are by hand, into the file
 * LINES on the same disk: the two lines that the library wrote for its last upload. They stand around an upload, since a disk
 * writes what follows at once in less time. The three take turns, so that whatever else the disk does meets all of them. */
#define _POSIX_C_SOURCE 200809L
#include "library.h"
#include "measure.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WARM_UP 3

static const char *begin, *end; /* the two lines */
static int lines;

static void synced(const char *line)
{
    size_t length = strlen(line);
    check(write(lines, line, length) == (ssize_t)length && fdatasync(lines) == 0, "a synced write");
}

static void by_hand(void *client)
{
    synced(begin);
    upload(client);
    synced(end);
}

/* A text to be freed: the last line that begins before `behind`, and where it begins. */
static char *line_before(const char *text, const char **behind)
{
    const char *at = *behind - 1;
    char *line;
    check(at > text && *at == '\n', "the end of a line");
    while (at > text && at[-1] != '\n')
        at--;
    line = calloc((size_t)(*behind - at) + 1, 1);
    check(line != NULL, "memory");
    memcpy(line, at, (size_t)(*behind - at));
    *behind = at;
    return line;
}

static void take_lines(const char *journal, char **first, char **second)
{
    char *text = whole_file(journal);
    const char *behind = text + strlen(text);
    *second = line_before(text, &behind);
    *first = line_before(text, &behind);
    check(strstr(*first, "\"record\":\"upload\"") != NULL && strstr(*second, "\"outcome\":\"accepted\"") != NULL,
          "the journal does not end with an upload that was accepted");
    free(text);
}

static long long timed(void (*call)(void *), void *state)
{
    long long began = now();
    call(state);
    return now() - began;
}

int main(int count, char **args)
{
    size_t i, wanted = count == 6 ? (size_t)strtol(args[1], NULL, 10) : 0;
    long long *without_times, *with_times, *hand_times;
    struct client *without, *with;
    char *first, *second;
    check(wanted > 0, "COUNT URL FILE JOURNAL LINES");
    without_times = calloc(wanted * 3, sizeof *without_times);
    check(without_times != NULL, "memory");
    with_times = without_times + wanted;
    hand_times = with_times + wanted;
    without = open_with(args[2], args[3], NULL);
    with = open_with(args[2], args[3], args[4]);
    for (i = 0; i < WARM_UP; i++) {
        upload(without);
        upload(with);
    }
    take_lines(args[4], &first, &second);
    begin = first;
    end = second;
    lines = open(args[5], O_WRONLY | O_CREAT | O_EXCL | O_APPEND, 0600);
    check(lines >= 0, args[5]);
    by_hand(without);
    for (i = 0; i < wanted; i++) {
        without_times[i] = timed(upload, without);
        with_times[i] = timed(upload, with);
        hand_times[i] = timed(by_hand, without);
    }
    printf("%lld %lld %lld\n", median(without_times, wanted), median(with_times, wanted), median(hand_times, wanted));
    close(lines);
    close_client(with);
    close_client(without);
    free(first);
    free(second);
    free(without_times);
    return 0;
}
