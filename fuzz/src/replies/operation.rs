//! The operations, what each needs beforehand, and how it is called.

use std::ptr::null;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use hr::ffi::{card, dmp, service};

use super::super::call::{Ran, c, run};
use super::super::sandbox::{SERVICE_URL, TOKEN};
use super::super::secrets::{FILENAME, LICENSE, NAME, PATIENT, PIN, SESSION, TICKET};
use super::Scenario;

macro_rules! operations {
    ($($operation:ident => $function:literal,)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Operation {
            $($operation),+
        }

        pub const OPERATIONS: &[Operation] = &[$(Operation::$operation),+];

        impl Operation {
            pub fn function(self) -> &'static str {
                match self {
                    $(Operation::$operation => $function),+
                }
            }
        }
    };
}

operations! {
    Ticket => "hr_ticket",
    Ready => "hr_ready",
    Login => "hr_login",
    ProfilePut => "hr_profile_put",
    ProfileSelect => "hr_profile_select",
    PatientSearch => "hr_patient_search",
    PatientGet => "hr_patient_get",
    PatientUpdate => "hr_patient_update",
    DmpOpen => "hr_dmp_open",
    DmpOpenWithBody => "hr_dmp_open",
    SendBytes => "hr_dmp_send_bytes",
    SendFile => "hr_dmp_send",
    RequestGet => "hr_request",
    RequestHead => "hr_request",
    RequestPost => "hr_request",
    RequestDelete => "hr_request",
}

use Operation::*;

impl Operation {
    /// Whether it changes something at the other side.
    pub fn changes(self) -> bool {
        let reads = [
            Ticket,
            Ready,
            PatientSearch,
            PatientGet,
            RequestGet,
            RequestHead,
        ];
        !reads.contains(&self)
    }

    pub fn sends_document(self) -> bool {
        matches!(self, SendBytes | SendFile)
    }

    pub fn asks_card(self) -> bool {
        matches!(self, Ready | Login)
    }

    /// The secrets that its errors may not repeat, whatever the reply says. A card client's message is
    /// passed on, so what the call itself does not hold may come back in it.
    pub fn secrets(self) -> &'static [&'static str] {
        match self {
            Ready => &[TICKET, PATIENT],
            Login => &[TICKET, PIN, PATIENT],
            _ => &[LICENSE, TICKET, SESSION, PATIENT, NAME, FILENAME],
        }
    }

    fn method(self) -> &'static str {
        match self {
            RequestGet => "GET",
            RequestHead => "HEAD",
            RequestPost => "POST",
            _ => "DELETE",
        }
    }
}

impl Scenario {
    /// Brings the session to where the operation may be called; all replies mean well.
    pub fn prepare(&self, kept: bool) {
        let handle = self.handle.0;
        if self.operation == Ticket {
            return;
        }
        if self.operation.asks_card() {
            let ticket = c(TICKET.as_bytes());
            // SAFETY (here and below): texts are NUL-terminated and outputs writable.
            assert_eq!(
                unsafe { card::hr_ticket_set(handle, ticket.as_ptr(), std::ptr::null_mut()) },
                0
            );
            if self.operation == Login {
                run("hr_ready", true, |out| unsafe {
                    card::hr_ready(handle, out)
                })
                .ok();
            }
            return;
        }
        // A session that waits for an answer is remembered for the life of the process: each input has its own.
        static INPUTS: AtomicU32 = AtomicU32::new(0);
        let bearer = format!("{SESSION}{}", INPUTS.fetch_add(1, Relaxed));
        let (url, bearer) = (c(SERVICE_URL.as_bytes()), c(bearer.as_bytes()));
        let set = unsafe {
            card::hr_session_set(handle, url.as_ptr(), bearer.as_ptr(), std::ptr::null_mut())
        };
        assert_eq!(set, 0);
        match self.operation {
            PatientUpdate => {
                Scenario::as_if(self, PatientGet).ok();
            }
            DmpOpen | DmpOpenWithBody | SendBytes | SendFile => {
                Scenario::as_if(self, PatientGet).ok();
                Scenario::as_if(self, PatientUpdate).ok();
                if matches!(self.operation, SendBytes | SendFile) {
                    Scenario::as_if(self, DmpOpen).ok();
                }
            }
            _ if kept => {
                Scenario::as_if(self, RequestGet).ok();
            }
            _ => {}
        }
    }

    pub fn call(&self) -> Ran {
        self.as_if(self.operation)
    }

    fn as_if(&self, operation: Operation) -> Ran {
        let handle = self.handle.0;
        let (json, id) = (c(br#"{"situation":"1"}"#), c(PATIENT.as_bytes()));
        let (activity, kind, name) = (c(b"10"), c(b"11503-0"), c(FILENAME.as_bytes()));
        let body = if operation == DmpOpenWithBody {
            json.as_ptr()
        } else {
            null()
        };
        run(operation.function(), true, |out| unsafe {
            match operation {
                Ticket => card::hr_ticket(handle, out),
                Ready => card::hr_ready(handle, out),
                Login => {
                    let (token, pin) = (c(TOKEN.as_bytes()), c(PIN.as_bytes()));
                    card::hr_login(handle, token.as_ptr(), pin.as_ptr(), out)
                }
                ProfilePut => service::hr_profile_put(handle, json.as_ptr(), out),
                ProfileSelect => service::hr_profile_select(handle, c(b"a/1").as_ptr(), out),
                PatientSearch => {
                    let name = c(NAME.as_bytes());
                    service::hr_patient_search(handle, name.as_ptr(), null(), null(), null(), out)
                }
                PatientGet => service::hr_patient_get(handle, out),
                PatientUpdate => service::hr_patient_update(handle, json.as_ptr(), out),
                DmpOpen | DmpOpenWithBody => dmp::hr_dmp_open(handle, id.as_ptr(), body, out),
                SendBytes => dmp::hr_dmp_send_bytes(
                    handle,
                    id.as_ptr(),
                    self.document.as_ptr(),
                    self.document.len() as i32,
                    name.as_ptr(),
                    activity.as_ptr(),
                    kind.as_ptr(),
                    out,
                ),
                SendFile => {
                    let path = c(if self.large {
                        b"large.pdf"
                    } else {
                        FILENAME.as_bytes()
                    });
                    dmp::hr_dmp_send(
                        handle,
                        id.as_ptr(),
                        path.as_ptr(),
                        null(),
                        activity.as_ptr(),
                        kind.as_ptr(),
                        out,
                    )
                }
                RequestGet | RequestHead | RequestPost | RequestDelete => {
                    let method = c(operation.method().as_bytes());
                    let body = match operation {
                        RequestPost => json.as_ptr(),
                        _ => null(),
                    };
                    let path = c(b"/other?x=1");
                    service::hr_request(handle, method.as_ptr(), path.as_ptr(), body, out)
                }
            }
        })
    }
}
