/* json.c - JSON texts through the library, on a thread with 48 KiB of stack and floating-point traps on.
 * Ends with 0, or with the line of the first mistake. */
#define _POSIX_C_SOURCE 200809L
#include "hr.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xmmintrin.h>

#define CHECK(fact) do { if (!(fact)) _exit(__LINE__ % 200 + 20); } while (0)
#define DEPTH 136
#define LONG (16 * 1024 * 1024)

/* Invalid operation, division by zero and overflow trap, as in Delphi. */
static const unsigned traps = _MM_MASK_DENORM | _MM_MASK_UNDERFLOW | _MM_MASK_INEXACT;
static char deep[2 * DEPTH + 3], deeper[2 * DEPTH + 5], pointer[2 * DEPTH + 1], *large;

/* What is read, or NULL; compared and freed. */
static int reads(const char *json, const char *path, const char *expected)
{
    char *text = (char *)1;
    int32_t code = hr_json_get(json, path, &text);
    int as_expected = expected == NULL ? text == NULL && code != HR_OK : code == HR_OK && strcmp(text, expected) == 0;
    hr_free(text);
    return as_expected;
}

static void numbers(void)
{
    static const char json[] = "{\"a\":[1.7976931348623157e309,1e-400,123456789012345678901234567890,-0.0,1E+99999]}";
    CHECK(reads(json, "/a/0", "1.7976931348623157e309") && reads(json, "/a/1", "1e-400"));
    CHECK(reads(json, "/a/2", "123456789012345678901234567890") && reads(json, "/a/3", "-0.0"));
    CHECK(hr_json_kind(json, "/a/4") == 3 && hr_json_count(json, "/a") == 5);
    CHECK(reads("{\"a\":1e}", "/a", NULL) && hr_json_kind("[1.]", "/0") == HR_E_ARGUMENT);
}

static void nesting(void)
{
    char *text = NULL;
    CHECK(reads(deep, "", deep) && reads(deep, pointer, "7") && hr_json_count(deep, "") == 1);
    CHECK(reads(deeper, "", NULL) && hr_json_count(deeper, "") == HR_E_ARGUMENT);
    CHECK(reads(deeper, pointer, NULL));
    CHECK(hr_json_key("{\"a\":[[]],\"b\\u00e9\":{}}", "", 1, &text) == HR_OK && strcmp(text, "b\xC3\xA9") == 0);
    hr_free(text);
}

/* 16 MB, all of which is escaped. */
static void long_text(void)
{
    char *quoted = NULL, *read = NULL;
    CHECK(hr_json_quote(large, &quoted) == HR_OK && strlen(quoted) == 2 * (size_t)LONG + 2);
    CHECK(hr_json_get(quoted, "", &read) == HR_OK && strcmp(read, large) == 0);
    hr_free(quoted);
    hr_free(read);
}

static void *work(void *argument)
{
    int i;
    (void)argument;
    _MM_SET_EXCEPTION_MASK(traps);
    for (i = 0; i < 2; i++) {
        numbers();
        nesting();
        long_text();
    }
    CHECK(_MM_GET_EXCEPTION_MASK() == traps);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    int i;
    memset(deep, '[', DEPTH);
    deep[DEPTH] = '7';
    memset(deep + DEPTH + 1, ']', DEPTH);
    deeper[0] = '[';
    memcpy(deeper + 1, deep, 2 * DEPTH + 1);
    deeper[2 * DEPTH + 2] = ']';
    for (i = 0; i < DEPTH; i++)
        memcpy(pointer + 2 * i, "/0", 2);
    large = (char *)calloc(1, (size_t)LONG + 1);
    CHECK(large != NULL);
    memset(large, '"', LONG);
    CHECK(pthread_attr_init(&attributes) == 0 && pthread_attr_setstacksize(&attributes, 48 * 1024) == 0);
    CHECK(pthread_create(&thread, &attributes, work, NULL) == 0 && pthread_join(thread, NULL) == 0);
    free(large);
    return 0;
}
