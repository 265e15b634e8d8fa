/* deposit.c - logs in and deposits a document with two calls, for a professional whom the card identifies.
 *     cc -std=c99 -Iinclude examples/deposit.c -o deposit -Ltarget/release -lhr -Wl,-rpath,$PWD/target/release
 *     ./deposit CONFIGURATION CARD_SERIAL NOM PRENOM FILE      (the PIN on standard input)
 * CONFIGURATION is a file of JSON: others can see a command line. With patients_pointer in it the library counts who has these
 * traits; without it a person has to compare, and this program stops. */
#include "hr.h"
#include "utf8_main.h" /* for Windows */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char *text; /* the last result or error */

static char **fresh(void) /* frees the last text, gives the place for the next */
{
    hr_free(text);
    text = NULL;
    return &text;
}

static void wipe(char *secret, size_t size)
{
    for (volatile char *at = secret; at < secret + size; at++)
        *at = 0;
}

/* Opens a session with the configuration in a file. */
static int32_t open_with(const char *path, int32_t *handle)
{
    static char settings[65536];
    FILE *file = fopen(path, "rb");
    size_t length = file == NULL ? 0 : fread(settings, 1, sizeof settings - 1, file);
    int32_t code;
    if (file == NULL)
        perror(path);
    else
        fclose(file);
    settings[length] = '\0';
    code = hr_open(settings, handle, fresh());
    wipe(settings, sizeof settings); /* it has the license bearer */
    return code;
}

static void show(FILE *out, const char *pointer) /* one value of the last text */
{
    char *value = NULL;
    if (hr_json_get(text, pointer, &value) == HR_OK)
        fprintf(out, "%s\n", value);
    hr_free(value);
}

static int ok(int32_t code) /* message_fr is for the doctor, and can be shown as it is */
{
    if (code != HR_OK)
        show(stderr, "/message_fr");
    return code == HR_OK;
}

/* A request: the pieces up to NULL, of which every second one is quoted as JSON. */
static int write_request(char *buffer, size_t capacity, ...)
{
    const char *piece;
    size_t used = 0;
    int quoted = 0, fits = 1;
    va_list pieces;
    va_start(pieces, capacity);
    while (fits && (piece = va_arg(pieces, const char *)) != NULL) {
        char *json = NULL;
        fits = !quoted || hr_json_quote(piece, &json) == HR_OK;
        if (fits)
            used += (size_t)snprintf(buffer + used, capacity - used, "%s", quoted ? json : piece);
        fits = fits && used < capacity;
        quoted = !quoted;
        hr_free(json);
    }
    va_end(pieces);
    return fits;
}

int main(int count, char **given)
{
    char **args = utf8_arguments(given);
    char pin[64] = "", card[256], request[8192];
    int32_t h = 0;
    int sent = count == 6 && hr_abi_version() == HR_ABI_VERSION
        && write_request(card, sizeof card, "{\"card\":{\"serial\":", args[2], "}}", (char *)NULL)
        && write_request(request, sizeof request, "{\"patient\":{\"nom\":", args[3], ",\"prenom\":", args[4],
            "},\"documents\":[{\"activity_type\":\"10\",\"type_code\":\"11503-0\",\"path\":", args[5], "}]}", (char *)NULL)
        && ok(open_with(given[1], &h)) /* fopen takes it as it was given */
        && fgets(pin, sizeof pin, stdin) != NULL;
    pin[strcspn(pin, "\r\n")] = '\0';
    sent = sent && ok(hr_connect(h, card, pin, fresh())) && ok(hr_deposit(h, request, fresh()));
    wipe(pin, sizeof pin);
    if (sent)
        show(stdout, "/documents/0/message_fr");
    fresh();
    hr_close(h);
    return sent ? 0 : 1;
}
