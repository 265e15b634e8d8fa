//! Five processes that come and go with one journal, from the front of which whoever is alone with it removes settled
//! records. Their clocks are fast, so that a record is old after some seconds. What the sandbox has stored in the end
//! is what each of them sent, once.

use std::collections::BTreeMap;
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, Instant, UNIX_EPOCH};

use hr_sandbox::{Call, Card, Cut, Fault, Sandbox};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use testkit::c_compiler::{self, C11, PRELOAD};
use testkit::journal::{old_uploads, records};
use testkit::process::Speaking;
use testkit::random::{Random, seed};
use testkit::tools::has;
use testkit::*;

use super::{is_full, orders};

const PROCESSES: u64 = 5;
const WRONG: &str = "0000";
const CARDS: u32 = 40;
const AGAIN: Duration = Duration::from_millis(5);

/// HR_JOURNAL_MINUTES, a minute with HR_JOURNAL=full, or a moment.
fn duration() -> Duration {
    let minutes = std::env::var("HR_JOURNAL_MINUTES").ok();
    let minutes = minutes.map(|text| text.parse::<u64>().expect("HR_JOURNAL_MINUTES is a number"));
    Duration::from_secs(match minutes {
        Some(minutes) => minutes * 60,
        None if is_full() => 60,
        None => 8,
    })
}

/// What one process has done.
#[derive(Default, Serialize, Deserialize)]
struct Said {
    /// Documents that nobody else sends.
    own: u64,
    counts: BTreeMap<String, u64>,
    /// How often a person permitted a presentation to a card.
    permits: BTreeMap<String, u64>,
    /// Doubts about which nobody decides.
    doubts: Vec<String>,
    wrong: Vec<String>,
}

struct Visitor {
    config: Value,
    me: u64,
    folder: TempFile,
    random: Random,
    said: Said,
}

#[test]
#[ignore = "run by the other, in a process of its own"]
fn the_host() {
    let orders = orders();
    let number = |key: &str| orders[key].as_u64().unwrap();
    let mut visitor = Visitor {
        config: orders["config"].clone(),
        me: number("me"),
        folder: TempFile::new("folder", b""),
        random: Random::of_stream(number("seed"), number("me")),
        said: Said::default(),
    };
    let began = Instant::now();
    while began.elapsed().as_secs() < number("seconds") && visitor.said.wrong.len() < 20 {
        visitor.visit(began);
        // So that nobody has the file open now and then.
        std::thread::sleep(Duration::from_millis(visitor.random.below(1_500)));
    }
    println!("said {}", serde_json::to_string(&visitor.said).unwrap());
}

impl Visitor {
    fn count(&mut self, what: &str) {
        *self.said.counts.entry(what.into()).or_default() += 1;
    }

    fn visit(&mut self, began: Instant) {
        let (number, opened) = Host::try_open(&self.config.to_string());
        match opened.json["reason"].as_str() {
            None => {}
            // Who removes records has it, and on a slow disk for longer than it is waited for.
            Some("journal_locked") => return self.count("journal_locked"),
            Some(_) => return self.said.wrong.push(opened.text),
        }
        let host = Host(number);
        host.ticket().ok();
        self.present_a_wrong_pin(&host);
        host.log_in(&format!("right-{}", self.me), PIN);
        self.count("logins");
        for _ in 0..=self.random.below(4) {
            let first = self.said.own;
            self.said.own += 3;
            let own = (first..self.said.own).map(|number| format!("own-{}-{number}.pdf", self.me));
            self.deposit(&host, &own.collect::<Vec<_>>());
            let quarters = began.elapsed().as_millis() / 250;
            self.deposit(&host, &[format!("shared-{quarters}.pdf")]);
        }
    }

    fn present_a_wrong_pin(&mut self, host: &Host) {
        let ready = host.ready().ok().json;
        let cards = ready["cards"].as_array().unwrap().iter();
        let text = |card: &Value, key: &str| card[key].as_str().unwrap_or_default().to_owned();
        let cards = cards.map(|card| (text(card, "serial"), text(card, "token")));
        let cards: Vec<_> = cards.filter(|card| card.0.starts_with("wrong-")).collect();
        let (serial, token) = self.random.pick(&cards).clone();
        let login = host.login(&token, WRONG);
        match login.json["reason"].as_str() {
            Some(reason @ ("pin_refused" | "pin_in_use" | "pin_held")) => self.count(reason),
            _ => self.said.wrong.push(login.text),
        }
        let held = login.json["reason"] == "pin_held" && self.random.below(20) == 0;
        if held && host.pin_retry_allow(&token) == 0 {
            *self.said.permits.entry(serial).or_default() += 1;
        }
    }

