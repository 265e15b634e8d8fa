//! JSON read and written for languages that have no reader of their own, or one that changes large numbers.

use std::ffi::c_char;
use std::ops::Deref;
use std::ptr::null_mut;

use super::boundary::Output;
use super::text::UnmeasuredText;
use super::{boundary, process_end, text};
use crate::code::{HR_E_ABSENT, HR_E_ARGUMENT, HR_E_CANCELLED, HR_E_PANIC, HR_E_TOO_LARGE, HR_OK};
use crate::json::{JsonError, Scanner, lookup};
use crate::wiping::WipingBuffer;

fn code_of(error: JsonError) -> i32 {
    match error {
        JsonError::Absent => HR_E_ABSENT,
        JsonError::NoMemory => HR_E_TOO_LARGE,
        JsonError::Syntax | JsonError::Depth | JsonError::Unfit => HR_E_ARGUMENT,
    }
}

/// Runs a call that reads or writes a JSON text.
fn run(body: impl FnOnce() -> Result<i32, JsonError>) -> i32 {
    if process_end::begun() {
        return HR_E_CANCELLED;
    }
    let code = boundary::contain_always(|| body().unwrap_or_else(code_of));
    code.unwrap_or(HR_E_PANIC)
}

/// The same for a call that gives a text.
///
/// # Safety
/// `out_text` is NULL or writable.
unsafe fn give<T: Deref<Target: AsRef<[u8]>>>(
    out_text: *mut *mut c_char,
    body: impl FnOnce() -> Result<T, JsonError>,
) -> i32 {
    // SAFETY: the caller's promise is the same.
    let output = unsafe { Output::to(out_text) };
    if !output.is_wanted() {
        return HR_E_ARGUMENT;
    }
    output.set(null_mut());
    run(|| {
        let given = text::give(body()?.as_ref());
        output.set(given);
        match given.is_null() {
            true => Err(JsonError::NoMemory),
            false => Ok(HR_OK),
        }
    })
}

/// Where the value begins that a call is about.
///
/// # Safety
/// `json` and `pointer` are NULL or NUL-terminated, and stay unchanged during the call.
unsafe fn find<'t>(
    json: *const c_char,
    pointer: *const c_char,
) -> Result<Scanner<UnmeasuredText<'t>>, JsonError> {
    // SAFETY: the caller's promise is the same.
    unsafe {
        let pointer = text::required(pointer, "pointer").map_err(|_| JsonError::Unfit)?;
        lookup::find(UnmeasuredText::new(json).ok_or(JsonError::Unfit)?, pointer)
    }
}

/// Reads one value out of a JSON text, such as a result or an error object of this library.
///
/// Reading stops where the value ends; an object below the outermost that the pointer enters is read to its end
/// first, to see that it has the member once. What lies behind takes no time and is not checked. What lies before is read: an
/// element of a long list costs the elements before it.
///
/// @param json any NUL-terminated JSON text (RFC 8259) in UTF-8; not freed by this call
/// @param pointer a JSON pointer (RFC 6901): "" is the whole text, "/cards/0/serial" the serial of the first
///   card. In a name `~1` stands for a slash and `~0` for a tilde
/// @param out_text receives the value as a text: a string decoded, and a number, boolean, array or object as
///   it is written. Free it with hr_free. NULL on failure; may not be NULL itself
/// @retval HR_OK the value is in out_text
/// @retval HR_E_ARGUMENT an argument is NULL or not UTF-8, pointer is not a JSON pointer, json is not JSON as
///   far as it was read, or nests deeper than 136; or the value is a string that contains U+0000, or an object
///   has the member twice. The outermost object is not searched for a second one
/// @retval HR_E_ABSENT nothing is there, or null
/// @retval HR_E_TOO_LARGE there is no memory for the value
///
/// Any thread. Needs no handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_json_get(
    json: *const c_char,
    pointer: *const c_char,
    out_text: *mut *mut c_char,
) -> i32 {
    // SAFETY: the caller's promise is the same.
    unsafe { give(out_text, || find(json, pointer)?.get()) }
}

