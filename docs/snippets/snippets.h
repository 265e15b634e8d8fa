/* snippets.h - what the programs have in common whose parts the manual shows on the pages of the functions. */
#ifndef SNIPPETS_H
#define SNIPPETS_H

#include "hr.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *text; /* the last result or error */

/* Frees the last text and gives the place for the next one. */
static inline char **fresh(void)
{
    hr_free(text);
    text = NULL;
    return &text;
}

/* Whether a call succeeded; of an error the sentence for the doctor is shown. */
static inline int ok(int32_t code)
{
    char *message = NULL;
    if (code != HR_OK && hr_json_get(text, "/message", &message) == HR_OK)
        fprintf(stderr, "%s: %s\n", hr_code_name(code), message);
    hr_free(message);
    return code == HR_OK;
}

/* A value of the last text, to be freed with hr_free; NULL where nothing is there. */
static inline char *value(const char *pointer)
{
    char *found = NULL;
    hr_json_get(text, pointer, &found);
    return found;
}

/* Whether the last text has this value there. */
static inline int is(const char *pointer, const char *wanted)
{
    char *found = value(pointer);
    int same = found != NULL && strcmp(found, wanted) == 0;
    hr_free(found);
    return same;
}

/* What the person types: a line of standard input. */
static inline void read_line(char *line, size_t capacity)
{
    line[0] = '\0';
    if (fgets(line, (int)capacity, stdin) != NULL)
        line[strcspn(line, "\r\n")] = '\0';
}

/* A person's decision. */
static inline int agrees(const char *question)
{
    char answer[8];
    puts(question);
    read_line(answer, sizeof answer);
    return answer[0] == 'y';
}

static inline void wipe(void *secret, size_t size)
{
    volatile char *at = secret;
    while (size-- > 0)
        *at++ = 0;
}

#endif
