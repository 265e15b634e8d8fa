/* memory.c - uses its secrets in every way that can go wrong, then looks for them in all of its own memory.
 *     memory < LINES              the lines: configuration, the same with short timeouts, serial, PIN, wrong
 *                                 PIN, license bearer, address of the service
 * Ends with 0 when it could look; the caller judges the counts. */
#define _GNU_SOURCE
#include "host.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>

#define MASK 0xA5 /* patterns are held XORed, or each would find itself */
#define LONGEST 2048
#define CHUNK (256 * 1024)

struct pattern {
    char name[32];
    unsigned char masked[LONGEST];
    size_t length;
};

static struct pattern patterns[64];
static size_t pattern_count;
static unsigned char chunk[CHUNK + LONGEST]; /* holds copies while looking, so it is left out and wiped */

static void keep_bytes(const char *name, const char *form, const unsigned char *bytes, size_t length)
{
    struct pattern *pattern = &patterns[pattern_count++];
    size_t i;
    if (pattern_count > sizeof patterns / sizeof *patterns || length > LONGEST || length < 4)
        exit(90);
    snprintf(pattern->name, sizeof pattern->name, "%s-%s", name, form);
    for (i = 0; i < length; i++)
        pattern->masked[i] = bytes[i] ^ MASK;
    pattern->length = length;
}

/* Keeps a secret (ASCII) as it is, escaped as in JSON, in UTF-16, and the pieces that a reused block leaves. */
static void keep(const char *name, const char *secret)
{
    unsigned char other[LONGEST];
    size_t i, used = 0, length = strlen(secret), piece = length / 2 < 16 ? length / 2 : 16;
    const unsigned char *bytes = (const unsigned char *)secret;
    if (length > LONGEST / 2)
        exit(91);
    keep_bytes(name, "plain", bytes, length);
    keep_bytes(name, "head", bytes, piece);
    keep_bytes(name, "tail", bytes + length - piece, piece);
    for (i = 0; i < length; other[used++] = bytes[i++])
        if (bytes[i] == '"' || bytes[i] == '\\')
            other[used++] = '\\';
    if (used > length)
        keep_bytes(name, "json", other, used);
    for (i = 0; i < length; i++) {
        other[2 * i] = bytes[i];
        other[2 * i + 1] = 0;
    }
    keep_bytes(name, "utf16", other, 2 * length);
    walk_wipe(other, sizeof other);
}

static void look(int memory, unsigned long from, unsigned long to, size_t *counts, size_t *bytes)
{
    unsigned long at;
    size_t i, j, end, first[256] = {0};
    for (i = 0; i < pattern_count; i++)
        first[patterns[i].masked[0] ^ MASK] = 1;
    for (at = from; at < to; at += CHUNK) {
        size_t want = to - at < sizeof chunk ? to - at : sizeof chunk;
        ssize_t got = pread(memory, chunk, want, (off_t)at);
        if (got <= 0)
            continue;
        end = (size_t)got < CHUNK ? (size_t)got : CHUNK;
        *bytes += end;
        for (i = 0; i < end; i++) {
            if (!first[chunk[i]])
                continue;
            for (j = 0; j < pattern_count; j++) {
                const struct pattern *pattern = &patterns[j];
                size_t k = 0;
                if (i + pattern->length > (size_t)got)
                    continue;
                while (k < pattern->length && (chunk[i + k] ^ MASK) == pattern->masked[k])
                    k++;
                counts[j] += k == pattern->length;
            }
        }
    }
    walk_wipe(chunk, sizeof chunk);
}

static void scan(const char *when)
{
    static char maps[256 * 1024];
    size_t counts[64] = {0}, bytes = 0, used = 0, total = 0, i;
    unsigned long from, to, own = (unsigned long)chunk, own_end = own + sizeof chunk;
    int file = open("/proc/self/maps", O_RDONLY), memory = open("/proc/self/mem", O_RDONLY);
    ssize_t got;
    char *line, *next, mode[8];
    if (file < 0 || memory < 0)
        exit(92);
    while ((got = read(file, maps + used, sizeof maps - used - 1)) > 0)
        used += (size_t)got;
    maps[used] = '\0';
    for (line = maps; (next = strchr(line, '\n')) != NULL; line = next + 1) {
        *next = '\0';
        if (sscanf(line, "%lx-%lx %7s", &from, &to, mode) != 3 || mode[1] != 'w')
            continue;
        if (from < own_end && own < to) {
            look(memory, from, own, counts, &bytes);
            from = own_end;
        }
        look(memory, from, to, counts, &bytes);
    }
    close(file);
    close(memory);
    printf("%s: bytes %zu,", when, bytes);
    for (i = 0; i < pattern_count; total += counts[i++])
        if (counts[i] > 0)
            printf(" %s %zu,", patterns[i].name, counts[i]);
    printf(" copies %zu\n", total);
    fflush(stdout);
}

