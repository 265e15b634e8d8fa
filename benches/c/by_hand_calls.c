/* by_hand_calls.c - the nine calls by hand, on top of the HTTP client. */
#define _POSIX_C_SOURCE 200809L
#include "by_hand.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define URL_SIZE 4096

static const char JSON[] = "Content-Type: application/json";

static char *copy(const char *text)
{
    char *copied = strdup(text);
    check(copied != NULL, "memory");
    return copied;
}

static struct curl_slist *header(struct curl_slist *headers, const char *line)
{
    struct curl_slist *longer = curl_slist_append(headers, line);
    check(longer != NULL, "memory");
    return longer;
}

static struct curl_slist *with_bearer(const char *bearer)
{
    struct curl_slist *headers;
    size_t size = strlen(bearer) + sizeof "Authorization: Bearer ";
    char *line = malloc(size);
    check(line != NULL, "memory");
    snprintf(line, size, "Authorization: Bearer %s", bearer);
    headers = header(header(NULL, "Accept: application/json"), line);
    free(line);
    return headers;
}

static void url_of(char url[URL_SIZE], const char *format, ...)
{
    va_list parts;
    int length;
    va_start(parts, format);
    length = vsnprintf(url, URL_SIZE, format, parts);
    va_end(parts);
    check(length > 0 && length < URL_SIZE, "the URL is too long");
}

static char *escaped(struct client *client, const char *text)
{
    char *result = curl_easy_escape(client->http.curl, text, 0);
    check(result != NULL, "curl_easy_escape");
    return result;
}

const char *text_of(const cJSON *object, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    check(text != NULL, key);
    return text;
}

static int flag_of(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    check(cJSON_IsBool(item), key);
    return cJSON_IsTrue(item);
}

static int number_of(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    check(cJSON_IsNumber(item), key);
    return item->valueint;
}

void client_open(struct client *client, const char *local_url, const char *ca_file)
{
    memset(client, 0, sizeof *client);
    http_open(&client->http, ca_file);
    client->local_url = copy(local_url);
    client->json = header(header(NULL, "Accept: application/json"), JSON);
}

void client_close(struct client *client)
{
    curl_slist_free_all(client->session);
    curl_slist_free_all(client->session_json);
    curl_slist_free_all(client->json);
    free(client->local_url);
    free(client->service_url);
    free(client->ticket);
    http_close(&client->http);
}

void ticket_set(struct client *client, const char *ticket)
{
    free(client->ticket);
    client->ticket = copy(ticket);
}

void session_set(struct client *client, const char *service_url, const char *bearer)
{
    free(client->service_url);
    curl_slist_free_all(client->session);
    curl_slist_free_all(client->session_json);
    client->service_url = copy(service_url);
    client->session = header(with_bearer(bearer), "Expect:"); /* no waiting for 100 Continue before a large document */
    client->session_json = header(with_bearer(bearer), JSON);
}

void license_ticket(struct client *client, const char *license_url, const char *license_bearer)
{
    char url[URL_SIZE];
    struct curl_slist *headers = header(with_bearer(license_bearer), JSON);
    cJSON *reply;
    url_of(url, "%s/v1/license/ticket", license_url);
    reply = http_send(&client->http, "POST", url, headers, "");
    ticket_set(client, text_of(reply, "licenseTicket"));
    cJSON_Delete(reply);
    curl_slist_free_all(headers);
}

/* The reply of the card client to these fields and the ticket. The object is freed. */
static cJSON *ask_card_client(struct client *client, const char *path, cJSON *fields)
{
    char url[URL_SIZE], *body;
    cJSON *reply;
    check(cJSON_AddStringToObject(fields, "licenseTicket", client->ticket) != NULL, "memory");
    body = cJSON_PrintUnformatted(fields);
    check(body != NULL, "memory");
    url_of(url, "%s%s", client->local_url, path);
    reply = http_send(&client->http, "POST", url, client->json, body);
    cJSON_free(body);
    cJSON_Delete(fields);
    return reply;
}

cJSON *ready(struct client *client)
{
    cJSON *reply = ask_card_client(client, "/direct/ready", cJSON_CreateObject());
    check(number_of(cJSON_GetObjectItemCaseSensitive(reply, "status"), "code") == 0, "status.code of ready");
    return reply;
}

const cJSON *cards_of(const cJSON *reply)
{
    const cJSON *cards = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(reply, "data"), "data");
    check(cJSON_IsObject(cards), "data.data");
    return cards;
}

