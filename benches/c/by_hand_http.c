/* by_hand_http.c - the HTTP client by hand: one easy handle of libcurl, kept and reused, JSON out of every reply. */
#define _POSIX_C_SOURCE 200809L
#include "by_hand.h"

#include <stdlib.h>
#include <string.h>

static size_t collect(char *bytes, size_t size, size_t count, void *user)
{
    struct http *http = user;
    size_t wanted = http->length + size * count;
    if (wanted > http->capacity) {
        size_t capacity = 2 * wanted;
        char *larger = realloc(http->reply, capacity);
        if (larger == NULL)
            return 0;
        http->reply = larger;
        http->capacity = capacity;
    }
    memcpy(http->reply + http->length, bytes, size * count);
    http->length = wanted;
    return size * count;
}

void http_open(struct http *http, const char *ca_file)
{
    CURL *curl = curl_easy_init();
    check(curl != NULL, "curl_easy_init");
    memset(http, 0, sizeof *http);
    http->curl = curl;
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, collect);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, http);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, TIMEOUT_MS);
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    if (ca_file != NULL)
        curl_easy_setopt(curl, CURLOPT_CAINFO, ca_file);
}

void http_close(struct http *http)
{
    curl_easy_cleanup(http->curl);
    free(http->reply);
}

static cJSON *perform(struct http *http, const char *method, const char *url, struct curl_slist *headers)
{
    CURLcode code;
    cJSON *json;
    long status = 0;
    curl_easy_setopt(http->curl, CURLOPT_CUSTOMREQUEST, method);
    curl_easy_setopt(http->curl, CURLOPT_URL, url);
    curl_easy_setopt(http->curl, CURLOPT_HTTPHEADER, headers);
    http->length = 0;
    code = curl_easy_perform(http->curl);
    if (code != CURLE_OK)
        fail("%s %s: %s", method, url, curl_easy_strerror(code));
    curl_easy_getinfo(http->curl, CURLINFO_RESPONSE_CODE, &status);
    if (status < 200 || status > 299)
        fail("%s %s: status %ld", method, url, status);
    json = cJSON_ParseWithLength(http->reply, http->length);
    if (json == NULL)
        fail("%s %s: not JSON", method, url);
    return json;
}

cJSON *http_send(struct http *http, const char *method, const char *url, struct curl_slist *headers, const char *body)
{
    if (body == NULL)
        curl_easy_setopt(http->curl, CURLOPT_HTTPGET, 1L);
    else
        curl_easy_setopt(http->curl, CURLOPT_POSTFIELDS, body);
    return perform(http, method, url, headers);
}

cJSON *http_send_form(struct http *http, const char *url, struct curl_slist *headers, curl_mime *form)
{
    curl_easy_setopt(http->curl, CURLOPT_MIMEPOST, form);
    return perform(http, "POST", url, headers);
}
