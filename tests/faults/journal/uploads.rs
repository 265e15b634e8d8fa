//! A host with a journal that is killed in the middle of an upload: what the next process knows, and what the sandbox
//! has stored in the end.

use std::ops::AddAssign;
use std::time::Duration;

use hr_sandbox::{Call, Options};
use serde_json::json;
use testkit::digests::sha256;
use testkit::fault_proxy::FaultProxy;
use testkit::random::Random;
use testkit::*;

use super::{Process, is_full, kill_at_each, orders};

const PATIENCE: Duration = Duration::from_secs(30);
/// More than the buffers between two processes hold.
const LENGTH: usize = 4 << 20;

#[test]
#[ignore = "run by the others, in a process of its own"]
fn the_host() {
    let orders = orders();
    let host = Host::open(&orders["config"]);
    let id = host.open_record();
    println!("ready");
    host.dmp_send(&id, orders["document"].as_str().unwrap(), None);
    println!("ended");
}

/// When a host is killed.
#[derive(Clone, Copy, Debug)]
enum Moment {
    /// So long after its call began: before, while and after it writes its records.
    Microseconds(u64),
    /// When so many bytes of the upload have arrived.
    Bytes(usize),
}

#[derive(Default)]
struct Counts {
    without_begin: usize,
    doubts: usize,
    ended: usize,
    stored: usize,
    wrong: Vec<String>,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.without_begin += other.without_begin;
        self.doubts += other.doubts;
        self.ended += other.ended;
        self.stored += other.stored;
        self.wrong.extend(other.wrong);
    }
}

fn killed(number: usize, moment: Moment) -> Counts {
    let relay = FaultProxy::start(own_cards(Options::default()), None).unwrap();
    let mut content = vec![number as u8; LENGTH];
    content[..8].copy_from_slice(&(number as u64).to_be_bytes());
    let document = TempFile::new("scan.pdf", &content);
    let mut config = relay.config_json();
    config["journal"] = json!(document.0.with_file_name("records.hrj"));
    let orders = json!({"config": config, "document": document.path()});
    let mut host = Process::new(module_path!(), "the_host", &orders);
    host.until("ready");
    match moment {
        Moment::Microseconds(time) => std::thread::sleep(Duration::from_micros(time)),
        Moment::Bytes(bytes) => {
            relay.wait_for_bytes(Call::DmpSend, bytes, PATIENCE);
        }
    }
    host.0.kill().unwrap();
    host.0.wait().unwrap();

    // This process has never heard of the document.
    let digest = sha256(&content);
    let stored = || {
        let documents = relay.sandbox().documents();
        documents.iter().filter(|it| it.sha256 == digest).count()
    };
    let mut counts = Counts::default();
    let host = Host::open(&config);
    let id = host.open_record();
    let listed = host.journal(&json!({})).ok();
    let mut must = |fact: bool, what: &str| {
        if !fact {
            let text = &listed.text;
            counts
                .wrong
                .push(format!("{number} {moment:?}: {what}: {text}"));
        }
    };
    let entries = listed.json["entries"].as_array().unwrap();
    must(entries.len() <= 1, "no row is invented");
    must(listed.json["damaged"] == 0, "nothing is damaged");
    let doubt = entries.iter().find(|entry| entry["doubt"] == true);
    let again = || host.dmp_send(&id, document.path(), None);
    match (entries.first(), doubt) {
        (None, _) => {
            let sent = relay.wait_for_bytes(Call::DmpSend, 1, Duration::ZERO);
            must(!sent, "nothing was sent without a begin");
            must(again().code == 0, "it is sent");
            counts.without_begin += 1;
        }
        (Some(_), Some(doubt)) => {
            let held = again();
            must(held.code == hr::code::HR_E_CONFLICT, "a doubt is held back");
            must(held.json["entry"] == doubt["entry"], "by its entry");
            let entry = doubt["entry"].as_str().unwrap();
            let sandbox = relay.sandbox();
            if sandbox.wait_for(Call::DmpSend, 1, Duration::ZERO) {
                sandbox.wait_for_end(Call::DmpSend, 1, PATIENCE);
            }
            match stored() {
                // A person looks into the record.
                0 => {
                    must(host.dmp_resend_allow(entry) == 0, "it is permitted");
                    must(again().code == 0, "and sent");
                }
                _ => must(host.dmp_found(entry) == 0, "it is found"),
            }
            counts.doubts += 1;
        }
        (Some(entry), None) => {
            must(entry["outcome"] == "accepted", "it had ended");
            counts.ended += 1;
        }
    }
    must(stored() == 1, "the document is there once");
    must(
        host.journal(&json!({})).json["doubts"] == 0,
        "no doubt is left",
    );
    counts.stored = stored();
    counts
}

#[test]
fn a_killed_upload_is_known_to_the_next_process_and_stored_once() {
    let moment = |number, random: &mut Random| match number % 3 {
        0 => Moment::Microseconds(random.below(120_000)),
        _ => Moment::Bytes(1 + random.below(LENGTH as u64 + 1000) as usize),
    };
    let kills = if is_full() { 500 } else { 200 };
    let all = kill_at_each(kills, moment, killed);
    println!(
        "killed {kills} times: before its begin {}, in doubt {}, ended {}; stored {}, wrong {}",
        all.without_begin,
        all.doubts,
        all.ended,
        all.stored,
        all.wrong.len()
    );
    assert!(all.wrong.is_empty(), "{:#?}", all.wrong);
    assert_eq!(all.stored, kills);
    assert!(
        all.doubts > kills / 3,
        "few of the moments are inside an upload"
    );
}
