// error.hpp - what is thrown when a call fails. One type per family of codes:
//
//     hr::error                    anything this wrapper throws about the library; a code of no known family
//       hr::caller_error           -1 to -99: the call itself: argument, order, configuration, file
//         hr::cancelled_error      HR_E_CANCELLED: somebody asked to stop
//       hr::network_error          -100 to -199: not reached, too slow, no answer
//       hr::peer_error             -200 to -299: the other side refused, or answered what cannot be used
//       hr::internal_error         -900 to -999: the library failed inside
//       hr::abi_error              this wrapper and the library that was loaded do not fit
//
// Whether something may be sent again is stated by `outcome`, not by the family; `in_doubt` asks the question
// that matters most.

#ifndef HR_ERROR_HPP
#define HR_ERROR_HPP

#include "hr.h"
#include "hr/argument.hpp"
#include "hr/codes.hpp"
#include "hr/json.hpp"
#include "hr/words.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace hr {

/// What the library reports about a failed call. The keys are explained at the top of hr.h, under ERRORS.
struct error_details {
    std::int32_t code = 0;
    std::string name;
    std::string operation;
    std::string at;
    std::string message;
    std::string message_fr;
    std::string remedy;
    std::string remedy_fr;
    std::optional<std::string> reason;
    std::optional<std::int32_t> http_status;
    std::optional<std::string> service_code;
    std::optional<std::string> service_message;
    std::optional<std::string> outcome;
    std::optional<std::string> phase;
    std::optional<std::string> cause;
    std::optional<std::int64_t> retry_after_s;
    std::optional<std::string> sha256;
    std::optional<std::int64_t> bytes;
    std::optional<std::string> entry;
    std::optional<std::string> journal;
    std::optional<std::string> step;
    std::optional<bool> session;
    std::optional<std::string> ending, ask;
    std::string raw;
};

/// The base of everything that this wrapper throws about the library. Copies are cheap and never throw.
///
/// No secret, address, file name, patient's number or name, and no reply body is in it, but in raw() where ask() has a
/// word: its `choices` name cards, situations or patients. The rest, and what(), may be logged.
class error : public std::runtime_error {
public:
    explicit error(error_details details)
        : std::runtime_error(details.operation + ": " + details.name + ": " + details.message),
          details_(std::make_shared<const error_details>(std::move(details)))
    {
    }

    /// What is wrong, one of hr::code or, of a newer library, another number in it.
    hr::code code() const noexcept { return static_cast<hr::code>(details_->code); }

    /// The number's name, such as "HR_E_TIMEOUT".
    const std::string &name() const noexcept { return details_->name; }

    /// The C function that failed, such as "hr_login".
    const std::string &operation() const noexcept { return details_->operation; }

    /// Who the error comes from: "license", "card", "service" or "library".
    const std::string &at() const noexcept { return details_->at; }

    /// What happened, one line in the configured language. what() is operation, name and this.
    const std::string &message() const noexcept { return details_->message; }

    /// What happened, in French: can be shown to a doctor as it is.
    const std::string &message_fr() const noexcept { return details_->message_fr; }

    /// What to do about it, one line in the configured language.
    const std::string &remedy() const noexcept { return details_->remedy; }

    /// What to do about it, in French.
    const std::string &remedy_fr() const noexcept { return details_->remedy_fr; }

    /// A word for programs, when there is one: "pin_in_use", "ready_needed" and "pin_held" of the PIN guard;
    /// "pin_refused", "card_locked" and "card_absent" by settings::card_codes; "card_client_other_session",
    /// "card_client_service", "card_client_http_sys" and "card_client_unknown" say whose process listens at
    /// settings::local_url, see settings::card_client_owners; "tls_expired", "tls_not_yet_valid", "tls_unknown_issuer",
    /// "tls_wrong_name" and "tls_refused" are of the server's certificate; "session_in_use": another call of this session has the
    /// current patient, call again; "document_in_use": another call is sending the same document; with HR_E_JOURNAL "journal_locked" (another process holds the lock: call again), "journal_slow"
    /// (reading it takes longer than the call may) or why settings::journal cannot be used, see hr.h. A newer library may have more.
    const std::optional<std::string> &reason() const noexcept { return details_->reason; }

    /// The same as an enumeration.
    hr::reason known_reason() const noexcept { return reason_of(details_->reason); }

    /// The status of the reply, when there was one.
    std::optional<std::int32_t> http_status() const noexcept { return details_->http_status; }

    /// The reply's status.code, when it has one: a number exactly as it is written, or a short text such as
    /// "DOC-17" without its quotation marks. `raw` distinguishes the two.
    const std::optional<std::string> &service_code() const noexcept { return details_->service_code; }

    /// The card client's status.message, when there is one; secrets and long numbers are ***.
    const std::optional<std::string> &service_message() const noexcept { return details_->service_message; }

    /// Of a call that changes something: "accepted", "not_sent", "incomplete", "rejected", "unknown" or
    /// "accepted_unreadable". Only after "not_sent" and "incomplete" may a program repeat the call by itself.
    const std::optional<std::string> &outcome() const noexcept { return details_->outcome; }

    /// The same as an enumeration.
    hr::outcome known_outcome() const noexcept { return outcome_of(details_->outcome); }

    /// How far the call came: "resolve", "connect", "tls", "send", "wait" or "read".
    const std::optional<std::string> &phase() const noexcept { return details_->phase; }

    /// With HR_E_IN_DOUBT: the name of the code that says why there was no answer.
    const std::optional<std::string> &cause() const noexcept { return details_->cause; }

