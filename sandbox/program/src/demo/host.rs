//! What a host program does: calls the exported C functions, takes and frees their texts. `unsafe` is here alone.

use hr::code::HR_OK;
use hr::ffi::{card, dmp, handle, library, service};
use serde_json::Value;
use std::ffi::{CStr, CString, c_char};
use std::ptr;

/// What a call gave: 0 or an error's number, and its result or error object.
pub(super) struct Reply {
    pub code: i32,
    pub value: Value,
}

impl Reply {
    pub(super) fn is_ok(&self) -> bool {
        self.code == HR_OK
    }

    /// A text of the object; empty when it has none of this name.
    pub(super) fn text(&self, key: &str) -> &str {
        self.value[key].as_str().unwrap_or_default()
    }
}

pub(super) fn version() -> String {
    // SAFETY: a static text.
    unsafe { own(library::hr_version()) }
}

/// An open handle.
pub(super) struct Host(i32);

impl Drop for Host {
    fn drop(&mut self) {
        handle::hr_close(self.0);
    }
}

impl Host {
    /// The reply has `next`, the first function to call.
    pub(super) fn open(config: &Value) -> (Host, Reply) {
        let mut number = 0;
        let config = config.to_string();
        // SAFETY: as for every call, and a place for the handle.
        let reply = call(&[&config], |texts, out| unsafe {
            handle::hr_open(texts[0], &mut number, out)
        });
        (Host(number), reply)
    }

    pub(super) fn ticket(&self) -> Reply {
        // SAFETY: `out` is writable.
        call(&[], |_, out| unsafe { card::hr_ticket(self.0, out) })
    }

    pub(super) fn ready(&self) -> Reply {
        // SAFETY: `out` is writable.
        call(&[], |_, out| unsafe { card::hr_ready(self.0, out) })
    }

    pub(super) fn login(&self, token: &str, pin: &str) -> Reply {
        // SAFETY: texts that live until the call ends; `out` is writable.
        call(&[token, pin], |texts, out| unsafe {
            card::hr_login(self.0, texts[0], texts[1], out)
        })
    }

    pub(super) fn profile_put(&self, payload: &str) -> Reply {
        // SAFETY: a text that lives until the call ends; `out` is writable.
        call(&[payload], |texts, out| unsafe {
            service::hr_profile_put(self.0, texts[0], out)
        })
    }

    pub(super) fn profile_select(&self, situation: &str) -> Reply {
        // SAFETY: a text that lives until the call ends; `out` is writable.
        call(&[situation], |texts, out| unsafe {
            service::hr_profile_select(self.0, texts[0], out)
        })
    }

    /// Last name, first name, date of birth, sex.
    pub(super) fn patient_search(&self, traits: [&str; 4]) -> Reply {
        // SAFETY: texts that live until the call ends; `out` is writable.
        call(&traits, |texts, out| unsafe {
            service::hr_patient_search(self.0, texts[0], texts[1], texts[2], texts[3], out)
        })
    }

    pub(super) fn patient_get(&self) -> Reply {
        // SAFETY: `out` is writable.
        call(&[], |_, out| unsafe {
            service::hr_patient_get(self.0, out)
        })
    }

    pub(super) fn patient_update(&self, body: &str) -> Reply {
        // SAFETY: a text that lives until the call ends; `out` is writable.
        call(&[body], |texts, out| unsafe {
            service::hr_patient_update(self.0, texts[0], out)
        })
    }

    pub(super) fn dmp_open(&self, patient_id: &str) -> Reply {
        // SAFETY: a text that lives until the call ends, NULL for no body; `out` is writable.
        call(&[patient_id], |texts, out| unsafe {
            dmp::hr_dmp_open(self.0, texts[0], ptr::null(), out)
        })
    }

    /// The labels: file name, activity type, type code.
    pub(super) fn dmp_send_bytes(&self, patient_id: &str, data: &[u8], labels: [&str; 3]) -> Reply {
        let [name, activity, code] = labels;
        let (start, length) = (data.as_ptr(), i32::try_from(data.len()).unwrap_or(-1));
        // SAFETY: texts and data that live until the call ends, `length` is not more than the data has (a negative one
        // is refused); `out` is writable.
        call(&[patient_id, name, activity, code], |texts, out| unsafe {
            let [patient, name, activity, code] = [0, 1, 2, 3].map(|at| texts[at]);
            dmp::hr_dmp_send_bytes(self.0, patient, start, length, name, activity, code, out)
        })
    }
}

/// Calls a function with texts, which end at a NUL in C, and a place for its own; reads that and frees it.
fn call(texts: &[&str], function: impl FnOnce(&[*const c_char], *mut *mut c_char) -> i32) -> Reply {
    let texts = texts
        .iter()
        .map(|text| CString::new(text.replace('\0', "")).unwrap_or_default());
    let texts: Vec<CString> = texts.collect();
    let pointers: Vec<_> = texts.iter().map(|text| text.as_ptr()).collect();
    let mut out = ptr::null_mut();
    let code = function(&pointers, &mut out);
    // SAFETY: the library's own text or NULL, copied, then freed once.
    let text = unsafe {
        let text = own(out);
        library::hr_free(out);
        text
    };
    let value = serde_json::from_str(&text).unwrap_or(Value::Null);
    Reply { code, value }
}

/// Copies a text.
///
/// # Safety
///
/// `text` is NULL or NUL-terminated.
unsafe fn own(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: not NULL; the caller promises the rest.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_string_lossy().into_owned()
}
