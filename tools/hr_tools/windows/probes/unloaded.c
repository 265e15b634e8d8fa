/* A DLL that prints when it is loaded and unloaded. */

#include <stdio.h>
#include <windows.h>

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, LPVOID reserved)
{
    (void)self, (void)reserved;
    if (reason == DLL_PROCESS_ATTACH || reason == DLL_PROCESS_DETACH) {
        printf(reason == DLL_PROCESS_ATTACH ? "attached " : "detached ");
        fflush(stdout);
    }
    return TRUE;
}

__declspec(dllexport) int seven(void)
{
    return 7;
}
