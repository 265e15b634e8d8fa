/* chain.h - the steps that most behaviours begin with. A step that fails ends the program. */
#ifndef CONFORMANCE_CHAIN_H
#define CONFORMANCE_CHAIN_H

#include "stage.h"

#define ID_SIZE 1025 /* the longest identifier that hr.h takes, and its NUL */

struct chain {
    const struct stage *stage;
    int32_t handle;
    char *ready, *login, *search, *patient; /* the texts of these calls, freed by chain_close */
    char token[ID_SIZE], patient_id[ID_SIZE];
};

static inline void must(int32_t code, const char *what)
{
    if (code != HR_OK) {
        fprintf(stderr, "%s: %s\n", what, hr_code_name(code));
        exit(2);
    }
}

static inline void chain_open(struct chain *chain, const struct stage *stage, const char *config)
{
    memset(chain, 0, sizeof *chain);
    chain->stage = stage;
    must(hr_open(config, &chain->handle, NULL), "hr_open");
}

static inline void chain_close(struct chain *chain)
{
    hr_close(chain->handle);
    hr_free(chain->ready);
    hr_free(chain->login);
    hr_free(chain->search);
    hr_free(chain->patient);
}

/* The place of the stage's card in the last list. */
static inline int32_t chain_card(const struct chain *chain)
{
    int32_t card = value_where(chain->ready, "/cards", "serial", chain->stage->card);
    if (card < 0)
        broke("the card is not in the reader");
    return card;
}

static inline void chain_ready(struct chain *chain)
{
    hr_free(chain->ready);
    must(hr_ready(chain->handle, &chain->ready), "hr_ready");
    if (!value_of(chain->ready, "/cards", chain_card(chain), "token", chain->token, sizeof chain->token))
        broke("the card has no token");
}

static inline void chain_to_patient(struct chain *chain)
{
    const struct stage *stage = chain->stage;
    must(hr_ticket(chain->handle, NULL), "hr_ticket");
    chain_ready(chain);
    must(hr_login(chain->handle, chain->token, stage->pin, &chain->login), "hr_login");
    must(hr_patient_search(chain->handle, stage->nom, stage->prenom, NULL, NULL, &chain->search), "hr_patient_search");
    must(hr_patient_get(chain->handle, &chain->patient), "hr_patient_get");
    if (!value_text(chain->patient, "/patient_id", chain->patient_id, sizeof chain->patient_id))
        broke("the patient has no identifier");
}

static inline void chain_to_record(struct chain *chain)
{
    chain_to_patient(chain);
    must(hr_dmp_open(chain->handle, chain->patient_id, NULL, NULL), "hr_dmp_open");
}

/* The text is the caller's to free. */
static inline int32_t chain_send(struct chain *chain, const char *filename, char **text)
{
    const struct stage *stage = chain->stage;
    return hr_dmp_send(chain->handle, chain->patient_id, stage->document, filename, stage->activity_type,
                       stage->type_code, text);
}

static inline void tell_sent(const struct chain *chain, char *sent)
{
    char model[64];
    snprintf(model, sizeof model, "/cards/%d/modelText", (int)chain_card(chain));
    tell_source("patient_id", chain->patient, "/patient_id");
    tell_source("sha256", sent, "/sha256");
    tell_source("bytes", sent, "/bytes");
    tell_source("next", sent, "/next");
    tell_source("http_status", sent, "/http_status");
    tell_source("updateNeeded", chain->patient, "/updateNeeded");
    tell_source("insQualified", chain->patient, "/insQualified");
    tell_source("identified", chain->login, "/identified");
    tell_source("modelText", chain->ready, model);
    hr_free(sent);
}

#endif
