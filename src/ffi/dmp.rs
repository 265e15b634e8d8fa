//! Steps 8 and 9: the shared record (DMP) and its documents.

use std::ffi::c_char;

use super::guard::{self, Effect};
use super::text;
use crate::client::{self, Content, Upload};
use crate::function::Function;
use crate::messages::Reason;

/// Step 8: PUT {serviceUrl}/dmp/{patient_id}, opens the patient's shared record.
///
/// @param handle from hr_open, with a session and an hr_patient_get that returned this patient
/// @param patient_id patient_id of hr_patient_get; percent-encoded by this call; 1 to 1,024 bytes, not "."
/// or ".."
/// @param body_json NULL: no body (the usual case), or one JSON value sent byte for byte, if the service asks
/// for one
/// @param out_json receives {"http_status":..., "outcome":"accepted", "next":"hr_dmp_send", "raw":the
/// reply}, or the error object; free it with hr_free
/// @return HR_OK. HR_E_ARGUMENT: NULL, not UTF-8, an id that cannot be one part of a path, a body that is not
/// JSON. HR_E_STATE: no session; no hr_patient_get of this session returned this patient_id; or the last one
/// that did asked for an update that was not made (the patient may have opposed). HR_E_NOT_FOUND. HR_E_CONFLICT. HR_E_UNAUTHORIZED. Also the
/// codes of every call that reaches a service. Errors carry `outcome`.
///
/// Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_dmp_open(
    handle: i32,
    patient_id: *const c_char,
    body_json: *const c_char,
    out_json: *mut *mut c_char,
) -> i32 {
    // SAFETY: the caller's promise is the same.
    unsafe {
        guard::result_of(
            Function::DmpOpen,
            Effect::Changes,
            handle,
            out_json,
            |session| {
                let patient_id = text::required(patient_id, "patient_id")?;
                let body = text::optional(body_json, "body_json")?;
                client::open(session, patient_id, body)
            },
        )
    }
}

