/* chain.c - puts two documents into a patient's shared record: every step of hr.h, each result checked.
 *
 *     cc -std=c99 -Iinclude tests/c/chain.c -Ltarget/release -lhr -Wl,-rpath,$PWD/target/release -o chain
 *     HR_CONFIG='{"license_url":...}' ./chain SERIAL SITUATION NOM PRENOM DATE SEXE FILE
 *
 * SERIAL is the card's serial number, SITUATION the label of the professional's place of work (used when
 * there are several), FILE the document; an empty trait is left out of the search. The license bearer comes
 * in the environment, the PIN and what a person answers before an update on standard input: arguments can be read by everyone on the machine.
 */
#include "../../examples/utf8_main.h" /* for Windows */
#include "hr.h"
#include "value.h"

#include <stdio.h>
#include <stdlib.h>

#define ID_SIZE 1025 /* the longest identifier that hr.h takes, and its NUL */

struct chain {
    int32_t handle;
    char *text;              /* the text of the last call: ours, until fresh() frees it */
    char next[32];           /* what that text says to call next; empty at the end of the chain */
    char **arguments;        /* SERIAL to FILE */
    char patient_id[ID_SIZE];
};

/* Frees the last text and gives the place for the next one. What is still needed of a text is copied before. */
static char **fresh(struct chain *chain)
{
    hr_free(chain->text);
    chain->text = NULL;
    return &chain->text;
}

/* Shows an error object, or the code alone when there is no memory for one. */
static void explain(const char *function, int32_t code, const char *error)
{
    char message[1024], remedy[1024], at[16], outcome[32];
    value_text(error, "/message", message, sizeof message); /* message_fr is the one to show to a doctor */
    value_text(error, "/remedy", remedy, sizeof remedy);
    value_text(error, "/at", at, sizeof at);
    fprintf(stderr, "%s: %s (%d) at %s: %s %s\n", function, hr_code_name(code), (int)code, at, message, remedy);
    if (value_text(error, "/outcome", outcome, sizeof outcome)) /* tells whether it may be sent again */
        fprintf(stderr, "outcome: %s\n", outcome);
}

/* Around every call: shows what failed, or notes what to call next. Gives 1 for success. */
static int done(struct chain *chain, const char *function, int32_t code)
{
    if (code != HR_OK) {
        explain(function, code, chain->text);
        return 0;
    }
    value_text(chain->text, "/next", chain->next, sizeof chain->next);
    printf("%s: ok, next: %s\n", function, chain->next[0] == '\0' ? "nothing" : chain->next);
    return 1;
}

static int get_ticket(struct chain *chain)
{
    return done(chain, "hr_ticket", hr_ticket(chain->handle, fresh(chain)));
}

static int read_cards(struct chain *chain)
{
    return done(chain, "hr_ready", hr_ready(chain->handle, fresh(chain)));
}

/* The token of the card of this serial number, among those that hr_ready listed. */
static int find_card(const struct chain *chain, char token[ID_SIZE])
{
    int32_t card = value_where(chain->text, "/cards", "serial", chain->arguments[0]);
    if (card >= 0)
        return value_of(chain->text, "/cards", card, "token", token, ID_SIZE);
    fprintf(stderr, "the card %s is not in the reader\n", chain->arguments[0]);
    return 0;
}

/* Presents the PIN once. After a failure nothing is tried again: a card locks after a few wrong PINs. */
static int log_in(struct chain *chain)
{
    char token[ID_SIZE], pin[64];
    volatile char *at;
    int ok;
    if (!find_card(chain, token))
        return 0;
    setvbuf(stdin, NULL, _IONBF, 0); /* no copy of the PIN in a buffer */
    if (fgets(pin, sizeof pin, stdin) == NULL)
        pin[0] = '\0';
    pin[strcspn(pin, "\r\n")] = '\0';
    ok = done(chain, "hr_login", hr_login(chain->handle, token, pin, fresh(chain)));
    for (at = pin; at < pin + sizeof pin; at++)
        *at = 0;
    return ok;
}

