/* by_hand.c - the contestant "libcurl and cJSON": the workloads as a vendor would write them by hand. */
#define _POSIX_C_SOURCE 200809L
#include "by_hand.h"

#include <stdlib.h>
#include <string.h>

struct upload {
    struct client client; /* first: the other workloads know only this */
    const char *file;
};

static void *open_client(const char *url, const char *file)
{
    struct upload *upload = malloc(sizeof *upload);
    check(upload != NULL, "memory");
    client_open(&upload->client, url, getenv("BENCH_CA"));
    ticket_set(&upload->client, TICKET);
    session_set(&upload->client, url, BEARER);
    upload->file = file;
    return upload;
}

static void close_client(void *client)
{
    client_close(client);
    free(client);
}

static void call_get(void *client)
{
    struct patient patient;
    patient_get(client, &patient);
    check(strcmp(patient.id, PATIENT) == 0, "patient_id");
}

static void call_search(void *client)
{
    cJSON *reply = patient_search(client, &SEARCHED);
    check(strcmp(text_of(reply, "nom"), SEARCHED.nom) == 0, "nom");
    cJSON_Delete(reply);
}

static void call_ready(void *client)
{
    struct card card;
    const cJSON *entries, *entry;
    cJSON *reply = ready(client);
    long count = 0;
    cJSON_ArrayForEach(entries, cards_of(reply)) {
        cJSON_ArrayForEach(entry, entries) {
            card_read(client, entry, &card);
            card_clear(&card);
            count++;
        }
    }
    check(count > 0, "cards");
    cJSON_Delete(reply);
}

static void call_upload(void *client)
{
    struct upload *upload = client;
    dmp_send(&upload->client, PATIENT, upload->file);
}

/* The token of the card of the chain, within the reply. */
static const char *find_card(const cJSON *reply)
{
    const cJSON *entries, *entry;
    cJSON_ArrayForEach(entries, cards_of(reply))
        cJSON_ArrayForEach(entry, entries)
            if (strcmp(text_of(entry, "serial"), SERIAL) == 0)
                return text_of(entry, "token");
    fail("the card is not in the reader");
    return NULL;
}

static void log_in(struct client *client, const cJSON *settings)
{
    cJSON *reply;
    license_ticket(client, text_of(settings, "license_url"), text_of(settings, "license_bearer"));
    reply = ready(client);
    login(client, find_card(reply), PIN);
    cJSON_Delete(reply);
    reply = profile_put(client, "{}");
    profile_select(client, text_of(cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(reply, "situations"), 0), "id"));
    cJSON_Delete(reply);
}

static void chain(const char *config, const char *file)
{
    char *text = whole_file(config);
    cJSON *found, *settings = cJSON_Parse(text);
    struct client client;
    struct patient patient;
    client_open(&client, text_of(settings, "local_url"),
                cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(settings, "ca_file")));
    log_in(&client, settings);
    found = patient_search(&client, &OF_THE_CHAIN);
    check(strcmp(text_of(found, "nom"), OF_THE_CHAIN.nom) == 0, "nom");
    cJSON_Delete(found);
    patient_get(&client, &patient);
    patient_update(&client, UPDATE);
    dmp_open(&client, patient.id);
    dmp_send(&client, patient.id, file);
    client_close(&client);
    cJSON_Delete(settings);
    free(text);
}

int main(int count, char **args)
{
    static const struct workload workloads[] = {
        {"get", call_get}, {"search", call_search}, {"ready", call_ready}, {"upload", call_upload}, {NULL, NULL},
    };
    static const struct contestant contestant = {open_client, close_client, chain, workloads};
    int result;
    check(curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK, "curl_global_init");
    result = measure(&contestant, count, args);
    curl_global_cleanup();
    return result;
}
