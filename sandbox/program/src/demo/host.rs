//! What a host program does: calls the exported C functions, takes and frees their texts. `unsafe` is here alone.

use super::walk::{Learnt, Stage};
use hr::code::{HR_E_ARGUMENT, HR_OK};
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

    /// Makes the call that a `next` names: its step, its name and its reply. None when it is not one of the nine steps.
    pub(super) fn make(
        &self,
        next: &str,
        stage: &Stage,
        learnt: &Learnt,
    ) -> Option<(u8, &'static str, Reply)> {
        let (handle, patient, document) = (self.0, &stage.patient, &stage.document);
        let Learnt {
            token,
            situation,
            patient_id,
        } = learnt;
        let (number, name, inputs): (u8, _, Vec<&str>) = match next {
            "hr_ticket" => (1, "hr_ticket", vec![]),
            "hr_ready" => (2, "hr_ready", vec![]),
            "hr_login" => (3, "hr_login", vec![token, &stage.pin]),
            "hr_profile_put" => (4, "hr_profile_put", vec!["{}"]),
            "hr_profile_select" => (4, "hr_profile_select", vec![situation]),
            "hr_patient_search" => {
                let (born, sex) = (&patient.date_naissance, &patient.sexe);
                let traits = vec![&*patient.nom, &patient.prenom, born, sex];
                (5, "hr_patient_search", traits)
            }
            "hr_patient_get" => (6, "hr_patient_get", vec![]),
            "hr_patient_update" => (7, "hr_patient_update", vec![r#"{"insQualified":true}"#]),
            "hr_dmp_open" => (8, "hr_dmp_open", vec![patient_id]),
            "hr_dmp_send" => {
                let inputs = vec![patient_id, &*document.name, "10", "11503-0"];
                (9, "hr_dmp_send_bytes", inputs)
            }
            _ => return None,
        };
        let data = document.content.as_ptr();
        let length = i32::try_from(document.content.len()).unwrap_or(-1);
        let reply = call(&inputs, |texts, out| {
            // SAFETY: texts and data live until the call ends, NULL stands for no body, `length` is not more than the
            // data has (a negative one is refused), and `out` is writable.
            unsafe {
                match (name, texts) {
                    ("hr_ticket", _) => card::hr_ticket(handle, out),
                    ("hr_ready", _) => card::hr_ready(handle, out),
                    ("hr_login", &[token, pin]) => card::hr_login(handle, token, pin, out),
                    ("hr_profile_put", &[body]) => service::hr_profile_put(handle, body, out),
                    ("hr_profile_select", &[id]) => service::hr_profile_select(handle, id, out),
                    ("hr_patient_search", &[nom, prenom, born, sex]) => {
                        service::hr_patient_search(handle, nom, prenom, born, sex, out)
                    }
                    ("hr_patient_get", _) => service::hr_patient_get(handle, out),
                    ("hr_patient_update", &[body]) => service::hr_patient_update(handle, body, out),
                    ("hr_dmp_open", &[id]) => dmp::hr_dmp_open(handle, id, ptr::null(), out),
                    (_, &[id, name, activity, code]) => {
                        dmp::hr_dmp_send_bytes(handle, id, data, length, name, activity, code, out)
                    }
                    _ => HR_E_ARGUMENT,
                }
            }
        });
        Some((number, name, reply))
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
