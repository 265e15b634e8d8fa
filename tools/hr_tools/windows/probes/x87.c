/* The control word of the x87 as the system hands it over, before any C run-time part changes it. */

#include <windows.h>

static unsigned short word(void)
{
    unsigned short control;
    __asm__("fnstcw %0" : "=m"(control));
    return control;
}

static void print(const char *name, unsigned short control)
{
    DWORD written;
    char line[] = "        0000\r\n";
    for (int i = 0; name[i]; i++)
        line[i] = name[i];
    for (int i = 0; i < 4; i++)
        line[11 - i] = "0123456789abcdef"[control >> (4 * i) & 15];
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), line, sizeof line - 1, &written, NULL);
}

static DWORD WINAPI other(LPVOID unused)
{
    unsigned short control = word();
    (void)unused;
    print("thread", control);
    return 0;
}

void mainCRTStartup(void)
{
    unsigned short control = word();
    print("start", control);
    WaitForSingleObject(CreateThread(NULL, 0, other, NULL, 0, NULL), INFINITE);
    ExitProcess(0);
}
