/* For tests under Wine alone, never shipped: Rust's standard library asks this DLL of the system for random bytes.
 * Every Windows that Rust supports has it, Wine 8.0 does not. It is put among the DLLs of Wine's system. */

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