static int ask_for_profiles(struct chain *chain)
{
    return done(chain, "hr_profile_put", hr_profile_put(chain->handle, "{}", fresh(chain)));
}

static int select_profile(struct chain *chain)
{
    char id[ID_SIZE];
    int32_t one = value_where(chain->text, "/raw/situations", "label", chain->arguments[1]);
    if (one >= 0 && value_of(chain->text, "/raw/situations", one, "id", id, sizeof id))
        return done(chain, "hr_profile_select", hr_profile_select(chain->handle, id, fresh(chain)));
    fprintf(stderr, "there is no situation %s\n", chain->arguments[1]);
    return 0;
}

static int search_patient(struct chain *chain)
{
    const char *traits[4];
    int i;
    for (i = 0; i < 4; i++)
        traits[i] = chain->arguments[2 + i][0] == '\0' ? NULL : chain->arguments[2 + i];
    return done(chain, "hr_patient_search", hr_patient_search(chain->handle, traits[0], traits[1], traits[2],
                                                              traits[3], fresh(chain)));
}

static int get_patient(struct chain *chain)
{
    return done(chain, "hr_patient_get", hr_patient_get(chain->handle, fresh(chain))) &&
           value_text(chain->text, "/patient_id", chain->patient_id, sizeof chain->patient_id);
}

/* Whether a field of the last result is true, or a person signs for it now. */
static int is_so(const struct chain *chain, const char *pointer, const char *statement)
{
    char answer[8] = "", value[8];
    if (value_text(chain->text, pointer, value, sizeof value) && strcmp(value, "true") == 0)
        return 1;
    fprintf(stderr, "You sign for this: %s [y/N] ", statement);
    return fgets(answer, sizeof answer, stdin) != NULL && answer[0] == 'y';
}

/* Who checks the identity signs for it, and the patient for the consent: never a program. */
static int update_patient(struct chain *chain)
{
    const char *body = "{\"insQualified\":true,\"alimentationConsent\":true}"; /* each read so, or signed for */
    if (!is_so(chain, "/insQualified", "I have checked this patient's identity document.") ||
        !is_so(chain, "/alimentationConsent", "The patient agrees that documents are added to their record.")) {
        fprintf(stderr, "nobody signed for it: nothing was sent\n");
        return 0;
    }
    return done(chain, "hr_patient_update", hr_patient_update(chain->handle, body, fresh(chain)));
}

static int open_record(struct chain *chain)
{
    return done(chain, "hr_dmp_open", hr_dmp_open(chain->handle, chain->patient_id, NULL, fresh(chain)));
}

/* Called during an upload, on this thread; anything but 0 would stop it. */
static int32_t on_progress(void *user, int32_t sent, int32_t total)
{
    int32_t *last = (int32_t *)user;
    *last = total == 0 ? 100 : (int32_t)((int64_t)sent * 100 / total);
    return 0;
}

/* Gives what was sent, and the progress that was told while it was. */
static int sent(struct chain *chain, const char *function, int32_t code, const int32_t *percent)
{
    char sha256[65];
    if (!done(chain, function, code) || !value_text(chain->text, "/sha256", sha256, sizeof sha256))
        return 0;
    printf("sent %d%%, sha256 %s\n", (int)*percent, sha256);
    return 1;
}

static int send_documents(struct chain *chain)
{
    static const char note[] = "A note that was never a file.\n";
    int32_t percent = 0, handle = chain->handle;
    int32_t code = hr_set_progress(handle, on_progress, &percent);
    int ok = code == HR_OK;
    /* The name of the file, since no other is given, is the name of the document. */
    ok = ok && sent(chain, "hr_dmp_send", hr_dmp_send(handle, chain->patient_id, chain->arguments[6], NULL, "10",
                                                      "11503-0", fresh(chain)), &percent);
    percent = 0;
    ok = ok && sent(chain, "hr_dmp_send_bytes",
                    hr_dmp_send_bytes(handle, chain->patient_id, (const uint8_t *)note, (int32_t)sizeof note - 1,
                                      "note.txt", "10", "11503-0", fresh(chain)), &percent);
    hr_set_progress(handle, NULL, NULL); /* percent ends with this function */
    return ok;
}

