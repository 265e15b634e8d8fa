/* steps.c - the nine steps.   steps CONFIGURATION SERIAL NOM PRENOM FILE, the PIN and the answers on standard input */
#include "snippets.h"

/* hr_set_progress */
/* On the thread of the upload. Anything but 0 stops it. */
static int32_t on_progress(void *user, int32_t done, int32_t total)
{
    *(int32_t *)user = total == 0 ? 100 : (int32_t)((int64_t)done * 100 / total);
    return 0;
}
/**/

int main(int count, char **args)
{
    if (count != 6)
        return 2;
    const char *configuration = args[1], *serial = args[2], *nom = args[3], *prenom = args[4], *path = args[5];

    /* hr_open */
    int32_t handle = 0;
    if (!ok(hr_open(configuration, &handle, fresh())))
        return 1;
    /**/

    /* hr_ticket */
    if (!ok(hr_ticket(handle, fresh())))
        return 1;
    /**/

    /* hr_ready */
    char *token = NULL, pointer[32];
    if (!ok(hr_ready(handle, fresh())))
        return 1;
    for (int i = 0; i < hr_json_count(text, "/cards"); i++) {
        snprintf(pointer, sizeof pointer, "/cards/%d/serial", i);
        if (is(pointer, serial)) {
            snprintf(pointer, sizeof pointer, "/cards/%d/token", i);
            token = value(pointer);
        }
    }
    /**/

    /* hr_login */
    char pin[64];
    read_line(pin, sizeof pin); /* typed by the person, and never kept */
    int32_t code = hr_login(handle, token, pin, fresh());
    wipe(pin, sizeof pin);
    if (!ok(code))
        return 1; /* no second try by program: a card locks */
    /**/
    hr_free(token);

    /* hr_profile_put */
    /* Only where the login did not identify the professional. */
    if (is("/next", "hr_profile_put") && !ok(hr_profile_put(handle, "{}", fresh())))
        return 1;
    /**/

    /* hr_profile_select */
    char *situation = value("/raw/situations/0/id"); /* the one that the person chose */
    if (situation != NULL && !ok(hr_profile_select(handle, situation, fresh())))
        return 1;
    hr_free(situation);
    /**/

    /* hr_patient_search */
    if (!ok(hr_patient_search(handle, nom, prenom, NULL, NULL, fresh())))
        return 1;
    /**/

    /* hr_patient_get */
    if (!ok(hr_patient_get(handle, fresh())))
        return 1;
    char *patient = value("/patient_id"); /* compare it with that of your software */
    /**/

    /* hr_patient_update */
    /* The patient agrees, and who has checked the identity signs: never a program. */
    if (is("/updateNeeded", "true") && agrees("The identity is checked?") && agrees("The patient agrees?")
        && !ok(hr_patient_update(handle, "{\"insQualified\":true,\"alimentationConsent\":true}", fresh())))
        return 1;
    /**/

    /* hr_dmp_open */
    if (!ok(hr_dmp_open(handle, patient, NULL, fresh())))
        return 1;
    /**/

    /* hr_set_progress */
    static int32_t percent;
    hr_set_progress(handle, on_progress, &percent);
    /**/

    /* hr_dmp_send */
    if (!ok(hr_dmp_send(handle, patient, path, NULL, "10", "11503-0", fresh())))
        return 1; /* `outcome` of the error says whether it may be sent again */
    /**/

    /* hr_last */
    /* The same text once more, where a program lost it. */
    if (!ok(hr_last(handle, fresh())) || !is("/outcome", "accepted"))
        return 1;
    /**/

    /* hr_dmp_send_bytes */
    static const char note[] = "A note that was never a file.\n";
    if (!ok(hr_dmp_send_bytes(handle, patient, (const uint8_t *)note, (int32_t)strlen(note), "note.txt", "10",
                              "11503-0", fresh())))
        return 1;
    /**/
    hr_free(patient);

    /* hr_state */
    if (!ok(hr_state(handle, fresh())) || !is("/session", "true"))
        return 1;
    /**/

    /* hr_request */
    /* A call that the library has no function for. */
    if (!ok(hr_request(handle, "GET", "/patient", NULL, fresh())))
        return 1;
    /**/
    fresh();

    /* hr_close */
    hr_close(handle);
    /**/
    return percent == 100 ? 0 : 1;
}
