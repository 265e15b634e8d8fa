/* threads.c - everything at once, for the sanitizers: eight threads make every call, on handles of their own and on shared
 * ones that others use, cancel and close meanwhile, while the receiver of the log changes. Which result a call may have is
 * in tests/api/stress.
 *     threads STEPS SEED < LINES     the lines: configuration, address of the service, path of a document, then
 *                                    serial and PIN of a card with one situation, and of one with several
 * Prints what succeeded, and how many uploads were accepted or may have been. Ends with 0, or with what went wrong. */
#define _GNU_SOURCE
#include "host.h"

#include <pthread.h>
#include <stdatomic.h>

#define THREADS 8
#define SHARED 4

enum {
    OPEN, CLOSE, CANCEL, STATE, PROGRESS, LOG, TICKET, TICKET_SET, READY, LOGIN, RETRY_ALLOW, SESSION_SET,
    PROFILE_PUT, PROFILE_SELECT, SEARCH, PATIENT_GET, UPDATE, RECORD, SEND, SEND_BYTES, RESEND_ALLOW, REQUEST, KINDS
};

static const char *const names[KINDS] = {
    "hr_open", "hr_close", "hr_cancel", "hr_state", "hr_set_progress", "hr_set_log", "hr_ticket", "hr_ticket_set",
    "hr_ready", "hr_login", "hr_pin_retry_allow", "hr_session_set", "hr_profile_put", "hr_profile_select",
    "hr_patient_search", "hr_patient_get", "hr_patient_update", "hr_dmp_open", "hr_dmp_send", "hr_dmp_send_bytes",
    "hr_dmp_resend_allow", "hr_request",
};

static char *lines[7];
static int steps;
static pthread_barrier_t start;
static atomic_int shared[SHARED], own[THREADS];
static atomic_int made, good[KINDS], sent, doubted, reports, log_lines;
static _Atomic(char *) mailbox; /* a text that another thread will free */

struct thread {
    int number;
    uint64_t random;
    int32_t handle; /* what the step is about */
    char *text;
    char patient[WALK_ID], token[WALK_ID], held_back[33];
    uint8_t document[60000];
};

static uint64_t below(struct thread *me, uint64_t limit)
{
    me->random ^= me->random << 13;
    me->random ^= me->random >> 7;
    me->random ^= me->random << 17;
    return me->random % limit;
}

static void on_line(void *user, int32_t level, const char *line)
{
    CHECK(user == &log_lines && level >= HR_LOG_ERROR && line[0] != '\0' && hr_state(0, NULL) == HR_E_HANDLE);
    atomic_fetch_add(&log_lines, 1);
}

static int32_t on_progress(void *user, int32_t done, int32_t total)
{
    CHECK(user == &reports && done <= total);
    return atomic_fetch_add(&reports, 1) % 31 == 30; /* now and then the host stops an upload */
}

/* The last text goes to another thread, which frees it. */
static char **fresh(struct thread *me)
{
    hr_free(atomic_exchange(&mailbox, me->text));
    me->text = NULL;
    return &me->text;
}

static int32_t took(struct thread *me, int kind, int32_t code)
{
    char outcome[32] = "";
    atomic_fetch_add(&made, 1);
    atomic_fetch_add(&good[kind], code == HR_OK);
    CHECK(code <= HR_OK && code != HR_E_PANIC);
    if ((kind == SEND || kind == SEND_BYTES) && me->text != NULL) {
        value_text(me->text, "/outcome", outcome, sizeof outcome);
        value_text(me->text, "/entry", me->held_back, sizeof me->held_back);
        if (strcmp(outcome, "accepted") == 0)
            atomic_fetch_add(&sent, 1);
        else if (strcmp(outcome, "unknown") == 0 || outcome[0] == 'a')
            atomic_fetch_add(&doubted, 1);
    }
    return code;
}

static void log_in(struct thread *me)
{
    char **card = &lines[3 + me->number % 2 * 2];
    if (took(me, READY, hr_ready(me->handle, fresh(me))) != HR_OK)
        return;
    CHECK(walk_card(me->text, card[0], me->token));
    took(me, RETRY_ALLOW, hr_pin_retry_allow(me->handle, me->token, fresh(me)));
    took(me, LOGIN, hr_login(me->handle, me->token, card[1], fresh(me)));
}

