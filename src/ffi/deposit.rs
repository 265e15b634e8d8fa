//! The chain in few calls: wait for a card, log in, find a patient, deposit documents.

use std::ffi::c_char;

use super::boundary::pass_on;
use super::{service, text};
use crate::client;
use crate::operation::Operation;

/// Waits until a card is in the reader: asks the card client as hr_ready does, and again 500 ms after each
/// answer; after the time it is not asked again. A license ticket is fetched as hr_ticket does when the handle
/// has none, and once in a call after a 401 of the card client; without license_url and license_bearer neither
/// is done. Presents no PIN.
///
/// @param handle from hr_open
/// @param card_json which card, one JSON object such as {"cardType":"CPS"}; NULL: any card
/// @param timeout_ms how long to wait, in milliseconds; 0: ask once
/// @param out_json receives the result, or the error object; free it with hr_free
/// @retval HR_OK a card that fits is in the reader
/// @retval HR_E_ARGUMENT card_json is not UTF-8, not JSON, has a member twice, no member, or a value that is
///   neither text, number nor boolean; or timeout_ms is negative
/// @retval HR_E_NO_CARD no card that fits came in time
/// @retval HR_E_CARD_STATUS the last answer was a status.code other than 0; `reason` names it, by card_codes.
///   One before the last counts as an answer without a card
/// @retval HR_E_CANCELLED hr_cancel, hr_close or hr_stop ended the wait, within 50 ms
///
/// Also the codes of every service call, listed at the top of this header, and of hr_ticket and hr_ready, with
/// `step`, the function that the step is.
///
/// Blocks up to timeout_ms and the end of the question that runs then, each request of which takes up to
/// timeouts.call_ms. Any thread; one call at a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_wait_card(
    handle: i32,
    card_json: *const c_char,
    timeout_ms: i32,
    out_json: *mut *mut c_char,
) -> i32 {
    pass_on!(with_result, WaitCard, handle, out_json, |session| {
        let card = text::optional(card_json, "card_json")?;
        client::wait_card(session, card, timeout_ms)
    })
}

/// Logs in with one call: ticket, cards, PIN and, where it is asked for, the professional's situation (steps 1
/// to 4).
///
/// With a PIN: fetches a ticket when the handle has none (after a 401 of the listing once more), lists the
/// cards, waits for one that fits, and presents the PIN to it as hr_login does: at most once, with all that
/// the PIN guard holds back. Entries that agree in serial or idNat and differ in neither are one card; the
/// first is used. A PIN always makes a new login; an earlier one ends before the cards are listed. Without a
/// PIN (NULL) the open session is used, and `wait_card_ms` counts for nothing. Where there is none, or `card`
/// is not the card that opened it (of a session of hr_session_set that is not known, and it is used), it ends,
/// the cards are listed, and the call stops for the PIN, with the card that it is for. Without `card` it is the
/// only one whose cardType is among the configuration's card_types: a patient's card is never taken for the
/// doctor's. Then step 4: `profile` is PUT to /user-profiles, `situation_id` is selected, each time that they
/// are given. Both are left out where the login says that the professional is identified (see
/// identified_field). Where it says no, the configuration's `profile` is PUT once in a session where the
/// request has none, and one situation must be chosen unless one was selected since; where it says neither,
/// nothing is asked for. When a person must choose, the call stops with HR_E_CHOICE: put the answer into the
/// request, as the start of this header says, and repeat the call; with pin_code NULL once a text says
/// `session` true: no second PIN is presented, and a `profile` that this session has accepted is not PUT
/// again.
///
/// @param handle from hr_open
/// @param request_json one JSON object; NULL: {}. Unknown and repeated members are refused
/// @param pin_code the card's PIN; NULL: go on with the open session, or ask for the PIN. Blanks alone are no
/// PIN: it is asked for
/// @param out_json receives the result, or the error object; free it with hr_free. It holds the session
/// bearer, a secret
/// @retval HR_OK the session is open, and whatever was asked of step 4 is done
/// @retval HR_E_ARGUMENT request_json is not UTF-8, not JSON or has a member that is not known, repeated or
///   not of its form; pin_code is not UTF-8
/// @retval HR_E_STATE another call ended the session; or another profile, or situation, had no answer
/// @retval HR_E_NO_CARD as for hr_wait_card
/// @retval HR_E_CHOICE `ask` is "card": several cards fit, none is of a kind in card_types, or a token stands
///   for several and `card` has neither serial nor idNat; no PIN was presented. Or it is "pin": there is no
///   PIN and no session. Or, with a session, it is "profile": the service does not know in which
///   situation the professional works, and no profile was sent; or "situation": `choices` has the list that
///   situations_pointer leads to, or one whose raw is the service's reply to the profile; none where an
///   earlier call sent it
/// @retval HR_E_PIN_GUARD as for hr_login; with the reason "pin_held" `entry` is what `confirmed` or `retry`
///   must name
///
/// Also the codes of every service call, listed at the top of this header, and of hr_ticket, hr_ready,
/// hr_login, hr_profile_put and hr_profile_select: `step` is the function that the failed step is, and
/// `session` says whether a session is open: when step 4 fails it is, unless the service ended it (401). Go on
/// with pin_code NULL then; the result of hr_login is not repeated.
///
/// Blocks up to wait_card_ms and the time of each step. Any thread; one call at a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_connect(
    handle: i32,
    request_json: *const c_char,
    pin_code: *const c_char,
    out_json: *mut *mut c_char,
) -> i32 {
    pass_on!(with_result, Connect, handle, out_json, |session| {
        let request = text::optional(request_json, "request_json")?;
        let pin = text::optional(pin_code, "pin_code")?;
        client::connect(session, request, pin)
    })
}

