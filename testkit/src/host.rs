//! A host program's view of the library: the exported C functions, with results as JSON values.

use std::ffi::{CStr, CString, c_char, c_void};

use hr::ffi::{deposit, dmp, handle, library};
use hr_sandbox::Sandbox;
use serde_json::Value;

use crate::functions::Function;
use crate::identities::{CPS, PIN, QUALIFIED, serial_of};

/// What a call gave: its code, its text as it came, and the text read as JSON.
#[derive(Debug, Clone)]
pub struct Outcome {
    pub code: i32,
    pub text: String,
    pub json: Value,
}

#[derive(serde::Deserialize)]
struct WithRaw<'a> {
    #[serde(borrow)]
    raw: &'a serde_json::value::RawValue,
}

impl Outcome {
    #[track_caller]
    pub fn ok(self) -> Outcome {
        assert_eq!(self.code, 0, "{}", self.text);
        // Wrappers cut the reply out instead of reading it twice.
        if let Ok(WithRaw { raw }) = serde_json::from_str(&self.text) {
            let before = self.text.strip_suffix('}').and_then(|text| {
                let text = text.trim_end().strip_suffix(raw.get())?;
                text.trim_end().strip_suffix(",\"raw\":")
            });
            assert!(before.is_some(), "{}", self.text);
        }
        self
    }

    /// Asserts the code by its name, and that the error object agrees with it.
    #[track_caller]
    pub fn fails(self, name: &str) -> Outcome {
        let got = unsafe { CStr::from_ptr(library::hr_code_name(self.code)) };
        assert_eq!(got.to_str().unwrap(), name, "{}", self.text);
        assert_eq!(self.json["name"], name);
        self
    }

    #[track_caller]
    pub fn outcome(self, word: &str) -> Outcome {
        assert_eq!(self.json["outcome"], word, "{}", self.text);
        self
    }

    #[track_caller]
    pub fn next(self, name: impl Into<Value>) -> Outcome {
        assert_eq!(self.json["next"], name.into(), "{}", self.text);
        self
    }

    /// Asserts these members, whatever others there are.
    #[track_caller]
    pub fn has(self, members: Value) -> Outcome {
        self.json.has(members);
        self
    }

    /// Asserts a part of a text.
    #[track_caller]
    pub fn says(&self, key: &str, part: &str) {
        self.json.says(key, part);
    }

    pub fn str(&self, key: &str) -> String {
        self.json[key].as_str().unwrap_or_default().to_owned()
    }
}

/// What an object has, and assertions about it.
pub trait Members {
    /// The object with more or other members.
    fn with(self, members: Value) -> Value;

    /// It has these members, whatever others there are.
    fn has(&self, members: Value);

    /// A text in it has this part.
    fn says(&self, key: &str, part: &str);
}

impl Members for Value {
    fn with(mut self, members: Value) -> Value {
        for (name, value) in members.as_object().unwrap() {
            self[name] = value.clone();
        }
        self
    }

    #[track_caller]
    fn has(&self, members: Value) {
        for (name, value) in members.as_object().unwrap() {
            assert_eq!(&self[name], value, "{name} of {self}");
        }
    }

    #[track_caller]
    fn says(&self, key: &str, part: &str) {
        let text = self[key].as_str().unwrap_or_default();
        assert!(text.contains(part), "{part} in {key} of {self}");
    }
}

pub fn c(text: &str) -> CString {
    CString::new(text).unwrap()
}

pub fn opt(text: &Option<CString>) -> *const c_char {
    text.as_ref().map_or(std::ptr::null(), |t| t.as_ptr())
}

/// Runs a call of the function `name` with an output text, and takes the text, which its schema must allow.
#[track_caller]
pub fn call(name: &str, function: impl FnOnce(*mut *mut c_char) -> i32) -> Outcome {
    // Not NULL beforehand: the call itself must clear it.
    let mut out = std::ptr::dangling_mut::<c_char>();
    let code = function(&mut out);
    assert!(!out.is_null(), "no text with code {code}");
    let text = unsafe { CStr::from_ptr(out) }
        .to_str()
        .expect("texts are UTF-8")
        .to_owned();
    unsafe { library::hr_free(out) };
    let json = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
    crate::schema::check(name, code, &json);
    crate::endings::check(name, &json);
    Outcome { code, text, json }
}

