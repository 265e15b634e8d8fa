/* utf8_main.h - Windows gives main() its arguments in the system's code page, and the library takes UTF-8. The
 * first line of main() is
 *     args = utf8_arguments(args);
 * Elsewhere it changes nothing. What it gives lives until the program ends. Link with shell32. */
#ifndef UTF8_MAIN_H
#define UTF8_MAIN_H

#ifdef _WIN32

#include <windows.h>

#include <shellapi.h>
#include <stdlib.h>

/* NULL when there is no memory. */
static inline char **utf8_arguments(char **ansi)
{
    int i, count, size;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char **args = wide == NULL ? NULL : (char **)calloc((size_t)count + 1, sizeof *args);
    (void)ansi;
    for (i = 0; args != NULL && i < count; i++) {
        size = WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, NULL, 0, NULL, NULL);
        args[i] = (char *)malloc((size_t)size + 1);
        if (args[i] == NULL)
            return NULL;
        WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, args[i], size, NULL, NULL);
    }
    return args;
}

#else

static inline char **utf8_arguments(char **args)
{
    return args;
}
#endif

#endif
