// settings.hpp - the configuration of a session as a structure. The library checks it, not this file.

#ifndef HR_SETTINGS_HPP
#define HR_SETTINGS_HPP

#include "hr/json.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace hr {

/// A text of the configuration, or nothing. A null `const char *`, such as std::getenv gives, is nothing.
class setting_text : public std::optional<std::string> {
public:
    using std::optional<std::string>::optional;

    setting_text(const char *text)
    {
        if (text != nullptr)
            emplace(text);
    }

    setting_text(char *text) : setting_text(static_cast<const char *>(text)) {}
    setting_text(std::nullptr_t) = delete;

    using std::optional<std::string>::operator=;
    setting_text &operator=(const char *text) { return *this = setting_text(text); }
    setting_text &operator=(char *text) { return *this = setting_text(text); }
    setting_text &operator=(std::nullptr_t) = delete;
};

/// A status.code of the card client: a number, or a short text such as "DOC-17".
class card_code {
public:
    card_code(std::int32_t number) noexcept : value_(number) {}
    card_code(std::string text) : value_(std::move(text)) {}
    card_code(const char *text) : value_(std::string(text != nullptr ? text : ""))
    {
        if (text == nullptr)
            throw std::invalid_argument("card_code: text is a null pointer");
    }

    template <class Out>
    void write(Out &out) const
    {
        if (const auto *const number = std::get_if<std::int32_t>(&value_))
            out += std::to_string(*number);
        else
            detail::append_json_string(out, std::get<std::string>(value_));
    }

private:
    std::variant<std::int32_t, std::string> value_;
};

namespace detail {

/// Counts what would be written.
class text_length {
public:
    text_length &operator+=(char) noexcept { return *this += std::string_view(" ", 1); }

    text_length &operator+=(std::string_view text) noexcept
    {
        value_ += text.size();
        return *this;
    }

    std::size_t value() const noexcept { return value_; }

private:
    std::size_t value_ = 0;
};

/// Writes the members of one JSON object; what has no value is left out.
template <class Out>
class json_members {
public:
    explicit json_members(Out &out) : out_(out) { out_ += '{'; }

    void end() { out_ += '}'; }

    void key(std::string_view name)
    {
        if (!first_)
            out_ += ',';
        first_ = false;
        append_json_string(out_, name);
        out_ += ':';
    }

    template <class Value>
    void add(std::string_view name, const std::optional<Value> &value)
    {
        if (!value)
            return;
        key(name);
        write(*value);
    }

    /// A value that is written in JSON already.
    void add_json(std::string_view name, const std::optional<std::string> &json)
    {
        if (!json)
            return;
        key(name);
        out_ += *json;
    }

    void add(std::string_view name, const std::vector<card_code> &codes)
    {
        if (codes.empty())
            return;
        key(name);
        write(codes);
    }

private:
    Out &out_;
    bool first_ = true;

    void write(const std::string &text) { append_json_string(out_, text); }
    void write(std::int32_t number) { out_ += std::to_string(number); }
    void write(bool flag) { out_ += flag ? "true" : "false"; }
    void write(const card_code &code) { code.write(out_); }

    template <class Item>
    void write(const std::vector<Item> &items)
    {
        out_ += '[';
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (i > 0)
                out_ += ',';
            write(items[i]);
        }
        out_ += ']';
    }
};

} // namespace detail

/// What hr_open takes, under the same names; what is left empty has its default. hr.h lists the values that
/// each may have, at hr_open.
struct settings {
    /// Milliseconds, 1 to 2147483647.
    struct limits {
        std::optional<std::int32_t> connect_ms; ///< looking up a name and connecting; default 10000
        std::optional<std::int32_t> call_ms;    ///< a whole call other than the next two; default 30000
        std::optional<std::int32_t> login_ms;   ///< a whole login; default 60000
        std::optional<std::int32_t> upload_ms;  ///< a whole upload; default 600000
    };

    /// Which status.code of the card client means what; the interface does not show any. Without them hr::error
    /// has no reason() for a refusal of the card client.
    struct codes {
        std::vector<card_code> pin_refused; ///< such as {4}
        std::vector<card_code> card_locked; ///< such as {5, "CARD-LOCKED"}
        std::vector<card_code> card_absent; ///< such as {3}
    };