    fn deposited(&self, host: &Host, names: &[String]) -> Vec<Value> {
        let documents = names.iter().map(|name| {
            let path = self.folder.0.with_file_name(name);
            std::fs::write(&path, name).unwrap();
            json!({"path": path, "activity_type": "10", "type_code": "11503-0"})
        });
        let [nom, prenom, ..] = QUALIFIED;
        let patient = json!({"nom": nom, "prenom": prenom});
        let documents: Vec<_> = documents.collect();
        let sent = host.deposit(&json!({"patient": patient, "documents": documents}));
        for name in names {
            std::fs::remove_file(self.folder.0.with_file_name(name)).unwrap();
        }
        match sent.json["documents"].as_array() {
            Some(documents) => documents.clone(),
            None => vec![json!(sent.text); names.len()],
        }
    }

    fn deposit(&mut self, host: &Host, names: &[String]) {
        // A doubt ends a deposit.
        let mut left = Vec::new();
        for (sent, name) in self.deposited(host, names).iter().zip(names) {
            let is_shared = name.starts_with("shared");
            let (outcome, already) = (sent["outcome"].as_str(), sent["already"] == true);
            match (outcome, sent["entry"].as_str()) {
                (Some("accepted"), None) if !already => self.count("accepted"),
                (Some("accepted"), None) if is_shared => self.count("already"),
                (Some("unknown"), Some(entry)) => self.doubt(host, name, entry),
                (Some("rejected"), Some(entry)) if is_shared => {
                    self.count("held");
                    // Perhaps another one has decided meanwhile.
                    host.dmp_found(entry);
                }
                (Some("rejected"), None) if is_shared => self.count("document_in_use"),
                (Some("not_sent"), None) if names.first() != Some(name) => left.push(name.clone()),
                _ => self.said.wrong.push(format!("{name}: {sent}")),
            }
        }
        if !left.is_empty() {
            self.deposit(host, &left);
        }
    }

    /// It is stored, as the sandbox does before it breaks the connection.
    fn doubt(&mut self, host: &Host, name: &str, entry: &str) {
        self.count("in doubt");
        if name.starts_with("shared") {
            return;
        }
        let held = self.deposited(host, &[name.to_owned()]).remove(0);
        if held["entry"] != entry || held["outcome"] != "rejected" {
            self.said.wrong.push(format!("{entry} {name}: {held}"));
        }
        if self.random.below(2) == 0 {
            return self.said.doubts.push(entry.to_owned());
        }
        let found = host.dmp_found(entry);
        let known = self.deposited(host, &[name.to_owned()]).remove(0);
        if found != 0 || known["already"] != true {
            self.said
                .wrong
                .push(format!("{entry} {name}: {found} {known}"));
        }
    }
}

/// Puts cards into the reader and leaves uploads without an answer, for so long; gives how often the file was replaced.
fn watch(sandbox: &Sandbox, path: &Path, time: Duration) -> usize {
    let began = Instant::now();
    let inode = || std::fs::metadata(path).map(|about| about.ino()).ok();
    let (mut last, mut replaced, mut faults, mut cards) = (inode(), 0, 0, 0);
    while began.elapsed() < time {
        if cards < CARDS && time * cards <= began.elapsed() * CARDS {
            let mut card = Card::cps(&format!("wrong-{cards}"), PIN);
            card.tries = 1_000;
            sandbox.insert_card(card);
            cards += 1;
        }
        if faults < began.elapsed().as_millis() / 200 {
            let cut = Fault::on(Call::DmpSend).times(1).act().cut(Cut::Before);
            sandbox.set_fault(cut);
            faults += 1;
        }
        let now = inode();
        replaced += usize::from(now != last);
        last = now;
        std::thread::sleep(AGAIN);
    }
    replaced
}

