//! Opening and closing handles, stopping calls, progress, and the state of a handle.

use std::cell::Cell;
use std::ffi::{c_char, c_void};
use std::sync::Arc;

use super::boundary::{self, Output, pass_on};
use super::callback::Callback;
use super::registry::HANDLES;
use super::text;
use crate::config::Config;
use crate::error::Error;
use crate::logging;
use crate::operation::Operation;
use crate::reason::Reason;
use crate::session::Session;

/// Receives the progress of an upload; see hr_set_progress.
///
/// @param user the pointer given to hr_set_progress
/// @param done bytes of the document handed to the connection so far
/// @param total bytes of the document. Both are bytes up to 2,147,483,647 bytes; for a larger document
/// both are in units of 1,024 bytes
/// @return 0 to go on, anything else to stop the upload
#[allow(non_camel_case_types)]
pub type hr_progress_fn =
    Option<unsafe extern "C" fn(user: *mut c_void, done: i32, total: i32) -> i32>;

/// Opens a handle: reads the configuration, checks it, sends nothing.
///
/// @param config_json one JSON object in UTF-8, before which a byte order mark may stand. Every member is
/// optional; unknown and repeated ones are refused
/// @param out_handle receives the handle, a number from 1 on; 0 when the call fails
/// @param out_json receives the result, or the error object; free it with hr_free. NULL: not
/// wanted
/// @retval HR_OK the handle is open
/// @retval HR_E_ARGUMENT config_json or out_handle is NULL, or config_json is not UTF-8
/// @retval HR_E_CONFIG not a JSON object, a key that is unknown or given twice, a value of the wrong form, or
///   a ca_file or license_bearer_file that cannot be used; the remedy names the key
/// @retval HR_E_JOURNAL the journal cannot be used; `reason` says why. A file that is no journal of this
///   library, or of a newer version, is left as it is
/// @retval HR_E_TOO_LARGE no handle is left, or no memory
///
/// Any thread. Close the handle with hr_close. Handles are independent of each other.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_open(
    config_json: *const c_char,
    out_handle: *mut i32,
    out_json: *mut *mut c_char,
) -> i32 {
    // SAFETY: the caller's promise is the same.
    let (number, output) = unsafe { (Output::to(out_handle), Output::to(out_json)) };
    number.set(0);
    let body = |language: &Cell<_>| -> Result<_, Error> {
        if !number.is_wanted() {
            return Err(Reason::NullArgument("out_handle").into());
        }
        // SAFETY: the caller's promise is the same.
        let config = Config::parse(unsafe { text::required(config_json, "config_json") }?)?;
        language.set(config.language);
        let (session, settings) = Session::open(config)?;
        let handle = HANDLES.insert(session)?;
        number.set(handle);
        logging::emit(logging::DEBUG, || format!("handle {handle} opened"));
        Ok(Some(settings))
    };
    boundary::call(Operation::Open, output, &body)
}

/// Closes a handle and drops its secrets.
///
/// A call that runs on the handle in another thread is cancelled and ends with HR_E_CANCELLED or a
/// truthful outcome; the memory goes with its end. This function does not wait for it.
///
/// @param handle from hr_open; 0 is allowed and does nothing
/// @retval HR_OK the handle is closed, or it was 0
/// @retval HR_E_HANDLE not open in this process: closed already, never given out, or opened by the process
///   that forked this one
///
/// Any thread, at any time, also while a call runs on the handle and from its callbacks.
#[unsafe(no_mangle)]
pub extern "C" fn hr_close(handle: i32) -> i32 {
    boundary::bare(Operation::Close, &|| {
        if handle != 0 {
            let session = HANDLES.remove(handle)?;
            session.transport.in_flight.close();
            session.wipe_last();
            logging::emit(logging::DEBUG, || format!("handle {handle} closed"));
        }
        Ok(())
    })
}

/// Stops the call that runs on a handle.
///
/// The call ends within milliseconds (within 20 ms while it looks up a name, 10 ms while it connects, 200 ms
/// where the system does not wake a blocked thread) with HR_E_CANCELLED, or with HR_E_IN_DOUBT when
/// everything was sent; `outcome` says what had left. When no call runs nothing happens, and the next call is
/// not affected.
///
/// @param handle from hr_open
/// @retval HR_OK the call that runs is being stopped, or none runs
/// @retval HR_E_HANDLE not open in this process
///
/// Any thread, at any time, also from the callbacks. Never waits.
#[unsafe(no_mangle)]
pub extern "C" fn hr_cancel(handle: i32) -> i32 {
    boundary::bare(Operation::Cancel, &|| {
        HANDLES.find(handle)?.transport.in_flight.cancel();
        Ok(())
    })
}