static void expect(const char *what, int32_t code, int32_t expected)
{
    if (code != expected) {
        printf("%s: %s instead of %s\n", what, hr_code_name(code), hr_code_name(expected));
        exit(93);
    }
}

/* Stops the upload at its second report, after a look. */
static int32_t on_progress(void *user, int32_t done, int32_t total)
{
    int *reports = (int *)user;
    (void)total;
    if ((*reports)++ == 1)
        scan("during an upload");
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

static void learn(const char *name, const char *text, const char *pointer)
{
    char secret[LONGEST];
    if (!value_text(text, pointer, secret, sizeof secret))
        exit(94);
    keep(name, secret);
    walk_wipe(secret, sizeof secret);
}

/* Logs in, and keeps the bearer under `name`; without a name the login is cancelled. */
static int32_t log_in(int32_t handle, const char *serial, const char *pin, const char *name)
{
    pthread_t other;
    char token[WALK_ID], *text = NULL;
    int32_t code = hr_ready(handle, &text);
    expect("hr_ready", code, HR_OK);
    if (!walk_card(text, serial, token))
        exit(95);
    hr_free(text);
    text = NULL;
    hr_pin_retry_allow(handle, token, NULL); /* a person insists, after every answer that was lost */
    if (name == NULL && pthread_create(&other, NULL, keep_cancelling, &handle) != 0)
        exit(97);
    code = hr_login(handle, token, pin, &text);
    if (name == NULL) {
        atomic_store(&over, 1);
        pthread_join(other, NULL);
    } else if (code == HR_OK) {
        learn(name, text, "/bearer");
    }
    hr_free(text);
    return code;
}

static void use(char *lines[7])
{
    char *text = NULL, patient[WALK_ID];
    int32_t handle, hasty, code;
    int reports = 0;
    expect("hr_open", hr_open(lines[0], &handle, NULL), HR_OK);
    expect("hr_open", hr_open(lines[1], &hasty, NULL), HR_OK);
    expect("hr_ticket", hr_ticket(hasty, &text), HR_OK);
    learn("ticket1", text, "/licenseTicket");
    hr_free(text);
    expect("hr_ticket", hr_ticket(handle, &text), HR_OK);
    learn("ticket2", text, "/licenseTicket");
    hr_free(text);
    expect("wrong PIN", log_in(handle, lines[2], lines[4], ""), HR_E_CARD_STATUS);
    expect("lost reply", log_in(handle, lines[2], lines[3], ""), HR_E_IN_DOUBT);
    expect("late reply", log_in(hasty, lines[2], lines[3], ""), HR_E_IN_DOUBT);
    expect("held back", hr_login(handle, "no such token", lines[3], NULL), HR_E_ARGUMENT);
    code = log_in(handle, lines[2], lines[3], NULL);
    expect("cancelled", code == HR_E_IN_DOUBT ? HR_E_CANCELLED : code, HR_E_CANCELLED);
    code = log_in(handle, lines[2], lines[3], "bearer1");
    if (code == HR_E_SERVER) /* what was to meet the cancelled one met this one: the other was not sent */
        code = log_in(handle, lines[2], lines[3], "bearer1");
    expect("hr_login", code, HR_OK);
    expect("a record", walk_record(handle, patient), HR_OK);
    expect("401", hr_patient_get(handle, NULL), HR_E_UNAUTHORIZED);
    expect("hr_login", log_in(handle, lines[2], lines[3], "bearer2"), HR_OK);
    scan("logged in");
    expect("a record", walk_record(handle, patient), HR_OK);
    expect("an upload", walk_send(handle, patient, 3000000), HR_OK);
    expect("hr_set_progress", hr_set_progress(handle, on_progress, &reports), HR_OK);
    expect("a stopped upload", walk_send(handle, patient, 3000000), HR_E_CANCELLED);
    expect("hr_request", hr_request(handle, "GET", "/patient", NULL, NULL), HR_OK);
    expect("hr_session_set", hr_session_set(hasty, lines[6], lines[5], NULL), HR_OK);
    expect("another's bearer", hr_patient_get(hasty, NULL), HR_E_UNAUTHORIZED);
    expect("hr_ticket_set", hr_ticket_set(hasty, lines[5], NULL), HR_OK);
    expect("hr_close", hr_close(handle), HR_OK);
    expect("hr_close", hr_close(hasty), HR_OK);
}

int main(void)
{
    char *lines[7];
    read_lines(lines, 7);
    keep("pin", lines[3]);
    keep("wrong", lines[4]);
    keep("license", lines[5]);
    use(lines);
    walk_wipe(lines[0], INPUT_SIZE);
    scan("afterwards");
    return 0;
}
