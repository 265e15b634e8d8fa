// settings.hpp - the configuration of a session as a structure. The library checks it, not this file.

#ifndef HR_SETTINGS_HPP
#define HR_SETTINGS_HPP

#include "hr/json.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hr {

/// What hr_open takes, under the same names; what is left empty has its default. hr.h tells the values that
/// each may have, at hr_open.
struct settings {
    /// Milliseconds, 1 to 2147483647.
    struct limits {
        std::optional<std::int32_t> connect_ms; ///< looking up a name and connecting; default 10000
        std::optional<std::int32_t> call_ms;    ///< a whole call other than the next two; default 30000
        std::optional<std::int32_t> login_ms;   ///< a whole login; default 60000
        std::optional<std::int32_t> upload_ms;  ///< a whole upload; default 600000
    };

    std::optional<std::string> license_url;      ///< the license server: https, or loopback
    std::optional<std::string> license_bearer;   ///< the license bearer, a secret
    std::optional<std::string> license_auth;     ///< "bearer" (default) or "raw"
    std::optional<std::string> ticket_method;    ///< "POST" (default) or "GET"
    std::optional<std::string> local_url;        ///< the card client; default "http://127.0.0.1:48367"
    std::optional<std::string> card_form;        ///< "body" (default) or "bearer"
    std::optional<std::string> identified_field; ///< JSON pointer into the login's reply, such as "/identified"
    limits timeouts;
    std::optional<std::string> proxy;            ///< "none" (default), "env" or "http://[user:pw@]host:port"
    std::optional<std::string> ca_file;          ///< PEM file of roots trusted beside those of the system
    std::optional<std::int32_t> max_reply_bytes; ///< the largest reply accepted; default 16777216
    std::optional<bool> allow_plain_http;        ///< default false
    std::optional<std::string> language;         ///< of message and remedy in errors: "en" (default) or "fr"
    std::optional<std::string> user_agent;       ///< default "hr/" and the version

    /// The JSON text that hr_open takes. It holds the license bearer.
    std::string json() const
    {
        std::string out;
        add(out, "license_url", license_url);
        add(out, "license_bearer", license_bearer);
        add(out, "license_auth", license_auth);
        add(out, "ticket_method", ticket_method);
        add(out, "local_url", local_url);
        add(out, "card_form", card_form);
        add(out, "identified_field", identified_field);
        const std::string times = timeouts_json();
        if (times != "{}")
            add_raw(out, "timeouts", times);
        add(out, "proxy", proxy);
        add(out, "ca_file", ca_file);
        add(out, "max_reply_bytes", max_reply_bytes);
        if (allow_plain_http)
            add_raw(out, "allow_plain_http", *allow_plain_http ? "true" : "false");
        add(out, "language", language);
        add(out, "user_agent", user_agent);
        return '{' + out + '}';
    }

private:
    std::string timeouts_json() const
    {
        std::string out;
        add(out, "connect_ms", timeouts.connect_ms);
        add(out, "call_ms", timeouts.call_ms);
        add(out, "login_ms", timeouts.login_ms);
        add(out, "upload_ms", timeouts.upload_ms);
        return '{' + out + '}';
    }

    static void add_raw(std::string &out, std::string_view key, std::string_view json)
    {
        if (!out.empty())
            out += ',';
        ((out += json_string(key)) += ':') += json;
    }

    static void add(std::string &out, std::string_view key, const std::optional<std::string> &text)
    {
        if (text)
            add_raw(out, key, json_string(*text));
    }

    static void add(std::string &out, std::string_view key, std::optional<std::int32_t> number)
    {
        if (number)
            add_raw(out, key, std::to_string(*number));
    }
};

} // namespace hr

#endif
