/* library_chain.c - the whole way to a document in a record, once, with hr.h. */
#define _POSIX_C_SOURCE 200809L
#include "field.h"
#include "library.h"
#include "measure.h"

#include <stdlib.h>

static char *text; /* the last result or error */

/* Makes a call whose text takes the place of the last one. */
#define CALL(function, ...) \
    (hr_free(text), text = NULL, succeed(function(__VA_ARGS__, &text), #function, &text))

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
    CALL(hr_ticket, handle);
    CALL(hr_ready, handle);
    find_card(token, sizeof token);
    CALL(hr_login, handle, token, PIN);
    CALL(hr_profile_put, handle, "{}");
    situation = field_item(field_find(field_find(text, "raw"), "situations"), 0);
    check(field_text(situation, "id", id, sizeof id), "situations");
    CALL(hr_profile_select, handle, id);
}

static void send_document(int32_t handle, const char *file)
{
    const struct traits *who = &OF_THE_CHAIN;
    char nom[256];
    struct patient patient;
    CALL(hr_patient_search, handle, who->nom, who->prenom, who->date_naissance, who->sexe);
    check(field_text(field_find(text, "raw"), "nom", nom, sizeof nom) && strcmp(nom, who->nom) == 0, "nom");
    CALL(hr_patient_get, handle);
    check(WITH_FIELD.patient(text, &patient), "fields of the patient");
    CALL(hr_patient_update, handle, UPDATE);
    CALL(hr_dmp_open, handle, patient.id, NULL);
    CALL(hr_dmp_send, handle, patient.id, file, NULL, ACTIVITY_TYPE, TYPE_CODE);
    sent(text);
}

void chain(const char *config, const char *file)
{
    int32_t handle;
    char *settings = whole_file(config);
    CALL(hr_open, settings, &handle);
    free(settings);
    log_in(handle);
    send_document(handle, file);
    hr_free(text);
    text = NULL;
    hr_close(handle);
}
