/* texts.c - texts, the log, and what ends a call.   texts CONFIGURATION */
#include "snippets.h"

/* hr_set_log */
/* One line a call, without secrets and without a patient's data. */
static void on_line(void *user, int32_t level, const char *line)
{
    fprintf((FILE *)user, "%d %s\n", (int)level, line);
}
/**/

int main(int count, char **args)
{
    int32_t handle = 0;
    if (count != 2)
        return 2;

    /* hr_version */
    printf("hr %s\n", hr_version());
    /**/

    /* hr_set_log */
    hr_set_log(on_line, stderr, HR_LOG_INFO);
    /**/

    /* hr_code_name */
    int32_t code = hr_open(args[1], &handle, fresh());
    printf("hr_open: %s\n", hr_code_name(code));
    /**/

    /* hr_json_get */
    char *address = NULL;
    if (hr_json_get(text, "/local_url", &address) == HR_OK)
        printf("card client: %s\n", address);
    hr_free(address);
    /**/

    /* hr_json_kind */
    if (hr_json_kind(text, "/license_url") == 4) /* 4: a string; 1: null */
        puts("a license server is set");
    /**/

    /* hr_json_key */
    for (int32_t i = 0; i < hr_json_count(text, "/timeouts"); i++) {
        char *name = NULL;
        if (hr_json_key(text, "/timeouts", i, &name) == HR_OK)
            puts(name);
        hr_free(name);
    }
    /**/

    /* hr_json_count */
    printf("%d kinds of card\n", (int)hr_json_count(text, "/card_types"));
    /**/

    /* hr_text_copy */
    char *copy = NULL;
    int32_t size = hr_text_copy(text, NULL, 0); /* how many bytes, the NUL included */
    if (size > 0 && (copy = malloc((size_t)size)) != NULL)
        hr_text_copy(text, copy, size);
    /**/
    printf("%d bytes\n", copy == NULL ? 0 : (int)strlen(copy) + 1);
    free(copy);

    /* hr_text_copy_utf16 */
    static uint16_t wide[4096];
    if (hr_text_copy_utf16(text, wide, 4096) > 4096)
        puts("it needs a larger buffer"); /* and wide holds an empty text */
    /**/

    /* hr_free */
    hr_free(text); /* each text that the library gave, once, and with nothing else */
    text = NULL;
    /**/

    /* hr_stop_new */
    int32_t stop = 0;
    if (!ok(hr_stop_new(&stop)))
        return 1;
    /**/

    /* hr_set_stop */
    hr_set_stop(handle, stop); /* for the calls that this thread begins on the handle from now on */
    /**/

    /* hr_stop */
    /* From any thread, also before the call has begun: it ends with HR_E_CANCELLED. */
    hr_stop(stop);
    /**/
    if (hr_ticket(handle, fresh()) != HR_E_CANCELLED)
        return 1;

    /* hr_stop_free */
    hr_set_stop(handle, 0);
    hr_stop_free(stop);
    /**/

    /* hr_cancel */
    /* From another thread, such as that of the button: the call that runs ends within milliseconds. */
    hr_cancel(handle);
    /**/
    if (!ok(hr_ticket(handle, fresh())))
        return 1;
    fresh();
    hr_close(handle);
    return 0;
}
