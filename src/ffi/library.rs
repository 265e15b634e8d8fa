//! What needs no handle: versions, code names, texts, the log.

use std::cell::Cell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::Arc;

use super::boundary;
use super::callback::Callback;
use super::{process_end, text};
use crate::code::{HR_E_ARGUMENT, HR_E_PANIC, HR_E_TOO_LARGE, HR_OK, c_text};
use crate::logging;
use crate::operation::Operation;
use crate::reason::{Code, Reason};

/// The version of the binary contract that this header describes; see hr_abi_version.
pub const HR_ABI_VERSION: i32 = 2;

/// No log (the state at start).
pub const HR_LOG_OFF: i32 = 0;
/// Calls that failed.
pub const HR_LOG_ERROR: i32 = 1;
/// Also calls that succeeded: method, path template, status, duration.
pub const HR_LOG_INFO: i32 = 2;
/// Also handles opened and closed.
pub const HR_LOG_DEBUG: i32 = 3;

/// Receives log lines; see hr_set_log.
///
/// @param user the pointer given to hr_set_log
/// @param level HR_LOG_ERROR to HR_LOG_DEBUG
/// @param text one line in UTF-8, without its end; valid during the callback only
#[allow(non_camel_case_types)]
pub type hr_log_fn =
    Option<unsafe extern "C" fn(user: *mut c_void, level: i32, text: *const c_char)>;

/// The version of the binary contract of the library that is loaded.
///
/// It grows only when a change breaks programs that were built before. Compare it with
/// HR_ABI_VERSION right after loading, and refuse to go on when they differ.
///
/// @return a number from 1 on. Never fails. Any thread, at any time.
#[unsafe(no_mangle)]
pub extern "C" fn hr_abi_version() -> i32 {
    HR_ABI_VERSION
}

/// The version of the library, by semantic versioning.
///
/// @return static UTF-8 text, never NULL, never to be freed. Any thread, at any time.
#[unsafe(no_mangle)]
pub extern "C" fn hr_version() -> *const c_char {
    const VERSION: &CStr = c_text(concat!(env!("CARGO_PKG_VERSION"), "\0"));
    VERSION.as_ptr()
}

/// The name of a code, such as "HR_E_TIMEOUT" for -102.
///
/// @param code what a function of this library returned, or any other number
/// @return static UTF-8 text, never NULL, never to be freed: "HR_OK" for 0, "HR_E_UNKNOWN_CODE" for a
/// number that is no code of this version (a newer library may have more). Any thread, at any time.
#[unsafe(no_mangle)]
pub extern "C" fn hr_code_name(code: i32) -> *const c_char {
    let name = match Code::ALL.iter().find(|known| **known as i32 == code) {
        Some(known) => known.c_name(),
        None if code == HR_OK => c"HR_OK",
        None => c"HR_E_UNKNOWN_CODE",
    };
    name.as_ptr()
}

/// Wipes and frees a text that this library gave through an `out_json` argument.
///
/// @param text the text; NULL is allowed and does nothing. Each text is freed once, with this function
/// only: the C library's free() uses another allocator. The static texts of hr_version and
/// hr_code_name are not freed.
///
/// Any thread, also another one than the text was given to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_free(text: *mut c_char) {
    if process_end::begun() {
        // SAFETY: the caller's promise is the same.
        unsafe { text::wipe(text) };
        return;
    }
    // SAFETY: the caller's promise is the same.
    boundary::contain_always(|| unsafe { text::take_back(text) });
}

/// Copies a text into a buffer of the caller's, for languages that cannot read through a pointer.
///
/// @param text any NUL-terminated text, usually one that this library gave; not freed by this call
/// @param buffer where to copy; NULL with capacity 0 asks for the size alone
/// @param capacity bytes that fit into buffer, the final NUL included; 0 or more
/// @return the number of bytes needed, the final NUL included (1 for the empty text), or one of the codes
///   below. When more bytes are needed than capacity holds, the buffer receives an empty text and nothing else
/// @retval HR_E_ARGUMENT text is NULL, capacity is negative, or buffer is NULL with a capacity above 0
/// @retval HR_E_TOO_LARGE more than 2,147,483,647 bytes are needed
///
/// Any thread. Needs no handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_text_copy(
    text: *const c_char,
    buffer: *mut c_char,
    capacity: i32,
) -> i32 {
    let copied = boundary::contain_always(|| {
        if text.is_null() {
            return HR_E_ARGUMENT;
        }
        // SAFETY: not NULL, NUL-terminated by the caller's promise.
        let bytes = unsafe { CStr::from_ptr(text) }.to_bytes_with_nul();
        let each = bytes.iter().copied();
        // SAFETY: the caller's promise covers buffer and capacity; a byte is a byte.
        unsafe { fill(bytes.len(), each, buffer.cast(), capacity) }
    });
    copied.unwrap_or(HR_E_PANIC)
}

