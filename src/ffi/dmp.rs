//! Steps 8 and 9: the shared record (DMP) and its documents.

use std::ffi::c_char;

use super::boundary::{self, Output, pass_on};
use super::text;
use crate::client::{self, Content, Decision, Upload};
use crate::operation::Operation;
use crate::reason::Reason;

/// Step 8: PUT {serviceUrl}/dmp/{patient_id}, opens the patient's shared record.
///
/// @param handle from hr_open, with a session and an hr_patient_get that returned this patient
/// @param patient_id patient_id of hr_patient_get; percent-encoded by this call; 1 to 1,024 bytes, not "."
/// or ".."
/// @param body_json NULL: no body (the usual case), or one JSON value sent byte for byte, if the service asks
/// for one
/// @param out_json receives the result, or the error object; free it with hr_free
/// @retval HR_OK the record is open for this patient
/// @retval HR_E_ARGUMENT NULL, not UTF-8, an id that cannot be one part of a path, or a body that is not JSON
/// @retval HR_E_STATE the handle has no session; no hr_patient_get of this session returned this patient_id; or the
///   last one that did asked for an update that was not made (the patient may have opposed)
/// @retval HR_E_NOT_FOUND the service does not know the patient (404)
/// @retval HR_E_CONFLICT the service answered 409
/// @retval HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session
///
/// Also the codes of every service call, listed at the top of this header. Errors carry `outcome`.
///
/// Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_dmp_open(
    handle: i32,
    patient_id: *const c_char,
    body_json: *const c_char,
    out_json: *mut *mut c_char,
) -> i32 {
    pass_on!(with_result, DmpOpen, handle, out_json, |session| {
        let patient_id = text::required(patient_id, "patient_id")?;
        let body = text::optional(body_json, "body_json")?;
        client::open(session, patient_id, body)
    })
}

/// Step 9: POST {serviceUrl}/dmp/{patient_id}/unique/doc/send, uploads a document from a file.
///
/// Sends multipart/form-data with file, filename, activity_type and type_code, once, on a fresh
/// connection, with an exact Content-Length. The file is read while it is sent: memory does not grow with
/// it. Before the last bytes leave, the file's length and timestamps are compared with those at its opening: a service
/// never receives the whole of a file that is seen to have changed meanwhile. What a program writes through a memory
/// map that it already holds, or within one step of the file system's clock (up to 16 ms, 2 s on FAT) after an earlier
/// change, may change neither length nor times: sha256 then identifies what was sent. On Linux a file that is renamed
/// or deleted counts as changed.
///
/// On Windows nobody can write to the file while it is sent; it may be read, renamed and deleted. A file that
/// another program holds without sharing it, has open for writing, or has locked in part, is tried for half a
/// second: then HR_E_FILE with reason "file_locked". Opening and reading that hang, as with a network
/// drive whose server is gone or a file that is fetched when it is read (OneDrive), end with the call's time
/// (HR_E_TIMEOUT at "library") and with hr_cancel, as far as the drive's software allows. On other systems
/// neither ends them: the call returns when the system gives the file up.
///
/// A document (same content, patient and type_code, by handles with one license_url) whose sending ended with outcome
/// "unknown" or "accepted_unreadable" is in doubt: it is refused until a person decides. Each such end is a doubt of
/// its own, in place of the document's earlier one; `entry` names it. A document that another call is sending is refused
/// as well. Both are seen before anything is sent, or at the latest before the last bytes leave. hr_dmp_found ends a
/// doubt, and so does a sending that hr_dmp_resend_allow permitted, when it is accepted. A handle without a journal
/// goes by the memory of this process; one with a journal by the journal alone, for all processes that name it and after
/// a restart: an upload that has no end because its process was killed is in doubt. The document is then read once
/// before it is sent, and the record that its upload begins is on the disk before the first byte leaves.
///
/// @param handle from hr_open, with a session and the record open (hr_dmp_open for the same patient_id)
/// @param patient_id as given to hr_dmp_open
/// @param path the file, UTF-8; must be a regular file; it may be empty, and must not change meanwhile.
/// On Windows: with a drive, relative, \\host\share\..., or \\?\ before a drive, Volume{...} or UNC, of any length.
/// Not opened at all: \\.\ and other \\?\, pipes (\\host\pipe\), names of devices as the system knows them (NUL,
/// COM1), other streams of a file (a.pdf:b). Links are followed
/// @param filename the name to send, UTF-8: not empty, no "/" or "\", no control characters but CR and LF;
/// quotes, CR and LF are percent-escaped where they would change the request. NULL: last part of path
/// @param activity_type passed as given; the interface does not show the values. May be empty
/// @param type_code passed as given; the interface does not show the values. May be empty
/// @param out_json receives the result, or the error object (with sha256 and bytes when the whole document was read,
/// and with entry when it is in doubt); free it with hr_free
/// @retval HR_OK the service has definitely accepted the document
/// @retval HR_E_ARGUMENT NULL, not UTF-8, or an id or name that cannot be sent
/// @retval HR_E_STATE the handle has no session, or the record is not open for this patient
/// @retval HR_E_FILE the file is missing, not readable, not a regular file, held by another program (reason
///   "file_locked"), or it changed while it was sent (outcome "incomplete")
/// @retval HR_E_CONFLICT with at "library" (outcome "rejected"): the document is in doubt, and `entry` names the doubt;
///   or, with reason "document_in_use", another call is sending it: wait for its end and look at that. With at
///   "service": the service answered 409
/// @retval HR_E_JOURNAL the journal cannot be used; nothing was sent (outcome "not_sent"), and `reason` says why
/// @retval HR_E_TOO_LARGE without a journal, 10,000 documents are in doubt and no other is sent; or no memory
/// @retval HR_E_TIMEOUT with at "library": reading the document, or comparing it with one in doubt, took all the time,
///   and no service has the whole of it. Otherwise as in every service call
/// @retval HR_E_IN_DOUBT everything was sent and no answer came
/// @retval HR_E_REFUSED such as 413, also when the server refuses before it has read everything
/// @retval HR_E_CANCELLED hr_cancel, hr_close, hr_stop or the progress callback stopped the upload
/// @retval HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session
///
/// Also the codes of every service call, listed at the top of this header. Errors carry
/// `outcome`: send again only after "not_sent" and "incomplete".
///
/// Blocks up to timeouts.upload_ms. Any thread; one call at a time per handle. See hr_set_progress.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_dmp_send(
    handle: i32,
    patient_id: *const c_char,
    path: *const c_char,
    filename: *const c_char,
    activity_type: *const c_char,
    type_code: *const c_char,
    out_json: *mut *mut c_char,
) -> i32 {
    // SAFETY: the caller's promise is the same.
    let content = || unsafe { text::required(path, "path") }.map(Content::Path);
    let beside = [patient_id, filename, activity_type, type_code];
    // SAFETY: as above.
    unsafe { send(Operation::DmpSend, handle, &content, beside, out_json) }
}

