//! Steps 1 to 3: the license ticket, the cards, the login.

use std::ffi::c_char;

use super::boundary::pass_on;
use super::text;
use crate::client;
use crate::operation::Operation;

/// Step 1: gets a license ticket from the license server.
///
/// Sends {license_url}/v1/license/ticket with the license bearer, by the method that `ticket_method` names
/// (the interface shows POST and GET). The ticket is kept in the handle for steps 2 and 3.
///
/// @param handle from hr_open, with license_url and license_bearer, or license_bearer_file, in its configuration
/// @param out_json receives the result, or the error object; free it with hr_free
/// @retval HR_OK the handle holds the ticket
/// @retval HR_E_CONFIG license_url or license_bearer is not configured
/// @retval HR_E_REPLY the reply has no usable licenseTicket
/// @retval HR_E_UNAUTHORIZED the license server does not accept the license bearer
/// @retval HR_E_REFUSED a 4xx without a code of its own; after a 405 the remedy names ticket_method
/// @retval HR_E_NOT_FOUND the server answered 404: the remedy names ticket_method
/// @retval HR_E_SERVER the server answered 5xx; after a 501 the remedy names ticket_method
///
/// Also the codes of every service call, listed at the top of this header.
///
/// May be called again when the ticket has expired; the license server sets how long it is valid and
/// does not say so.
///
/// Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_ticket(handle: i32, out_json: *mut *mut c_char) -> i32 {
    pass_on!(with_result, Ticket, handle, out_json, client::ticket)
}

/// Step 1, elsewhere: takes over a ticket that the vendor's own server fetched, so that the license bearer
/// stays off the workstation.
///
/// @param handle from hr_open
/// @param ticket the licenseTicket: visible ASCII, 1 to 32,768 bytes; copied
/// @param out_json receives the result, or the error object; free it with hr_free
/// @retval HR_OK the handle holds the ticket
/// @retval HR_E_ARGUMENT ticket is NULL, not UTF-8, empty, too long, or has characters that cannot stand in a header
/// @retval HR_E_HANDLE not open in this process
/// @retval HR_E_BUSY a call runs on the handle
///
/// Sends nothing. Any thread; one call at a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_ticket_set(
    handle: i32,
    ticket: *const c_char,
    out_json: *mut *mut c_char,
) -> i32 {
    pass_on!(with_next, TicketSet, handle, out_json, |session| {
        client::set_ticket(session, text::required(ticket, "ticket")?)
    })
}

/// Step 2: asks the card client which cards are in the reader.
///
/// Sends {local_url}/direct/ready in the form that `card_form` names. Never through a proxy.
///
/// @param handle from hr_open, with a ticket (hr_ticket or hr_ticket_set)
/// @param out_json receives the result, or the error object; free it with hr_free
/// @retval HR_OK the handle holds the list of cards
/// @retval HR_E_STATE the handle has no ticket
/// @retval HR_E_CONFIG local_url is a name that does not lead to this computer, or the process that listens there may
///   not receive ticket and PIN (see hr_login)
/// @retval HR_E_CARD_CLIENT_ABSENT nothing listens at local_url
/// @retval HR_E_CARD_STATUS status.code is not 0; service_code and service_message hold the card client's status
/// @retval HR_E_REPLY the reply has no data.data
/// @retval HR_E_UNAUTHORIZED the card client does not accept the ticket; after a 401 the handle has dropped it: get a
///   new one
/// @retval HR_E_REFUSED a 4xx without a code of its own; after a 405 the remedy names card_form
/// @retval HR_E_NOT_FOUND the card client answered 404: the remedy names card_form
/// @retval HR_E_SERVER the card client answered 5xx; after a 501 the remedy names card_form
///
/// Also the codes of every service call, listed at the top of this header.
///
/// Changes nothing on the card. Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_ready(handle: i32, out_json: *mut *mut c_char) -> i32 {
    pass_on!(with_result, Ready, handle, out_json, client::ready)
}

