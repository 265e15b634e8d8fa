/* threads.c - everything at once: eight threads make every call, on handles of their own and on shared ones that
 * others use, cancel and close meanwhile, while the receiver of the log changes. For the sanitizers.
 *     threads STEPS SEED < LINES     the lines: configuration, address of the service, path of a document, then
 *                                    serial and PIN of a card with one situation, and of one with several
 * Prints what succeeded, and how many uploads were accepted or may have been. Ends with 0, or with what went
 * wrong. */
#define _GNU_SOURCE
#include "walk.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#define THREADS 8
#define SHARED 4

/* The end of this process tells which check failed. */
#define CHECK(fact) do { if (!(fact)) { fprintf(stderr, "line %d: %s\n", __LINE__, #fact); _exit(9); } } while (0)

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

static char input[16 * 1024];
static char *lines[7];
static int steps;
static uint64_t seed;
static pthread_barrier_t start;
static atomic_int shared[SHARED], own[THREADS];
static atomic_int made, good[KINDS], sent, doubted, reports, log_lines;
static _Atomic(char *) mailbox; /* a text that another thread will free */

struct thread {
    int number;
    uint64_t random;
    int32_t handle; /* what the step is about, or 0 */
    int32_t stale;  /* a number that is closed for certain */
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

/* Two receivers; a line that comes with the other one's pointer would be a mixture. */
static int receivers[2];

static void heard(void *user, int32_t level, const char *line, int which)
{
    CHECK(user == &receivers[which] && level >= HR_LOG_ERROR && level <= HR_LOG_DEBUG && line[0] != '\0');
    atomic_fetch_add(&log_lines, 1);
}

static void first_receiver(void *user, int32_t level, const char *line)
{
    heard(user, level, line, 0);
}

static void second_receiver(void *user, int32_t level, const char *line)
{
    heard(user, level, line, 1);
    CHECK(hr_state(0, NULL) == HR_E_HANDLE); /* a receiver may use the library */
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

/* Judges what a call gave: a code that the header has, and a text that agrees with it. */
static int32_t took(struct thread *me, int kind, int32_t code)
{
    char name[32], copy[64], outcome[32] = "";
    uint16_t wide[64];
    const char *expected = hr_code_name(code);
    atomic_fetch_add(&made, 1);
    CHECK(code <= HR_OK && code != HR_E_PANIC && strcmp(expected, "HR_E_UNKNOWN_CODE") != 0);
    if (me->handle == me->stale)
        CHECK(code == HR_E_HANDLE);
    if (me->handle == atomic_load(&own[me->number]))
        CHECK(code != HR_E_HANDLE); /* nobody else closes it */
    if (me->text != NULL) {
        CHECK(hr_text_copy(me->text, copy, sizeof copy) > 2 && hr_text_copy_utf16(me->text, wide, 64) > 2);
        CHECK(value_text(me->text, "/name", name, sizeof name) == (code != HR_OK));
        CHECK(code == HR_OK || strcmp(name, expected) == 0);
        value_text(me->text, "/outcome", outcome, sizeof outcome);
    }
    if (code == HR_OK)
        atomic_fetch_add(&good[kind], 1);
    if ((kind == SEND || kind == SEND_BYTES) && strcmp(outcome, "accepted") == 0)
        atomic_fetch_add(&sent, 1);
    if ((kind == SEND || kind == SEND_BYTES) && (strcmp(outcome, "unknown") == 0 || outcome[0] == 'a'))
        atomic_fetch_add(&doubted, strcmp(outcome, "accepted") != 0);
    if ((kind == SEND || kind == SEND_BYTES) && (code == HR_E_CONFLICT || code == HR_E_IN_DOUBT))
        value_text(me->text, "/entry", me->held_back, sizeof me->held_back);
    return code;
}

/* The same for a call that gives a code alone. */
static int32_t took_code(struct thread *me, int kind, int32_t code)
{
    fresh(me);
    return took(me, kind, code);
}

static int32_t open_handle(struct thread *me)
{
    int32_t handle = -1;
    me->handle = 0;
    CHECK(took(me, OPEN, hr_open(lines[0], &handle, fresh(me))) == HR_OK && handle > 0);
    return handle;
}

static void log_in(struct thread *me)
{
    char **card = &lines[3 + me->number % 2 * 2];
    if (took(me, READY, hr_ready(me->handle, fresh(me))) != HR_OK)
        return;
    CHECK(walk_card(me->text, card[0], me->token));
    took_code(me, RETRY_ALLOW, hr_pin_retry_allow(me->handle, me->token, NULL));
    took(me, LOGIN, hr_login(me->handle, me->token, card[1], fresh(me)));
}

static void call(struct thread *me, int kind)
{
    static const char *const traits[4][2] = {{"EXEMPLE", "H\xC3\xA9l\xC3\xA8ne"},
                                             {"ESSAI", "Mireille"}, /* from here on an update is needed */
                                             {"MOD\xC3\x88LE", "\xC3\x89tienne"},
                                             {"T\xC3\x89MOIN", "Lo\xC3\xAF" "c"}};
    int32_t handle = me->handle, length = (int32_t)below(me, sizeof me->document);
    const char *const *who = traits[below(me, 4)];
    switch (kind) {
    case CANCEL: took_code(me, kind, hr_cancel(handle)); break;
    case STATE: took(me, kind, hr_state(handle, fresh(me))); break;
    case PROGRESS: took_code(me, kind, hr_set_progress(handle, below(me, 4) ? on_progress : NULL, &reports)); break;
    case TICKET: took(me, kind, hr_ticket(handle, fresh(me))); break;
    case TICKET_SET: took_code(me, kind, hr_ticket_set(handle, "not-a-ticket", NULL)); break;
    case READY: took(me, kind, hr_ready(handle, fresh(me))); break;
    case LOGIN: log_in(me); break;
    case RETRY_ALLOW: took_code(me, kind, hr_pin_retry_allow(handle, me->token, NULL)); break;
    case SESSION_SET: took_code(me, kind, hr_session_set(handle, lines[1], "not-a-bearer", NULL)); break;
    case PROFILE_PUT: took(me, kind, hr_profile_put(handle, "{}", fresh(me))); break;
    case PROFILE_SELECT: took(me, kind, hr_profile_select(handle, "cabinet", fresh(me))); break;
    case SEARCH: took(me, kind, hr_patient_search(handle, who[0], who[1], NULL, NULL, fresh(me))); break;
    case PATIENT_GET:
        if (took(me, kind, hr_patient_get(handle, fresh(me))) == HR_OK)
            value_text(me->text, "/patient_id", me->patient, sizeof me->patient);
        break;
    case UPDATE:
        took(me, kind, hr_patient_update(handle, "{\"insQualified\":true,\"alimentationConsent\":true}", fresh(me)));
        break;
    case RECORD: took(me, kind, hr_dmp_open(handle, me->patient, NULL, fresh(me))); break;
    case SEND: took(me, kind, hr_dmp_send(handle, me->patient, lines[2], NULL, "10", "11503-0", fresh(me))); break;
    case SEND_BYTES:
        me->document[0]++; /* rarely one that was sent before */
        took(me, kind, hr_dmp_send_bytes(handle, me->patient, me->document, length, "a.bin", "10", "11503-0", fresh(me)));
        break;
    case RESEND_ALLOW: took_code(me, kind, hr_dmp_resend_allow(handle, me->held_back, NULL)); break;
    case REQUEST: took(me, kind, hr_request(handle, "POST", "/echo/here", "{\"a\":1}", fresh(me))); break;
    default: break;
    }
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

static void close_and_replace(struct thread *me, atomic_int *place)
{
    int32_t next = open_handle(me);
    me->handle = atomic_exchange(place, next); /* from here on it is this thread's alone to close */
    CHECK(took_code(me, CLOSE, hr_close(me->handle)) == HR_OK);
    me->stale = me->handle;
    CHECK(took_code(me, CLOSE, hr_close(me->handle)) == HR_E_HANDLE);
}

static void step(struct thread *me)
{
    uint64_t what = below(me, 100), who = below(me, 100);
    atomic_int *other = &shared[below(me, SHARED)];
    me->handle = who < 55 ? atomic_load(&own[me->number]) : who < 90 ? atomic_load(other) : me->stale;
    if (what < 65)
        advance(me);
    else if (what < 90)
        call(me, STATE + (int)below(me, KINDS - STATE));
    else if (what < 93)
        took_code(me, CANCEL, hr_cancel(me->handle = atomic_load(&own[below(me, THREADS)])));
    else if (what < 95)
        took_code(me, CANCEL, hr_cancel(me->handle = atomic_load(other)));
    else if (what < 97)
        close_and_replace(me, below(me, 3) ? other : &own[me->number]);
    else if ((me->handle = 0, what < 99))
        took_code(me, LOG, below(me, 2) ? hr_set_log(first_receiver, &receivers[0], HR_LOG_DEBUG)
                                        : hr_set_log(second_receiver, &receivers[1], HR_LOG_DEBUG));
    else
        took_code(me, LOG, hr_set_log(NULL, NULL, HR_LOG_OFF));
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

/* Whatever happened to the others, a new handle works. */
static void whole_chain(struct thread *me)
{
    char patient[WALK_ID];
    me->handle = open_handle(me);
    CHECK(hr_ticket(me->handle, NULL) == HR_OK);
    log_in(me);
    CHECK(walk_record(me->handle, patient) == HR_OK && walk_send(me->handle, patient, 100000) == HR_OK);
    CHECK(hr_close(me->handle) == HR_OK);
    atomic_fetch_add(&sent, 1);
}

static void read_input(void)
{
    char *at = input;
    size_t used = 0;
    ssize_t got;
    int i;
    while (used + 1 < sizeof input && (got = read(0, input + used, sizeof input - used - 1)) > 0)
        used += (size_t)got;
    for (i = 0; i < 7; i++) {
        lines[i] = at;
        CHECK((at = strchr(at, '\n')) != NULL);
        *at++ = '\0';
    }
}

int main(int count, char **arguments)
{
    static struct thread threads[THREADS], last;
    pthread_t running[THREADS];
    int i;
    CHECK(count == 3);
    steps = atoi(arguments[1]);
    seed = strtoull(arguments[2], NULL, 10);
    read_input();
    CHECK(pthread_barrier_init(&start, NULL, THREADS) == 0);
    last.stale = -100;
    for (i = 0; i < SHARED; i++)
        atomic_store(&shared[i], open_handle(&last));
    for (i = 0; i < THREADS; i++) {
        threads[i].number = i;
        threads[i].random = (seed + 1) * 0x9E3779B97F4A7C15u + (uint64_t)i * 0xD1B54A32D192ED03u;
        threads[i].stale = -1 - i;
        threads[i].document[1] = (uint8_t)i;
        atomic_store(&own[i], open_handle(&last));
    }
    for (i = 0; i < THREADS; i++)
        CHECK(pthread_create(&running[i], NULL, run, &threads[i]) == 0);
    for (i = 0; i < THREADS; i++)
        CHECK(pthread_join(running[i], NULL) == 0);
    CHECK(hr_set_log(NULL, NULL, HR_LOG_OFF) == HR_OK);
    for (i = 0; i < SHARED + THREADS; i++)
        CHECK(hr_close(atomic_load(i < SHARED ? &shared[i] : &own[i - SHARED])) == HR_OK);
    whole_chain(&last);
    fresh(&last);
    hr_free(atomic_exchange(&mailbox, NULL));
    printf("%d calls, seed %s; succeeded:", atomic_load(&made), arguments[2]);
    for (i = 0; i < KINDS; i++)
        printf(" %s %d", names[i], atomic_load(&good[i]));
    printf("; %d reports, %d log lines\naccepted %d, in doubt %d\n", atomic_load(&reports), atomic_load(&log_lines),
           atomic_load(&sent), atomic_load(&doubted));
    return 0;
}