/// Finds a patient: hr_patient_search, then hr_patient_get (steps 5 and 6). No data is changed.
///
/// The interface does not show the search's reply, so this library cannot count who was found, unless the
/// configuration says with patients_pointer where their list is. Without it and without patient_id the
/// parameters are those of a patient whom the service chose, and others may have the same traits: a person
/// compares before anything is sent.
///
/// @param handle from hr_open, with a session
/// @param request_json one JSON object. Unknown and repeated members are refused
/// @param out_json receives the result, or the error object; free it with hr_free
/// @retval HR_OK the patient was read: the one of patient_id, or the only one who has these traits
/// @retval HR_E_ARGUMENT request_json is NULL, not UTF-8, not JSON, without any trait, or has a member that is
///   not known, repeated, not a text or too long; or it has no traits, and patient_id is not of the patient
///   who was read last
/// @retval HR_E_STATE the handle has no session
/// @retval HR_E_OTHER_PATIENT the parameters are of another patient than patient_id or, without it, than the
///   only one in the list
/// @retval HR_E_NOT_FOUND the list is empty, or the service answered 404, not with a page
/// @retval HR_E_CHOICE `ask` is "traits": several have these traits, those of `choices`, and nobody was read.
///   Or it is "patient": the one of `choices` was read, and others may have the same traits, or an earlier
///   search had no answer, and the service may speak of its patient. They hold names: keep them out of logs
/// @retval HR_E_REPLY a reply is not what was announced, or a 404 came with a page; with patients_pointer also
///   where it leads to no list, to a list of one value that is no object, or through an object that has the
///   member twice
///
/// Also the codes of every service call, listed at the top of this header, and of hr_patient_search and
/// hr_patient_get, with `step`, the function that the failed step is. After any other code than HR_OK
/// hr_patient_get is HR_E_STATE until a search succeeds.
///
/// Blocks up to twice timeouts.call_ms. Any thread; one call at a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_patient_find(
    handle: i32,
    request_json: *const c_char,
    out_json: *mut *mut c_char,
) -> i32 {
    let code = pass_on!(with_result, PatientFind, handle, out_json, |session| {
        client::find(session, text::required(request_json, "request_json")?)
    });
    service::search_ended(handle, code)
}