/// Step 3: presents a PIN to a card, once, and opens a session with the resource service.
///
/// Sends {local_url}/direct/login in the form that `card_form` names, on a fresh connection, without any
/// retry. A card locks after a few wrong PINs, so a login is held back (HR_E_PIN_GUARD, nothing is sent),
/// for the whole process and all its handles; `reason` says why:
///   - "pin_in_use": another login with this card is running. Wait for its end; no permit helps;
///   - "ready_needed": since a login with this card that did not succeed there was no hr_ready;
///   - "pin_held": this PIN was presented to this card without success. A person decides
///     (hr_pin_retry_allow).
///
/// However a login ended, it holds its PIN on that card unless it succeeded. What was not sent (`outcome`
/// not_sent) leaves nothing. No reply and no counter lifts a hold: pinAttempt is passed through and decides
/// nothing. Another PIN, which a person has typed, is free after hr_ready. PINs that differ in blanks alone,
/// or in the script of their digits, count as one PIN; what is sent is what you pass. A success forgets what
/// was held for this card, and what its permit was for.
///
/// A card is known by serial and idNat, not by its token, however a list writes them: as text or number, in
/// JSON or percent escapes, with blanks, signs or leading zeros, in either case, in digits of any script.
/// Letters and digits alone count; an identifier without any ("-", "000") is left out. Where it is, two entries may be
/// the same card, and what is held for one is held for both; only a success of exactly this card, with a
/// serial, forgets. The process remembers 4,096 presentations without success, as digests under a key of its
/// own. Beyond these every PIN of every card is held until a login with the card succeeds; a permit helps.
///
/// With a journal each presentation is recorded there before it is sent. This process judges those that it
/// made PIN by PIN; for other processes, and after a restart, a card with a presentation that did not succeed,
/// or has no end, holds every PIN back ("pin_held") until a person decides or a login with the card succeeds.
/// While the process that presents a PIN runs, it is "pin_in_use". A damaged line of the journal holds each
/// card back until a login with it succeeds or a permit is used.
///
/// On a terminal server, or with fast user switching, whoever takes the card client's port first would receive
/// ticket and PIN. So before hr_ready and hr_login send a byte, over TLS too, the library looks up the process
/// at the other end of the connection: on Windows its session, on Linux its user. Unless that is this
/// process's own, nothing is sent (`outcome` not_sent), and `reason` says why; card_client_owners at hr_open
/// names what can be accepted:
///   - "card_client_other_session": another session, another one of the same user's among them; on Linux
///     another user but root. It cannot be accepted. A host that runs as a service, or as root, has that as its own;
///   - "card_client_service", "card_client_http_sys", "card_client_unknown": accepted where the list has the
///     word behind card_client_.
///
/// The code is HR_E_CONFIG, as for a local_url that leads to another computer: a process does listen, so it is
/// not HR_E_CARD_CLIENT_ABSENT or HR_E_CONNECT, waiting does not help, and the configuration has to change.
/// When the system's table has no row for the connection yet, the library waits for it, 53 milliseconds at
/// most.
///
/// Sending a login ends the session that the handle had, also when the login fails.
///
/// @param handle from hr_open, with a ticket and a list of cards (hr_ready)
/// @param card_token `token` of a card of the last hr_ready of this handle
/// @param pin_code the PIN as the person typed it; not empty, not blanks alone; not copied beyond this call:
/// wipe your own copy afterwards
/// @param out_json receives the result, or the error object; free it with hr_free. It holds
/// the bearer, a secret
/// @retval HR_OK the session is open
/// @retval HR_E_ARGUMENT NULL, not UTF-8, a PIN without a visible character, or a token that is not in the
///   last list
/// @retval HR_E_STATE the handle has no ticket, or no list of cards
/// @retval HR_E_PIN_GUARD the PIN was held back, see above; `reason` says why
/// @retval HR_E_JOURNAL the journal cannot be used; nothing was sent (outcome "not_sent"), and `reason` says why
/// @retval HR_E_CONFIG the process at local_url may not receive ticket and PIN (see above), or local_url leads
///   to another computer
/// @retval HR_E_CARD_CLIENT_ABSENT nothing listens at local_url
/// @retval HR_E_CARD_STATUS the card client reports a problem, such as a wrong PIN; `reason` names it, by
///   card_codes
/// @retval HR_E_UNAUTHORIZED 401 or 403: the PIN or the ticket was refused; after a 401 the handle has dropped
///   the ticket: get a new one
/// @retval HR_E_REPLY the reply has no usable bearer or serviceUrl (https, or loopback)
/// @retval HR_E_IN_DOUBT everything was sent and no answer came; it counts as a spent try
/// @retval HR_E_REFUSED a 4xx without a code of its own; after a 405 the remedy names card_form
/// @retval HR_E_NOT_FOUND the card client answered 404: the remedy names card_form
/// @retval HR_E_SERVER the card client answered 5xx; after a 501 the remedy names card_form
///
/// Also the codes of every service call, listed at the top of this header. Errors carry `outcome`.
///
/// Blocks up to timeouts.login_ms. Any thread; one call at a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_login(
    handle: i32,
    card_token: *const c_char,
    pin_code: *const c_char,
    out_json: *mut *mut c_char,
) -> i32 {
    pass_on!(with_result, Login, handle, out_json, |session| {
        let token = text::required(card_token, "card_token")?;
        let pin = text::required(pin_code, "pin_code")?;
        client::login(session, token, pin)
    })
}