static int32_t one_call(struct thread *me, int kind)
{
    static const char *const traits[4][2] = {{"EXEMPLE", "H\xC3\xA9l\xC3\xA8ne"},
                                             {"ESSAI", "Mireille"}, /* from here on an update is needed */
                                             {"MOD\xC3\x88LE", "\xC3\x89tienne"},
                                             {"T\xC3\x89MOIN", "Lo\xC3\xAF" "c"}};
    int32_t handle = me->handle, length = (int32_t)below(me, sizeof me->document);
    const char *const *who = traits[below(me, 4)];
    char **out = fresh(me);
    switch (kind) {
    case STATE: return hr_state(handle, out);
    case PROGRESS: return hr_set_progress(handle, below(me, 4) ? on_progress : NULL, &reports);
    case LOG: return hr_set_log(below(me, 3) ? on_line : NULL, &log_lines, HR_LOG_DEBUG);
    case TICKET: return hr_ticket(handle, out);
    case TICKET_SET: return hr_ticket_set(handle, "not-a-ticket", out);
    case READY: return hr_ready(handle, out);
    case RETRY_ALLOW: return hr_pin_retry_allow(handle, me->token, out);
    case SESSION_SET: return hr_session_set(handle, lines[1], "not-a-bearer", out);
    case PROFILE_PUT: return hr_profile_put(handle, "{}", out);
    case PROFILE_SELECT: return hr_profile_select(handle, "cabinet", out);
    case SEARCH: return hr_patient_search(handle, who[0], who[1], NULL, NULL, out);
    case PATIENT_GET: return hr_patient_get(handle, out);
    case UPDATE: return hr_patient_update(handle, "{\"insQualified\":true,\"alimentationConsent\":true}", out);
    case RECORD: return hr_dmp_open(handle, me->patient, NULL, out);
    case SEND: return hr_dmp_send(handle, me->patient, lines[2], NULL, "10", "11503-0", out);
    case SEND_BYTES:
        me->document[0]++; /* rarely one that was sent before */
        return hr_dmp_send_bytes(handle, me->patient, me->document, length, "a.bin", "10", "11503-0", out);
    case RESEND_ALLOW: return hr_dmp_resend_allow(handle, me->held_back, out);
    default: return hr_request(handle, "POST", "/echo/here", "{\"a\":1}", out);
    }
}

static void call(struct thread *me, int kind)
{
    if (kind == LOGIN)
        log_in(me);
    else if (took(me, kind, one_call(me, kind)) == HR_OK && kind == PATIENT_GET)
        value_text(me->text, "/patient_id", me->patient, sizeof me->patient);
}

/* Calls what `next` names, so that handles come far. */
static void advance(struct thread *me)
{
    char next[32];
    int kind = TICKET;
    if (took(me, STATE, hr_state(me->handle, fresh(me))) != HR_OK)
        return;
    if (!value_text(me->text, "/next", next, sizeof next))
        strcpy(next, names[SEND]);
    while (kind < KINDS && strcmp(next, names[kind]) != 0)
        kind++;
    CHECK(kind < KINDS);
    me->held_back[0] = '\0';
    call(me, kind == SEND && below(me, 2) ? SEND_BYTES : kind == SESSION_SET ? LOGIN : kind);
    if (me->held_back[0] != '\0') /* a document that may have arrived; here a person looks, and insists */
        call(me, RESEND_ALLOW);
}

static void replace(struct thread *me, atomic_int *place)
{
    atomic_fetch_add(&good[OPEN], 1);
    me->handle = atomic_exchange(place, open_handle(lines[0])); /* this thread's alone to close from here on */
    CHECK(took(me, CLOSE, hr_close(me->handle)) == HR_OK && hr_close(me->handle) == HR_E_HANDLE);
}

static void step(struct thread *me)
{
    uint64_t what = below(me, 100);
    atomic_int *other = &shared[below(me, SHARED)];
    me->handle = atomic_load(below(me, 100) < 60 ? &own[me->number] : other);
    if (what < 65)
        advance(me);
    else if (what < 93)
        call(me, STATE + (int)below(me, KINDS - STATE));
    else if (what < 97)
        took(me, CANCEL, hr_cancel(atomic_load(below(me, 2) ? &own[below(me, THREADS)] : other)));
    else
        replace(me, below(me, 3) ? other : &own[me->number]);
}

static void *run(void *argument)
{
    struct thread *me = (struct thread *)argument;
    int i;
    pthread_barrier_wait(&start);
    for (i = 0; i < steps; i++)
        step(me);
    fresh(me);
    return NULL;
}

int main(int count, char **arguments)
{
    static struct thread threads[THREADS];
    pthread_t running[THREADS];
    int i;
    CHECK(count == 3);
    steps = atoi(arguments[1]);
    read_lines(lines, 7);
    CHECK(pthread_barrier_init(&start, NULL, THREADS) == 0);
    for (i = 0; i < SHARED; i++)
        atomic_store(&shared[i], open_handle(lines[0]));
    for (i = 0; i < THREADS; i++) {
        threads[i].number = i;
        threads[i].random = (strtoull(arguments[2], NULL, 10) + 1) * 0x9E3779B97F4A7C15u + (uint64_t)i * 0xD1B54A32D192ED03u;
        threads[i].document[1] = (uint8_t)i;
        atomic_store(&own[i], open_handle(lines[0]));
    }
    for (i = 0; i < THREADS; i++)
        CHECK(pthread_create(&running[i], NULL, run, &threads[i]) == 0);
    for (i = 0; i < THREADS; i++)
        CHECK(pthread_join(running[i], NULL) == 0);
    CHECK(hr_set_log(NULL, NULL, HR_LOG_OFF) == HR_OK);
    for (i = 0; i < SHARED + THREADS; i++)
        CHECK(hr_close(atomic_load(i < SHARED ? &shared[i] : &own[i - SHARED])) == HR_OK);
    hr_free(atomic_exchange(&mailbox, NULL));
    printf("%d calls, seed %s; succeeded:", atomic_load(&made), arguments[2]);
    for (i = 0; i < KINDS; i++)
        printf(" %s %d", names[i], atomic_load(&good[i]));
    printf("; %d reports, %d log lines\naccepted %d, in doubt %d\n", atomic_load(&reports), atomic_load(&log_lines),
           atomic_load(&sent), atomic_load(&doubted));
    return 0;
}