/// Sends a document, with what goes beside it: patient, name, activity type and type code.
///
/// # Safety
/// As for `Output::to`, and as for [`text::required`].
unsafe fn send<'a>(
    operation: Operation,
    handle: i32,
    content: &dyn Fn() -> Result<Content<'a>, Reason>,
    [patient_id, filename, activity_type, type_code]: [*const c_char; 4],
    out_json: *mut *mut c_char,
) -> i32 {
    // SAFETY: the caller's promise is the same.
    unsafe {
        boundary::with_result(operation, handle, Output::to(out_json), |session| {
            let upload = Upload {
                patient_id: text::required(patient_id, "patient_id")?,
                content: content()?,
                filename: text::optional(filename, "filename")?,
                activity_type: text::required(activity_type, "activity_type")?,
                type_code: text::required(type_code, "type_code")?,
            };
            client::send(session, &upload)
        })
    }
}

/// Step 9, from memory: as hr_dmp_send, with the document's bytes instead of a path.
///
/// @param handle as for hr_dmp_send
/// @param patient_id as for hr_dmp_send
/// @param data the document; borrowed for the call, not copied. NULL is allowed when length is 0
/// @param length bytes of the document, 0 to 2,147,483,647
/// @param filename as for hr_dmp_send, but required
/// @param activity_type as for hr_dmp_send
/// @param type_code as for hr_dmp_send
/// @param out_json as for hr_dmp_send
/// @retval HR_OK the service has definitely accepted the document
/// @retval HR_E_ARGUMENT as for hr_dmp_send; also when length is negative, or data is NULL with a length above 0
/// @retval HR_E_FILE the bytes are not those that were compared beforehand
///
/// The other codes are those of hr_dmp_send, for the same causes.
///
/// Blocks up to timeouts.upload_ms. Any thread; one call at a time per handle. See hr_set_progress.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_dmp_send_bytes(
    handle: i32,
    patient_id: *const c_char,
    data: *const u8,
    length: i32,
    filename: *const c_char,
    activity_type: *const c_char,
    type_code: *const c_char,
    out_json: *mut *mut c_char,
) -> i32 {
    // SAFETY: the caller's promise is the same.
    let content = || unsafe { text::document(data, length) }.map(Content::Bytes);
    let beside = [patient_id, filename, activity_type, type_code];
    // SAFETY: as above.
    unsafe { send(Operation::DmpSendBytes, handle, &content, beside, out_json) }
}