/// After "pin_held": a person is sure of the PIN, so let one more presentation through.
///
/// Call it only because a person decided so, never automatically; a PIN that a person types after reading
/// "pin_held" is such a decision. It covers the PINs of this card that are held now, and the next login with
/// this card, of whatever PIN, uses it up unless the PIN was not sent. Where the entry may be several cards, it
/// is one login all the same, with whichever of them comes first. A fresh hr_ready is needed before or after this
/// call.
///
/// @param handle from hr_open
/// @param card_token `token` of a card of the last hr_ready of this handle. NULL: the card of the login of this
/// handle that was held back last, for whichever reason; it need not be listed now, and its token may have changed
/// @param out_json receives the result, or the error object; free it with hr_free
/// @retval HR_OK one more presentation is permitted
/// @retval HR_E_ARGUMENT not UTF-8, a token that the last list does not have, or a card of which no PIN is held; for
///   NULL, no login of this handle was held back
/// @retval HR_E_JOURNAL the journal cannot be read or written, and nothing is permitted
/// @retval HR_E_CANCELLED hr_cancel or hr_close ended the wait for the journal
/// @retval HR_E_STATE a token was given, and the handle has no list of cards
/// @retval HR_E_HANDLE not open in this process
/// @retval HR_E_BUSY a call runs on the handle
///
/// Sends nothing. Any thread; one call at a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_pin_retry_allow(
    handle: i32,
    card_token: *const c_char,
    out_json: *mut *mut c_char,
) -> i32 {
    pass_on!(with_next, PinRetryAllow, handle, out_json, |session| {
        client::allow_pin_retry(session, text::optional(card_token, "card_token")?)
    })
}

/// Step 3, elsewhere: adopts a login that was made by a browser page calling the card client.
///
/// The service keeps one current patient in a session. So the handles of this process that have one session,
/// by this call or by hr_login, share it (same bearer, same host and port): a search by one makes the others
/// read again, and hr_patient_get is HR_E_STATE on them until it has succeeded, or, where they have searched
/// and not yet read, until they search again. hr_patient_search, hr_patient_get, hr_patient_update and
/// hr_dmp_open have the current patient to themselves until they end, hr_patient_find and hr_deposit from the
/// search until the patient is read and the record open. Another call waits for it as long as its first
/// request may last, then ends with HR_E_BUSY, reason "session_in_use". What another process does with the
/// session cannot be seen here: compare patient_id, or give it to hr_deposit.
///
/// @param handle from hr_open
/// @param service_url serviceUrl of that login, unchanged: https, or loopback (or plain http with
/// allow_plain_http); a path prefix and a final slash are fine; no user name, query or fragment
/// @param bearer bearer of the same login: visible ASCII, 1 to 32,768 bytes; copied. It is sent to
/// service_url only
/// @param out_json receives the result, or the error object; free it with hr_free
/// @retval HR_OK the handle has this session; one that it had before is replaced
/// @retval HR_E_ARGUMENT NULL, not UTF-8, or an address or a bearer that cannot be used
/// @retval HR_E_HANDLE not open in this process
/// @retval HR_E_BUSY a call runs on the handle
///
/// Sends nothing. Any thread; one call at a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_session_set(
    handle: i32,
    service_url: *const c_char,
    bearer: *const c_char,
    out_json: *mut *mut c_char,
) -> i32 {
    pass_on!(with_next, SessionSet, handle, out_json, |session| {
        let url = text::required(service_url, "service_url")?;
        client::set_session(session, url, text::required(bearer, "bearer")?)
    })
}
