/* windows.c - a host on Windows. The first argument says what it does:
 *     facts             tells the library's version and the size of a pointer
 *     file PATH         sends the file
 *     tls PATH          sends the file by https://localhost
 *     traps             the chain, with all floating-point traps on in the host
 *     cancel            cancels an upload from another thread, in the midst of sending
 *     stop              cancels a call from another thread while it waits for an answer that never comes
 *     absent            asks a card client that nobody plays
 *     many N ABSENT     N handles are opened and closed, one after the other; then connections are made, and refused
 *                       with the configuration ABSENT
 *     devices PATH...   names that are no files, and more of them
 *     journal WHAT ...  opens, sends, lists doubts, or holds the lock: windows/journal.h
 *     held PATH PEM     sends the file while other programs hold it, and trusts roots that another program writes
 *     panic             a panic in the library, which has the hooks of the tests
 *     proxied SERVER BYPASS SCRIPT SERVICE  a request by the proxy settings of the user, which it makes these
 *     resets WHAT N     N logins or uploads, each answered before the connection is reset
 *     two PATH          a second copy of the library, loaded by its path, is a library of its own
 * Standard input: configuration, serial, PIN, a line each. What it saw is printed, a line a fact. Ends with 0, or
 * with the line that failed. */
#include "utf8_main.h"
#include "windows/files.h"
#include "windows/journal.h"
#include "windows/proxied.h"
#include "windows/resets.h"
#include "windows/sending.h"
#include "windows/stopping.h"
#include "windows/system.h"
#include "windows/traps.h"
#include "windows/wine_crypt32.h"

int main(int count, char **args)
{
    args = utf8_arguments(args);
    CHECK(args != NULL && count >= 2);
    if (getenv("WINEPREFIX") != NULL)
        CHECK(help_wine(GetModuleHandleW(L"hr.dll")) == 3);
    read_input();
    if (strcmp(args[1], "file") == 0 && count == 3)
        send_file(args[2]);
    else if (strcmp(args[1], "tls") == 0 && count == 3)
        by_name(args[2]);
    else if (strcmp(args[1], "traps") == 0)
        traps();
    else if (strcmp(args[1], "cancel") == 0)
        cancel();
    else if (strcmp(args[1], "absent") == 0)
        absent();
    else if (strcmp(args[1], "journal") == 0 && count >= 3)
        with_journal(args + 2, count - 2);
    else if (strcmp(args[1], "devices") == 0)
        devices(args + 2, count - 2);
    else if (strcmp(args[1], "held") == 0 && count == 4)
        held(args[2], args[3]);
    else if (strcmp(args[1], "panic") == 0)
        panic();
    else if (strcmp(args[1], "many") == 0 && count == 4)
        many(atoi(args[2]), args[3]);
    else if (strcmp(args[1], "stop") == 0)
        stop();
    else if (strcmp(args[1], "proxied") == 0 && count == 6)
        proxied(args[2], args[3], args[4], args[5]);
    else if (strcmp(args[1], "resets") == 0 && count == 4)
        (strcmp(args[2], "logins") == 0 ? reset_logins : reset_uploads)(atoi(args[3]));
    else if (strcmp(args[1], "two") == 0 && count == 3)
        second_copy(args[2]);
    else
        CHECK(!"a known argument");
    return 0;
}
