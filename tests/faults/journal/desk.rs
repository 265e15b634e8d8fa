//! A host program at the services of a sandbox, in a process that ends early; and what the next process finds.

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hr::code::{HR_E_IN_DOUBT, HR_E_PIN_GUARD};
use hr_sandbox::{Call, Options};
use serde_json::{Value, json};
use testkit::digests::sha256;
use testkit::fault_proxy::FaultProxy;
use testkit::journal::{count, records};
use testkit::process::Speaking;
use testkit::*;

use super::orders;
use crate::runs::Found;

pub const PATIENCE: Duration = Duration::from_secs(30);
pub const WRONG: &str = "0000";

/// Opens a handle; with a PIN it logs in; where that succeeds, it sends the document, or deposits several. It says
/// before a call that it comes, and then how it ended.
#[test]
#[ignore = "run by the others, in a process of its own"]
fn the_host() {
    let orders = orders();
    let said = |call: &str, ended: Outcome| {
        let [outcome, journal] = ["outcome", "journal"].map(|key| &ended.json[key]);
        let said =
            json!({"call": call, "ended": ended.code, "outcome": outcome, "journal": journal});
        println!("said {said}");
        ended.code == 0
    };
    let (number, opened) = Host::try_open(&orders["config"].to_string());
    let host = Host(number);
    let Some(pin) = orders["pin"].as_str().filter(|_| number != 0) else {
        said("hr_open", opened);
        return;
    };
    host.ticket().ok();
    let token = host.token(CPS);
    println!("now hr_login");
    if !said("hr_login", host.login(&token, pin)) {
        return;
    }
    let request = &orders["request"];
    match &request["documents"].as_array().unwrap()[..] {
        [document] => {
            host.patient_search(QUALIFIED).ok();
            let id = host.patient_get().ok().str("patient_id");
            host.dmp_open(&id, None).ok();
            println!("now the documents");
            let path = document["path"].as_str().unwrap();
            said("hr_dmp_send", host.dmp_send(&id, path, None));
        }
        _ => {
            println!("now the documents");
            said("hr_deposit", host.deposit(request));
        }
    }
}

/// A sandbox with a card and documents that nobody else has.
pub struct Desk {
    pub proxy: FaultProxy,
    pub serial: String,
    pin: &'static str,
    contents: Vec<Vec<u8>>,
    /// In its folder is everything that the host may write.
    documents: TempFile,
}

impl Desk {
    pub fn new(pin: &'static str, documents: usize, length: usize) -> Desk {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let options = own_cards(Options::default());
        let serial = options.scenario.cards[0].serial.clone();
        let content = |_| {
            let number = COUNT.fetch_add(1, Ordering::SeqCst);
            let mut content = vec![number as u8; length.max(8)];
            content[..8].copy_from_slice(&number.to_be_bytes());
            content
        };
        let desk = Desk {
            proxy: FaultProxy::start(options, None),
            serial,
            pin,
            contents: (0..documents).map(content).collect(),
            documents: TempFile::new("0.pdf", b""),
        };
        for (number, content) in desk.contents.iter().enumerate() {
            std::fs::write(desk.path(&format!("{number}.pdf")), content).unwrap();
        }
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.documents.0.with_file_name(name)
    }

    pub fn journal(&self) -> PathBuf {
        self.path("records.hrj")
    }

    pub fn config(&self) -> Value {
        self.proxy
            .config_json()
            .with(json!({"journal": self.journal()}))
    }

    fn request(&self) -> Value {
        let document = |number| {
            let path = self.path(&format!("{number}.pdf"));
            json!({"path": path, "activity_type": "10", "type_code": "11503-0"})
        };
        let documents: Vec<_> = (0..self.contents.len()).map(document).collect();
        let [nom, prenom, ..] = QUALIFIED;
        json!({"patient": {"nom": nom, "prenom": prenom}, "documents": documents})
    }

    /// What the host is to do.
    pub fn orders(&self) -> Value {
        json!({"config": self.config(), "pin": self.pin, "request": self.request()})
    }

    /// The host, with all its own files in the folder of its documents.
    pub fn host(&self) -> Speaking {
        let mut command = host();
        let folder = self.documents.0.parent().unwrap();
        for name in ["TMPDIR", "TMP", "TEMP", "HOME"] {
            command.env(name, folder);
        }
        Speaking::start(command.current_dir(folder)).with_input(&self.orders().to_string())
    }

    fn stored(&self) -> Vec<usize> {
        let documents = self.proxy.sandbox().documents();
        let times = |content: &Vec<u8>| {
            let digest = sha256(content);
            documents.iter().filter(|it| it.sha256 == digest).count()
        };
        self.contents.iter().map(times).collect()
    }

