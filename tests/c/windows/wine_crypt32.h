/* wine_crypt32.h - what Wine 8 lacks of the checks of certificates that Windows makes:
 * - it refuses CERT_CHAIN_ENGINE_CONFIG in the length of Windows 8 and later (dwExclusiveFlags at its end), and with it
 *   every root of a program's own: here it gets the length it knows;
 * - it cannot ask whether a certificate was revoked, and takes no answer for a revocation, whatever the flags of
 *   CertVerifyCertificateChainPolicy say: here it is not told to ask.
 * - it takes a certificate whose issuer it does not find: here such a chain is an error, as on Windows.
 * (It also knows no addresses in certificates, so a program asks for localhost, not for 127.0.0.1.)
 * Three functions take these places in the import table of hr.dll; everything else is done by Wine's crypt32. */
#ifndef WINE_CRYPT32_H
#define WINE_CRYPT32_H

#include <windows.h>

#include <stddef.h>
#include <string.h>
#include <wincrypt.h>

static BOOL WINAPI shorter_engine(CERT_CHAIN_ENGINE_CONFIG *config, HCERTCHAINENGINE *engine)
{
    config->cbSize = offsetof(CERT_CHAIN_ENGINE_CONFIG, hExclusiveTrustedPeople) + sizeof config->hExclusiveTrustedPeople;
    return CertCreateCertificateChainEngine(config, engine);
}

static BOOL WINAPI unasked_chain(HCERTCHAINENGINE engine, PCCERT_CONTEXT certificate, LPFILETIME time, HCERTSTORE store,
                                 PCERT_CHAIN_PARA parameters, DWORD flags, LPVOID reserved, PCCERT_CHAIN_CONTEXT *chain)
{
    flags &= ~(DWORD)CERT_CHAIN_REVOCATION_CHECK_END_CERT;
    return CertGetCertificateChain(engine, certificate, time, store, parameters, flags, reserved, chain);
}

static BOOL WINAPI whole_policy(LPCSTR policy, PCCERT_CHAIN_CONTEXT chain, PCERT_CHAIN_POLICY_PARA parameters,
                                PCERT_CHAIN_POLICY_STATUS status)
{
    BOOL done = CertVerifyCertificateChainPolicy(policy, chain, parameters, status);
    if (done && status->dwError == 0 && (chain->TrustStatus.dwErrorStatus & CERT_TRUST_IS_PARTIAL_CHAIN) != 0)
        status->dwError = (DWORD)CERT_E_CHAINING;
    return done;
}

static ULONG_PTR instead_of(const char *name)
{
    if (strcmp(name, "CertCreateCertificateChainEngine") == 0)
        return (ULONG_PTR)shorter_engine;
    if (strcmp(name, "CertGetCertificateChain") == 0)
        return (ULONG_PTR)unasked_chain;
    if (strcmp(name, "CertVerifyCertificateChainPolicy") == 0)
        return (ULONG_PTR)whole_policy;
    return 0;
}

/* Gives how many of the three the library imports. */
static int help_wine(HMODULE module)
{
    unsigned char *base = (unsigned char *)module;
    IMAGE_NT_HEADERS *headers = (IMAGE_NT_HEADERS *)(base + ((IMAGE_DOS_HEADER *)base)->e_lfanew);
    IMAGE_DATA_DIRECTORY *directory = &headers->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT];
    IMAGE_IMPORT_DESCRIPTOR *library = (IMAGE_IMPORT_DESCRIPTOR *)(base + directory->VirtualAddress);
    int helped = 0;
    for (; library->Name != 0; library++) {
        IMAGE_THUNK_DATA *name = (IMAGE_THUNK_DATA *)(base + library->OriginalFirstThunk);
        IMAGE_THUNK_DATA *place = (IMAGE_THUNK_DATA *)(base + library->FirstThunk);
        for (; name->u1.AddressOfData != 0; name++, place++) {
            IMAGE_IMPORT_BY_NAME *import = (IMAGE_IMPORT_BY_NAME *)(base + name->u1.AddressOfData);
            ULONG_PTR other = IMAGE_SNAP_BY_ORDINAL(name->u1.Ordinal) ? 0 : instead_of((const char *)import->Name);
            DWORD before;
            if (other == 0 || !VirtualProtect(place, sizeof *place, PAGE_READWRITE, &before))
                continue;
            place->u1.Function = other;
            helped += VirtualProtect(place, sizeof *place, before, &before) != 0;
        }
    }
    return helped;
}

#endif
