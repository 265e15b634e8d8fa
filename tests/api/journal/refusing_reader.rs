//! A card client that lists one card and refuses every PIN, and a journal in a folder of its own.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use testkit::raw_server::{Server, answer};
use testkit::*;

use super::stage::logins;

pub struct RefusingReader {
    server: Server,
    folder: TempFile,
}

impl RefusingReader {
    pub fn new(serial: &str) -> RefusingReader {
        let card = json!({"serial": serial, "pinAttempt": 3});
        let cards = json!({"status": {"code": 0}, "data": {"data": {"t": [card]}}}).to_string();
        let refused = r#"{"status":{"code":63,"message":"no"}}"#;
        let server = Server::start(move |mut peer| {
            while let Some(request) = peer.request() {
                let body = match request.head.contains("/ready ") {
                    true => &*cards,
                    false => refused,
                };
                if !peer.send(answer("200 OK", "", body)) {
                    return;
                }
            }
        });
        let folder = TempFile::new("folder", b"");
        RefusingReader { server, folder }
    }

    pub fn path(&self) -> PathBuf {
        self.folder.0.with_file_name("records.hrj")
    }

    pub fn text(&self) -> String {
        std::fs::read_to_string(self.path()).unwrap()
    }

    pub fn config(&self, journal: &Path) -> Value {
        json!({"local_url": self.server.url(), "journal": journal})
    }

    /// A host that has read the card just now, with a journal there.
    pub fn host(&self, journal: &Path) -> Host {
        let host = Host::open(&self.config(journal));
        assert_eq!(host.ticket_set("ticket"), 0);
        host.ready().ok();
        host
    }

    pub fn login(&self, journal: &Path, pin: &str) -> Outcome {
        self.host(journal).login("t", pin)
    }

    pub fn presented(&self) -> usize {
        logins(&self.server)
    }
}
