/* library_chain.c - the whole way to a document in a record, once, with hr.h. */
#define _POSIX_C_SOURCE 200809L
#include "field.h"
#include "library.h"
#include "measure.h"

#include <stdlib.h>

static char *text; /* the last result or error */

static char **fresh(void) /* frees the last text, gives the place for the next */
{
    hr_free(text);
    text = NULL;
    return &text;
}

static void find_card(char *token, size_t capacity)
{
    char serial[64];
    const char *card, *cards = field_find(text, "cards");
    int i;
    for (i = 0; (card = field_item(cards, i)) != NULL; i++)
        if (field_text(card, "serial", serial, sizeof serial) && strcmp(serial, SERIAL) == 0) {
            check(field_text(card, "token", token, capacity), "token");
            return;
        }
    fail("the card is not in the reader");
}

static void log_in(int32_t handle)
{
    const char *situation;
    char token[1025], id[1025];
    succeed(hr_ticket(handle, fresh()), "hr_ticket", &text);
    succeed(hr_ready(handle, fresh()), "hr_ready", &text);
    find_card(token, sizeof token);
    succeed(hr_login(handle, token, PIN, fresh()), "hr_login", &text);
    succeed(hr_profile_put(handle, "{}", fresh()), "hr_profile_put", &text);
    situation = field_item(field_find(field_find(text, "raw"), "situations"), 0);
    check(field_text(situation, "id", id, sizeof id), "situations");
    succeed(hr_profile_select(handle, id, fresh()), "hr_profile_select", &text);
}

static void send_document(int32_t handle, const char *file)
{
    const struct traits *who = &OF_THE_CHAIN;
    char nom[256];
    struct patient patient;
    succeed(hr_patient_search(handle, who->nom, who->prenom, who->date_naissance, who->sexe, fresh()),
            "hr_patient_search", &text);
    check(field_text(field_find(text, "raw"), "nom", nom, sizeof nom) && strcmp(nom, who->nom) == 0, "nom");
    succeed(hr_patient_get(handle, fresh()), "hr_patient_get", &text);
    check(WITH_FIELD.patient(text, &patient), "fields of the patient");
    succeed(hr_patient_update(handle, UPDATE, fresh()), "hr_patient_update", &text);
    succeed(hr_dmp_open(handle, patient.id, NULL, fresh()), "hr_dmp_open", &text);
    succeed(hr_dmp_send(handle, patient.id, file, NULL, ACTIVITY_TYPE, TYPE_CODE, fresh()), "hr_dmp_send", &text);
    sent(text);
}

void chain(const char *config, const char *file)
{
    int32_t handle;
    char *settings = whole_file(config);
    succeed(hr_open(settings, &handle, fresh()), "hr_open", &text);
    free(settings);
    log_in(handle);
    send_document(handle, file);
    fresh();
    hr_close(handle);
}
