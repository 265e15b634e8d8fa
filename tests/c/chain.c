/* chain.c - puts two documents into a patient's shared record: every step of hr.h, each result checked.
 *
 *     cc -std=c99 -Iinclude tests/c/chain.c -Ltarget/release -lhr -Wl,-rpath,$PWD/target/release -o chain
 *     HR_CONFIG_JSON='{"license_url":...}' ./chain SERIAL SITUATION NOM PRENOM DATE SEXE FILE
 *
 * SERIAL is the card's serial number, SITUATION the label of the professional's place of work (used when
 * there are several), FILE the document; an empty trait is left out of the search. The license bearer comes
 * in the environment, the PIN and what a person answers before an update on standard input: arguments can be read by everyone on the machine.
 */
#include "../../examples/utf8_main.h" /* for Windows */
#include "hr.h"
#include "value.h"

#include <stdlib.h>

#define ID_SIZE 1025 /* the longest identifier that hr.h takes, and its NUL */

static int32_t handle;
static char *text; /* of the last call: ours, until fresh() frees it */

/* Frees the last text and gives the place for the next one. What is still needed of a text is copied before. */
static char **fresh(void)
{
    hr_free(text);
    text = NULL;
    return &text;
}

static void leave(int status)
{
    fresh();
    hr_close(handle); /* 0 when it was not opened: fine */
    exit(status);
}

/* Around every call: an error ends the program. After a failure nothing is tried again: a card locks after a few wrong
 * PINs. */
static void must(const char *function, int32_t code)
{
    char message[1024], remedy[1024], outcome[32];
    if (code == HR_OK)
        return;
    value_text(text, "/message", message, sizeof message); /* message_fr is the one to show to a doctor */
    value_text(text, "/remedy", remedy, sizeof remedy);
    fprintf(stderr, "%s: %s (%d): %s %s\n", function, hr_code_name(code), (int)code, message, remedy);
    if (value_text(text, "/outcome", outcome, sizeof outcome)) /* says whether it may be sent again */
        fprintf(stderr, "outcome: %s\n", outcome);
    leave(1);
}

static void need(int fact, const char *what)
{
    if (fact)
        return;
    fprintf(stderr, "%s\n", what);
    leave(1);
}

/* Every result names the function to call next: steps that are not needed are left out by that. */
static int next_is(const char *function)
{
    char next[32];
    return value_text(text, "/next", next, sizeof next) && strcmp(next, function) == 0;
}

/* Whether a field of the last result is true, or a person signs for it now. */
static int is_so(const char *pointer, const char *statement)
{
    char answer[8] = "", value[8];
    if (value_text(text, pointer, value, sizeof value) && strcmp(value, "true") == 0)
        return 1;
    fprintf(stderr, "You sign for this: %s [y/N] ", statement);
    return fgets(answer, sizeof answer, stdin) != NULL && answer[0] == 'y';
}

/* Presents the PIN once. */
static void log_in(const char *token)
{
    char pin[64] = "";
    volatile char *at;
    int32_t code;
    setvbuf(stdin, NULL, _IONBF, 0); /* no copy of the PIN in a buffer */
    if (fgets(pin, sizeof pin, stdin) != NULL)
        pin[strcspn(pin, "\r\n")] = '\0';
    code = hr_login(handle, token, pin, fresh());
    for (at = pin; at < pin + sizeof pin; at++)
        *at = 0;
    must("hr_login", code);
}

/* Called during an upload, on this thread; anything but 0 would stop it. */
static int32_t on_progress(void *user, int32_t done, int32_t total)
{
    *(int32_t *)user = total == 0 ? 100 : (int32_t)((int64_t)done * 100 / total);
    return 0;
}

static void say_sent(const int32_t *percent)
{
    char sha256[65];
    need(value_text(text, "/sha256", sha256, sizeof sha256), "no digest");
    printf("sent %d%%, sha256 %s\n", (int)*percent, sha256);
}

int main(int count, char **arguments)
{
    static const char note[] = "A note that was never a file.\n";
    const char *traits[4];
    char id[ID_SIZE], patient_id[ID_SIZE];
    int32_t i, percent = 0;
    arguments = utf8_arguments(arguments);
    need(hr_abi_version() == HR_ABI_VERSION, "this program and the library do not fit");
    need(count == 8 && getenv("HR_CONFIG_JSON") != NULL, "usage: HR_CONFIG_JSON=... chain SERIAL SITUATION NOM PRENOM DATE SEXE FILE");
    must("hr_open", hr_open(getenv("HR_CONFIG_JSON"), &handle, fresh()));

    must("hr_ticket", hr_ticket(handle, fresh()));
    must("hr_ready", hr_ready(handle, fresh()));
    i = value_where(text, "/cards", "serial", arguments[1]);
    need(i >= 0 && value_of(text, "/cards", i, "token", id, sizeof id), "the card is not in the reader");
    log_in(id);

    if (next_is("hr_profile_put")) {
        must("hr_profile_put", hr_profile_put(handle, "{}", fresh()));
        i = value_where(text, "/raw/situations", "label", arguments[2]);
        need(i >= 0 && value_of(text, "/raw/situations", i, "id", id, sizeof id), "there is no such situation");
        must("hr_profile_select", hr_profile_select(handle, id, fresh()));
    }

    for (i = 0; i < 4; i++)
        traits[i] = arguments[3 + i][0] == '\0' ? NULL : arguments[3 + i];
    must("hr_patient_search", hr_patient_search(handle, traits[0], traits[1], traits[2], traits[3], fresh()));
    must("hr_patient_get", hr_patient_get(handle, fresh()));
    need(value_text(text, "/patient_id", patient_id, sizeof patient_id), "no patient");
    if (next_is("hr_patient_update")) {
        /* Who checks the identity signs for it, and the patient for the consent: never a program. */
        need(is_so("/insQualified", "I have checked this patient's identity document.") &&
                 is_so("/alimentationConsent", "The patient agrees that documents are added to their record."),
             "nobody signed for it: nothing was sent");
        must("hr_patient_update", hr_patient_update(handle, "{\"insQualified\":true,\"alimentationConsent\":true}", fresh()));
    }

    must("hr_dmp_open", hr_dmp_open(handle, patient_id, NULL, fresh()));
    must("hr_set_progress", hr_set_progress(handle, on_progress, &percent));
    /* The name of the file, since no other is given, is the name of the document. */
    must("hr_dmp_send", hr_dmp_send(handle, patient_id, arguments[7], NULL, "10", "11503-0", fresh()));
    say_sent(&percent);
    percent = 0;
    must("hr_dmp_send_bytes", hr_dmp_send_bytes(handle, patient_id, (const uint8_t *)note, (int32_t)sizeof note - 1,
                                                "note.txt", "10", "11503-0", fresh()));
    say_sent(&percent);
    leave(0);
    return 0;
}
