//! A host program's view of the library: a handle, and the exported C functions that take it.

use std::ffi::c_void;

use hr::ffi::{deposit, dmp, handle};
use hr_sandbox::{Card, Sandbox};
use serde_json::Value;

use crate::call::{Members, Outcome, c, call, opt};
use crate::functions::Function;
use crate::identities::{CPS, PIN, QUALIFIED, sandbox, serial_of};

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
        let run = Function::named(name).run;
        call(name, |out| unsafe { run(self.0, &pointers, out) })
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

/// A sandbox with a card of its own and a host that has read it.
pub fn with_card(serial: &str) -> (Sandbox, Host, String) {
    let sandbox = sandbox();
    sandbox.insert_card(Card::cps(serial, PIN));
    let host = Host::of(&sandbox);
    host.ticket().ok();
    let token = host.token(serial);
    (sandbox, host, token)
}
