/* measure.h - what the contestants in C share:  PROGRAM WORKLOAD COUNT URL [FILE]  prints
 * "<nanoseconds> <peak in kB>". */
#ifndef MEASURE_H
#define MEASURE_H

#include <stddef.h>

#define BEARER "a.bearer.of.the.usual.length.0123456789abcdef"
#define TICKET "a.license.ticket"
#define PATIENT "255081416802538"
#define ACTIVITY_TYPE "10"
#define TYPE_CODE "11490-0"
#define TIMEOUT_MS 30000L

/* The card, its PIN and the update of the chain against the sandbox. */
#define SERIAL "2000000002"
#define PIN "5678"
#define UPDATE "{\"insQualified\":true,\"alimentationConsent\":true}"

struct traits {
    const char *nom, *prenom, *date_naissance, *sexe;
};

extern const struct traits SEARCHED;     /* whom the workload searches */
extern const struct traits OF_THE_CHAIN; /* whom the chain searches: a patient whose parameters need an update */

struct workload {
    const char *name;
    void (*call)(void *client);
};

struct contestant {
    void *(*open)(const char *url, const char *file); /* a client with a connection of its own; file may be NULL */
    void (*close)(void *client);
    void (*chain)(const char *config, const char *file); /* may be NULL */
    const struct workload *workloads;                    /* the last has no name; "threads" makes the calls of "get" */
};

int measure(const struct contestant *contestant, int count, char **args);

long long now(void);
long long median(long long *values, size_t count); /* sorts them */
void fail(const char *format, ...); /* a message on standard error, and the end with 1 */
void check(int fact, const char *what);
long memory_kb(const char *field); /* of /proc/self/status */
char *whole_file(const char *path); /* a text to be freed */
const char *last_part(const char *path);

#endif
