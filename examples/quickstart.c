/* quickstart.c - sends a document for a professional whom the card identifies; tests/c/chain.c has every step.
 *     cc -std=c99 -Iinclude examples/quickstart.c -o quickstart -Ltarget/release -lhr -Wl,-rpath,$PWD/target/release
 *     ./quickstart CONFIGURATION CARD_SERIAL NOM PRENOM FILE      (the PIN on standard input)
 * CONFIGURATION is JSON, or "-" to take it from the environment variable HR_CONFIG_JSON: others can see a command line. With
 * patients_pointer in it the library counts who has these traits; without it a person has to compare, and this program stops. */
#include "hr.h"
#include "utf8_main.h" /* for Windows */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *text; /* the last result or error */

static char **fresh(void) /* frees the last text, gives the place for the next */
{
    hr_free(text);
    text = NULL;
    return &text;
}

static int read_text(const char *pointer, char *buffer, size_t capacity) /* one value of the last text */
{
    char *value = NULL;
    int fits = hr_json_get(text, pointer, &value) == HR_OK && strlen(value) < capacity;
    if (fits)
        strcpy(buffer, value);
    hr_free(value);
    return fits;
}

static int ok(int32_t code)
{
    char message[1024];
    if (code != HR_OK && read_text("/message", message, sizeof message))
        fprintf(stderr, "%s: %s\n", hr_code_name(code), message);
    return code == HR_OK;
}

static int find_card(const char *serial, char *token, size_t capacity)
{
    char found[64], pointer[32];
    for (int i = 0; i < hr_json_count(text, "/cards"); i++) {
        snprintf(pointer, sizeof pointer, "/cards/%d/serial", i);
        if (read_text(pointer, found, sizeof found) && strcmp(found, serial) == 0) {
            snprintf(pointer, sizeof pointer, "/cards/%d/token", i);
            return read_text(pointer, token, capacity);
        }
    }
    return 0;
}

static int write_traits(char *buffer, size_t capacity, const char *nom, const char *prenom)
{
    char *first = NULL, *second = NULL; /* quoted as JSON */
    int fits = hr_json_quote(nom, &first) == HR_OK && hr_json_quote(prenom, &second) == HR_OK
        && (size_t)snprintf(buffer, capacity, "{\"patient\":{\"nom\":%s,\"prenom\":%s}}", first, second) < capacity;
    hr_free(first);
    hr_free(second);
    return fits;
}

static const char *configuration(const char *argument)
{
    return strcmp(argument, "-") == 0 ? getenv("HR_CONFIG_JSON") : argument;
}

int main(int count, char **args)
{
    char token[1025], pin[64] = "", traits[4096], patient[1025], sha256[65];
    int32_t h = 0;
    args = utf8_arguments(args);
    int sent = count == 6 && hr_abi_version() == HR_ABI_VERSION && write_traits(traits, sizeof traits, args[3], args[4])
        && ok(hr_open(configuration(args[1]), &h, fresh())) && ok(hr_ticket(h, fresh())) && ok(hr_ready(h, fresh()))
        && find_card(args[2], token, sizeof token) && fgets(pin, sizeof pin, stdin) != NULL;
    pin[strcspn(pin, "\r\n")] = '\0';
    sent = sent && ok(hr_login(h, token, pin, fresh()))
        && ok(hr_patient_find(h, traits, fresh())) /* steps 5 and 6: fails where others have these traits, or may have them */
        && read_text("/patient_id", patient, sizeof patient)
        && ok(hr_dmp_open(h, patient, NULL, fresh()))
        && ok(hr_dmp_send(h, patient, args[5], NULL, "10", "11503-0", fresh()))
        && read_text("/sha256", sha256, sizeof sha256);
    for (volatile char *at = pin; at < pin + sizeof pin; at++)
        *at = 0;
    if (sent)
        printf("sent, sha256 %s\n", sha256);
    fresh();
    hr_close(h);
    return sent ? 0 : 1;
}