void card_read(struct client *client, const cJSON *entry, struct card *card)
{
    card->token = text_of(entry, "token");
    card->type = text_of(entry, "cardType");
    card->first_name = text_of(entry, "firstName");
    card->last_name = text_of(entry, "lastName");
    card->pin_attempt = number_of(entry, "pinAttempt");
    /* Padded with NULs: the text ends at the first of them. */
    card->model = curl_easy_unescape(client->http.curl, text_of(entry, "model"), 0, NULL);
    check(card->model != NULL, "model");
}

void card_clear(struct card *card)
{
    curl_free(card->model);
}

void login(struct client *client, const char *token, const char *pin)
{
    cJSON *reply, *fields = cJSON_CreateObject();
    check(cJSON_AddStringToObject(fields, "token", token) != NULL, "memory");
    check(cJSON_AddStringToObject(fields, "pinCode", pin) != NULL, "memory");
    reply = ask_card_client(client, "/direct/login", fields);
    session_set(client, text_of(reply, "serviceUrl"), text_of(reply, "bearer"));
    cJSON_Delete(reply);
}

cJSON *profile_put(struct client *client, const char *body)
{
    char url[URL_SIZE];
    url_of(url, "%s/user-profiles", client->service_url);
    return http_send(&client->http, "PUT", url, client->session_json, body);
}

void profile_select(struct client *client, const char *id)
{
    char url[URL_SIZE], *segment = escaped(client, id);
    url_of(url, "%s/user-profiles/%s/select", client->service_url, segment);
    cJSON_Delete(http_send(&client->http, "GET", url, client->session, NULL));
    curl_free(segment);
}

cJSON *patient_search(struct client *client, const struct traits *traits)
{
    char url[URL_SIZE];
    char *nom = escaped(client, traits->nom), *prenom = escaped(client, traits->prenom);
    char *date = escaped(client, traits->date_naissance), *sexe = escaped(client, traits->sexe);
    url_of(url, "%s/patient/search?nom=%s&prenom=%s&date_naissance=%s&sexe=%s", client->service_url, nom, prenom,
           date, sexe);
    curl_free(nom);
    curl_free(prenom);
    curl_free(date);
    curl_free(sexe);
    return http_send(&client->http, "GET", url, client->session, NULL);
}

void patient_get(struct client *client, struct patient *patient)
{
    char url[URL_SIZE];
    const char *id;
    cJSON *reply;
    url_of(url, "%s/patient", client->service_url);
    reply = http_send(&client->http, "GET", url, client->session, NULL);
    id = text_of(reply, "patient_id");
    check(strlen(id) < sizeof patient->id, "patient_id");
    strcpy(patient->id, id);
    patient->ins_qualified = flag_of(reply, "insQualified");
    patient->alimentation_consent = flag_of(reply, "alimentationConsent");
    cJSON_Delete(reply);
}

void patient_update(struct client *client, const char *body)
{
    char url[URL_SIZE];
    url_of(url, "%s/patient", client->service_url);
    cJSON_Delete(http_send(&client->http, "POST", url, client->session_json, body));
}

void dmp_open(struct client *client, const char *patient_id)
{
    char url[URL_SIZE], *segment = escaped(client, patient_id);
    url_of(url, "%s/dmp/%s", client->service_url, segment);
    cJSON_Delete(http_send(&client->http, "PUT", url, client->session_json, ""));
    curl_free(segment);
}

static void add_text(curl_mime *form, const char *name, const char *text)
{
    curl_mimepart *part = curl_mime_addpart(form);
    curl_mime_name(part, name);
    check(curl_mime_data(part, text, CURL_ZERO_TERMINATED) == CURLE_OK, name);
}

void dmp_send(struct client *client, const char *patient_id, const char *file)
{
    char url[URL_SIZE], *segment = escaped(client, patient_id);
    curl_mime *form = curl_mime_init(client->http.curl);
    curl_mimepart *part = curl_mime_addpart(form);
    cJSON *reply;
    curl_mime_name(part, "file");
    check(curl_mime_filedata(part, file) == CURLE_OK, file);
    add_text(form, "filename", last_part(file));
    add_text(form, "activity_type", ACTIVITY_TYPE);
    add_text(form, "type_code", TYPE_CODE);
    url_of(url, "%s/dmp/%s/unique/doc/send", client->service_url, segment);
    reply = http_send_form(&client->http, url, client->session, form);
    text_of(reply, "documentId");
    cJSON_Delete(reply);
    curl_mime_free(form);
    curl_free(segment);
}
