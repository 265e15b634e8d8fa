/* calls.c - the calls of several steps.   calls CONFIGURATION FILE, the PIN on standard input */
#include "snippets.h"

/* What the vendor's own server fetched. */
static char *ticket_of_our_server(const char *configuration)
{
    int32_t server = 0;
    if (!ok(hr_open(configuration, &server, fresh())) || !ok(hr_ticket(server, fresh())))
        return NULL;
    char *ticket = value("/licenseTicket");
    hr_close(server);
    return ticket;
}

int main(int count, char **args)
{
    int32_t handle = 0;
    char request[1024];
    if (count != 3)
        return 2;
    const char *configuration = args[1], *path = args[2];

    /* hr_abi_version */
    if (hr_abi_version() != HR_ABI_VERSION) {
        fprintf(stderr, "this program and the library, %s, do not fit\n", hr_version());
        return 1;
    }
    /**/
    if (!ok(hr_open(configuration, &handle, fresh())))
        return 1;

    /* hr_diagnose */
    if (ok(hr_diagnose(handle, fresh()))) {
        char *page = value("/text_fr"); /* for the hotline */
        puts(page);
        hr_free(page);
    }
    /**/

    /* hr_ticket_set */
    char *ticket = ticket_of_our_server(configuration); /* so the license bearer stays off the workstation */
    if (!ok(hr_ticket_set(handle, ticket, fresh())))
        return 1;
    /**/
    hr_free(ticket);

    /* hr_wait_card */
    if (!ok(hr_wait_card(handle, "{\"serial\":\"2000000001\"}", 60 * 1000, fresh())))
        return 1;
    /**/

    /* hr_connect */
    char pin[64];
    read_line(pin, sizeof pin);
    int32_t code = hr_connect(handle, "{\"card\":{\"serial\":\"2000000001\"}}", pin, fresh());
    wipe(pin, sizeof pin);
    if (!ok(code))
        return 1; /* with HR_E_CHOICE `ask` says what to ask the person, and `choices` from what */
    /**/

    /* hr_session_set */
    int32_t other = 0;
    char *url = value("/login/serviceUrl"), *bearer = value("/login/bearer");
    if (!ok(hr_open(configuration, &other, fresh())) || !ok(hr_session_set(other, url, bearer, fresh())))
        return 1;
    /**/
    hr_close(other);
    hr_free(url);
    hr_free(bearer);

    /* hr_patient_find */
    if (!ok(hr_patient_find(handle, "{\"patient\":{\"nom\":\"EXEMPLE\",\"prenom\":\"Hélène\"}}", fresh())))
        return 1;
    char *patient = value("/patient_id");
    /**/

    /* hr_json_quote */
    char *quoted = NULL; /* the path as a JSON string, whatever characters it has */
    if (hr_json_quote(path, &quoted) != HR_OK)
        return 1;
    /**/

    /* hr_deposit */
    snprintf(request, sizeof request,
             "{\"patient_id\":\"%s\",\"documents\":[{\"path\":%s,\"activity_type\":\"10\",\"type_code\":\"11503-0\"}]}",
             patient, quoted);
    if (!ok(hr_deposit(handle, request, fresh())))
        return 1; /* the same call may be made again: what was accepted is not sent twice */
    /**/
    hr_free(quoted);

    /* hr_deposit_bytes */
    static const char note[] = "A note that was never a file.\n";
    snprintf(request, sizeof request,
             "{\"patient_id\":\"%s\",\"documents\":[{\"filename\":\"note.txt\",\"activity_type\":\"10\","
             "\"type_code\":\"11503-0\"}]}",
             patient);
    if (!ok(hr_deposit_bytes(handle, request, (const uint8_t *)note, (int32_t)strlen(note), fresh())))
        return 1;
    /**/
    hr_free(patient);
    fresh();
    hr_close(handle);
    return 0;
}