    /// What is found by this process, which has never heard of the card and the documents, and what it is let do; a
    /// person decides where it asks.
    pub fn next(&self) -> Found {
        let mut found = Found::default();
        let sandbox = self.proxy.sandbox();
        found.must(self.proxy.wait_until_acted(PATIENCE), "it is acted upon");
        let presented = sandbox.pin_presentations(&self.serial) as usize;
        let before = self.stored();
        found.count("presented", presented);
        found.must(presented <= 1, "a PIN is presented once");
        let left = sandbox.card_tries_left(&self.serial);
        let wrong = presented as u32 * u32::from(self.pin == WRONG);
        found.must(
            left >= Some(3 - wrong),
            "at most the presented try is spent",
        );
        found.must(
            before.iter().all(|times| *times <= 1),
            "nothing is sent twice",
        );
        let known: usize = before.iter().sum();
        found.must(sandbox.documents().len() == known, "no partial document");

        let (written, torn) = records(&self.journal());
        let [pins, uploads] = ["pin", "upload"].map(|kind| count(&written, kind));
        let held = holds(&written);
        found.count("presentations begun", pins);
        found.count("presentations ended", count(&written, "pin_end"));
        found.count("uploads begun", uploads);
        let host = Host::open(&self.config());
        found.must(torn <= 1, "no line but the last is torn");
        let most = self.contents.len();
        found.must(pins <= 1 && uploads <= most, "no record is invented");
        let sent = |call| self.proxy.requests_of(call);
        found.must(sent(Call::Login) <= pins, "a login has a record");
        found.must(sent(Call::DmpSend) <= uploads, "an upload has a record");
        let listed = host.journal(&json!({})).ok().json;
        found.must(listed["damaged"] == 0, "no line is damaged");
        found.must(listed["uploads"] == uploads, "every record is read");
        host.ticket().ok();
        self.log_in(&host, held, &mut found);
        self.deposit(&host, &before, &mut found);
        let mut files: Vec<_> = std::fs::read_dir(self.path("")).unwrap().collect();
        files.retain(|file| file.as_ref().unwrap().path().extension().unwrap() != "pdf");
        files.retain(|file| file.as_ref().unwrap().path() != self.journal());
        found.must(files.is_empty(), format!("files are left: {files:?}"));
        found
    }

    /// The same PIN again and again, then the right one.
    fn log_in(&self, host: &Host, held: bool, found: &mut Found) {
        let sandbox = self.proxy.sandbox();
        let login = |pin| host.login(&host.token(CPS), pin);
        let again = self.pin == WRONG;
        for turn in 0..if again { 3 } else { 0 } {
            let ended = login(WRONG);
            let may = !held && turn == 0;
            found.must(
                (ended.code == HR_E_PIN_GUARD) != may,
                "a stored PIN is held back",
            );
            let decided = may || ended.json["reason"] == "pin_held";
            found.must(decided, "until a person decides");
            let presented = sandbox.pin_presentations(&self.serial);
            found.must(presented <= 1, "one presentation");
            let left = sandbox.card_tries_left(&self.serial);
            found.must(left >= Some(2), "two tries are left");
        }
        if again {
            found.must(host.pin_retry_allow_last() == 0, "a person may permit it");
        }
        let is_held = login(PIN).code == HR_E_PIN_GUARD;
        let expected = held && !again;
        found.must(is_held == expected, "without an end it is held back");
        if is_held {
            let permitted = host.pin_retry_allow_last() == 0 && login(PIN).code == 0;
            found.must(permitted, "a person permits it");
        }
        let left = sandbox.card_tries_left(&self.serial);
        found.must(left == Some(3), "the card is as it was");
    }

    /// The same documents, of which so many were stored before.
    fn deposit(&self, host: &Host, before: &[usize], found: &mut Found) {
        let next = host.deposit(&self.request());
        let documents = next.json["documents"].as_array().unwrap();
        found.must(documents.len() == before.len(), "all are listed");
        let stored = self.stored();
        let mut doubts = 0;
        for (number, document) in documents.iter().enumerate() {
            let (was, is) = (before[number], stored[number]);
            let (word, entry) = (&document["outcome"], document["entry"].as_str());
            let as_said = match (word.as_str(), document["already"] == true, entry) {
                (Some("accepted"), true, None) => {
                    found.count("accepted before", 1);
                    was == 1 && is == 1
                }
                (Some("accepted"), false, None) => {
                    found.count("sent by the next", 1);
                    is == 1 && was == 0
                }
                (Some("rejected"), _, Some(entry)) => {
                    doubts += 1;
                    // A person looks into the record.
                    let decided = match was {
                        0 => host.dmp_resend_allow(entry),
                        _ => host.dmp_found(entry),
                    };
                    is == was && decided == 0
                }
                _ => false,
            };
            found.must(as_said, format!("{was} stored, then {is}: {document}"));
        }
        found.count("in doubt", doubts);
        // One at a time is sent, so that nobody knows of one at most.
        let code = if doubts == 0 { 0 } else { HR_E_IN_DOUBT };
        found.must(doubts <= 1 && next.code == code, &next.text);
        let last = host.deposit(&self.request());
        found.must(last.code == 0, format!("all are accepted: {}", last.text));
        let stored = self.stored();
        let once = stored.iter().all(|times| *times == 1);
        found.must(once, format!("stored {stored:?} times"));
        found.count("stored", stored.iter().sum());
        let doubts = &host.journal(&json!({})).ok().json["doubts"];
        found.must(*doubts == 0, "no doubt is left");
    }
}

/// The host's program.
pub fn host() -> Command {
    testkit::process::again(module_path!(), "the_host")
}

/// Whether the file holds the card back: a presentation that the card did not accept, and that was made.
fn holds(written: &[Value]) -> bool {
    let ended = |ending: &str| written.iter().any(|record| record["ending"] == ending);
    count(written, "pin") == 1 && !ended("opened") && !ended("not_sent")
}