/// After HR_E_CONFLICT at "library": a person decided to send a document again although it is not known
/// whether the earlier sending arrived.
///
/// Call it only because a person decided so, after looking into the record, never automatically. It covers one
/// sending of the document of this doubt, for its patient and type_code; the document may then be in the
/// record twice. A sending that ends "not_sent" or "incomplete" does not use it up.
///
/// @param handle from hr_open
/// @param entry `entry` of the error object or of hr_journal, of whichever process: the id of one doubt, 32 hexadecimal
/// digits
/// @param out_json receives the result, or the error object; free it with hr_free
/// @retval HR_OK one more sending of the document is permitted
/// @retval HR_E_ARGUMENT NULL, not UTF-8, no entry, or nothing is held back for it: no such doubt (any more), one that a
///   later sending of the document has replaced, or a sending of it is on its way
/// @retval HR_E_JOURNAL the journal cannot be read or written, and nothing is permitted
/// @retval HR_E_CANCELLED hr_cancel or hr_close ended the wait for the journal
/// @retval HR_E_HANDLE not open in this process
/// @retval HR_E_BUSY a call runs on the handle
///
/// Sends nothing. Any thread; one call at a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_dmp_resend_allow(
    handle: i32,
    entry: *const c_char,
    out_json: *mut *mut c_char,
) -> i32 {
    pass_on!(with_next, DmpResendAllow, handle, out_json, |session| {
        client::decide(session, text::required(entry, "entry")?, Decision::Permit)
    })
}

/// After HR_E_CONFLICT at "library", or HR_E_IN_DOUBT: a person found the document in the patient's record.
///
/// The doubt ends as "accepted": the document can be sent again, as one that was accepted can. Call it only because a
/// person looked into the record.
///
/// @param handle from hr_open
/// @param entry as for hr_dmp_resend_allow
/// @param out_json receives the result, or the error object; free it with hr_free
/// @retval HR_OK the doubt is settled
/// @retval HR_E_ARGUMENT as for hr_dmp_resend_allow
/// @retval HR_E_JOURNAL the journal cannot be read or written, and the doubt stays
/// @retval HR_E_CANCELLED hr_cancel or hr_close ended the wait for the journal
/// @retval HR_E_HANDLE not open in this process
/// @retval HR_E_BUSY a call runs on the handle
///
/// Sends nothing. Any thread; one call at a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_dmp_found(
    handle: i32,
    entry: *const c_char,
    out_json: *mut *mut c_char,
) -> i32 {
    pass_on!(with_next, DmpFound, handle, out_json, |session| {
        client::decide(session, text::required(entry, "entry")?, Decision::Found)
    })
}

/// The uploads that the journal knows, the newest first, of all processes that name it.
///
/// The order is that of the file; the times are what the clocks said. An upload whose begin has no end counts as
/// "unknown" once its process has ended, or the call that made it. A damaged line is listed as a doubt about an unknown
/// document, with null for what it said; it refuses nothing, and nobody can decide about it.
///
/// @param handle from hr_open, with `journal` in its configuration
/// @param filter_json one JSON object; NULL or {}: the newest 100. What is listed fits all members
/// @param out_json receives the result, or the error object; free it with hr_free
/// @retval HR_OK also when nothing fits
/// @retval HR_E_ARGUMENT not UTF-8, not a JSON object, or with a member that is unknown, repeated or not of its form
/// @retval HR_E_CONFIG the configuration has no `journal`
/// @retval HR_E_JOURNAL the journal cannot be read; `reason` says why
/// @retval HR_E_CANCELLED hr_cancel or hr_close ended the wait for another call of this process
/// @retval HR_E_TOO_LARGE no memory
/// @retval HR_E_HANDLE not open in this process
/// @retval HR_E_BUSY a call runs on the handle
///
/// Sends nothing. Any thread; one call at a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_journal(
    handle: i32,
    filter_json: *const c_char,
    out_json: *mut *mut c_char,
) -> i32 {
    pass_on!(with_result, Journal, handle, out_json, |session| {
        client::journal(session, text::optional(filter_json, "filter_json")?)
    })
}
