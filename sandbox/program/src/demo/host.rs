//! What a host program does: calls the exported C functions, takes and frees their texts. `unsafe` is here alone.

use super::Stage;
use hr::code::HR_OK;
use hr::ffi::{card, dmp, handle, library, service};
use serde_json::Value;
use std::ffi::{CStr, CString, c_char};
use std::ptr::null;

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

/// What calls gave that later ones need.
#[derive(Default)]
pub(super) struct Learnt {
    pub token: String,
    pub situation: String,
    pub patient_id: String,
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
        let (mut number, config) = (0, c(&config.to_string()));
        // SAFETY: as for every call, and a place for the handle.
        let reply = call(|out| unsafe { handle::hr_open(config.as_ptr(), &mut number, out) });
        (Host(number), reply)
    }

    /// Makes the call that a `next` names: its step and its reply. None when it is not one of the nine steps.
    pub(super) fn make(&self, next: &str, stage: &Stage, learnt: &Learnt) -> Option<(u8, Reply)> {
        let (handle, who, content) = (self.0, &stage.patient, &stage.content);
        let Learnt {
            token,
            situation,
            patient_id,
        } = learnt;
        let texts = [token, &stage.pin, situation, patient_id, &stage.name];
        let texts = texts.map(|text| c(text));
        let [token, pin, situation, id, name] = texts.each_ref().map(|text| text.as_ptr());
        let traits = [&who.nom, &who.prenom, &who.date_naissance, &who.sexe].map(|text| c(text));
        let [nom, prenom, born, sex] = traits.each_ref().map(|text| text.as_ptr());
        let texts = [c"{}", c"{\"insQualified\":true}", c"10", c"11503-0"];
        let [empty, qualified, activity, code] = texts.map(CStr::as_ptr);
        let data = content.as_ptr();
        let length = i32::try_from(content.len()).unwrap_or(-1);
        // SAFETY: texts and data live until the call ends, NULL stands for no body, `length` is not more than the data has
        // (a negative one is refused), and `out` is writable.
        let make = |out| unsafe {
            match next {
                "hr_ticket" => (1, card::hr_ticket(handle, out)),
                "hr_ready" => (2, card::hr_ready(handle, out)),
                "hr_login" => (3, card::hr_login(handle, token, pin, out)),
                "hr_profile_put" => (4, service::hr_profile_put(handle, empty, out)),
                "hr_profile_select" => (4, service::hr_profile_select(handle, situation, out)),
                "hr_patient_search" => (
                    5,
                    service::hr_patient_search(handle, nom, prenom, born, sex, out),
                ),
                "hr_patient_get" => (6, service::hr_patient_get(handle, out)),
                "hr_patient_update" => (7, service::hr_patient_update(handle, qualified, out)),
                "hr_dmp_open" => (8, dmp::hr_dmp_open(handle, id, null(), out)),
                "hr_dmp_send" => (
                    9,
                    dmp::hr_dmp_send_bytes(handle, id, data, length, name, activity, code, out),
                ),
                _ => (0, HR_OK),
            }
        };
        let mut number = 0;
        let reply = call(|out| {
            let (step, code) = make(out);
            number = step;
            code
        });
        (number > 0).then_some((number, reply))
    }
}

/// A text as C takes it, up to which a NUL would end it.
fn c(text: &str) -> CString {
    CString::new(text.replace('\0', "")).unwrap_or_default()
}

/// Calls a function with a place for its text; reads that and frees it.
fn call(function: impl FnOnce(*mut *mut c_char) -> i32) -> Reply {
    let mut out = std::ptr::null_mut();
    let code = function(&mut out);
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
