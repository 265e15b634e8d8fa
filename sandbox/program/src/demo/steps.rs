//! What a host program does: calls the exported C functions one after the other, takes and frees their texts. `unsafe` is
//! here alone.

use super::Stage;
use super::table::{self, Step};
use hr::code::HR_E_CARD_STATUS;
use hr::ffi::{card, dmp, handle, library, service};
use hr_language::tr;
use serde_json::Value;
use std::ffi::{CStr, CString, c_char};
use std::ptr::{null, null_mut};
use std::time::Instant;

/// An open handle, and what was done with it.
struct Walk<'a> {
    stage: &'a Stage,
    handle: i32,
    steps: Vec<Step>,
    goes_on: &'a mut dyn FnMut() -> bool,
}

impl Drop for Walk<'_> {
    fn drop(&mut self) {
        handle::hr_close(self.handle);
    }
}

/// Makes the calls to their end or to the first failure, while `goes_on` says so.
pub(super) fn walk(stage: &Stage, goes_on: &mut dyn FnMut() -> bool) -> Vec<Step> {
    let config = c(&stage.sandbox.config_json().to_string());
    let (mut handle, mut out) = (0, null_mut());
    // SAFETY: a text, a place for the handle and one for the result, which is freed once.
    unsafe {
        handle::hr_open(config.as_ptr(), &mut handle, &mut out);
        library::hr_free(out);
    }
    let mut walk = Walk {
        stage,
        handle,
        steps: Vec::new(),
        goes_on,
    };
    walk.nine_steps();
    std::mem::take(&mut walk.steps)
}

impl Walk<'_> {
    /// Makes a call and shows it; gives its result.
    fn call(
        &mut self,
        number: u8,
        function: &'static str,
        call: impl FnOnce(i32, *mut *mut c_char) -> i32,
    ) -> Option<Value> {
        if !self.steps.is_empty() && !(self.goes_on)() {
            return None;
        }
        let before = self.stage.sandbox.requests().len();
        let (start, mut out) = (Instant::now(), null_mut());
        let code = call(self.handle, &mut out);
        let time = start.elapsed();
        // SAFETY: the library's own text or NULL, copied, then freed once.
        let text = unsafe {
            let text = own(out);
            library::hr_free(out);
            text
        };
        let step = Step {
            number,
            function,
            request: self.stage.sandbox.requests().split_off(before).pop(),
            time,
            code,
            reply: serde_json::from_str(&text).unwrap_or(Value::Null),
        };
        table::row(&step);
        let result = step.is_ok().then(|| step.reply.clone());
        self.steps.push(step);
        result
    }

    /// The token of the card.
    fn ready(&mut self) -> Option<CString> {
        // SAFETY: `out` is writable.
        let reply = self.call(2, "hr_ready", |h, out| unsafe { card::hr_ready(h, out) })?;
        let mut cards = reply["cards"].as_array()?.iter();
        let own = cards.find(|card| card["serial"] == *self.stage.card.serial)?;
        Some(text(&own["token"]))
    }

    fn nine_steps(&mut self) -> Option<()> {
        let stage = self.stage;
        let who = &stage.patient;
        let traits = [&who.nom, &who.prenom, &who.date_naissance, &who.sexe].map(|text| c(text));
        let [nom, prenom, born, sex] = traits.each_ref().map(|text| text.as_ptr());
        let (pin, name) = (c(&stage.pin), c(&stage.name));
        let data = stage.content.as_ptr();
        let length = i32::try_from(stage.content.len()).unwrap_or(-1);
        // SAFETY: texts and data live until the calls end, NULL stands for no body, `length` is not more than the data has
        // (a negative one is refused), and `out` is writable.
        unsafe {
            self.call(1, "hr_ticket", |h, out| card::hr_ticket(h, out))?;
            for again in [false, true] {
                let token = self.ready()?;
                let login = |h, out| card::hr_login(h, token.as_ptr(), pin.as_ptr(), out);
                let opened = self.call(3, "hr_login", login).is_some();
                let refused = self.steps.last()?.code == HR_E_CARD_STATUS;
                match (opened, refused && !again) {
                    (true, _) => break,
                    // The same PIN for the same card, as a program does that retries.
                    (false, true) => {
                        table::say(tr("\n    A program that retries with the same PIN:"))
                    }
                    (false, false) => return None,
                }
            }
            let profiles = self.call(4, "hr_profile_put", |h, out| {
                service::hr_profile_put(h, c"{}".as_ptr(), out)
            })?;
            let situation = text(&profiles["raw"]["situations"][0]["id"]);
            self.call(4, "hr_profile_select", |h, out| {
                service::hr_profile_select(h, situation.as_ptr(), out)
            })?;
            self.call(5, "hr_patient_search", |h, out| {
                service::hr_patient_search(h, nom, prenom, born, sex, out)
            })?;
            let get = |h, out| service::hr_patient_get(h, out);
            let id = text(&self.call(6, "hr_patient_get", get)?["patient_id"]);
            let qualified = c"{\"insQualified\":true}";
            self.call(7, "hr_patient_update", |h, out| {
                service::hr_patient_update(h, qualified.as_ptr(), out)
            })?;
            let open = |h, out| dmp::hr_dmp_open(h, id.as_ptr(), null(), out);
            self.call(8, "hr_dmp_open", open)?;
            let (id, name, activity, kind) = (id.as_ptr(), name.as_ptr(), c"10", c"11503-0");
            self.call(9, "hr_dmp_send_bytes", |h, out| {
                let (activity, kind) = (activity.as_ptr(), kind.as_ptr());
                dmp::hr_dmp_send_bytes(h, id, data, length, name, activity, kind, out)
            })?;
        }
        Some(())
    }
}

pub(super) fn version() -> String {
    // SAFETY: a static text.
    unsafe { own(library::hr_version()) }
}

/// A text as C takes it, up to which a NUL would end it.
fn c(text: &str) -> CString {
    CString::new(text.replace('\0', "")).unwrap_or_default()
}

fn text(value: &Value) -> CString {
    c(value.as_str().unwrap_or_default())
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
