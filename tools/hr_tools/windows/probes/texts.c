/* texts.exe READ WRITE [TEXT]: prints the arguments in UTF-16, copies one file to another. */

#include <stdio.h>
#include <wchar.h>

int wmain(int count, wchar_t **arguments)
{
    if (count < 3)
        return 2;
    for (int i = 3; i < count; i++) {
        for (wchar_t *unit = arguments[i]; *unit; unit++)
            printf("%04x ", (unsigned)*unit);
        puts("");
    }
    FILE *from = _wfopen(arguments[1], L"rb"), *to = _wfopen(arguments[2], L"wb");
    if (!from || !to)
        return 3;
    for (int byte; (byte = fgetc(from)) != EOF;)
        fputc(byte, to);
    return fclose(to) || fclose(from) ? 4 : 0;
}
