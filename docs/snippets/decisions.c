/* decisions.c - what a person decides about a PIN and about documents.   decisions CONFIGURATION FILE OTHER_FILE, on
 * standard input a wrong PIN, the right one and the answers; of each upload that is not permitted the answer is lost */
#include "snippets.h"

int main(int count, char **args)
{
    int32_t handle = 0;
    char pin[64];
    if (count != 4 || !ok(hr_open(args[1], &handle, fresh())) || hr_ticket(handle, fresh()) != HR_OK)
        return 2;
    read_line(pin, sizeof pin);
    for (int i = 0; i < 2; i++) {
        hr_ready(handle, fresh());
        char *token = value("/cards/0/token");
        hr_login(handle, token, pin, fresh());
        hr_free(token);
    }
    read_line(pin, sizeof pin);

    /* hr_pin_retry_allow */
    /* After HR_E_PIN_GUARD, reason "pin_held": only because a person says so. NULL: the card that was held back. */
    if (is("/reason", "pin_held") && agrees("Present a code once more?")
        && !ok(hr_pin_retry_allow(handle, NULL, fresh())))
        return 1;
    /**/
    if (!ok(hr_ready(handle, fresh())))
        return 1;
    char *token = value("/cards/0/token");
    if (!ok(hr_login(handle, token, pin, fresh())) || !ok(hr_patient_search(handle, "EXEMPLE", "Hélène", NULL, NULL, fresh()))
        || !ok(hr_patient_get(handle, fresh())))
        return 1;
    char *patient = value("/patient_id");
    if (!ok(hr_dmp_open(handle, patient, NULL, fresh()))
        || hr_dmp_send(handle, patient, args[2], NULL, "10", "11503-0", fresh()) != HR_E_IN_DOUBT)
        return 1;

    /* hr_dmp_found */
    char *entry = value("/entry"); /* of the error that says that a document is in doubt */
    if (agrees("Is the document in the record?") && !ok(hr_dmp_found(handle, entry, fresh())))
        return 1;
    /**/
    hr_free(entry);
    if (hr_dmp_send(handle, patient, args[3], NULL, "10", "11503-0", fresh()) != HR_E_IN_DOUBT)
        return 1;

    /* hr_journal */
    /* At the start of a program: what is in doubt since the last run. */
    if (!ok(hr_journal(handle, "{\"doubt\":true}", fresh())))
        return 1;
    char *doubt = value("/entries/0/entry");
    /**/

    /* hr_dmp_resend_allow */
    if (agrees("Is it not there, and to be sent once more?") && ok(hr_dmp_resend_allow(handle, doubt, fresh()))
        && !ok(hr_dmp_send(handle, patient, args[3], NULL, "10", "11503-0", fresh())))
        return 1;
    /**/
    hr_free(doubt);
    hr_free(patient);
    hr_free(token);
    fresh();
    hr_close(handle);
    return 0;
}