/// Copies a text into a buffer of the caller's as UTF-16, for VB6, PowerBuilder, WinDev and others.
///
/// @param text any NUL-terminated UTF-8 text, usually one that this library gave; not freed by this call
/// @param buffer where to copy, in the byte order of the machine; NULL with capacity 0 asks for the size
/// @param capacity 16-bit units that fit into buffer, the final NUL included; 0 or more
/// @return the number of units needed, the final NUL included (1 for the empty text), or one of the codes
///   below. When more units are needed than capacity holds, the buffer receives an empty text and nothing else
/// @retval HR_E_ARGUMENT text is NULL or not UTF-8, capacity is negative, or buffer is NULL with a capacity
///   above 0
/// @retval HR_E_TOO_LARGE more than 2,147,483,647 units are needed
///
/// Any thread. Needs no handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_text_copy_utf16(
    text: *const c_char,
    buffer: *mut u16,
    capacity: i32,
) -> i32 {
    let copied = boundary::contain_always(|| {
        // SAFETY: the caller's promise is the same.
        let Ok(text) = (unsafe { text::required(text, "text") }) else {
            return HR_E_ARGUMENT;
        };
        let units = || text.encode_utf16().chain([0]);
        // SAFETY: the caller's promise covers buffer and capacity.
        unsafe { fill(units().count(), units(), buffer, capacity) }
    });
    copied.unwrap_or(HR_E_PANIC)
}

/// # Safety
/// `buffer` is NULL or has room for `capacity` elements.
unsafe fn fill<T: Copy + Default>(
    length: usize,
    from: impl Iterator<Item = T>,
    buffer: *mut T,
    capacity: i32,
) -> i32 {
    let Ok(room) = usize::try_from(capacity) else {
        return HR_E_ARGUMENT;
    };
    if buffer.is_null() && room > 0 {
        return HR_E_ARGUMENT;
    }
    let Ok(needed) = i32::try_from(length) else {
        return HR_E_TOO_LARGE;
    };
    if length <= room {
        for (at, element) in from.take(room).enumerate() {
            // SAFETY: there is room for `room` elements, of which `at` is none beyond the last.
            unsafe { buffer.add(at).write_unaligned(element) };
        }
    } else if room > 0 {
        // SAFETY: there is room for at least one element.
        unsafe { buffer.write_unaligned(T::default()) };
    }
    needed
}

/// Sets who receives log lines, for the whole process.
///
/// Lines hold function names, methods, path templates, statuses, durations and code names; never a
/// secret, an address, a patient's data or a file name. Each ends with the id of the call, "(call 7K3MQ2XD)", as `call_id` of its error.
///
/// @param fn the receiver; NULL turns the log off. It is called on the thread that makes the call, while that
/// call runs, with no lock held: it may call functions of this library, which are not logged then. It must
/// return normally: no exception, longjmp or thread exit through it. When it forks, the call goes on in the
/// parent alone: in the child it ends with HR_E_HANDLE.
/// @param user passed to the receiver unchanged; must stay valid until another receiver is set and the
/// calls that were running have ended
/// @param level the most detailed level wanted, HR_LOG_OFF to HR_LOG_DEBUG
/// @retval HR_OK the receiver is set, or the log is off
/// @retval HR_E_ARGUMENT level is out of range; nothing was changed
///
/// Any thread, at any time. Needs no handle. A forked child begins without a receiver.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_set_log(r#fn: hr_log_fn, user: *mut c_void, level: i32) -> i32 {
    let call = |function: unsafe extern "C" fn(_, _, _)| {
        // SAFETY: the host's promise in this function's comment; the line lives until the callback returns.
        move |user, level, line: &CStr| unsafe { function(user, level, line.as_ptr()) }
    };
    set_log(r#fn.map(call), user, level)
}

/// For a receiver of either calling convention.
pub(super) fn set_log<F>(function: Option<F>, user: *mut c_void, level: i32) -> i32
where
    F: Fn(*mut c_void, i32, &CStr) + Send + Sync + 'static,
{
    let callback = Cell::new(Callback::new(function, user));
    boundary::bare(Operation::SetLog, &|| {
        if !(HR_LOG_OFF..=HR_LOG_DEBUG).contains(&level) {
            return Err(Reason::BadLevel.into());
        }
        match callback.take() {
            None => logging::set(None, HR_LOG_OFF),
            Some(callback) => {
                let sink = move |level: i32, line: &str| {
                    if let Ok(line) = CString::new(line) {
                        callback.call(|function, user| function(user, level, &line));
                    }
                };
                logging::set(Some(Arc::new(sink)), level);
            }
        }
        Ok(())
    })
}