/// Sets the receiver of the progress of this handle's uploads.
///
/// @param handle from hr_open
/// @param fn the receiver, called on the thread that runs hr_dmp_send, hr_dmp_send_bytes, hr_deposit or
/// hr_deposit_bytes, while that call runs: with 0 at the start (also while a document is compared with one in
/// doubt), then with every hundredth of the document or every 100 ms, whichever is first, as long as the server
/// takes it, and with done equal to total once the server has answered; a call that ends without an answer has
/// no such last report. NULL: nobody. It may call hr_cancel, hr_close, hr_state, hr_last, hr_stop and functions on other
/// handles; others on the same handle give HR_E_BUSY. It must return normally: no exception, longjmp or thread
/// exit. When it forks, the call goes on in the parent alone: in the child it ends with HR_E_HANDLE.
/// @param user passed to it unchanged; must stay valid until another receiver is set, or the handle is closed and idle
/// @retval HR_OK the receiver is set
/// @retval HR_E_HANDLE not open in this process
/// @retval HR_E_BUSY a call runs on the handle; the receiver was not changed
///
/// Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_set_progress(
    handle: i32,
    r#fn: hr_progress_fn,
    user: *mut c_void,
) -> i32 {
    let call = |function: unsafe extern "C" fn(_, _, _) -> _| {
        // SAFETY: the host's promise in this function's comment.
        move |user, done, total| unsafe { function(user, done, total) }
    };
    set_progress(handle, r#fn.map(call), user)
}

/// For a receiver of either calling convention.
pub(super) fn set_progress<F>(handle: i32, function: Option<F>, user: *mut c_void) -> i32
where
    F: Fn(*mut c_void, i32, i32) -> i32 + Send + Sync + 'static,
{
    let callback = Cell::new(Callback::new(function, user));
    let body = |session: &Session| {
        let report = |callback: Callback<F>| {
            Arc::new(move |done, total| report_progress(&callback, done, total)) as _
        };
        let in_flight = &session.transport.in_flight;
        in_flight.set_progress(callback.take().map(report));
        Ok(None)
    };
    boundary::on_handle(Operation::SetProgress, handle, Output::NONE, &body)
}

/// Whether the upload may go on.
fn report_progress<F>(callback: &Callback<F>, done: u64, total: u64) -> bool
where
    F: Fn(*mut c_void, i32, i32) -> i32,
{
    let unit = if i32::try_from(total).is_ok() {
        1
    } else {
        1024
    };
    let scaled = |bytes: u64| i32::try_from(bytes / unit).unwrap_or(i32::MAX);
    callback.call(|function, user| function(user, scaled(done), scaled(total))) == 0
}

/// Reports what a handle holds. Sends nothing, and answers also while a call runs on the handle.
///
/// @param handle from hr_open
/// @param out_json receives the result, or the error object; free it with hr_free. No secret and no patient's
/// data is in it
/// @retval HR_OK out_json holds the state
/// @retval HR_E_HANDLE not open in this process
///
/// Any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_state(handle: i32, out_json: *mut *mut c_char) -> i32 {
    pass_on!(look, State, handle, out_json, &|session| {
        let state = session.describe();
        Ok(Some(state.ok_or(Reason::NoMemory)?))
    })
}

/// Gives the text of the handle's last ended call that changes something once more, for a host that lost it
/// between the library's return and its own hands: to an asynchronous exception, an aborted thread, a
/// cancelled future. Sends nothing, and answers also while a call runs on the handle.
///
/// These calls are hr_login, hr_profile_put, hr_profile_select, hr_patient_update, hr_dmp_open, hr_dmp_send,
/// hr_dmp_send_bytes, hr_connect, hr_deposit, hr_deposit_bytes, and hr_request but for GET, HEAD and OPTIONS.
/// Each one that has begun replaces the text when it ends, however it ends: also when it sent nothing, for its
/// arguments or for its place in the order of calls, so that an older success never answers for a newer call.
/// Only a call that gave HR_E_BUSY or HR_E_HANDLE did not begin. A host that does not know whether its call
/// began compares `operation` of an error, and `reference` or `sha256` of a document. The text is kept in
/// memory that is wiped, until the next such call ends or hr_close; it may hold the bearer and what a person
/// may choose from, as the call's own did.
///
/// @param handle from hr_open
/// @param out_json receives the result or the error object as the call gave it, also where the call was not
///   asked for it (out_json NULL) or had no memory to give it; without `raw`, and of hr_connect without the
///   `raw` of `login`, `profile` and `situation`. Or the error object of this call, whose `operation` is
///   hr_last. Free it with hr_free
/// @retval HR_OK out_json holds the text, that of an error too; given as often as asked
/// @retval HR_E_HANDLE not open in this process
/// @retval HR_E_ABSENT no call that changes something has ended on this handle
/// @retval HR_E_TOO_LARGE there is no memory, or there was none to keep the text
///
/// Any thread, also from the callbacks. While a call runs it gives the text of the one that ended before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_last(handle: i32, out_json: *mut *mut c_char) -> i32 {
    pass_on!(look, Last, handle, out_json, &|session| {
        Ok(Some(session.last()?))
    })
}
