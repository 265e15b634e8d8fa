//! The codes of the C contract.

use std::ffi::CStr;

/// The call did what it was asked to do.
pub const HR_OK: i32 = 0;

/// An argument is NULL, not UTF-8, empty where it may not be, or not of the form its comment asks for.
pub const HR_E_ARGUMENT: i32 = -1;
/// The handle is 0, was closed, was never given out, or belongs to the process that forked this one. When a
/// callback forks, the child gets it as well, with outcome "unknown" where the call changes something.
pub const HR_E_HANDLE: i32 = -2;
/// Another call on the same handle is running. Nothing was sent; calls never wait for each other.
pub const HR_E_BUSY: i32 = -3;
/// A step that must come before this one is missing; the remedy names it. Nothing was sent.
pub const HR_E_STATE: i32 = -4;
/// The configuration given to hr_open cannot serve this call; the remedy names the key.
pub const HR_E_CONFIG: i32 = -5;
/// The document cannot be opened or read, or it changed while it was being sent.
pub const HR_E_FILE: i32 = -6;
/// Something exceeds what can be handled: no memory for it, no handle left, or too many documents in doubt.
pub const HR_E_TOO_LARGE: i32 = -7;
/// The PIN was not presented, because that could spend a try of the card without need.
pub const HR_E_PIN_GUARD: i32 = -8;
/// hr_cancel, hr_close, hr_stop or the progress callback stopped the call.
pub const HR_E_CANCELLED: i32 = -9;
/// A person must choose: `ask` says what, `choices` from what, and a next call with the answer goes on.
pub const HR_E_CHOICE: i32 = -10;
/// No card that was asked for is in the reader.
pub const HR_E_NO_CARD: i32 = -11;
/// The service answered for another patient than the one of `patient_id`. No record was opened, and nothing was changed
/// unless `reason` is "other_patient_updated".
pub const HR_E_OTHER_PATIENT: i32 = -12;
/// The file of the key `journal` cannot be used; `reason` says why. Nothing was sent.
pub const HR_E_JOURNAL: i32 = -13;
/// Nothing is at the place of a JSON text that the pointer leads to, or null; or no call has ended that hr_last could
/// speak of.
pub const HR_E_ABSENT: i32 = -14;

/// Nothing listens at the card client's address: it is not installed or not running.
pub const HR_E_CARD_CLIENT_ABSENT: i32 = -100;
/// The server could not be reached: unknown name, refused connection, no route.
pub const HR_E_CONNECT: i32 = -101;
/// The time allowed by `timeouts` ran out; `phase` says where.
pub const HR_E_TIMEOUT: i32 = -102;
/// The server's certificate was refused, or no TLS connection could be set up.
pub const HR_E_TLS: i32 = -103;
/// The proxy refused or could not be used.
pub const HR_E_PROXY: i32 = -104;
/// The connection ended before the call was complete.
pub const HR_E_INTERRUPTED: i32 = -105;
/// Everything was sent and no answer came: the call may or may not have taken effect. `cause` says why.
pub const HR_E_IN_DOUBT: i32 = -106;

/// The reply is not what the interface describes; the remedy names what is missing or wrong.
pub const HR_E_REPLY: i32 = -200;
/// The server refused the request (a 4xx status that has no code of its own here).
pub const HR_E_REFUSED: i32 = -201;
/// The server did not accept the credential (401 or 403).
pub const HR_E_UNAUTHORIZED: i32 = -202;
/// The server does not know what was asked for (404).
pub const HR_E_NOT_FOUND: i32 = -203;
/// The request contradicts what the server holds (409), or what is known about another sending of the document.
pub const HR_E_CONFLICT: i32 = -204;
/// The server asks to wait (429); `retry_after_s` says how long, when the server said so.
pub const HR_E_RATE_LIMITED: i32 = -205;
/// The server failed (5xx).
pub const HR_E_SERVER: i32 = -206;
/// The card client answered with a `status.code` other than 0; `service_code` holds it.
pub const HR_E_CARD_STATUS: i32 = -207;
/// The server answered with a redirection, which is never followed.
pub const HR_E_REDIRECT: i32 = -208;

/// The library failed inside. The handle still answers; please report it.
pub const HR_E_PANIC: i32 = -900;

/// A text that ends with NUL.
pub const fn c_text(text: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(text) => text,
        Err(_) => c"",
    }
}
