/* by_hand.h - the parts of the contestant that a vendor would write with libcurl and cJSON. */
#ifndef BY_HAND_H
#define BY_HAND_H

#include "measure.h"

#include <cjson/cJSON.h>
#include <curl/curl.h>

struct http {
    CURL *curl; /* one for all calls: it keeps the connections */
    char *reply;
    size_t length, capacity;
};

void http_open(struct http *http, const char *ca_file);
void http_close(struct http *http);
/* Both give the JSON of a 2xx reply. The caller frees it with cJSON_Delete; the form too stays the caller's. */
cJSON *http_send(struct http *http, const char *method, const char *url, struct curl_slist *headers, const char *body);
cJSON *http_send_form(struct http *http, const char *url, struct curl_slist *headers, curl_mime *form);

struct client {
    struct http http;
    char *local_url, *service_url, *ticket;
    struct curl_slist *session, *session_json, *json;
};

struct patient {
    char id[64];
    int ins_qualified, alimentation_consent;
};

struct card { /* texts within the reply, but for the model */
    const char *token, *type, *first_name, *last_name;
    char *model;
    int pin_attempt;
};

void client_open(struct client *client, const char *local_url, const char *ca_file);
void client_close(struct client *client);
void ticket_set(struct client *client, const char *ticket);
void session_set(struct client *client, const char *service_url, const char *bearer);

void license_ticket(struct client *client, const char *license_url, const char *license_bearer);
cJSON *ready(struct client *client); /* cards are in arrays in cards_of(reply) */
const cJSON *cards_of(const cJSON *reply);
void card_read(struct client *client, const cJSON *entry, struct card *card);
void card_clear(struct card *card);
void login(struct client *client, const char *token, const char *pin);
cJSON *profile_put(struct client *client, const char *body);
void profile_select(struct client *client, const char *id);
cJSON *patient_search(struct client *client, const struct traits *traits);
void patient_get(struct client *client, struct patient *patient);
void patient_update(struct client *client, const char *body);
void dmp_open(struct client *client, const char *patient_id);
void dmp_send(struct client *client, const char *patient_id, const char *file);

const char *text_of(const cJSON *object, const char *key); /* never NULL: a reply without it is the end */

#endif
