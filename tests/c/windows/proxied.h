/* proxied.h - a call by the proxy settings of the user, which it writes first; none where a text is empty. */
#ifndef WINDOWS_PROXIED_H
#define WINDOWS_PROXIED_H

#include "host.h"

#define CONNECTIONS L"Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings\\Connections"

static BYTE settings[2048];
static DWORD settings_size;

static void add(const void *bytes, size_t size)
{
    CHECK(settings_size + size <= sizeof settings);
    memcpy(settings + settings_size, bytes, size);
    settings_size += (DWORD)size;
}

static void add_number(DWORD number)
{
    add(&number, sizeof number);
}

static void add_text(const char *text)
{
    add_number((DWORD)strlen(text));
    add(text, strlen(text));
}

/* As Windows keeps them: a mark, a counter, what is in force, and the three texts. */
static void set_proxy(const char *server, const char *bypass, const char *script)
{
    add_number(0x46);
    add_number(1);
    add_number(1u | (*server != '\0' ? 2u : 0) | (*script != '\0' ? 4u : 0));
    add_text(server);
    add_text(bypass);
    add_text(script);
    CHECK(RegSetKeyValueW(HKEY_CURRENT_USER, CONNECTIONS, L"DefaultConnectionSettings", REG_BINARY, settings,
                          settings_size) == ERROR_SUCCESS);
}

static void proxied(const char *server, const char *bypass, const char *script, const char *service)
{
    int32_t code, handle = open_handle();
    CHECK(GetModuleHandleW(L"winhttp.dll") == NULL);
    set_proxy(server, bypass, script);
    CHECK(hr_session_set(handle, service, "bearer", NULL) == HR_OK);
    code = hr_request(handle, "GET", "/x", NULL, NULL);
    printf("code %s\nasked %d\n", hr_code_name(code), GetModuleHandleW(L"winhttp.dll") != NULL);
    CHECK(hr_close(handle) == HR_OK);
}

#endif
