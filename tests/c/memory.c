/* memory.c - uses its secrets in every way that can go wrong, while another program looks for them in its memory.
 *     memory < LINES      the lines: configuration, the same with short timeouts, serial, PIN, wrong PIN, license bearer,
 *                         address of the service; behind that a line for each look, when it is over
 * Prints when to look. Ends with 0, or with what went wrong. */
#define _GNU_SOURCE
#include "host.h"

#include <pthread.h>
#include <stdatomic.h>

static void look(const char *when)
{
    char line;
    printf("%s\n", when);
    fflush(stdout);
    CHECK(read(0, &line, 1) == 1);
}

static void expect(const char *what, int32_t code, int32_t expected)
{
    if (code == expected)
        return;
    fprintf(stderr, "%s: %s instead of %s\n", what, hr_code_name(code), hr_code_name(expected));
    exit(1);
}

/* Stops the upload at its second report, after a look. */
static int32_t on_progress(void *user, int32_t done, int32_t total)
{
    int *reports = (int *)user;
    (void)total;
    if ((*reports)++ == 1)
        look("during an upload");
    return done > 0 && *reports > 2;
}

static atomic_int over;

static void *keep_cancelling(void *handle)
{
    while (!atomic_load(&over)) {
        usleep(100000); /* mostly it has sent the PIN by then; before that a cancellation counts as well */
        hr_cancel(*(int32_t *)handle);
    }
    return NULL;
}

static int32_t log_in(int32_t handle, const char *serial, const char *pin)
{
    char token[WALK_ID], *text = NULL;
    int32_t code = hr_ready(handle, &text);
    expect("hr_ready", code, HR_OK);
    CHECK(walk_card(text, serial, token));
    hr_free(text);
    hr_pin_retry_allow(handle, token, NULL); /* a person insists, after every answer that was lost */
    text = NULL;
    code = hr_login(handle, token, pin, &text);
    hr_free(text);
    return code;
}

static int32_t log_in_cancelled(int32_t handle, const char *serial, const char *pin)
{
    pthread_t other;
    int32_t code;
    CHECK(pthread_create(&other, NULL, keep_cancelling, &handle) == 0);
    code = log_in(handle, serial, pin);
    atomic_store(&over, 1);
    CHECK(pthread_join(other, NULL) == 0);
    return code;
}

static void use(char *const *lines)
{
    char *text = NULL, patient[WALK_ID];
    const char *serial = lines[2], *pin = lines[3];
    int32_t handle = open_handle(lines[0]), hasty = open_handle(lines[1]), code;
    int reports = 0;
    expect("hr_ticket", hr_ticket(hasty, &text), HR_OK);
    hr_free(text);
    expect("hr_ticket", hr_ticket(handle, &text), HR_OK);
    hr_free(text);
    expect("wrong PIN", log_in(handle, serial, lines[4]), HR_E_CARD_STATUS);
    expect("lost reply", log_in(handle, serial, pin), HR_E_IN_DOUBT);
    expect("late reply", log_in(hasty, serial, pin), HR_E_IN_DOUBT);
    expect("held back", hr_login(handle, "no such token", pin, NULL), HR_E_ARGUMENT);
    code = log_in_cancelled(handle, serial, pin);
    expect("cancelled", code == HR_E_IN_DOUBT ? HR_E_CANCELLED : code, HR_E_CANCELLED);
    code = log_in(handle, serial, pin);
    if (code == HR_E_SERVER) /* what was to meet the cancelled one met this one: the other was not sent */
        code = log_in(handle, serial, pin);
    expect("hr_login", code, HR_OK);
    expect("a record", walk_record(handle, patient), HR_OK);
    expect("401", hr_patient_get(handle, NULL), HR_E_UNAUTHORIZED);
    expect("hr_login", log_in(handle, serial, pin), HR_OK);
    expect("a record", walk_record(handle, patient), HR_OK);
    look("logged in");
    expect("an upload", walk_send(handle, patient, 3000000), HR_OK);
    expect("hr_set_progress", hr_set_progress(handle, on_progress, &reports), HR_OK);
    expect("a stopped upload", walk_send(handle, patient, 3000000), HR_E_CANCELLED);
    expect("hr_request", hr_request(handle, "GET", "/patient", NULL, NULL), HR_OK);
    expect("hr_session_set", hr_session_set(hasty, lines[6], lines[5], NULL), HR_OK);
    expect("another's bearer", hr_patient_get(hasty, NULL), HR_E_UNAUTHORIZED);
    expect("hr_ticket_set", hr_ticket_set(hasty, lines[5], NULL), HR_OK);
    CHECK(hr_close(handle) == HR_OK && hr_close(hasty) == HR_OK);
}

int main(void)
{
    char *lines[7];
    read_lines(lines, 7);
    use(lines);
    walk_wipe(lines[0], INPUT_SIZE);
    look("afterwards");
    return 0;
}