/// An open handle.
pub struct Host(pub i32);

impl Drop for Host {
    fn drop(&mut self) {
        handle::hr_close(self.0);
    }
}

impl Host {
    pub fn open(config: &Value) -> Host {
        let (handle, outcome) = Host::try_open(&config.to_string());
        outcome.ok();
        Host(handle)
    }

    /// A handle with a session at this address.
    #[track_caller]
    pub fn at(url: &str, config: &Value) -> Host {
        let host = Host::open(config);
        assert_eq!(host.session_set(url, "bearer"), 0);
        host
    }

    pub fn try_open(config: &str) -> (i32, Outcome) {
        let config = c(config);
        let mut number = -1;
        let outcome = call("hr_open", |out| unsafe {
            handle::hr_open(config.as_ptr(), &mut number, out)
        });
        (number, outcome)
    }

    /// A handle for a sandbox, with more or other keys.
    pub fn with(sandbox: &Sandbox, more: Value) -> Host {
        Host::open(&sandbox.config_json().with(more))
    }

    pub fn of(sandbox: &Sandbox) -> Host {
        Host::with(sandbox, serde_json::json!({}))
    }

    /// SAFETY of the caller: `user` is what the receiver needs, until there is another one.
    #[track_caller]
    #[expect(
        clippy::not_unsafe_ptr_arg_deref,
        reason = "the library passes it on, the test's receiver reads it"
    )]
    pub fn set_progress(&self, receiver: handle::hr_progress_fn, user: *mut c_void) {
        let set = unsafe { handle::hr_set_progress(self.0, receiver, user) };
        assert_eq!(set, 0);
    }

    /// A function of the table, with these texts.
    #[track_caller]
    fn call(&self, name: &str, texts: &[Option<&str>]) -> Outcome {
        let texts: Vec<_> = texts.iter().map(|text| text.map(c)).collect();
        let pointers: Vec<_> = texts.iter().map(opt).collect();
        let function = Function::named(name);
        call(name, |out| unsafe {
            (function.run)(self.0, &pointers, out)
        })
    }

    pub fn state(&self) -> Outcome {
        self.call("hr_state", &[])
    }

    pub fn last(&self) -> Outcome {
        self.call("hr_last", &[])
    }

    pub fn diagnose(&self) -> Outcome {
        self.call("hr_diagnose", &[])
    }

    pub fn ticket(&self) -> Outcome {
        self.call("hr_ticket", &[])
    }

    pub fn ticket_set(&self, ticket: &str) -> i32 {
        self.call("hr_ticket_set", &[Some(ticket)]).code
    }

    pub fn ready(&self) -> Outcome {
        self.call("hr_ready", &[])
    }

    pub fn login(&self, token: &str, pin: &str) -> Outcome {
        self.call("hr_login", &[Some(token), Some(pin)])
    }

    pub fn wait_card(&self, card: Option<&str>, timeout_ms: i32) -> Outcome {
        let card = card.map(c);
        call("hr_wait_card", |out| unsafe {
            deposit::hr_wait_card(self.0, opt(&card), timeout_ms, out)
        })
    }

    /// `request` as it is written: its numbers and repetitions count.
    pub fn connect(&self, request: Option<&str>, pin: Option<&str>) -> Outcome {
        self.call("hr_connect", &[request, pin])
    }

    /// None: for the card of the login that was held back last.
    pub fn allow_pin_retry(&self, token: Option<&str>) -> Outcome {
        self.call("hr_pin_retry_allow", &[token])
    }

    pub fn pin_retry_allow(&self, token: &str) -> i32 {
        self.allow_pin_retry(Some(token)).code
    }

    pub fn pin_retry_allow_last(&self) -> i32 {
        self.allow_pin_retry(None).code
    }

    pub fn session_set(&self, url: &str, bearer: &str) -> i32 {
        self.call("hr_session_set", &[Some(url), Some(bearer)]).code
    }

    pub fn profile_put(&self, payload: &str) -> Outcome {
        self.call("hr_profile_put", &[Some(payload)])
    }

    pub fn profile_select(&self, id: &str) -> Outcome {
        self.call("hr_profile_select", &[Some(id)])
    }

    pub fn patient_search(&self, traits: [Option<&str>; 4]) -> Outcome {
        self.call("hr_patient_search", &traits)
    }

    pub fn patient_find(&self, request_json: &str) -> Outcome {
        self.call("hr_patient_find", &[Some(request_json)])
    }

    pub fn patient_get(&self) -> Outcome {
        self.call("hr_patient_get", &[])
    }

    pub fn patient_update(&self, body: &str) -> Outcome {
        self.call("hr_patient_update", &[Some(body)])
    }

    /// Steps 6 and 8 for the patient that the service speaks of.
    #[track_caller]
    pub fn read_and_open(&self, patient_id: &str) -> Outcome {
        assert_eq!(self.patient_get().ok().str("patient_id"), patient_id);
        self.dmp_open(patient_id, None).ok()
    }

    pub fn dmp_open(&self, patient_id: &str, body: Option<&str>) -> Outcome {
        self.call("hr_dmp_open", &[Some(patient_id), body])
    }

    pub fn dmp_send(&self, patient_id: &str, path: &str, filename: Option<&str>) -> Outcome {
        let labels = [Some("10"), Some("11503-0")];
        let texts = [&[Some(patient_id), Some(path), filename], &labels[..]].concat();
        self.call("hr_dmp_send", &texts)
    }

    pub fn dmp_send_bytes(&self, patient_id: &str, data: &[u8], filename: &str) -> Outcome {
        let (id, name) = (c(patient_id), c(filename));
        let (id, name, activity) = (id.as_ptr(), name.as_ptr(), c"10".as_ptr());
        let (data, length) = (data.as_ptr(), data.len() as i32);
        call("hr_dmp_send_bytes", |out| unsafe {
            let code = c"11503-0".as_ptr();
            dmp::hr_dmp_send_bytes(self.0, id, data, length, name, activity, code, out)
        })
    }

    pub fn dmp_resend_allow(&self, entry: &str) -> i32 {
        self.call("hr_dmp_resend_allow", &[Some(entry)]).code
    }

    pub fn dmp_found(&self, entry: &str) -> i32 {
        self.call("hr_dmp_found", &[Some(entry)]).code
    }

    pub fn journal(&self, filter: &Value) -> Outcome {
        self.call("hr_journal", &[Some(&filter.to_string())])
    }

    pub fn deposit(&self, request: &Value) -> Outcome {
        self.call("hr_deposit", &[Some(&request.to_string())])
    }

    pub fn deposit_bytes(&self, request: &Value, data: &[u8]) -> Outcome {
        let request = c(&request.to_string());
        let length = i32::try_from(data.len()).unwrap();
        call("hr_deposit_bytes", |out| unsafe {
            let data = data.as_ptr();
            deposit::hr_deposit_bytes(self.0, request.as_ptr(), data, length, out)
        })
    }

    pub fn request(&self, method: &str, path: &str, body: Option<&str>) -> Outcome {
        self.call("hr_request", &[Some(method), Some(path), body])
    }

    /// Steps 1 to 3 with the card of this serial number.
    #[track_caller]
    pub fn log_in(&self, serial: &str, pin: &str) -> Outcome {
        self.ticket().ok();
        let token = self.token(serial);
        self.login(&token, pin).ok()
    }

    /// Reads the cards and gives the token of one.
    #[track_caller]
    pub fn token(&self, serial: &str) -> String {
        let ready = self.ready().ok();
        let serial = serial_of(&ready, serial);
        let cards = ready.json["cards"].as_array().unwrap();
        let card = cards.iter().find(|card| card["serial"] == serial.as_str());
        card.expect("the card is in the reader")["token"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Steps 1 to 8 with the default scenario's identified professional and qualified patient.
    #[track_caller]
    pub fn open_record(&self) -> String {
        self.log_in(CPS, PIN);
        self.patient_search(QUALIFIED).ok();
        let patient = self.patient_get().ok();
        let id = patient.str("patient_id");
        self.dmp_open(&id, None).ok();
        id
    }
}