/* Every result names the function to call next, so the steps that are not needed are left out by themselves. */
static int walk(struct chain *chain)
{
    static const struct {
        const char *name;
        int (*run)(struct chain *chain);
    } steps[] = {
        {"hr_ticket", get_ticket},           {"hr_ready", read_cards},
        {"hr_login", log_in},                {"hr_profile_put", ask_for_profiles},
        {"hr_profile_select", select_profile}, {"hr_patient_search", search_patient},
        {"hr_patient_get", get_patient},     {"hr_patient_update", update_patient},
        {"hr_dmp_open", open_record},        {"hr_dmp_send", send_documents},
    };
    size_t i, count = sizeof steps / sizeof *steps;
    for (i = 0; i < count && chain->next[0] != '\0'; i++) /* the order never goes back */
        if (strcmp(chain->next, steps[i].name) == 0 && !steps[i].run(chain))
            return 0;
    if (i == count && chain->next[0] != '\0')
        fprintf(stderr, "%s has no place here\n", chain->next);
    return chain->next[0] == '\0';
}

/* Compares a refusal with the one that is expected. */
static int refused(int32_t code, int32_t expected)
{
    printf("refused: %s\n", hr_code_name(code));
    return code == expected;
}

/* What mistakes look like. Nothing of this is sent, and the handle works as before. */
static int make_mistakes(struct chain *chain)
{
    char name[32], at[16], message[1024];
    int32_t units, ok = 1;
    uint16_t *wide;
    ok &= refused(hr_ready(chain->handle + 1, NULL), HR_E_HANDLE); /* NULL: the code is enough */
    ok &= refused(hr_ticket_set(chain->handle, NULL, NULL), HR_E_ARGUMENT);
    ok &= refused(hr_open("{\"licence_url\":\"\"}", &units, NULL), HR_E_CONFIG) && units == 0;
    ok &= refused(hr_patient_get(chain->handle, fresh(chain)), HR_E_STATE); /* before the login */
    ok &= value_text(chain->text, "/name", name, sizeof name) && strcmp(name, "HR_E_STATE") == 0;
    ok &= value_text(chain->text, "/at", at, sizeof at) && strcmp(at, "library") == 0;
    ok &= value_text(chain->text, "/message_fr", message, sizeof message);

    /* For a window whose texts are UTF-16: ask for the size, then copy. */
    units = hr_text_copy_utf16(message, NULL, 0);
    wide = units < 1 ? NULL : (uint16_t *)malloc((size_t)units * sizeof *wide);
    ok &= wide != NULL && hr_text_copy_utf16(message, wide, units) == units && wide[units - 1] == 0;
    free(wide);
    return ok;
}

int main(int count, char **arguments)
{
    struct chain chain = {0, NULL, "", NULL, ""};
    char state[256];
    int ok;
    arguments = utf8_arguments(arguments);
    chain.arguments = arguments + 1;
    if (hr_abi_version() != HR_ABI_VERSION) {
        fprintf(stderr, "this program and the library %s do not fit\n", hr_version());
        return 2;
    }
    if (count != 8 || getenv("HR_CONFIG") == NULL) {
        fprintf(stderr, "usage: HR_CONFIG=... %s SERIAL SITUATION NOM PRENOM DATE SEXE FILE\n", arguments[0]);
        return 2;
    }
    ok = done(&chain, "hr_open", hr_open(getenv("HR_CONFIG"), &chain.handle, fresh(&chain)));
    ok = ok && make_mistakes(&chain) && walk(&chain);
    ok = ok && hr_state(chain.handle, fresh(&chain)) == HR_OK;
    if (ok && hr_text_copy(chain.text, state, sizeof state) <= (int32_t)sizeof state)
        printf("state: %s\n", state);
    hr_free(chain.text);
    hr_close(chain.handle); /* 0 when it was not opened: fine */
    ok = ok && refused(hr_close(chain.handle), HR_E_HANDLE);
    return ok ? 0 : 1;
}