    /// The seconds to wait, when the server said so.
    std::optional<std::int64_t> retry_after_s() const noexcept { return details_->retry_after_s; }

    /// The SHA-256 of the document, when an upload failed after all of it was read.
    const std::optional<std::string> &sha256() const noexcept { return details_->sha256; }

    /// The length of the document, when an upload failed after all of it was read.
    std::optional<std::int64_t> bytes() const noexcept { return details_->bytes; }

    /// The id of the doubt about this document, when there is one. For dmp_found and dmp_resend_allow.
    const std::optional<std::string> &entry() const noexcept { return details_->entry; }

    /// "not_completed" when the call ended so and the journal has no record of its end.
    const std::optional<std::string> &journal() const noexcept { return details_->journal; }

    /// Of a call that makes several steps: the C function that the failed step is.
    const std::optional<std::string> &step() const noexcept { return details_->step; }

    /// Of hr_connect: whether a session is open.
    std::optional<bool> session() const noexcept { return details_->session; }

    /// Of connect, find and deposit: how the call ended, in one word.
    const std::optional<std::string> &ending() const noexcept { return details_->ending; }

    /// Of these: what a person is asked next, such as "situation" or "update". `choices` of raw() has the answers.
    const std::optional<std::string> &ask() const noexcept { return details_->ask; }

    /// The error object as JSON, exactly as the library gave it; empty when it gave none.
    const std::string &raw() const & noexcept { return details_->raw; }

    /// Of an error that ends with the statement: a copy, which a json_view refuses.
    std::string raw() && { return details_->raw; }

    /// The call may have taken effect: look at the other side, and let a person decide before it is repeated.
    bool in_doubt() const noexcept
    {
        return details_->outcome == "unknown" || details_->outcome == "accepted_unreadable";
    }

private:
    std::shared_ptr<const error_details> details_;
};

/// The call itself cannot be served: argument, handle, order, configuration, file, journal, PIN guard, cancelled.
class caller_error : public error {
    using error::error;
};

/// hr_cancel, close, a progress callback or a stop_source stopped the call.
class cancelled_error : public caller_error {
    using caller_error::caller_error;
};

/// The other side was not reached, was too slow, or gave no answer.
class network_error : public error {
    using error::error;
};

/// The other side refused, failed, or answered what cannot be used.
class peer_error : public error {
    using error::error;
};

/// The library failed inside. The session still answers; please report it.
class internal_error : public error {
    using error::error;
};

/// The library that was loaded has another binary contract than this wrapper. Its code is 0.
class abi_error : public error {
    using error::error;
};

namespace detail {

inline std::string text_or(json_view object, std::string_view key, std::string otherwise = {})
{
    return object[key].text().value_or(std::move(otherwise));
}

/// A number as it is written, or a short text.
inline std::optional<std::string> service_code_of(json_view value)
{
    const auto number = value.number();
    return number ? std::optional<std::string>(*number) : value.text();
}

inline std::optional<std::int32_t> status_of(json_view object)
{
    const auto status = object["http_status"].integer();
    return status ? std::optional<std::int32_t>(static_cast<std::int32_t>(*status)) : std::nullopt;
}

/// Reads an error object; a function without one reports its failure by the code alone.
inline error_details read_error(std::int32_t code, const char *operation, std::string_view json)
{
    const json_view object(json);
    const std::string name = text_or(object, "name", hr_code_name(code));
    error_details read;
    read.code = code;
    read.name = name;
    read.operation = text_or(object, "operation", operation);
    read.at = text_or(object, "at", "library");
    read.message = text_or(object, "message", "the call ended with code " + std::to_string(code) + ".");
    read.message_fr = text_or(object, "message_fr", "l'appel s'est terminé par le code " + std::to_string(code) + ".");
    read.remedy = text_or(object, "remedy", "See what hr.h says of " + read.operation + " and " + name + ".");
    read.remedy_fr = text_or(object, "remedy_fr", "Voir dans hr.h : " + read.operation + ", " + name + ".");
    read.http_status = status_of(object);
    read.reason = object["reason"].text();
    read.service_code = service_code_of(object["service_code"]);
    read.service_message = object["service_message"].text();
    read.outcome = object["outcome"].text();
    read.phase = object["phase"].text();
    read.cause = object["cause"].text();
    read.retry_after_s = object["retry_after_s"].integer();
    read.sha256 = object["sha256"].text();
    read.bytes = object["bytes"].integer();
    read.entry = object["entry"].text();
    read.journal = object["journal"].text();
    read.step = object["step"].text();
    read.session = object["session"].boolean();
    read.ending = object["ending"].text();
    read.ask = object["ask"].text();
    read.raw = json;
    return read;
}

} // namespace detail

/// Throws what a code stands for; HR_OK throws nothing. Every call of this wrapper goes through it.
///
/// `operation` is the C function, `json` the error object that it gave, or empty; both may be null pointers.
inline void check(std::int32_t code, const char *operation, const optional_text &json = std::nullopt)
{
    if (code == HR_OK)
        return;
    error_details details = detail::read_error(code, operation ? operation : "", json.value_or(std::string_view()));
    if (code == HR_E_CANCELLED)
        throw cancelled_error(std::move(details));
    if (code <= -1 && code >= -99)
        throw caller_error(std::move(details));
    if (code <= -100 && code >= -199)
        throw network_error(std::move(details));
    if (code <= -200 && code >= -299)
        throw peer_error(std::move(details));
    if (code <= -900 && code >= -999)
        throw internal_error(std::move(details));
    throw error(std::move(details));
}

} // namespace hr

#endif
