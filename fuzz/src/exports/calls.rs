//! One step of a program: one call, and what must hold of it.

use std::ffi::c_char;

use hr::ffi::{card, deposit, dmp, handle, library, service};

use super::super::call::{Ran, c, check_code, name_of, run};
use super::super::secrets;
use super::Run;
use super::arguments::{Kind, Text};

impl Run<'_> {
    /// A call that gives a text; its error must be silent about secrets.
    fn record(&mut self, name: &str, ran: Ran) {
        if ran.code < 0 && ran.text.is_some() {
            secrets::absent(&ran.object(), &self.secret);
        }
        if let Some(text) = ran.text {
            if name == "hr_state" {
                let silent = self.secret.iter().all(|secret| !text.contains(secret));
                assert!(silent, "{text}");
            }
            self.last = text;
        }
    }

    pub fn step(&mut self) {
        let byte = self.input.byte();
        let wanted = byte < 192;
        match byte % 32 {
            0 => self.open(wanted),
            1 => {
                let number = self.handle();
                let known = self.handles.contains(&number);
                let code = handle::hr_close(number);
                check_code("hr_close", code);
                assert!(known || number == 0 || code != 0, "closed {number}");
                if code == 0 && number != 0 {
                    assert_eq!(name_of(handle::hr_close(number)), "HR_E_HANDLE");
                }
            }
            2 => check_code("hr_cancel", handle::hr_cancel(self.handle())),
            3 => self.set_progress(),
            4 => self.set_log(),
            5..=7 => self.queue_reply(),
            8 => self.copy_utf8(),
            9 => self.copy_utf16(),
            10 => self.names(),
            11 => {
                // SAFETY: NULL is allowed.
                unsafe { library::hr_free(std::ptr::null_mut()) }
            }
            12 => self.first_steps(),
            kind => self.service(kind, wanted),
        }
    }

    /// A handle that has a session and, perhaps, an open record: many inputs want to start there.
    fn first_steps(&mut self) {
        use super::super::sandbox::SERVICE_URL;
        let Some(number) = self.handles.last().copied() else {
            return;
        };
        let (url, bearer) = (c(SERVICE_URL.as_bytes()), c(secrets::SESSION.as_bytes()));
        let id = c(secrets::PATIENT.as_bytes());
        // SAFETY: texts are NUL-terminated, NULL is allowed.
        unsafe {
            let none = std::ptr::null_mut();
            card::hr_session_set(number, url.as_ptr(), bearer.as_ptr(), none);
            dmp::hr_dmp_open(number, id.as_ptr(), std::ptr::null(), none);
        }
    }

    fn open(&mut self, wanted: bool) {
        let config = self.text(Kind::Config);
        let mut number = -7;
        let no_place = self.input.byte() % 16 == 15;
        let place: *mut i32 = match no_place {
            true => std::ptr::null_mut(),
            false => &mut number,
        };
        // SAFETY (here and below): texts are NULL or NUL-terminated, outputs NULL or writable.
        let ran = run("hr_open", wanted, |out| unsafe {
            handle::hr_open(config.pointer(), place, out)
        });
        match (ran.code, no_place) {
            (0, false) => {
                assert!(number > 0 && !self.handles.contains(&number));
                self.handles.push(number);
            }
            (_, false) => assert_eq!(number, 0),
            (code, true) => assert_eq!(name_of(code), "HR_E_ARGUMENT"),
        }
        if let Some(text) = ran.text.as_ref().filter(|_| ran.code == 0) {
            let silent =
                !self.secret.contains(&secrets::LICENSE) || !text.contains(secrets::LICENSE);
            assert!(silent, "the settings hold a secret: {text}");
        }
        self.record("hr_open", ran);
    }

    fn names(&mut self) {
        let code = i32::from(self.input.byte()).wrapping_neg() - i32::from(self.input.byte()) * 4;
        assert!(name_of(code).starts_with("HR_"));
        assert!(library::hr_abi_version() > 0);
        assert!(!library::hr_version().is_null());
    }

    /// A function whose arguments are texts, and which gives a text.
    fn call(
        &mut self,
        name: &str,
        wanted: bool,
        kinds: &[Kind],
        function: impl FnOnce(i32, &[*const c_char], *mut *mut c_char) -> i32,
    ) {
        let number = self.handle();
        let texts: Vec<Text> = kinds.iter().map(|kind| self.text(*kind)).collect();
        let pointers: Vec<_> = texts.iter().map(Text::pointer).collect();
        let ran = run(name, wanted, |out| function(number, &pointers, out));
        self.record(name, ran);
    }

    /// A function whose arguments are texts, and which gives a code alone.
    // SAFETY of all below: texts are NULL or NUL-terminated and live until the end of the call.
    fn service(&mut self, which: u8, wanted: bool) {
        use Kind::*;
        match which {
            13 => self.call("hr_state", wanted, &[], |h, _, out| unsafe {
                handle::hr_state(h, out)
            }),
            14 => self.call("hr_ticket", wanted, &[], |h, _, out| unsafe {
                card::hr_ticket(h, out)
            }),
            15 => self.call("hr_ready", wanted, &[], |h, _, out| unsafe {
                card::hr_ready(h, out)
            }),
            16 => self.call("hr_login", wanted, &[Token, Pin], |h, t, out| unsafe {
                card::hr_login(h, t[0], t[1], out)
            }),
            17 => self.call("hr_profile_put", wanted, &[Json], |h, t, out| unsafe {
                service::hr_profile_put(h, t[0], out)
            }),
            18 => self.call(
                "hr_profile_select",
                wanted,
                &[Segment],
                |h, t, out| unsafe { service::hr_profile_select(h, t[0], out) },
            ),
            19 => self.call(
                "hr_patient_search",
                wanted,
                &[Trait; 4],
                |h, t, out| unsafe { service::hr_patient_search(h, t[0], t[1], t[2], t[3], out) },
            ),
            20 => self.call("hr_patient_get", wanted, &[], |h, _, out| unsafe {
                service::hr_patient_get(h, out)
            }),
            21 => self.call("hr_patient_update", wanted, &[Json], |h, t, out| unsafe {
                service::hr_patient_update(h, t[0], out)
            }),
            22 => self.call(
                "hr_request",
                wanted,
                &[Method, Path, Json],
                |h, t, out| unsafe { service::hr_request(h, t[0], t[1], t[2], out) },
            ),
            23 => self.call(
                "hr_dmp_open",
                wanted,
                &[Segment, Json],
                |h, t, out| unsafe { dmp::hr_dmp_open(h, t[0], t[1], out) },
            ),
            24 => {
                let kinds = [Segment, File, Filename, Code, Code];
                self.call("hr_dmp_send", wanted, &kinds, |h, t, out| unsafe {
                    dmp::hr_dmp_send(h, t[0], t[1], t[2], t[3], t[4], out)
                });
            }
            25 => self.send_bytes(wanted),
            26 | 30 => self.in_one(wanted),
            27 => self.call("hr_ticket_set", wanted, &[Ticket], |h, t, out| unsafe {
                card::hr_ticket_set(h, t[0], out)
            }),
            28 => self.call("hr_pin_retry_allow", wanted, &[Token], |h, t, out| unsafe {
                card::hr_pin_retry_allow(h, t[0], out)
            }),
            29 => self.call(
                "hr_session_set",
                wanted,
                &[Url, Bearer],
                |h, t, out| unsafe { card::hr_session_set(h, t[0], t[1], out) },
            ),
            _ if wanted => self.call("hr_dmp_found", true, &[Entry], |h, t, out| unsafe {
                dmp::hr_dmp_found(h, t[0], out)
            }),
            _ => self.call(
                "hr_dmp_resend_allow",
                wanted,
                &[Entry],
                |h, t, out| unsafe { dmp::hr_dmp_resend_allow(h, t[0], out) },
            ),
        }
    }

    /// A function that makes several steps.
    fn in_one(&mut self, wanted: bool) {
        use Kind::*;
        match self.input.byte() % 5 {
            0 => self.call("hr_patient_find", wanted, &[Find], |h, t, out| unsafe {
                deposit::hr_patient_find(h, t[0], out)
            }),
            1 => self.call("hr_connect", wanted, &[Connect, Pin], |h, t, out| unsafe {
                deposit::hr_connect(h, t[0], t[1], out)
            }),
            2 => {
                // What a test may wait for.
                let wait = self.input.choice(&[0, 0, -1, i32::MIN, 1]);
                self.call("hr_wait_card", wanted, &[CardWanted], |h, t, out| unsafe {
                    deposit::hr_wait_card(h, t[0], wait, out)
                });
            }
            3 => self.call(
                "hr_deposit_bytes",
                wanted,
                &[DepositBytes],
                |h, t, out| unsafe { deposit::hr_deposit_bytes(h, t[0], b"%PDF".as_ptr(), 4, out) },
            ),
            _ => self.call("hr_deposit", wanted, &[Deposit], |h, t, out| unsafe {
                deposit::hr_deposit(h, t[0], out)
            }),
        }
    }

    fn send_bytes(&mut self, wanted: bool) {
        let number = self.handle();
        static LARGE: [u8; 300_000] = [b'y'; 300_000];
        let bytes: &[u8] = match self.input.byte() % 4 {
            0 => self.input.short(),
            1 => &LARGE,
            2 => &LARGE[..1000],
            _ => b"\r\n--hr-",
        };
        // An exact block, so that reading past its end is seen.
        let document = bytes.to_vec().into_boxed_slice();
        let (data, length) = match self.input.byte() % 16 {
            1 => (std::ptr::null(), document.len() as i32),
            2 => (std::ptr::null(), 0),
            3 => (document.as_ptr(), -1),
            4 => (document.as_ptr(), i32::MIN),
            5 => (document.as_ptr(), 0),
            _ => (document.as_ptr(), document.len() as i32),
        };
        let texts = [Kind::Segment, Kind::Filename, Kind::Code, Kind::Code].map(|k| self.text(k));
        let [id, filename, activity, kind] = &texts;
        // SAFETY: as above, and `data` is NULL or has `length` bytes.
        let ran = run("hr_dmp_send_bytes", wanted, |out| unsafe {
            dmp::hr_dmp_send_bytes(
                number,
                id.pointer(),
                data,
                length,
                filename.pointer(),
                activity.pointer(),
                kind.pointer(),
                out,
            )
        });
        self.record("hr_dmp_send_bytes", ran);
    }
}
