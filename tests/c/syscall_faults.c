/* syscall_faults.c - calls that must live through a system call that fails, wherever it fails.
 *     syscall_faults < LINES     the lines: configuration, configuration of a license server by name, serial, PIN, path
 *                                of a document
 * The loader dies of many a fault: getppid marks where the library begins to be used. Prints each call's code. Ends with
 * 0 whatever the codes, unless they make no sense. */
#define _GNU_SOURCE
#include "host.h"

static char *text;
/* Written at the end: a write that fails would be mistaken for the library's. */
static char told[4096];
static size_t used;

static char **fresh(void)
{
    hr_free(text);
    text = NULL;
    return &text;
}

/* Notes a call's code; an error without its name in the text would be a lie of the library. */
static int done(const char *what, int32_t code)
{
    char name[48];
    const char *expected = hr_code_name(code);
    used += (size_t)snprintf(told + used, sizeof told - used, "%s %s\n", what, expected);
    snprintf(name, sizeof name, "\"name\":\"%s\"", expected);
    CHECK(code == HR_OK || text == NULL || strstr(text, name) != NULL);
    return code == HR_OK;
}

static void chain(char *const *lines)
{
    char token[WALK_ID] = "", patient[WALK_ID] = "";
    int32_t handle;
    if (!done("hr_open", hr_open(lines[0], &handle, fresh())))
        return;
    if (done("hr_ticket", hr_ticket(handle, fresh())) && done("hr_ready", hr_ready(handle, fresh()))) {
        walk_card(text, lines[2], token);
        if (done("hr_login", hr_login(handle, token, lines[3], fresh())) &&
            done("hr_patient_search", hr_patient_search(handle, "EXEMPLE", NULL, NULL, NULL, fresh())) &&
            done("hr_patient_get", hr_patient_get(handle, fresh()))) {
            value_text(text, "/patient_id", patient, sizeof patient);
            if (done("hr_dmp_open", hr_dmp_open(handle, patient, NULL, fresh())))
                done("hr_dmp_send", hr_dmp_send(handle, patient, lines[4], NULL, "10", "11503-0", fresh()));
        }
    }
    done("hr_state", hr_state(handle, fresh()));
    done("hr_close", hr_close(handle));
}

int main(void)
{
    char *lines[5];
    int32_t named;
    read_lines(lines, 5);
    (void)getppid();
    chain(lines);
    if (done("hr_open", hr_open(lines[1], &named, fresh()))) {
        done("hr_ticket", hr_ticket(named, fresh())); /* the name is looked up by a thread of the library */
        done("hr_ticket", hr_ticket(named, fresh()));
        done("hr_close", hr_close(named));
    }
    fresh();
    (void)getppid();
    CHECK(write(1, told, used) == (ssize_t)used);
    return 0;
}
