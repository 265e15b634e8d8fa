//! Every function that works on a handle, callable with any pointers in the place of its texts.

use std::ffi::c_char;
use std::ptr::{null, null_mut};

use hr::ffi::{card, deposit, dmp, handle, service, stop};
use hr_sandbox::Call;

use crate::call::{c, call};

/// A text argument: its name, a good value, and whether it may be NULL.
pub struct Text {
    pub name: &'static str,
    pub good: &'static str,
    pub optional: bool,
}

const fn must(name: &'static str, good: &'static str) -> Text {
    Text {
        name,
        good,
        optional: false,
    }
}

const fn may(name: &'static str, good: &'static str) -> Text {
    Text {
        name,
        good,
        optional: true,
    }
}

type Run = unsafe fn(i32, &[*const c_char], *mut *mut c_char) -> i32;

pub struct Function {
    pub name: &'static str,
    pub texts: &'static [Text],
    /// Whether it gives a text; the others ignore the output pointer.
    pub gives_text: bool,
    /// The service call that it makes, if any.
    pub sends: Option<Call>,
    /// Whether its text says what became of what it changes; a deposit says so of each document.
    has_outcome: bool,
    pub run: Run,
}

/// A function that gives a text, and the call that it sends.
const fn gives(
    name: &'static str,
    sends: Option<Call>,
    texts: &'static [Text],
    run: Run,
) -> Function {
    let (gives_text, has_outcome) = (true, false);
    Function {
        name,
        texts,
        gives_text,
        sends,
        has_outcome,
        run,
    }
}

/// A function that gives none, and sends nothing.
const fn takes(name: &'static str, texts: &'static [Text], run: Run) -> Function {
    Function {
        gives_text: false,
        ..gives(name, None, texts, run)
    }
}

const NIR: &str = "255081416802538";
const ENTRY: &str = "0123456789abcdef0123456789abcdef";

