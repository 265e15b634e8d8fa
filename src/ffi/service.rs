//! Steps 4 to 7: profiles and patients, and the pass-through call.

use std::ffi::c_char;

use super::boundary::{self, Output, pass_on};
use super::registry::HANDLES;
use super::text;
use crate::client;
use crate::code::HR_OK;
use crate::operation::Operation;

/// Step 4, first half: PUT {serviceUrl}/user-profiles. Only when the login did not identify the professional.
///
/// @param handle from hr_open, with a session (hr_login or hr_session_set)
/// @param payload_json the payload, one JSON value; sent byte for byte. The interface does not show it
/// @param out_json receives the result, or the error object; free it with hr_free. The interface does not show
/// the reply; it is expected to list the situations to choose from
/// @retval HR_OK the service accepted the payload
/// @retval HR_E_ARGUMENT payload_json is NULL, not UTF-8, or not JSON
/// @retval HR_E_STATE the handle has no session; or a payload other than this had no answer, which ends it
/// @retval HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session
///
/// Also the codes of every service call, listed at the top of this header. Errors carry `outcome`.
///
/// Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_profile_put(
    handle: i32,
    payload_json: *const c_char,
    out_json: *mut *mut c_char,
) -> i32 {
    pass_on!(with_result, ProfilePut, handle, out_json, |session| {
        client::profile_put(session, text::required(payload_json, "payload_json")?)
    })
}

/// Step 4, second half: GET {serviceUrl}/user-profiles/{situation.id}/select.
///
/// @param handle from hr_open, with a session
/// @param situation_id id of the situation chosen, as the service gave it; percent-encoded by this call; 1
/// to 1,024 bytes, not "." or ".."
/// @param out_json receives the result, or the error object; free it with hr_free
/// @retval HR_OK the situation is selected
/// @retval HR_E_ARGUMENT situation_id is NULL, not UTF-8, or cannot be one part of a path
/// @retval HR_E_STATE the handle has no session; or the selection of another had no answer, which ends it
/// @retval HR_E_NOT_FOUND the service does not know the situation (404)
/// @retval HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session
///
/// Also the codes of every service call, listed at the top of this header. Errors carry
/// `outcome`, since selecting changes the session at the other side.
///
/// Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_profile_select(
    handle: i32,
    situation_id: *const c_char,
    out_json: *mut *mut c_char,
) -> i32 {
    pass_on!(with_result, ProfileSelect, handle, out_json, |session| {
        client::profile_select(session, text::required(situation_id, "situation_id")?)
    })
}

/// Step 5: GET {serviceUrl}/patient/search, the search of an identity (INS) by traits.
///
/// Traits are passed as given, percent-encoded; the interface does not show their formats. NULL leaves a
/// trait out of the request, an empty text sends it empty. Each may have 1,024 bytes.
///
/// @param handle from hr_open, with a session
/// @param nom last name, UTF-8; or NULL
/// @param prenom first name, UTF-8; or NULL
/// @param date_naissance birth date; or NULL
/// @param sexe sex; or NULL
/// @param out_json receives the result, or the error object; free it with hr_free. The interface does not show
/// the reply
/// @retval HR_OK the service answered, which does not mean that exactly one patient has these traits: the
///   interface does not show the reply, so look into `raw`, and compare the patient that hr_patient_get
///   returns
/// @retval HR_E_ARGUMENT a trait is not UTF-8 or too long
/// @retval HR_E_STATE the handle has no session
/// @retval HR_E_NOT_FOUND the service answered 404
/// @retval HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session
///
/// Also the codes of every service call, listed at the top of this header.
///
/// Afterwards an update needs a new hr_patient_get, since the service may now speak of another patient. After
/// any other code than HR_OK, whatever the reason, hr_patient_get is HR_E_STATE until a search succeeds: the
/// service might still answer with the patient before. Blocks up to timeouts.call_ms. Any thread; one call at
/// a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_patient_search(
    handle: i32,
    nom: *const c_char,
    prenom: *const c_char,
    date_naissance: *const c_char,
    sexe: *const c_char,
    out_json: *mut *mut c_char,
) -> i32 {
    let code = pass_on!(with_result, PatientSearch, handle, out_json, |session| {
        let traits = [
            text::optional(nom, "nom")?,
            text::optional(prenom, "prenom")?,
            text::optional(date_naissance, "date_naissance")?,
            text::optional(sexe, "sexe")?,
        ];
        client::patient_search(session, &traits)
    });
    search_ended(handle, code)
}

/// Notes a search that failed, also one that never began, for a wrong argument or another call on the handle.
pub(super) fn search_ended(handle: i32, code: i32) -> i32 {
    if code != HR_OK {
        let session = || HANDLES.find(handle);
        boundary::contain(|| session().map(|session| client::search_failed(&session)));
    }
    code
}

/// Step 6: GET {serviceUrl}/patient, the parameters of the patient.
///
/// @param handle from hr_open, with a session
/// @param out_json receives the result, or the error object; free it with hr_free
/// @retval HR_OK the handle holds the patient's parameters
/// @retval HR_E_STATE the handle has no session, its last hr_patient_search or the last one of this session
///   did not succeed, or another handle has searched since this one searched
/// @retval HR_E_REPLY patient_id, insQualified or alimentationConsent is missing or of another type
/// @retval HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session
///
/// Also the codes of every service call, listed at the top of this header.
///
/// Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_patient_get(handle: i32, out_json: *mut *mut c_char) -> i32 {
    pass_on!(
        with_result,
        PatientGet,
        handle,
        out_json,
        client::patient_get
    )
}

