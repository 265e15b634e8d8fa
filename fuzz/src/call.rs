//! Calling the exported functions as a C program does, and what holds of every call.

use std::ffi::{CStr, CString, c_char};

use hr::code::HR_E_PANIC;
use hr::ffi::handle::{hr_close, hr_open};
use hr::ffi::library::{hr_code_name, hr_free};

use super::object::Object;

/// What a call gave.
pub struct Ran {
    pub code: i32,
    /// None when no text was wanted.
    pub text: Option<String>,
}

impl Ran {
    pub fn object(&self) -> Object {
        Object::read(self.text.as_deref().expect("a text"))
    }

    #[track_caller]
    pub fn ok(self) -> Ran {
        assert_eq!(self.code, 0, "{:?}", self.text);
        self
    }
}

/// Bytes as a C string: up to their first NUL.
pub fn c(bytes: &[u8]) -> CString {
    let end = bytes.iter().position(|byte| *byte == 0);
    CString::new(&bytes[..end.unwrap_or(bytes.len())]).expect("no NUL")
}

pub fn name_of(code: i32) -> &'static str {
    // SAFETY: a static text.
    let name = unsafe { CStr::from_ptr(hr_code_name(code)) };
    name.to_str().expect("names are ASCII")
}

/// Asserts that a code is one of the contract, and no failure inside.
pub fn check_code(operation: &str, code: i32) {
    assert!(code <= 0, "{operation} gave {code}");
    assert_ne!(code, HR_E_PANIC, "{operation} failed inside");
    assert_ne!(
        name_of(code),
        "HR_E_UNKNOWN_CODE",
        "{operation} gave {code}"
    );
}

/// Runs a function that gives a text, when one is wanted.
pub fn run(operation: &str, wanted: bool, function: impl FnOnce(*mut *mut c_char) -> i32) -> Ran {
    if !wanted {
        let code = function(std::ptr::null_mut());
        check_code(operation, code);
        return Ran { code, text: None };
    }
    // Not NULL beforehand: the call itself must clear it.
    let mut out = std::ptr::dangling_mut::<c_char>();
    let code = function(&mut out);
    check_code(operation, code);
    assert!(!out.is_null(), "{operation} gave no text with {code}");
    // SAFETY: the text is the library's, and not freed yet.
    let text = unsafe { CStr::from_ptr(out) }.to_str().map(str::to_owned);
    // SAFETY: freed once.
    unsafe { hr_free(out) };
    let ran = Ran {
        code,
        text: Some(text.expect("texts are UTF-8")),
    };
    if code < 0 {
        ran.object().check_error(operation, code, name_of(code));
    } else {
        Object::read(ran.text.as_deref().unwrap_or_default());
    }
    ran
}

/// A handle that is closed at its end.
pub struct Handle(pub i32);

impl Handle {
    pub fn open(config: &str) -> Handle {
        let config = c(config.as_bytes());
        let mut number = 0;
        // SAFETY: the texts are NUL-terminated and the outputs are writable.
        run("hr_open", true, |out| unsafe {
            hr_open(config.as_ptr(), &mut number, out)
        })
        .ok();
        Handle(number)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        hr_close(self.0);
    }
}