/// The kind of a value in a JSON text.
///
/// Only the first byte of an array or object is read.
///
/// @param json as for hr_json_get
/// @param pointer as for hr_json_get
/// @return 0 nothing is there, 1 null, 2 boolean, 3 number, 4 string, 5 array, 6 object, or one of the codes
/// below
/// @retval HR_E_ARGUMENT as for hr_json_get; the string is not decoded, and may contain U+0000
/// @retval HR_E_TOO_LARGE there is no memory for a member's name
///
/// Any thread. Needs no handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_json_kind(json: *const c_char, pointer: *const c_char) -> i32 {
    run(|| {
        // SAFETY: the caller's promise is the same.
        match unsafe { find(json, pointer) }.and_then(Scanner::kind) {
            Ok(kind) => Ok(kind as i32),
            Err(JsonError::Absent) => Ok(0),
            Err(error) => Err(error),
        }
    })
}

/// The number of elements of an array, or of members of an object, in a JSON text.
///
/// Members with the same name count each.
///
/// @param json as for hr_json_get
/// @param pointer as for hr_json_get
/// @return the number, 0 or more, or one of the codes below
/// @retval HR_E_ARGUMENT as for hr_json_get, or the value is a boolean, number or string
/// @retval HR_E_ABSENT nothing is there, or null
/// @retval HR_E_TOO_LARGE there are more than 2,147,483,647, or there is no memory for a member's name
///
/// Any thread. Needs no handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_json_count(json: *const c_char, pointer: *const c_char) -> i32 {
    run(|| {
        // SAFETY: the caller's promise is the same.
        let count = unsafe { find(json, pointer) }?.count()?;
        i32::try_from(count).map_err(|_| JsonError::NoMemory)
    })
}

/// The name of one member of an object in a JSON text.
///
/// Members with the same name have a place each.
///
/// @param json as for hr_json_get
/// @param pointer as for hr_json_get; it leads to the object
/// @param index the place of the member in the text, 0 for the first
/// @param out_text receives the name, decoded. Free it with hr_free. NULL on failure; may not be NULL itself
/// @retval HR_OK the name is in out_text
/// @retval HR_E_ARGUMENT as for hr_json_get, index is negative, or the value is neither an object nor null
/// @retval HR_E_ABSENT nothing is there, or null, or the object has no such place
/// @retval HR_E_TOO_LARGE there is no memory for the name
///
/// Any thread. Needs no handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_json_key(
    json: *const c_char,
    pointer: *const c_char,
    index: i32,
    out_text: *mut *mut c_char,
) -> i32 {
    // SAFETY: the caller's promise is the same.
    unsafe {
        give(out_text, || {
            let place = usize::try_from(index).map_err(|_| JsonError::Unfit)?;
            find(json, pointer)?.key(place)
        })
    }
}

/// Writes a text as a JSON string, to build a request with.
///
/// @param text any NUL-terminated UTF-8 text; not freed by this call
/// @param out_json receives the string with its quotes, and escapes where JSON asks for them. Free it with
///   hr_free. NULL on failure; may not be NULL itself
/// @retval HR_OK the string is in out_json
/// @retval HR_E_ARGUMENT an argument is NULL, or text is not UTF-8
/// @retval HR_E_TOO_LARGE there is no memory for the string
///
/// Any thread. Needs no handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_json_quote(text: *const c_char, out_json: *mut *mut c_char) -> i32 {
    // SAFETY: the caller's promise is the same.
    unsafe {
        give(out_json, || {
            let text = text::required(text, "text").map_err(|_| JsonError::Unfit)?;
            let mut quoted = WipingBuffer::with_capacity(text.len().saturating_add(2));
            let written = serde_json::to_writer(&mut quoted, text);
            written.map_err(|_| JsonError::NoMemory)?;
            Ok(quoted)
        })
    }
}
