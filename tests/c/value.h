/* value.h - values of the library's texts in buffers of a program of this folder. */
#ifndef VALUE_H
#define VALUE_H

#include "hr.h"

#include <stdio.h>
#include <string.h>

/* Copies the value at a JSON pointer. Returns 1, or 0 with an empty buffer: nothing is there, it is null, or it does not
 * fit. */
static inline int value_text(const char *json, const char *pointer, char *buffer, size_t capacity)
{
    char *text = NULL;
    int fits = capacity > 0 && hr_json_get(json, pointer, &text) == HR_OK && strlen(text) < capacity;
    if (capacity > 0)
        buffer[0] = '\0';
    if (fits)
        memcpy(buffer, text, strlen(text) + 1);
    hr_free(text);
    return fits;
}

/* The same of a member of the element of this number: value_of(json, "/cards", 0, "serial", ...). */
static inline int value_of(const char *json, const char *array, int32_t number, const char *member, char *buffer,
                           size_t capacity)
{
    char pointer[128];
    snprintf(pointer, sizeof pointer, "%s/%d/%s", array, (int)number, member);
    return value_text(json, pointer, buffer, capacity);
}

/* The number of the element of an array in which a member has this value, or -1. */
static inline int32_t value_where(const char *json, const char *array, const char *member, const char *wanted)
{
    char found[4096];
    int32_t i, count = hr_json_count(json, array);
    for (i = 0; i < count; i++)
        if (value_of(json, array, i, member, found, sizeof found) && strcmp(found, wanted) == 0)
            return i;
    return -1;
}

#endif
