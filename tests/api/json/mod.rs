//! JSON texts read and written through the C functions: `hr_json_get`, `hr_json_kind`, `hr_json_count`, `hr_json_key` and
//! `hr_json_quote`.

mod fenced;
mod hostile;
mod random;
mod values;

use std::ffi::{CStr, CString, c_char};

use fenced::Fenced;

use hr::code::HR_OK;
use hr::ffi::{json, library};

/// What a function gave: a text, or a code.
type Given = Result<String, i32>;

/// Calls a function that gives a text. On failure the text is NULL.
#[track_caller]
fn given(run: impl FnOnce(*mut *mut c_char) -> i32) -> Given {
    let mut text = c"not touched".as_ptr().cast_mut();
    let code = run(&mut text);
    if code != HR_OK {
        assert!(text.is_null(), "{code} with a text");
        return Err(code);
    }
    let copy = unsafe { CStr::from_ptr(text) }.to_str().unwrap().to_owned();
    unsafe { library::hr_free(text) };
    Ok(copy)
}

fn c(text: impl AsRef<[u8]>) -> CString {
    CString::new(text.as_ref()).unwrap()
}

/// No function reads behind the NUL of the text that it looks through.
fn fenced(json: impl AsRef<[u8]>) -> Fenced {
    Fenced::new(json.as_ref())
}

#[track_caller]
fn get(json: impl AsRef<[u8]>, pointer: &str) -> Given {
    let (json, pointer) = (fenced(json), c(pointer));
    given(|out| unsafe { json::hr_json_get(json.as_ptr(), pointer.as_ptr(), out) })
}

fn kind(json: impl AsRef<[u8]>, pointer: &str) -> i32 {
    unsafe { json::hr_json_kind(fenced(json).as_ptr(), c(pointer).as_ptr()) }
}

fn count(json: impl AsRef<[u8]>, pointer: &str) -> i32 {
    unsafe { json::hr_json_count(fenced(json).as_ptr(), c(pointer).as_ptr()) }
}

#[track_caller]
fn key(json: impl AsRef<[u8]>, pointer: &str, index: i32) -> Given {
    let (json, pointer) = (fenced(json), c(pointer));
    given(|out| unsafe { json::hr_json_key(json.as_ptr(), pointer.as_ptr(), index, out) })
}

#[track_caller]
fn quote(text: impl AsRef<[u8]>) -> Given {
    let text = fenced(text);
    given(|out| unsafe { json::hr_json_quote(text.as_ptr(), out) })
}

/// The codes of every function on a text and a pointer.
#[track_caller]
fn each(json: *const c_char, pointer: *const c_char) -> [i32; 4] {
    let code = |run: &dyn Fn(*mut *mut c_char) -> i32| given(run).map_or_else(|code| code, |_| 0);
    [
        code(&|out| unsafe { json::hr_json_get(json, pointer, out) }),
        unsafe { json::hr_json_kind(json, pointer) },
        unsafe { json::hr_json_count(json, pointer) },
        code(&|out| unsafe { json::hr_json_key(json, pointer, 0, out) }),
    ]
}

#[track_caller]
fn all(json: impl AsRef<[u8]>, pointer: &str) -> [i32; 4] {
    each(fenced(json).as_ptr(), c(pointer).as_ptr())
}
