//! What a host program does: calls the exported C functions, takes and frees their texts. `unsafe` is here alone.

use hr::code::HR_OK;
use hr::ffi::{card, dmp, handle, library, service};
use serde_json::Value;
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr;

/// What a call gave: 0 or an error's number, and its result or error object.
pub(crate) struct Reply {
    pub code: i32,
    pub value: Value,
}

impl Reply {
    pub(crate) fn is_ok(&self) -> bool {
        self.code == HR_OK
    }

    /// A text of the object; empty when it has none of this name.
    pub(crate) fn text(&self, key: &str) -> &str {
        self.value[key].as_str().unwrap_or_default()
    }
}

/// The identity traits of a search.
pub(crate) struct Traits<'a> {
    pub nom: &'a str,
    pub prenom: &'a str,
    pub date_naissance: &'a str,
    pub sexe: &'a str,
}

/// The labels of a document.
pub(crate) struct Labels<'a> {
    pub filename: &'a str,
    pub activity_type: &'a str,
    pub type_code: &'a str,
}

pub(crate) fn version() -> String {
    // SAFETY: a static text.
    unsafe { own(library::hr_version()) }
}

pub(crate) fn code_name(code: i32) -> String {
    // SAFETY: a static text.
    unsafe { own(library::hr_code_name(code)) }
}

/// An open handle.
pub(crate) struct Host(i32);

impl Drop for Host {
    fn drop(&mut self) {
        handle::hr_close(self.0);
    }
}

impl Host {
    /// The reply has `next`, the first function to call.
    pub(crate) fn open(config: &Value) -> Result<(Host, Reply), Reply> {
        let config = c(&config.to_string());
        let mut number = 0;
        // SAFETY: a NUL-terminated text, a place for the handle and one for the text.
        let reply = take(|out| unsafe { handle::hr_open(config.as_ptr(), &mut number, out) });
        match reply.is_ok() {
            true => Ok((Host(number), reply)),
            false => Err(reply),
        }
    }

    pub(crate) fn ticket(&self) -> Reply {
        // SAFETY: `out` is writable.
        take(|out| unsafe { card::hr_ticket(self.0, out) })
    }

    pub(crate) fn ready(&self) -> Reply {
        // SAFETY: `out` is writable.
        take(|out| unsafe { card::hr_ready(self.0, out) })
    }

    pub(crate) fn login(&self, token: &str, pin: &str) -> Reply {
        let (token, pin) = (c(token), c(pin));
        // SAFETY: texts that live until the call ends; `out` is writable.
        take(|out| unsafe { card::hr_login(self.0, token.as_ptr(), pin.as_ptr(), out) })
    }

    pub(crate) fn profile_put(&self, payload: &Value) -> Reply {
        let payload = c(&payload.to_string());
        // SAFETY: a text that lives until the call ends; `out` is writable.
        take(|out| unsafe { service::hr_profile_put(self.0, payload.as_ptr(), out) })
    }

    pub(crate) fn profile_select(&self, situation: &str) -> Reply {
        let situation = c(situation);
        // SAFETY: a text that lives until the call ends; `out` is writable.
        take(|out| unsafe { service::hr_profile_select(self.0, situation.as_ptr(), out) })
    }

    pub(crate) fn patient_search(&self, traits: &Traits) -> Reply {
        let [nom, prenom] = [c(traits.nom), c(traits.prenom)];
        let [date, sexe] = [c(traits.date_naissance), c(traits.sexe)];
        // SAFETY: texts that live until the call ends; `out` is writable.
        take(|out| unsafe {
            service::hr_patient_search(
                self.0,
                nom.as_ptr(),
                prenom.as_ptr(),
                date.as_ptr(),
                sexe.as_ptr(),
                out,
            )
        })
    }

    pub(crate) fn patient_get(&self) -> Reply {
        // SAFETY: `out` is writable.
        take(|out| unsafe { service::hr_patient_get(self.0, out) })
    }

    pub(crate) fn patient_update(&self, body: &Value) -> Reply {
        let body = c(&body.to_string());
        // SAFETY: a text that lives until the call ends; `out` is writable.
        take(|out| unsafe { service::hr_patient_update(self.0, body.as_ptr(), out) })
    }

    pub(crate) fn dmp_open(&self, patient_id: &str) -> Reply {
        let patient_id = c(patient_id);
        // SAFETY: a text that lives until the call ends, NULL for no body; `out` is writable.
        take(|out| unsafe { dmp::hr_dmp_open(self.0, patient_id.as_ptr(), ptr::null(), out) })
    }

    pub(crate) fn dmp_send(&self, patient_id: &str, path: &str, labels: &Labels) -> Reply {
        let (patient_id, path) = (c(patient_id), c(path));
        let [filename, activity, code] = labels.texts();
        // SAFETY: texts that live until the call ends; `out` is writable.
        take(|out| unsafe {
            dmp::hr_dmp_send(
                self.0,
                patient_id.as_ptr(),
                path.as_ptr(),
                filename.as_ptr(),
                activity.as_ptr(),
                code.as_ptr(),
                out,
            )
        })
    }

    pub(crate) fn dmp_send_bytes(&self, patient_id: &str, data: &[u8], labels: &Labels) -> Reply {
        let patient_id = c(patient_id);
        let [filename, activity, code] = labels.texts();
        let length = i32::try_from(data.len()).unwrap_or(-1);
        // SAFETY: texts and data that live until the call ends, `length` is not more than the data
        // has (a negative one is refused); `out` is writable.
        take(|out| unsafe {
            dmp::hr_dmp_send_bytes(
                self.0,
                patient_id.as_ptr(),
                data.as_ptr(),
                length,
                filename.as_ptr(),
                activity.as_ptr(),
                code.as_ptr(),
                out,
            )
        })
    }

    /// Runs `send` while `watch` receives the progress of the upload, in the units of hr_progress_fn.
    pub(crate) fn watched<R>(&self, watch: &dyn Fn(i32, i32), send: impl FnOnce() -> R) -> R {
        let user = (&raw const watch).cast_mut().cast::<c_void>();
        let _watch = Watching(self.0);
        // SAFETY: `watch` is valid until this function ends, and `Watching` takes the receiver
        // away before; `report_progress` reads what `user` points at as what it is.
        unsafe { handle::hr_set_progress(self.0, Some(report_progress), user) };
        send()
    }
}

/// Takes the receiver away, also when a panic passes.
struct Watching(i32);

impl Drop for Watching {
    fn drop(&mut self) {
        // SAFETY: no receiver, so nothing is called with the NULL.
        unsafe { handle::hr_set_progress(self.0, None, ptr::null_mut()) };
    }
}

unsafe extern "C" fn report_progress(user: *mut c_void, done: i32, total: i32) -> i32 {
    // SAFETY: `user` is the pointer that `watched` gave, valid while the receiver is set.
    let watch = unsafe { &*user.cast::<&dyn Fn(i32, i32)>() };
    watch(done, total);
    0
}

impl Labels<'_> {
    fn texts(&self) -> [CString; 3] {
        [self.filename, self.activity_type, self.type_code].map(c)
    }
}

/// Texts end at a NUL in C; what follows one here would never arrive.
fn c(text: &str) -> CString {
    let text = text.split('\0').next().unwrap_or_default();
    CString::new(text).unwrap_or_default()
}

/// Calls a function with a place for its text; reads the text and frees it.
fn take(function: impl FnOnce(*mut *mut c_char) -> i32) -> Reply {
    let mut out = ptr::null_mut();
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
