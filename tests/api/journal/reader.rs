//! A card reader of the sandbox, whose hosts have a journal.

use std::path::PathBuf;

use hr_sandbox::{Call, Sandbox};
use serde_json::{Value, json};
use testkit::*;

pub struct Reader {
    pub sandbox: Sandbox,
    pub serial: &'static str,
    folder: TempFile,
}

impl Reader {
    pub fn new(serial: &'static str) -> Reader {
        let (sandbox, _, _) = with_card(serial);
        let folder = TempFile::new("folder", b"");
        Reader {
            sandbox,
            serial,
            folder,
        }
    }

    pub fn path(&self) -> PathBuf {
        self.folder.0.with_file_name("records.hrj")
    }

    pub fn config(&self) -> Value {
        self.sandbox
            .config_json()
            .with(json!({"journal": self.path()}))
    }

    pub fn text(&self) -> String {
        std::fs::read_to_string(self.path()).unwrap()
    }

    /// A host that has read the card just now.
    pub fn host(&self) -> (Host, String) {
        let host = Host::open(&self.config());
        host.ticket().ok();
        let token = host.token(self.serial);
        (host, token)
    }

    pub fn login(&self, pin: &str) -> Outcome {
        let (host, token) = self.host();
        host.login(&token, pin)
    }

    /// The card by its serial, in a host that knows nothing of those before it.
    pub fn connect(&self, pin: &str, more: Value) -> Outcome {
        hr::ffi::test_hooks::forget();
        let request = json!({"card": {"serial": self.serial}}).with(more);
        Host::open(&self.config()).connect(Some(&request.to_string()), Some(pin))
    }

    /// A permit for the login that is held back.
    #[track_caller]
    pub fn permit(&self) -> Host {
        let (host, token) = self.host();
        host.login(&token, PIN).fails("HR_E_PIN_GUARD");
        assert_eq!(host.pin_retry_allow_last(), 0);
        host
    }

    #[track_caller]
    pub fn held(&self, pin: &str, reason: &str) {
        let held = self.login(pin).fails("HR_E_PIN_GUARD").outcome("rejected");
        held.has(json!({"reason": reason, "at": "library"}));
    }

    pub fn presented(&self) -> u32 {
        self.sandbox.pin_presentations(self.serial)
    }

    pub fn logins(&self) -> usize {
        self.sandbox.requests_of(Call::Login).len()
    }
}
