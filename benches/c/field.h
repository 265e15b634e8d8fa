/* field.h - reads a few values out of the texts that hr.h gives; for the examples. A program that has a
 * JSON library uses that instead.
 *
 * Limits: the text is trusted to be JSON, as the library's texts are. A key is compared as it is written, so
 * one with escapes is not found. Numbers, true, false and null are pointed to, not converted.
 */
#ifndef FIELD_H
#define FIELD_H

#include <stddef.h>
#include <string.h>

static inline const char *field_skip_space(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* What follows the string that begins at this quotation mark. */
static inline const char *field_after_string(const char *at)
{
    for (at++; *at != '\0' && *at != '"'; at++)
        if (*at == '\\' && at[1] != '\0')
            at++;
    return *at == '\0' ? at : at + 1;
}

/* What follows the value that begins here. */
static inline const char *field_after(const char *at)
{
    int depth = 0;
    do {
        if (*at == '"') {
            at = field_after_string(at);
        } else if (*at == '{' || *at == '[') {
            depth++;
            at++;
        } else if (depth > 0 && *at != '\0') {
            if (*at == '}' || *at == ']')
                depth--;
            at++;
        } else {
            return at + strcspn(at, ",}] \t\r\n");
        }
    } while (depth > 0);
    return at;
}

/* The value of a key of the object that begins here, or NULL. Keys of inner objects are not looked at:
 * field_find(field_find(text, "raw"), "count"). NULL instead of an object gives NULL. */
static inline const char *field_find(const char *object, const char *key)
{
    const char *name, *at = object == NULL ? "" : field_skip_space(object);
    if (*at != '{')
        return NULL;
    at = field_skip_space(at + 1);
    while (*at == '"') {
        name = at + 1;
        at = field_after_string(at);
        if ((size_t)(at - name) == strlen(key) + 1 && strncmp(name, key, strlen(key)) == 0)
            name = NULL;
        at = field_skip_space(at);
        if (*at != ':')
            return NULL;
        at = field_skip_space(at + 1);
        if (name == NULL)
            return at;
        at = field_skip_space(field_after(at));
        at = *at == ',' ? field_skip_space(at + 1) : at;
    }
    return NULL;
}

/* The item of this number, from 0, of the array that begins here, or NULL. */
static inline const char *field_item(const char *array, int number)
{
    const char *at = array == NULL ? "" : field_skip_space(array);
    if (*at != '[')
        return NULL;
    at = field_skip_space(at + 1);
    for (; number > 0 && *at != ']' && *at != '\0'; number--) {
        at = field_skip_space(field_after(at));
        at = *at == ',' ? field_skip_space(at + 1) : at;
    }
    return *at == ']' || *at == '\0' ? NULL : at;
}

/* The number that four hexadecimal digits write, or -1. */
static inline long field_hex4(const char *at)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *digit;
    long number = 0;
    int i;
    for (i = 0; i < 4; i++) {
        digit = at[i] == '\0' ? NULL : strchr(digits, at[i]);
        if (digit == NULL)
            return -1;
        number = number * 16 + (digit - digits) % 16;
    }
    return number;
}

/* Reads one character of a string, escaped or not, and moves behind it. Returns the number of its bytes in
 * UTF-8 (a byte above 127 counts for itself), or 0 for what a C string cannot hold. */
static inline size_t field_character(const char **text, unsigned char bytes[4])
{
    static const char escaped[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    static const unsigned char first[] = {0, 0, 0xC0, 0xE0, 0xF0};
    const char *at = *text, *escape;
    size_t count, i;
    long point, low;
    bytes[0] = (unsigned char)at[0];
    *text += 1;
    if (at[0] != '\\')
        return at[0] == '\0' ? 0 : 1;
    *text += 1;
    if (at[1] != 'u') {
        escape = at[1] == '\0' ? NULL : strchr(escaped, at[1]);
        if (escape == NULL)
            return 0;
        bytes[0] = (unsigned char)meant[escape - escaped];
        return 1;
    }
    point = field_hex4(at + 2);
    if (point <= 0)
        return 0;
    *text += 4;
    if (point >= 0xD800 && point <= 0xDBFF && at[6] == '\\' && at[7] == 'u') {
        low = field_hex4(at + 8);
        if (low >= 0xDC00 && low <= 0xDFFF) {
            point = 0x10000 + (point - 0xD800) * 0x400 + (low - 0xDC00);
            *text += 6;
        }
    }
    if (point >= 0xD800 && point <= 0xDFFF)
        return 0;
    count = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (i = count - 1; i > 0; point >>= 6)
        bytes[i--] = (unsigned char)(0x80 | (point & 0x3F));
    bytes[0] = (unsigned char)(first[count] | point);
    return count;
}

/* Copies the string under a key of an object, without its quotation marks and escapes, as UTF-8.
 * Returns 1, or 0 with an empty buffer: no such key, not a string (such as null), too long for the buffer,
 * or with a character that a C string cannot hold (\u0000, half of a surrogate pair). */
static inline int field_text(const char *object, const char *key, char *buffer, size_t capacity)
{
    const char *at = field_find(object, key);
    unsigned char bytes[4];
    size_t count, used = 0;
    if (capacity > 0)
        buffer[0] = '\0';
    if (capacity == 0 || at == NULL || *at != '"')
        return 0;
    for (at++; *at != '"'; used += count) {
        count = field_character(&at, bytes);
        if (count == 0 || used + count >= capacity) {
            buffer[0] = '\0';
            return 0;
        }
        memcpy(buffer + used, bytes, count);
    }
    buffer[used] = '\0';
    return 1;
}

#endif
