/* stage.h - what the driver gives, and how it is told what was observed. */
#ifndef CONFORMANCE_STAGE_H
#define CONFORMANCE_STAGE_H

#include "hr.h"
#include "value.h"

#include <stdio.h>
#include <stdlib.h>

#define STAGE_TEXT 4096

struct stage {
    char *config, *config_bearer_form, *config_journal, *config_no_journal;
    char card[STAGE_TEXT], pin[STAGE_TEXT], wrong_pin[STAGE_TEXT], nom[STAGE_TEXT], prenom[STAGE_TEXT];
    char document[STAGE_TEXT], document_name[STAGE_TEXT], activity_type[STAGE_TEXT], type_code[STAGE_TEXT];
    char control_url[STAGE_TEXT];
};

/* The program itself cannot go on; what is printed so far is not a whole object. */
static inline void broke(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(2);
}

/* The whole file with a NUL behind it, to be freed. */
static inline char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *content = NULL, *larger;
    size_t capacity = 0, got = 1;
    *length = 0;
    if (file == NULL)
        broke("a file of the stage cannot be opened");
    while (got > 0) {
        if (*length + 1 >= capacity) {
            capacity = 2 * capacity + 65536;
            larger = (char *)realloc(content, capacity);
            if (larger == NULL)
                broke("no memory for a file");
            content = larger;
        }
        got = fread(content + *length, 1, capacity - *length - 1, file);
        *length += got;
    }
    fclose(file);
    content[*length] = '\0';
    return content;
}

/* The value at a JSON pointer as JSON, to be freed with hr_free; NULL where there is none. */
static inline char *source(const char *json, const char *pointer)
{
    char *text = NULL, *quoted = NULL;
    if (hr_json_get(json, pointer, &text) != HR_OK || hr_json_kind(json, pointer) != 4)
        return text;
    if (hr_json_quote(text, &quoted) != HR_OK)
        broke("no memory for a value");
    hr_free(text);
    return quoted;
}

static inline void read_stage(struct stage *stage, const char *path)
{
    static const char *const keys[] = {"/card",     "/pin",           "/wrong_pin",     "/nom",      "/prenom",
                                       "/document", "/document_name", "/activity_type", "/type_code", "/control_url"};
    char *const places[] = {stage->card,     stage->pin,           stage->wrong_pin,     stage->nom,       stage->prenom,
                            stage->document, stage->document_name, stage->activity_type, stage->type_code,
                            stage->control_url};
    size_t i, length;
    char *text = read_file(path, &length);
    for (i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!value_text(text, keys[i], places[i], STAGE_TEXT))
            broke("a text of the stage is missing");
    stage->config = source(text, "/config");
    stage->config_bearer_form = source(text, "/config_bearer_form");
    stage->config_journal = source(text, "/config_journal");
    stage->config_no_journal = source(text, "/config_no_journal");
    if (!stage->config || !stage->config_bearer_form || !stage->config_journal || !stage->config_no_journal)
        broke("a configuration is missing");
    free(text);
}

static inline void free_stage(struct stage *stage)
{
    hr_free(stage->config);
    hr_free(stage->config_bearer_form);
    hr_free(stage->config_journal);
    hr_free(stage->config_no_journal);
}

/* Members of the one object that is printed: the first opens it, tell_end closes it. */
static inline void tell_key(const char *key)
{
    static int members;
    printf("%c\"%s\":", members++ == 0 ? '{' : ',', key);
}

static inline void tell_end(void)
{
    printf("}\n");
}

static inline void print_source(const char *json, const char *pointer)
{
    char *value = source(json, pointer);
    printf("%s", value == NULL ? "null" : value);
    hr_free(value);
}

/* A value as JSON; without one null. */
static inline void tell_source(const char *key, const char *json, const char *pointer)
{
    tell_key(key);
    print_source(json, pointer);
}

static inline void tell_number(const char *key, long number)
{
    tell_key(key);
    printf("%ld", number);
}

static inline void tell_flag(const char *key, int flag)
{
    tell_key(key);
    printf(flag ? "true" : "false");
}

static inline void tell_text(const char *key, const char *text)
{
    tell_key(key);
    putchar('"');
    for (; *text != '\0'; text++)
        if (*text == '"' || *text == '\\')
            printf("\\%c", *text);
        else if ((unsigned char)*text < 0x20)
            printf("\\u%04x", (unsigned)*text);
        else
            putchar(*text);
    putchar('"');
}

/* How a call that should fail ended: its code, and its text, which is freed by tell_errors. */
struct ended {
    int32_t code;
    char *text;
};

static inline const char *family(int32_t code)
{
    if (code <= -1 && code >= -99)
        return "caller";
    if (code <= -100 && code >= -199)
        return "network";
    if (code <= -200 && code >= -299)
        return "peer";
    return code <= -900 && code >= -999 ? "internal" : "other";
}

static inline void tell_error(const struct ended *ended)
{
    static const char *const keys[] = {"/name", "/operation", "/at", "/outcome", "/cause"};
    char french[STAGE_TEXT];
    size_t i;
    int has_french;
    if (ended->code == HR_OK) {
        printf("null");
        return;
    }
    printf("{\"family\":\"%s\",\"code\":%ld", family(ended->code), (long)ended->code);
    for (i = 0; i < sizeof keys / sizeof *keys; i++) {
        printf(",\"%s\":", keys[i] + 1);
        print_source(ended->text, keys[i]);
    }
    has_french = value_text(ended->text, "/message_fr", french, sizeof french) && french[0] != '\0';
    has_french = has_french && value_text(ended->text, "/remedy_fr", french, sizeof french) && french[0] != '\0';
    printf(",\"has_french\":%s}", has_french ? "true" : "false");
}

static inline void tell_errors(struct ended *errors, int count)
{
    int i;
    tell_key("errors");
    for (i = 0; i < count; i++) {
        putchar(i == 0 ? '[' : ',');
        tell_error(&errors[i]);
        hr_free(errors[i].text);
        errors[i].text = NULL;
    }
    putchar(']');
}

#endif
