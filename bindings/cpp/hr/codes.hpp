// Generated from include/hr.h by cargo xtask bindings: do not edit.
// codes.hpp - the constants of hr.h: HR_E_PIN_GUARD is hr::code::pin_guard. A newer library may have more codes.

#ifndef HR_CODES_HPP
#define HR_CODES_HPP

#include "hr.h"

#include <cstdint>

namespace hr {

/// What is wrong. A code of a newer library is another number in it.
enum class code : std::int32_t {
    /// The call did what it was asked to do.
    ok = HR_OK,

    /// An argument is NULL, not UTF-8, empty where it may not be, or not of the form its comment asks for.
    argument = HR_E_ARGUMENT,
    /// The handle is 0, was closed, was never given out, or belongs to the process that forked this one. When a
    /// callback forks, the child gets it as well, with outcome "unknown" where the call changes something.
    handle = HR_E_HANDLE,
    /// Another call on the same handle is running. Nothing was sent; calls never wait for each other.
    busy = HR_E_BUSY,
    /// A step that must come before this one is missing; the remedy names it. Nothing was sent.
    state = HR_E_STATE,
    /// The configuration given to hr_open cannot serve this call; the remedy names the key.
    config = HR_E_CONFIG,
    /// The document cannot be opened or read, or it changed while it was being sent.
    file = HR_E_FILE,
    /// Something exceeds what can be handled: no memory for it, no handle left, or too many documents in doubt.
    too_large = HR_E_TOO_LARGE,
    /// The PIN was not presented, because that could spend a try of the card without need.
    pin_guard = HR_E_PIN_GUARD,
    /// hr_cancel, hr_close, hr_stop or the progress callback stopped the call.
    cancelled = HR_E_CANCELLED,
    /// A person must choose: `ask` says what, `choices` from what, and a next call with the answer goes on.
    choice = HR_E_CHOICE,
    /// No card that was asked for is in the reader.
    no_card = HR_E_NO_CARD,
    /// The service answered for another patient than the one of `patient_id`. No record was opened, and nothing was
    /// changed unless `reason` is "other_patient_updated".
    other_patient = HR_E_OTHER_PATIENT,
    /// The file of the key `journal` cannot be used; `reason` says why. Nothing was sent.
    journal = HR_E_JOURNAL,
    /// Nothing is at the place of a JSON text that the pointer leads to, or null; or no call has ended that hr_last
    /// could speak of.
    absent = HR_E_ABSENT,

    /// Nothing listens at the card client's address: it is not installed or not running.
    card_client_absent = HR_E_CARD_CLIENT_ABSENT,
    /// The server could not be reached: unknown name, refused connection, no route.
    connect = HR_E_CONNECT,
    /// The time allowed by `timeouts` ran out; `phase` says where.
    timeout = HR_E_TIMEOUT,
    /// The server's certificate was refused, or no TLS connection could be set up.
    tls = HR_E_TLS,
    /// The proxy refused or could not be used.
    proxy = HR_E_PROXY,
    /// The connection ended before the call was complete.
    interrupted = HR_E_INTERRUPTED,
    /// Everything was sent and no answer came: the call may or may not have taken effect. `cause` says why.
    in_doubt = HR_E_IN_DOUBT,

    /// The reply is not what the interface describes; the remedy names what is missing or wrong.
    reply = HR_E_REPLY,
    /// The server refused the request (a 4xx status that has no code of its own here).
    refused = HR_E_REFUSED,
    /// The server did not accept the credential (401 or 403).
    unauthorized = HR_E_UNAUTHORIZED,
    /// The server does not know what was asked for (404).
    not_found = HR_E_NOT_FOUND,
    /// The request contradicts what the server holds (409), or what is known about another sending of the document.
    conflict = HR_E_CONFLICT,
    /// The server asks to wait (429); `retry_after_s` says how long, when the server said so.
    rate_limited = HR_E_RATE_LIMITED,
    /// The server failed (5xx).
    server = HR_E_SERVER,
    /// The card client answered with a `status.code` other than 0; `service_code` holds it.
    card_status = HR_E_CARD_STATUS,
    /// The server answered with a redirection, which is never followed.
    redirect = HR_E_REDIRECT,

    /// The library failed inside. The handle still answers; please report it.
    panic = HR_E_PANIC,
};

/// The version of the binary contract that hr.h describes; see hr_abi_version.
inline constexpr std::int32_t abi_version = HR_ABI_VERSION;

/// How much the log contains; each level includes those before it.
enum class log_level : std::int32_t {
    /// No log (the state at start).
    off = HR_LOG_OFF,
    /// Calls that failed.
    error = HR_LOG_ERROR,
    /// Also calls that succeeded: method, path template, status, duration.
    info = HR_LOG_INFO,
    /// Also handles opened and closed.
    debug = HR_LOG_DEBUG,
};

} // namespace hr

#endif
