/* library_client.c - a handle of hr.h with the record open, and an upload. */
#define _POSIX_C_SOURCE 200809L
#include "field.h"
#include "library.h"
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void succeed(int32_t code, const char *function, char **error)
{
    char message[1024] = "";
    if (code == HR_OK)
        return;
    if (error != NULL)
        field_text(*error, "message", message, sizeof message);
    fail("%s: %s: %s", function, hr_code_name(code), message);
}

void sent(const char *result)
{
    char sha256[65], document[64];
    check(field_text(result, "sha256", sha256, sizeof sha256) && strspn(sha256, "0123456789abcdef") == 64, "sha256");
    check(field_text(field_find(result, "raw"), "documentId", document, sizeof document), "documentId");
}

/* Appends `,"key":"value"` where there is a value. */
static void set(char *config, size_t capacity, const char *key, const char *value)
{
    size_t at = strlen(config);
    int length = value == NULL ? 0 : snprintf(config + at, capacity - at, ",\"%s\":\"%s\"", key, value);
    check(length >= 0 && (size_t)length + 2 < capacity - at, "the configuration is too long");
}

static void configure(char *config, size_t capacity, const char *url, const char *journal)
{
    int length = snprintf(config, capacity, "{\"local_url\":\"%s\",\"timeouts\":{\"call_ms\":%ld,\"upload_ms\":%ld}",
                          url, TIMEOUT_MS, TIMEOUT_MS);
    check(length > 0 && (size_t)length < capacity, "the configuration is too long");
    set(config, capacity, "ca_file", getenv("BENCH_CA"));
    set(config, capacity, "journal", journal);
    strcat(config, "}");
}

struct client *open_with(const char *url, const char *file, const char *journal)
{
    const char *reader = getenv("BENCH_READ");
    struct client *client = malloc(sizeof *client);
    char config[4096], bearer[96], *text = NULL;
    check(client != NULL, "memory");
    client->reader = reader != NULL && strcmp(reader, "cjson") == 0 ? &WITH_CJSON : &WITH_FIELD;
    client->file = file;
    configure(config, sizeof config, url, journal);
    succeed(hr_open(config, &client->handle, &text), "hr_open", &text);
    hr_free(text);
    succeed(hr_ticket_set(client->handle, TICKET, NULL), "hr_ticket_set", NULL);
    /* In one session, calls that concern its patient wait for each other. */
    snprintf(bearer, sizeof bearer, BEARER "-%p", (void *)client);
    succeed(hr_session_set(client->handle, url, bearer, NULL), "hr_session_set", NULL);
    if (file != NULL) {
        succeed(hr_patient_get(client->handle, &text), "hr_patient_get", &text);
        hr_free(text);
        succeed(hr_dmp_open(client->handle, PATIENT, NULL, &text), "hr_dmp_open", &text);
        hr_free(text);
    }
    return client;
}

void close_client(void *state)
{
    struct client *client = state;
    hr_close(client->handle);
    free(client);
}

void upload(void *state)
{
    struct client *client = state;
    char *text;
    succeed(hr_dmp_send(client->handle, PATIENT, client->file, NULL, ACTIVITY_TYPE, TYPE_CODE, &text),
            "hr_dmp_send", &text);
    sent(text);
    check(field_find(text, "journal") == NULL, "the journal has no record of the end");
    hr_free(text);
}