#[rustfmt::skip]
pub const FUNCTIONS: &[Function] = &[
    gives("hr_state", None, &[], |h, _, out| unsafe { handle::hr_state(h, out) }),
    gives("hr_last", None, &[], |h, _, out| unsafe { handle::hr_last(h, out) }),
    takes("hr_set_progress", &[], |h, _, _| unsafe { handle::hr_set_progress(h, None, null_mut()) }),
    takes("hr_set_stop", &[], |h, _, _| stop::hr_set_stop(h, 0)),
    gives("hr_ticket", Some(Call::Ticket), &[], |h, _, out| unsafe { card::hr_ticket(h, out) }),
    gives("hr_ticket_set", None, &[must("ticket", "a-ticket")], |h, t, out| unsafe { card::hr_ticket_set(h, t[0], out) }),
    gives("hr_ready", Some(Call::Ready), &[], |h, _, out| unsafe { card::hr_ready(h, out) }),
    gives("hr_login", Some(Call::Login), &[must("card_token", "token"), must("pin_code", "1234")],
        |h, t, out| unsafe { card::hr_login(h, t[0], t[1], out) }).changing(),
    gives("hr_pin_retry_allow", None, &[must("card_token", "token")],
        |h, t, out| unsafe { card::hr_pin_retry_allow(h, t[0], out) }),
    gives("hr_session_set", None, &[must("service_url", "https://service.example"), must("bearer", "b")],
        |h, t, out| unsafe { card::hr_session_set(h, t[0], t[1], out) }),
    gives("hr_profile_put", Some(Call::ProfilePut), &[must("payload_json", "{}")],
        |h, t, out| unsafe { service::hr_profile_put(h, t[0], out) }).changing(),
    gives("hr_profile_select", Some(Call::ProfileSelect), &[must("situation_id", "1")],
        |h, t, out| unsafe { service::hr_profile_select(h, t[0], out) }).changing(),
    gives("hr_patient_search", Some(Call::PatientSearch),
        &[may("nom", "EXEMPLE"), may("prenom", "Hélène"), may("date_naissance", "1955-08-14"), may("sexe", "F")],
        |h, t, out| unsafe { service::hr_patient_search(h, t[0], t[1], t[2], t[3], out) }),
    gives("hr_patient_get", Some(Call::PatientGet), &[], |h, _, out| unsafe { service::hr_patient_get(h, out) }),
    gives("hr_patient_update", Some(Call::PatientUpdate), &[must("body_json", "{\"insQualified\":true}")],
        |h, t, out| unsafe { service::hr_patient_update(h, t[0], out) }).changing(),
    gives("hr_dmp_open", Some(Call::DmpOpen), &[must("patient_id", NIR), may("body_json", "{}")],
        |h, t, out| unsafe { dmp::hr_dmp_open(h, t[0], t[1], out) }).changing(),
    gives("hr_dmp_send", Some(Call::DmpSend),
        &[must("patient_id", NIR), must("path", "/dev/null/x"), may("filename", "a.pdf"), must("activity_type", "10"),
            must("type_code", "11503-0")],
        |h, t, out| unsafe { dmp::hr_dmp_send(h, t[0], t[1], t[2], t[3], t[4], out) }).changing(),
    gives("hr_dmp_send_bytes", Some(Call::DmpSend),
        &[must("patient_id", NIR), must("filename", "a.pdf"), must("activity_type", "10"), must("type_code", "11503-0")],
        |h, t, out| unsafe {
            let data = b"bytes of a document".as_ptr();
            dmp::hr_dmp_send_bytes(h, t[0], data, 19, t[1], t[2], t[3], out)
        }).changing(),
    gives("hr_dmp_resend_allow", None, &[must("entry", ENTRY)],
        |h, t, out| unsafe { dmp::hr_dmp_resend_allow(h, t[0], out) }),
    gives("hr_dmp_found", None, &[must("entry", ENTRY)], |h, t, out| unsafe { dmp::hr_dmp_found(h, t[0], out) }),
    gives("hr_journal", None, &[may("filter_json", "{}")], |h, t, out| unsafe { dmp::hr_journal(h, t[0], out) }),
    gives("hr_diagnose", Some(Call::Ticket), &[], |h, _, out| unsafe { service::hr_diagnose(h, out) }),
    gives("hr_wait_card", None, &[may("card_json", r#"{"cardType":"CPS"}"#)],
        |h, t, out| unsafe { deposit::hr_wait_card(h, t[0], 0, out) }),
    gives("hr_connect", None, &[may("request_json", "{}"), may("pin_code", "1234")],
        |h, t, out| unsafe { deposit::hr_connect(h, t[0], t[1], out) }).changing(),
    gives("hr_patient_find", Some(Call::PatientSearch), &[must("request_json", r#"{"patient":{"nom":"EXEMPLE"}}"#)],
        |h, t, out| unsafe { deposit::hr_patient_find(h, t[0], out) }),
    gives("hr_deposit", Some(Call::PatientSearch),
        &[must("request_json", r#"{"patient":{"nom":"EXEMPLE"},"documents":[]}"#)],
        |h, t, out| unsafe { deposit::hr_deposit(h, t[0], out) }),
    gives("hr_deposit_bytes", Some(Call::PatientSearch),
        &[must("request_json",
            r#"{"patient":{"nom":"EXEMPLE"},"documents":[{"filename":"a.pdf","activity_type":"10","type_code":"11503-0"}]}"#)],
        |h, t, out| unsafe { deposit::hr_deposit_bytes(h, t[0], b"bytes".as_ptr(), 5, out) }),
    gives("hr_request", Some(Call::Other), &[must("method", "POST"), must("path", "/echo"), may("body_json", "{}")],
        |h, t, out| unsafe { service::hr_request(h, t[0], t[1], t[2], out) }).changing(),
];

/// What a call gave: the code, and the text when it gives one.
pub struct Ran {
    pub code: i32,
    pub text: Option<serde_json::Value>,
}

impl Function {
    /// One that changes something.
    const fn changing(self) -> Function {
        Function {
            has_outcome: true,
            ..self
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> &'static Function {
        let found = FUNCTIONS.iter().find(|function| function.name == name);
        found.unwrap_or_else(|| panic!("{name} is not in the list"))
    }

    /// The outcome that its errors carry when the library refused, or failed, by itself.
    pub fn local_outcome(&self, word: &str) -> serde_json::Value {
        self.has_outcome.then_some(word).into()
    }

    /// Calls with good texts, one of them replaced.
    pub fn call(&self, handle: i32, replaced: Option<(usize, *const c_char)>) -> Ran {
        if !self.gives_text {
            let code = self.code_and(handle, replaced, null_mut());
            return Ran { code, text: None };
        }
        let ran = call(self.name, |out| self.code_and(handle, replaced, out));
        let (code, text) = (ran.code, Some(ran.json));
        Ran { code, text }
    }

    /// Calls without asking for the text.
    pub fn code_alone(&self, handle: i32) -> i32 {
        self.code_and(handle, None, null_mut())
    }

    /// Calls with this place for the text.
    #[expect(
        clippy::not_unsafe_ptr_arg_deref,
        reason = "the library writes there, the test gives a place"
    )]
    pub fn code_and(
        &self,
        handle: i32,
        replaced: Option<(usize, *const c_char)>,
        out: *mut *mut c_char,
    ) -> i32 {
        let good: Vec<_> = self.texts.iter().map(|text| c(text.good)).collect();
        let mut texts: Vec<*const c_char> = good.iter().map(|text| text.as_ptr()).collect();
        if let Some((index, pointer)) = replaced {
            texts[index] = pointer;
        }
        unsafe { (self.run)(handle, &texts, out) }
    }
}

pub const NULL: *const c_char = null();
