/* A DLL that calls the library in its own finalization, as a static destructor or a Delphi unit would, and prints on
 * standard output what came of it. */

#include <stdio.h>
#include <windows.h>

#include "last_words.h"

static struct last_words hr;
static char said[1024];
static size_t length;

__declspec(dllexport) void remember(const struct last_words *words)
{
    hr = *words;
}

static void say(const char *what, int32_t code)
{
    length += (size_t)snprintf(said + length, sizeof said - length, "%s %d\n", what, (int)code);
}

static void speak(void)
{
    char *text = said, copy[2];
    int32_t handle = 7;
    DWORD written;
    say("text_copy", hr.text_copy("a", copy, 2));
    say("set_progress", hr.set_progress(hr.handle, NULL, NULL));
    say("set_log", hr.set_log(NULL, NULL, HR_LOG_OFF));
    say("cancel", hr.cancel(hr.handle));
    say("state", hr.state(hr.handle, &text));
    say("state_text", text != NULL);
    text = said;
    say("open", hr.open("{}", &handle, &text));
    say("open_text", text != NULL || handle != 0);
    say("close", hr.close(hr.handle));
    hr.free(hr.text);
    say("free", hr.text[0]);
    hr.free(NULL);
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), said, (DWORD)length, &written, NULL);
}

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, LPVOID at_the_end)
{
    (void)self;
    if (reason == DLL_PROCESS_DETACH && at_the_end != NULL && hr.handle != 0)
        speak();
    return TRUE;
}