/// Step 9: POST {serviceUrl}/dmp/{patient_id}/unique/doc/send, uploads a document from a file.
///
/// Sends multipart/form-data with file, filename, activity_type and type_code, once, on a fresh
/// connection, with an exact Content-Length. The file is read while it is sent: memory does not grow with
/// it. Before the last bytes leave, the file's length and times are compared with those at its opening. A file
/// changed less than 20 ms before (2 s where times are whole seconds) is read again as well, 20 ms after its
/// opening or later. A service never gets the whole of a file that is seen to have changed meanwhile; what a
/// program writes through a memory map it already holds may move neither length nor times: sha256 then tells
/// what was sent. On Linux a file that is renamed or deleted counts as changed.
///
/// On Windows nobody can write to the file while it is sent; it may be read, renamed and deleted. A file that
/// another program holds without sharing it, or has open for writing, or of which it has locked a part, is tried
/// for half a second: then HR_E_FILE with reason "file_locked". Opening and reading that hang, as with a network
/// drive whose server is gone or a file that is fetched when it is read (OneDrive), end with the call's time
/// (HR_E_TIMEOUT at "library") and with hr_cancel, as far as the drive's software allows. On other systems
/// neither ends them: the call returns when the system gives the file up.
///
/// A document (same content, patient and type_code) whose sending by any handle of this process ended with
/// outcome "unknown" or "accepted_unreadable" is in doubt: it is refused until hr_dmp_resend_allow. Each
/// such end is a doubt of its own, in place of the document's earlier one; `entry` names it. A document
/// that another call of this process is sending is refused as well. Both are seen before anything is sent,
/// or at the latest before the last bytes leave. A doubt ends when a sending that was permitted is accepted.
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
/// @param out_json receives {"sha256":64 hexadecimal digits, "bytes":number (both of the document),
/// "http_status":..., "outcome":"accepted", "next":null, "raw":the reply}, or the error object (with sha256
/// and bytes when the whole document was read, and with entry when it is in doubt); free it with hr_free
/// @return HR_OK: definitely accepted. HR_E_ARGUMENT: NULL, not UTF-8, an id or name that cannot be sent.
/// HR_E_STATE: no session, or the record is not open. HR_E_FILE: missing, not readable, not a file, held by
/// another program (reason "file_locked"), or it changed while being sent (outcome "incomplete").
/// HR_E_CONFLICT with at "library": refused as said above (outcome "rejected"): in doubt, with `entry`; or,
/// with reason "document_in_use", being sent by another call, whose end to wait for and look at; with at
/// "service": 409. HR_E_TOO_LARGE also: 10,000 documents of this process are in doubt, no other is sent.
/// HR_E_TIMEOUT with at "library": reading it, or comparing it with one in doubt, took all the time; no
/// service has the whole of it.
/// HR_E_IN_DOUBT: all was sent and no answer came. HR_E_REFUSED: such as 413, also when the server
/// refuses before it has read everything. HR_E_CANCELLED: hr_cancel or the progress callback.
/// HR_E_UNAUTHORIZED. Also the codes of every call that reaches a service. Errors carry `outcome`: repeat
/// only after "not_sent" and "incomplete".
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
    unsafe {
        guard::result_of(
            Function::DmpSend,
            Effect::Changes,
            handle,
            out_json,
            |session| {
                let upload = Upload {
                    patient_id: text::required(patient_id, "patient_id")?,
                    content: Content::Path(text::required(path, "path")?),
                    filename: text::optional(filename, "filename")?,
                    activity_type: text::required(activity_type, "activity_type")?,
                    type_code: text::required(type_code, "type_code")?,
                };
                client::send(session, &upload)
            },
        )
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
/// @return as for hr_dmp_send; HR_E_FILE: the bytes are not those that were compared beforehand. HR_E_ARGUMENT
/// also: length is negative, or data is NULL with a length above 0.
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
    unsafe {
        guard::result_of(
            Function::DmpSendBytes,
            Effect::Changes,
            handle,
            out_json,
            |session| {
                let length =
                    usize::try_from(length).map_err(|_| Reason::NegativeLength("length"))?;
                let bytes: &[u8] = match (data.is_null(), length) {
                    (_, 0) => &[],
                    (true, _) => return Err(Reason::NullArgument("data").into()),
                    (false, _) => std::slice::from_raw_parts(data, length),
                };
                let upload = Upload {
                    patient_id: text::required(patient_id, "patient_id")?,
                    content: Content::Bytes(bytes),
                    filename: Some(text::required(filename, "filename")?),
                    activity_type: text::required(activity_type, "activity_type")?,
                    type_code: text::required(type_code, "type_code")?,
                };
                client::send(session, &upload)
            },
        )
    }
}

/// After HR_E_CONFLICT at "library": a person decided to send a document again although it is not known
/// whether the earlier sending arrived.
///
/// Call it only because a person decided so, after looking into the record, never by program. It covers one
/// sending of the document of this doubt, for its patient and type_code; the document may then be in the
/// record twice. A sending that ends "not_sent" or "incomplete" does not use it up.
///
/// @param handle from hr_open
/// @param entry `entry` of the error object: the id of one doubt, 32 hexadecimal digits. Its `sha256` (64
/// hexadecimal digits) does where only one doubt is about a document of this content
/// @return HR_OK. HR_E_ARGUMENT: NULL, not UTF-8, neither an entry nor a SHA-256, or nothing is held back for
/// it: no such doubt (any more), or a sending with its permit is on its way. HR_E_CHOICE: a SHA-256 that
/// several doubts have; pass an entry. HR_E_HANDLE. HR_E_BUSY.
///
/// Sends nothing. Any thread; one call at a time per handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_dmp_resend_allow(handle: i32, entry: *const c_char) -> i32 {
    guard::effect_of(Function::DmpResendAllow, handle, |_| {
        // SAFETY: the caller's promise is the same.
        client::allow_resend(unsafe { text::required(entry, "entry") }?)
    })
}