#[test]
fn five_processes_double_and_lose_nothing_while_old_records_are_removed() {
    if !has(C11.tool, "removal while others use the journal") {
        return;
    }
    let clock = c_compiler::compile(&PRELOAD, "tests/c/clock.c");
    let now = UNIX_EPOCH.elapsed().unwrap().as_secs().to_string();
    let (sandbox, seed, time) = (sandbox(), seed(), duration());
    for process in 0..PROCESSES {
        sandbox.insert_card(Card::cps(&format!("right-{process}"), PIN));
    }
    let folder = TempFile::new("folder", b"");
    let path = folder.0.with_file_name("records.hrj");
    let mut config = sandbox.config_json();
    config["journal"] = json!(path);
    config["journal_days"] = json!(1);
    config["timeouts"] = json!({"call_ms": 60_000, "upload_ms": 60_000});
    // Old uploads, so that the first removal comes soon.
    drop(Host::open(&config));
    let mut file = std::fs::File::options().append(true).open(&path).unwrap();
    file.write_all(old_uploads(8_000, 0).as_bytes()).unwrap();
    drop(file);
    let start = |me| {
        let orders = json!({"config": config, "me": me, "seed": seed, "seconds": time.as_secs()});
        let mut command = testkit::process::again(module_path!(), "the_host");
        command.env("LD_PRELOAD", &clock).env("CLOCK_FAST", &now);
        Speaking::start(&mut command).with_input(&orders.to_string())
    };
    let processes: Vec<Speaking> = (0..PROCESSES).map(start).collect();
    let removals = watch(&sandbox, &path, time);
    let said = processes.into_iter().map(|process| -> Said {
        let said = process.rest();
        let json = said.split_once("said ").expect("it says something").1;
        serde_json::from_str(json.lines().next().unwrap()).unwrap()
    });
    let said: Vec<Said> = said.collect();

    let mut stored = BTreeMap::new();
    for document in sandbox.documents() {
        *stored.entry(document.filename).or_insert(0) += 1;
    }
    let twice = stored.iter().filter(|(_, times)| **times != 1);
    let mut wrong: Vec<String> = twice.map(|it| format!("stored twice: {it:?}")).collect();
    let host = Host::open(&config);
    let listed = host.journal(&json!({"doubt": true, "limit": 10_000}));
    let listed = listed.ok().json;
    let doubts = listed["entries"].as_array().unwrap().iter();
    let doubts: Vec<&str> = doubts.map(|it| it["entry"].as_str().unwrap()).collect();
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for (process, said) in said.iter().enumerate() {
        for (key, count) in &said.counts {
            *counts.entry(key).or_default() += count;
        }
        wrong.extend(said.wrong.clone());
        let own = (0..said.own).map(|it| format!("own-{process}-{it}.pdf"));
        let lost = own.filter(|name| !stored.contains_key(name));
        wrong.extend(lost.map(|name| format!("{name} is lost")));
        let forgotten = said
            .doubts
            .iter()
            .filter(|it| !doubts.contains(&it.as_str()));
        wrong.extend(forgotten.map(|doubt| format!("no doubt any more: {doubt}")));
    }
    host.ticket().ok();
    let mut presented = 0;
    for serial in (0..CARDS).map(|number| format!("wrong-{number}")) {
        let times = u64::from(sandbox.pin_presentations(&serial));
        presented += times;
        let permits: u64 = said
            .iter()
            .filter_map(|said| said.permits.get(&serial))
            .sum();
        if times > 1 + permits {
            wrong.push(format!(
                "{times} presentations, {permits} permits: {serial}"
            ));
        }
        // This process has never heard of the card.
        if times > 0 && permits == 0 {
            let held = host.login(&host.token(&serial), WRONG);
            if held.json["reason"] != "pin_held" {
                wrong.push(format!("{serial}: {}", held.text));
            }
        }
    }
    let (_, unreadable) = records(&path);
    if unreadable > 0 || listed["damaged"] != 0 || listed["torn"] != 0 {
        wrong.push(format!("{unreadable} lines: {listed}"));
    }
    println!(
        "{} s: {} documents, {presented} presentations of wrong PINs, {removals} removals, {} doubts left; {counts:?}; wrong {}",
        time.as_secs(),
        stored.len(),
        doubts.len(),
        wrong.len(),
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
    // In a moment it may be that nobody was alone for long enough.
    assert!(removals > 0 || time < Duration::from_secs(60));
    assert!(counts["logins"] >= PROCESSES && counts["in doubt"] > 0 && presented > 0);
}