    setting_text license_url;                    ///< the license server: https, or loopback
    setting_text license_bearer;                 ///< the license bearer, a secret
    setting_text license_auth;                   ///< "bearer" (default) or "raw"
    setting_text ticket_method;                  ///< "POST" (default) or "GET"
    setting_text local_url;                      ///< the card client; default "http://127.0.0.1:48367"
    /// Whose processes are given ticket and PIN beside those of the own session (on Linux: the own user): "service",
    /// "http_sys", "unknown"; default on Windows {}, elsewhere {"unknown"}. Another user's session never is.
    std::optional<std::vector<std::string>> card_client_owners;
    setting_text card_form;                      ///< "body" (default) or "bearer"
    setting_text identified_field;               ///< JSON pointer into the login's reply, such as "/identified"
    /// Which cardType is a professional's, for connect without a card; default {"CPS"}.
    std::optional<std::vector<std::string>> card_types;
    /// A JSON object: payload of PUT /user-profiles, for connect where the login needs it and the request has none.
    setting_text profile;
    setting_text situations_pointer; ///< JSON pointer into that reply, to the list of situations, such as "/situations"
    /// JSON pointer into the search's reply, to the list of patients, such as "/patients"; without it the library cannot
    /// count who was found, and a search gives found_unverified.
    setting_text patients_pointer;
    limits timeouts;
    setting_text proxy;                          ///< "none" (default), "env", "system" or "http://[user:pw@]host:port"
    setting_text ca_file;                        ///< PEM file of roots trusted beside those of the system
    /// Absolute path of a file on a disk of this computer, made where there is none, in which uploads and presentations
    /// of PINs are recorded, so that a document in doubt and a held PIN are known after a restart and to other
    /// processes; default: none, what this process remembers counts.
    setting_text journal;
    /// Default 365: older records of what is settled are removed, a thousand or more at a time, by the session that is
    /// the first to open the file; the newest 10,000, doubts and held PINs stay.
    std::optional<std::int32_t> journal_days;
    std::optional<std::int32_t> max_reply_bytes; ///< the largest reply accepted; default 16777216
    std::optional<bool> allow_plain_http;        ///< default false
    setting_text language;                       ///< of message and remedy in errors: "en" (default) or "fr"
    setting_text user_agent;                     ///< default "hr/" and the version
    codes card_codes;                            ///< default: none

    /// The JSON text that hr_open takes. It holds the license bearer and the proxy's password: hr::wipe it after
    /// use, as opening a session does. Making it leaves no other copy of them.
    std::string json() const
    {
        detail::text_length length;
        write(length);
        std::string out;
        out.reserve(length.value()); // a text that grew would leave its former places behind
        write(out);
        return out;
    }

private:
    template <class Out>
    void write(Out &out) const
    {
        detail::json_members<Out> all(out);
        all.add("license_url", license_url);
        all.add("license_bearer", license_bearer);
        all.add("license_auth", license_auth);
        all.add("ticket_method", ticket_method);
        all.add("local_url", local_url);
        all.add("card_client_owners", card_client_owners);
        all.add("card_form", card_form);
        all.add("identified_field", identified_field);
        all.add("card_types", card_types);
        all.add_json("profile", profile);
        all.add("situations_pointer", situations_pointer);
        all.add("patients_pointer", patients_pointer);
        if (timeouts.connect_ms || timeouts.call_ms || timeouts.login_ms || timeouts.upload_ms) {
            all.key("timeouts");
            detail::json_members<Out> times(out);
            times.add("connect_ms", timeouts.connect_ms);
            times.add("call_ms", timeouts.call_ms);
            times.add("login_ms", timeouts.login_ms);
            times.add("upload_ms", timeouts.upload_ms);
            times.end();
        }
        all.add("proxy", proxy);
        all.add("ca_file", ca_file);
        all.add("journal", journal);
        all.add("journal_days", journal_days);
        all.add("max_reply_bytes", max_reply_bytes);
        all.add("allow_plain_http", allow_plain_http);
        all.add("language", language);
        all.add("user_agent", user_agent);
        if (!card_codes.pin_refused.empty() || !card_codes.card_locked.empty() || !card_codes.card_absent.empty()) {
            all.key("card_codes");
            detail::json_members<Out> lists(out);
            lists.add("pin_refused", card_codes.pin_refused);
            lists.add("card_locked", card_codes.card_locked);
            lists.add("card_absent", card_codes.card_absent);
            lists.end();
        }
        all.end();
    }
};

/// Which uploads session::journal gives: those that fit all that is given.
struct journal_filter {
    setting_text entry;
    setting_text sha256;               ///< of the document
    setting_text reference;            ///< what the host called it
    setting_text outcome;              ///< a word, see error::outcome
    std::optional<bool> doubt;         ///< true: nobody knows whether it arrived
    setting_text since;                ///< a moment such as "2026-11-22T18:30:00Z": those that began then or later
    std::optional<std::int32_t> limit; ///< 1 to 10,000; default 100

    std::string json() const
    {
        std::string out;
        detail::json_members<std::string> all(out);
        all.add("entry", entry);
        all.add("sha256", sha256);
        all.add("reference", reference);
        all.add("outcome", outcome);
        all.add("doubt", doubt);
        all.add("since", since);
        all.add("limit", limit);
        all.end();
        return out;
    }
};

} // namespace hr

#endif
