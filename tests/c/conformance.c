/* conformance.c - shows one behaviour of the library, for a driver that compares all languages:
 *     conformance BEHAVIOUR STAGE
 * STAGE is a JSON file with configurations, card, patient and document. One JSON object comes out, on one line;
 * it tells what was observed. The end is 0 unless the program itself broke.
 *
 *     cc -std=c99 -Iinclude -Itests/c tests/c/conformance.c -o conformance -Ltarget/release -lhr -lpthread
 */
#define _POSIX_C_SOURCE 200809L /* pthread, nanosleep */

#include "conformance/edges.h"
#include "conformance/journal.h"
#include "conformance/misuse.h"
#include "conformance/stage.h"
#include "conformance/steps.h"
#include "conformance/threads.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    void (*run)(const struct stage *stage);
} behaviours[] = {
    {"chain", run_chain},
    {"chain_bearer", run_chain_bearer},
    {"accents", run_accents},
    {"big_number", run_big_number},
    {"wrong_pin", run_wrong_pin},
    {"right_pin_after", run_right_pin_after},
    {"opposed", run_opposed},
    {"lost_reply", run_lost_reply},
    {"cancel", run_cancel},
    {"cancel_waiting", run_cancel_waiting},
    {"progress", run_progress},
    {"log", run_log},
    {"two_threads", run_two_threads},
    {"use_after_close", run_use_after_close},
    {"bad_config", run_bad_config},
    {"all_methods", run_all_methods},
    {"reason_and_entry", run_reason_and_entry},
    {"journal", run_journal},
    {"null_optional_text", run_null_optional_text},
    {"callback_ends_accepted_upload", run_callback_ends_accepted_upload},
    {"exit_while_logging", run_exit_while_logging},
    {"exit_while_closing", run_exit_while_closing},
    {"callback_exception", run_not_applicable}, /* C has no exceptions, */
    {"collected", run_not_applicable},          /* nothing that closes a handle by itself, */
    {"interior_nul", run_not_applicable},       /* texts that end at their first NUL, */
    {"unknown_code", run_not_applicable},       /* and codes instead of types of errors. */
};

int main(int count, char **arguments)
{
    static struct stage stage;
    size_t i;
    if (count != 3) {
        fprintf(stderr, "usage: conformance BEHAVIOUR STAGE\n");
        return 2;
    }
    for (i = 0; i < sizeof behaviours / sizeof *behaviours; i++)
        if (strcmp(behaviours[i].name, arguments[1]) == 0) {
            read_stage(&stage, arguments[2]);
            behaviours[i].run(&stage);
            tell_end();
            free_stage(&stage);
            return 0;
        }
    fprintf(stderr, "no such behaviour\n");
    return 2;
}
