//! A host with a journal that is killed in the middle of a deposit of several documents: the same deposit by the next
//! process, and what the sandbox has stored in the end.

use std::ops::AddAssign;
use std::time::Duration;

use hr_sandbox::{Call, Options};
use serde_json::{Value, json};
use testkit::digests::sha256;
use testkit::fault_proxy::FaultProxy;
use testkit::random::Random;
use testkit::*;

use super::{Process, is_full, kill_at_each, orders};

const PATIENCE: Duration = Duration::from_secs(30);
const DOCUMENTS: usize = 4;
const LENGTH: usize = 300_000;

#[test]
#[ignore = "run by the others, in a process of its own"]
fn the_host() {
    let orders = orders();
    let host = Host::open(&orders["config"]);
    host.log_in(CPS, PIN);
    println!("ready");
    host.deposit(&orders["request"]);
    println!("ended");
}

/// When a host is killed.
#[derive(Clone, Copy, Debug)]
enum Moment {
    /// So long after its call began.
    Microseconds(u64),
    /// When so many bytes of the last upload have arrived, behind so many uploads.
    Bytes(usize, usize),
}

#[derive(Default)]
struct Counts {
    /// Documents that the next process found accepted, sent, or held back.
    already: usize,
    sent: usize,
    doubts: usize,
    stored: usize,
    wrong: Vec<String>,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.already += other.already;
        self.sent += other.sent;
        self.doubts += other.doubts;
        self.stored += other.stored;
        self.wrong.extend(other.wrong);
    }
}

fn killed(number: usize, moment: Moment) -> Counts {
    let relay = FaultProxy::start(own_cards(Options::default()), None).unwrap();
    let contents: Vec<Vec<u8>> = (0..DOCUMENTS)
        .map(|document| {
            let mut content = vec![number as u8; LENGTH];
            content[..8].copy_from_slice(&(number as u64).to_be_bytes());
            content[8] = document as u8;
            content
        })
        .collect();
    let files: Vec<TempFile> = contents
        .iter()
        .map(|content| TempFile::new("scan.pdf", content))
        .collect();
    let mut config = relay.config_json();
    config["journal"] = json!(files[0].0.with_file_name("records.hrj"));
    let wanted = |file: &TempFile| json!({"path": file.path(), "activity_type": "10", "type_code": "11503-0"});
    let [nom, prenom, ..] = QUALIFIED;
    let request = json!({
        "patient": {"nom": nom, "prenom": prenom},
        "documents": files.iter().map(wanted).collect::<Vec<_>>(),
    });
    let orders = json!({"config": config, "request": request});
    let mut host = Process::new(module_path!(), "the_host", &orders);
    host.until("ready");
    match moment {
        Moment::Microseconds(time) => std::thread::sleep(Duration::from_micros(time)),
        Moment::Bytes(uploads, bytes) => {
            relay.wait_for_requests(Call::DmpSend, uploads + 1, PATIENCE);
            relay.wait_for_bytes(Call::DmpSend, bytes, PATIENCE);
        }
    }
    host.0.kill().unwrap();
    host.0.wait().unwrap();
    {
        // The listeners accept in order: when these are accepted, those of the killed host were.
        let mut config = config.clone();
        config.as_object_mut().unwrap().remove("journal");
        let other = Host::open(&config);
        other.log_in(CPS, PIN);
        other.patient_search(QUALIFIED).ok();
    }
    assert!(relay.wait_until_gone(PATIENCE), "a connection stayed");

    let stored = |content: &[u8]| {
        let documents = relay.sandbox().documents();
        let digest = sha256(content);
        documents.iter().filter(|it| it.sha256 == digest).count()
    };
    let before: Vec<usize> = contents.iter().map(|content| stored(content)).collect();
    let mut counts = Counts::default();
    // This process has never heard of the documents.
    let host = Host::open(&config);
    host.log_in(CPS, PIN);
    let next = host.deposit(&request);
    let mut must = |fact: bool, what: &str, text: &str| {
        if !fact {
            let wrong = format!("{number} {moment:?}: {what}, {before:?}: {text}");
            counts.wrong.push(wrong);
        }
    };
    let documents = next.json["documents"].as_array().unwrap();
    must(documents.len() == DOCUMENTS, "all are listed", &next.text);
    let mut doubts = 0;
    for ((document, content), before) in documents.iter().zip(&contents).zip(&before) {
        let entry = document["entry"].as_str();
        let as_said = match (&document["outcome"], &document["already"], entry) {
            (Value::String(word), Value::Bool(true), None) if word == "accepted" => {
                counts.already += 1;
                *before == 1 && stored(content) == 1
            }
            (Value::String(word), Value::Bool(false), None) if word == "accepted" => {
                counts.sent += 1;
                *before == 0 && stored(content) == 1
            }
            (Value::String(word), _, Some(entry)) if word == "rejected" => {
                doubts += 1;
                counts.doubts += 1;
                let decided = match before {
                    0 => host.dmp_resend_allow(entry),
                    _ => host.dmp_found(entry),
                };
                stored(content) == *before && decided == 0
            }
            _ => false,
        };
        must(as_said, &document.to_string(), "");
    }
    // One at a time is sent, so that nobody knows of one at most.
    must(doubts <= 1, "one doubt at most", &next.text);
    let code = if doubts == 0 {
        0
    } else {
        hr::code::HR_E_IN_DOUBT
    };
    must(next.code == code, "the code", &next.text);
    let last = host.deposit(&request);
    must(last.code == 0, "all are accepted", &last.text);
    for content in &contents {
        let stored = stored(content);
        must(stored == 1, &format!("stored {stored} times"), &last.text);
        counts.stored += stored;
    }
    counts
}

#[test]
fn a_killed_deposit_is_finished_by_the_next_process() {
    let kills = if is_full() { 200 } else { 9 };
    let moment = |number, random: &mut Random| match number % 3 {
        0 => Moment::Microseconds(random.below(250_000)),
        _ => {
            let uploads = random.below(DOCUMENTS as u64) as usize;
            Moment::Bytes(uploads, 1 + random.below(LENGTH as u64 + 1000) as usize)
        }
    };
    let all = kill_at_each(kills, moment, killed);
    println!(
        "killed {kills} times in {DOCUMENTS} documents: accepted before {}, sent by the next {}, in doubt {}; stored {}, wrong {}",
        all.already,
        all.sent,
        all.doubts,
        all.stored,
        all.wrong.len()
    );
    assert!(all.wrong.is_empty(), "{:#?}", all.wrong);
    assert_eq!(all.stored, kills * DOCUMENTS);
    assert!(
        all.doubts > kills / 4,
        "few of the moments are inside an upload"
    );
}
