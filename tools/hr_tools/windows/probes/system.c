/* system.exe dll PATH | fault | uncaught | window | random | precision | wait: how the system does one thing. */

#include <float.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

static int dll(const char *path)
{
    HMODULE one = LoadLibraryA(path), two = LoadLibraryA(path);
    int (*seven)(void) = (int (*)(void))(void *)GetProcAddress(one, "seven");
    if (!one || one != two || !seven || seven() != 7)
        return 3;
    FreeLibrary(one);
    printf("freed once ");
    fflush(stdout);
    if (!FreeLibrary(two) || GetModuleHandleA(path))
        return 4;
    puts("freed twice");
    return LoadLibraryA("there is no such.dll") || GetLastError() != ERROR_MOD_NOT_FOUND ? 5 : 0;
}

static LONG WINAPI filter(EXCEPTION_POINTERS *fault)
{
    printf("filter %08lx\n", (unsigned long)fault->ExceptionRecord->ExceptionCode);
    fflush(stdout);
    ExitProcess(77);
}

static int fault(int caught)
{
    if (caught)
        SetUnhandledExceptionFilter(filter);
    *(volatile int *)16 = 1;
    return 3;
}

static int window(void)
{
    HWND made = CreateWindowA("STATIC", "", 0, 0, 0, 1, 1, NULL, NULL, NULL, NULL);
    MSG message;
    if (!made || !PostMessageA(made, WM_USER + 1, 5, 0) || !GetMessageA(&message, made, WM_USER + 1, WM_USER + 1))
        return 3;
    return message.wParam == 5 && DestroyWindow(made) ? 0 : 4;
}

static int random_bytes(void)
{
    HMODULE system = LoadLibraryA("bcryptprimitives.dll");
    BOOL(WINAPI *get)(PBYTE, SIZE_T) = (BOOL(WINAPI *)(PBYTE, SIZE_T))(void *)GetProcAddress(system, "ProcessPrng");
    BYTE one[32] = {0}, two[32] = {0};
    if (!get || !get(one, sizeof one) || !get(two, sizeof two))
        return 3;
    return memcmp(one, two, sizeof one) ? 0 : 4;
}

static int precision(void)
{
    unsigned before = _controlfp(0, 0);
    unsigned set = _controlfp(_PC_24, _MCW_PC);
    volatile float one = 1, three = 3;
    double narrow = (double)one / three;
    _fpreset();
    printf("controlfp before %x, set %x, reset %x, third %.17g\n", before, set, _controlfp(0, 0), narrow);
    return 0;
}

int main(int count, char **arguments)
{
    const char *what = count > 1 ? arguments[1] : "";
    if (!strcmp(what, "dll") && count > 2)
        return dll(arguments[2]);
    if (!strcmp(what, "fault"))
        return fault(1);
    if (!strcmp(what, "uncaught"))
        return fault(0);
    if (!strcmp(what, "window"))
        return window();
    if (!strcmp(what, "random"))
        return random_bytes();
    if (!strcmp(what, "precision"))
        return precision();
    if (!strcmp(what, "wait")) {
        puts("waiting");
        fflush(stdout);
        Sleep(INFINITE);
    }
    return 2;
}
