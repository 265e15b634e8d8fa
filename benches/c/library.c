/* library.c - the contestant "hr_* from C": the workloads with hr.h. BENCH_READ=cjson reads results with cJSON. */
#define _POSIX_C_SOURCE 200809L
#include "library.h"
#include "field.h"
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>

struct client {
    int32_t handle;
    const struct reader *reader;
    const char *file;
};

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

static void configure(char *config, size_t capacity, const char *url)
{
    const char *ca = getenv("BENCH_CA");
    const char *form = ca == NULL ? "{\"local_url\":\"%s\",\"timeouts\":{\"call_ms\":%ld,\"upload_ms\":%ld}}"
        : "{\"local_url\":\"%s\",\"timeouts\":{\"call_ms\":%ld,\"upload_ms\":%ld},\"ca_file\":\"%s\"}";
    int length = snprintf(config, capacity, form, url, TIMEOUT_MS, TIMEOUT_MS, ca);
    check(length > 0 && (size_t)length < capacity, "the configuration is too long");
}

static void *open_client(const char *url, const char *file)
{
    const char *reader = getenv("BENCH_READ");
    struct client *client = malloc(sizeof *client);
    char config[4096], *text = NULL;
    check(client != NULL, "memory");
    client->reader = reader != NULL && strcmp(reader, "cjson") == 0 ? &WITH_CJSON : &WITH_FIELD;
    client->file = file;
    configure(config, sizeof config, url);
    succeed(hr_open(config, &client->handle, &text), "hr_open", &text);
    hr_free(text);
    succeed(hr_ticket_set(client->handle, TICKET), "hr_ticket_set", NULL);
    succeed(hr_session_set(client->handle, url, BEARER), "hr_session_set", NULL);
    if (file != NULL) {
        succeed(hr_patient_get(client->handle, &text), "hr_patient_get", &text);
        hr_free(text);
        succeed(hr_dmp_open(client->handle, PATIENT, NULL, &text), "hr_dmp_open", &text);
        hr_free(text);
    }
    return client;
}

static void close_client(void *state)
{
    struct client *client = state;
    hr_close(client->handle);
    free(client);
}

static void get(void *state)
{
    struct client *client = state;
    struct patient patient;
    char *text;
    succeed(hr_patient_get(client->handle, &text), "hr_patient_get", &text);
    check(client->reader->patient(text, &patient) && strcmp(patient.id, PATIENT) == 0, "fields of the patient");
    hr_free(text);
}

static void search(void *state)
{
    struct client *client = state;
    char nom[256], *text;
    succeed(hr_patient_search(client->handle, SEARCHED.nom, SEARCHED.prenom, SEARCHED.date_naissance, SEARCHED.sexe,
                              &text), "hr_patient_search", &text);
    check(field_text(field_find(text, "raw"), "nom", nom, sizeof nom) && strcmp(nom, SEARCHED.nom) == 0, "nom");
    hr_free(text);
}

static void ready(void *state)
{
    struct client *client = state;
    struct card card;
    char *text;
    succeed(hr_ready(client->handle, &text), "hr_ready", &text);
    check(client->reader->cards(text, &card) > 0, "cards");
    hr_free(text);
}

static void upload(void *state)
{
    struct client *client = state;
    char *text;
    succeed(hr_dmp_send(client->handle, PATIENT, client->file, NULL, ACTIVITY_TYPE, TYPE_CODE, &text),
            "hr_dmp_send", &text);
    sent(text);
    hr_free(text);
}

int main(int count, char **args)
{
    static const struct workload workloads[] = {
        {"get", get}, {"search", search}, {"ready", ready}, {"upload", upload}, {NULL, NULL},
    };
    static const struct contestant contestant = {open_client, close_client, chain, workloads};
    check(hr_abi_version() == HR_ABI_VERSION, "another library than that of hr.h");
    return measure(&contestant, count, args);
}
