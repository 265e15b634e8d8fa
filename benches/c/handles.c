/* handles.c - many handles of the library in one process; see many.h. */
#define _POSIX_C_SOURCE 200809L
#include "field.h"
#include "hr.h"
#include "many.h"
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>

static int32_t *handles;
static char config[4096] = "{}";

static void prepare(long count)
{
    const char *ca = getenv("BENCH_CA");
    handles = malloc((size_t)count * sizeof *handles);
    check(handles != NULL, "memory");
    if (ca != NULL)
        check(snprintf(config, sizeof config, "{\"ca_file\":\"%s\"}", ca) < (int)sizeof config, "BENCH_CA");
}

static void open_one(long number, long count, const char *url)
{
    char bearer[96];
    if (number == 0)
        prepare(count);
    check(hr_open(config, &handles[number], NULL) == HR_OK, "hr_open");
    snprintf(bearer, sizeof bearer, BEARER "-%ld", number);
    check(hr_session_set(handles[number], url, bearer, NULL) == HR_OK, "hr_session_set");
}

static void look(long number)
{
    char *text;
    check(hr_state(handles[number], &text) == HR_OK, "hr_state");
    hr_free(text);
}

static void get(long number)
{
    char patient[64], *text;
    int32_t code = hr_patient_get(handles[number], &text);
    check(code == HR_OK, hr_code_name(code));
    check(field_text(text, "patient_id", patient, sizeof patient) && strcmp(patient, PATIENT) == 0, "patient_id");
    hr_free(text);
}

int main(int count, char **args)
{
    static const struct kind kind = {open_one, look, get};
    return many(&kind, count, args);
}