/// Step 7: POST {serviceUrl}/patient, only when hr_patient_get said updateNeeded.
///
/// Consent is the patient's, and whoever has checked an identity document signs for the qualification of the
/// identity: ask before claiming either. When the body or the reply says of insQualified or alimentationConsent,
/// as a member at any depth, anything but true, the update counts as not made, and the record stays closed until
/// an hr_patient_get finds both true.
///
/// @param handle from hr_open, with a session and an hr_patient_get that asked for an update
/// @param body_json the parameters to set, one JSON value; sent byte for byte. The interface does not show it
/// @param out_json receives the result, or the error object; free it with hr_free. `next` is hr_patient_update
/// again when the update counts as not made
/// @retval HR_OK the service accepted the update
/// @retval HR_E_ARGUMENT body_json is NULL, not UTF-8, or not JSON
/// @retval HR_E_STATE the handle has no session, made no hr_patient_get since the last search, or the last one
///   did not ask for an update; or a search had no answer and may yet change the patient: the session has ended
/// @retval HR_E_CONFLICT the service answered 409
/// @retval HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session
///
/// Also the codes of every service call, listed at the top of this header. Errors carry `outcome`; after
/// "unknown" the session has ended.
///
/// Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_patient_update(
    handle: i32,
    body_json: *const c_char,
    out_json: *mut *mut c_char,
) -> i32 {
    pass_on!(with_result, PatientUpdate, handle, out_json, |session| {
        client::patient_update(session, text::required(body_json, "body_json")?)
    })
}

/// Any other call under the service URL, with the session's bearer.
///
/// @param handle from hr_open, with a session
/// @param method GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS, in capitals
/// @param path what follows the service URL: begins with "/", percent-encoded, may carry a query; at most
/// 8,192 bytes; no fragment, no "//", no "." or ".." segment, and none that a server on the way may read as one
/// ("..;", "%2e%2e", "a%2f..%2fb", "..%5c", "%252e%252e") or as empty (";"), no encoded control character
/// @param body_json one JSON value, sent byte for byte; NULL: no body
/// @param out_json receives the result, or the error object; free it with hr_free
/// @retval HR_OK the service answered with a 2xx
/// @retval HR_E_ARGUMENT NULL, not UTF-8, not JSON, another method, or an unusable path
/// @retval HR_E_STATE the handle has no session
///
/// Also the codes of every service call, listed at the top of this header. Errors of
/// methods that change something carry `outcome`.
///
/// The rules of order and the refusal to send a document twice do not see what is sent this way, but for a
/// request to /patient/search, which counts as a search. So does each path that a server may take for it: with
/// escapes, also within escapes, in another letter case, with parameters or an extension. Blocks up to
/// timeouts.call_ms. Any thread; one call at a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_request(
    handle: i32,
    method: *const c_char,
    path: *const c_char,
    body_json: *const c_char,
    out_json: *mut *mut c_char,
) -> i32 {
    // SAFETY, here and below: the caller's promise is the same.
    let operation = Operation::request(unsafe { text::required(method, "method") }.ok());
    let code = unsafe {
        boundary::with_result(operation, handle, Output::to(out_json), |session| {
            let method = text::required(method, "method")?;
            let path = text::required(path, "path")?;
            let body = text::optional(body_json, "body_json")?;
            client::request(session, method, path, body)
        })
    };
    let searches = || unsafe { text::required(path, "path") }.is_ok_and(client::is_search);
    match code != HR_OK && boundary::contain(searches) == Some(true) {
        true => search_ended(handle, code),
        false => code,
    }
}

/// Checks, without a login, what the nine calls need: the configuration, the journal, the license server, the
/// clock, the ticket, the card client and its cards.
///
/// For a hotline: `text` is a page to be shown or mailed. It has no secret, and of cards only their kinds. It has
/// the path of the library, which may contain the name of a user of this computer, and the names of servers and
/// proxies. Asks the license server for one ticket, which is
/// thrown away, and the card client for its cards; writes one record that says nothing into the journal. The
/// handle has afterwards what it had before. The other calls take no notice of it.
///
/// @param handle from hr_open, with a session or without one
/// @param out_json receives the result, or the error object; free it with hr_free. A check that fails is a
///   part of the result
/// @retval HR_OK the checks were made; `works` is false where one failed that no work is possible without
/// @retval HR_E_HANDLE not open in this process
/// @retval HR_E_BUSY another call runs on the handle
/// @retval HR_E_CANCELLED hr_cancel, hr_close or a stop ended the call
/// @retval HR_E_TOO_LARGE there is no memory for the result
///
/// Blocks up to four times timeouts.call_ms. Any thread; one call at a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_diagnose(handle: i32, out_json: *mut *mut c_char) -> i32 {
    pass_on!(with_result, Diagnose, handle, out_json, client::diagnose)
}
