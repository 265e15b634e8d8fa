/* library.c - the contestant "hr_* from C": the workloads with hr.h. BENCH_READ=cjson reads results with cJSON,
 * BENCH_JOURNAL names a journal. */
#define _POSIX_C_SOURCE 200809L
#include "library.h"
#include "field.h"
#include "measure.h"

#include <stdlib.h>

static void *open_client(const char *url, const char *file)
{
    return open_with(url, file, getenv("BENCH_JOURNAL"));
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

int main(int count, char **args)
{
    static const struct workload workloads[] = {
        {"get", get}, {"search", search}, {"ready", ready}, {"upload", upload}, {NULL, NULL},
    };
    static const struct contestant contestant = {open_client, close_client, chain, workloads};
    check(hr_abi_version() == HR_ABI_VERSION, "another library than that of hr.h");
    return measure(&contestant, count, args);
}
