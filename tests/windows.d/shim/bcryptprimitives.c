/* For tests under Wine alone: Rust's standard library asks this DLL, which every Windows since 8 has and Wine 8.0 lacks,
 * for random bytes. It is put into the folder for DLLs of the system that Wine makes up, and is never shipped. */

#include <windows.h>
#include <ntsecapi.h>

BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)
{
    while (length > 0) {
        ULONG part = length > 0x10000000 ? 0x10000000 : (ULONG)length;
        if (!RtlGenRandom(data, part))
            return FALSE;
        data += part;
        length -= part;
    }
    return TRUE;
}
