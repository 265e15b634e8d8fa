/* handles_by_hand.c - many clients with an easy handle of libcurl each in one process; see many.h. */
#define _POSIX_C_SOURCE 200809L
#include "by_hand.h"
#include "many.h"

#include <stdlib.h>
#include <string.h>

static struct client *clients;

static void open_one(long number, long count, const char *url)
{
    if (number == 0)
        clients = malloc((size_t)count * sizeof *clients);
    check(clients != NULL, "memory");
    client_open(&clients[number], url, getenv("BENCH_CA"));
    session_set(&clients[number], url, BEARER);
}

static void get(long number)
{
    struct patient patient;
    patient_get(&clients[number], &patient);
    check(strcmp(patient.id, PATIENT) == 0, "patient_id");
}

int main(int count, char **args)
{
    static const struct kind kind = {open_one, NULL, get};
    check(curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK, "curl_global_init");
    return many(&kind, count, args);
}