/// Deposits documents into a patient's shared record with one call: finds and reads the patient, makes the
/// update that is asked for, opens the record, sends each document (steps 5 to 9).
///
/// The patient is who the host says: with patient_id the parameters that the service returns must be of that
/// patient, else HR_E_OTHER_PATIENT; without it only a patient of whom patients_pointer shows that nobody else
/// has these traits is taken, else HR_E_CHOICE. Nothing is opened or sent before that. An update is made only
/// with `update` and patient_id, and then the patient is read again. One whose response was lost is made again
/// only when the service has not made it by then. Documents go in their order, each once, with all that
/// hr_dmp_send promises. A document that was accepted before, from this process (at least its last 100,000) or
/// by the journal, is not sent again: outcome "accepted", already true. So after a failure the same call is
/// made again: it sends what was not accepted, and no document twice. What is in doubt stays so until
/// `doubts`, hr_dmp_found or hr_dmp_resend_allow says what a person saw in the record. HR_E_FILE, a document
/// in doubt and a 4xx other than 401, 408 and 429 leave the other documents their turn. Anything else ends the
/// call; later documents are "not_sent".
///
/// @param handle from hr_open, with a session
/// @param request_json one JSON object. Unknown and repeated members are refused
/// @param out_json receives the result, or the error object; free it with hr_free. The error's `documents` is
/// null when request_json could not be read, and with HR_E_PANIC; its `outcome` is null, but "unknown" in a
/// child that a callback forked, where each document that had not ended is "unknown" too. With several
/// documents, of which one had its turn, the error's `message` counts them too
/// @retval HR_OK every document is accepted
/// @retval HR_E_ARGUMENT request_json is NULL, not UTF-8, not JSON, lacks `documents` or a member of one, or
///   has one that is not known, repeated or not of its form; update without patient_id; neither traits nor a
///   patient read before whose patient_id is given. Nothing was sent
/// @retval HR_E_STATE the handle has no session; or, before an update, as for hr_patient_update
/// @retval HR_E_CHOICE `ask` is "traits" or "patient", as for hr_patient_find. Or it is "update": insQualified
///   or alimentationConsent is false, and the only one of `choices` has the patient's parameters as raw. They
///   hold names: keep them out of logs
/// @retval HR_E_OTHER_PATIENT the parameters are those of another patient than patient_id or, without one,
///   than the only one in the list that patients_pointer leads to
/// @retval HR_E_IN_DOUBT a document's end is not known, or one was held back for an earlier doubt: then `ask`
///   is "doubt" unless a failure ended the call, and `choices` has the two answers about the first one
///
/// Also the codes of every service call, listed at the top of this header, and of hr_patient_search,
/// hr_patient_get, hr_patient_update, hr_dmp_open and hr_dmp_send: of what ended the call; else HR_E_IN_DOUBT
/// where a document is in doubt; else of the first document that failed. `step` is the function that the
/// failed step is.
///
/// Progress (hr_set_progress) counts the bytes of all documents together, those accepted before and those
/// refused as done. hr_state has `document`, the index of the one being sent. Blocks up to the time of each
/// step; each document has timeouts.upload_ms. Any thread; one call at a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_deposit(
    handle: i32,
    request_json: *const c_char,
    out_json: *mut *mut c_char,
) -> i32 {
    pass_on!(with_result, Deposit, handle, out_json, |session| {
        let request = text::required(request_json, "request_json")?;
        client::deposit(session, request, None)
    })
}

/// Deposits one document from memory: as hr_deposit, with the document's bytes instead of a path. It is known
/// and compared as one from a file is.
///
/// @param handle from hr_open, with a session
/// @param request_json one JSON object. Unknown and repeated members are refused
/// @param data the document; borrowed for the call, not copied. NULL is allowed when length is 0
/// @param length bytes of the document, 0 to 2,147,483,647
/// @param out_json as for hr_deposit
/// @retval HR_OK the document is accepted
/// @retval HR_E_ARGUMENT as for hr_deposit; also when length is negative, or data is NULL with a length above 0
/// @retval HR_E_FILE the bytes are not those that were compared beforehand
///
/// The other codes are those of hr_deposit, for the same causes.
///
/// Blocks as hr_deposit. Any thread; one call at a time per handle. See hr_set_progress.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_deposit_bytes(
    handle: i32,
    request_json: *const c_char,
    data: *const u8,
    length: i32,
    out_json: *mut *mut c_char,
) -> i32 {
    pass_on!(with_result, DepositBytes, handle, out_json, |session| {
        let bytes = text::document(data, length)?;
        let request = text::required(request_json, "request_json")?;
        client::deposit(session, request, Some(bytes))
    })
}
