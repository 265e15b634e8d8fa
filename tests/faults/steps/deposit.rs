//! `hr_deposit` of three documents until each is accepted or in doubt, then what a person decides of the doubts.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use hr_sandbox::{Call, Scenario};
use serde_json::{Value, json};
use testkit::digests::sha256;
use testkit::{NOT_QUALIFIED, Outcome, SOON, TempFile};

use super::First;
use super::connect::lasts;
use super::run::Run;
use crate::matrix::calls::Target;
use crate::matrix::fixture::{FILENAME, Fixture, SMALL, content};
use crate::matrix::variant::Variant;
use crate::runs::Found;

const TIMES: usize = 10;
const LIMITS: [(Call, usize); 5] = [
    (Call::PatientSearch, 1),
    (Call::PatientGet, 2),
    (Call::PatientUpdate, 1),
    (Call::DmpOpen, 1),
    (Call::DmpSend, 3),
];

struct Documents {
    files: Vec<TempFile>,
    digests: Vec<String>,
    request: Value,
}

impl Documents {
    fn new(length: usize, patient_id: &str) -> Documents {
        static COUNT: AtomicU32 = AtomicU32::new(1_000_000);
        let (mut files, mut digests) = (Vec::new(), Vec::new());
        for _ in 0..3 {
            let content = content(length, COUNT.fetch_add(1, Ordering::SeqCst));
            digests.push(sha256(&content));
            files.push(TempFile::new(FILENAME, &content));
        }
        let wanted = |file: &TempFile| json!({"path": file.path(), "activity_type": "10", "type_code": "11503-0"});
        let [nom, prenom, ..] = NOT_QUALIFIED;
        let request = json!({
            "patient": {"nom": nom, "prenom": prenom},
            "patient_id": patient_id,
            "update": {"insQualified": true, "alimentationConsent": true},
            "documents": files.iter().map(wanted).collect::<Vec<_>>(),
        });
        Documents {
            files,
            digests,
            request,
        }
    }
}

fn stored(fixture: &Fixture, digest: &str) -> usize {
    let documents = fixture.proxy.sandbox().documents();
    documents.iter().filter(|it| it.sha256 == digest).count()
}

pub fn run(mut fixture: Fixture, variant: &Variant, first: First<'_>, logins: usize) -> Found {
    let mut run = Run::new(&fixture.proxy);
    let mut patients = Scenario::default().patients.into_iter();
    let found = patients.find(|it| Some(&*it.nom) == NOT_QUALIFIED[0]);
    let patient_id = found.unwrap().patient_id;
    let documents = Documents::new(SMALL, &patient_id);
    let mut settled = false;
    let mut expected_logins = logins;
    // A read that overtakes an update finds the parameters as they were.
    let mut overtaken = 0;
    for turn in 0..TIMES {
        if fixture.host.state().json["session"] != true {
            expected_logins += 1;
            for call in [Call::Ticket, Call::Ready, Call::Login] {
                run.allow(call, 1);
            }
            if let Err(error) = log_in(&mut fixture) {
                run.names.push(error);
                break;
            }
        }
        overtaken += usize::from(turn > 0 && !fixture.proxy.wait_until_acted(Duration::ZERO));
        let call = || fixture.host.deposit(&documents.request);
        let outcome = match turn {
            0 => first(&fixture, &call),
            _ => call(),
        };
        run.called(&outcome, &fixture.proxy, &LIMITS);
        if outcome.json["name"] == "HR_E_HANDLE" {
            continue;
        }
        if let Some(doubts) = check(&mut run, &fixture, &documents, &outcome) {
            settled = doubts.is_empty();
            open(&mut fixture);
            for (index, entry) in doubts {
                decide(&mut run, &fixture, &documents.digests[index], &entry);
            }
        }
        if settled {
            break;
        }
    }
    let names = run.names.join(", ");
    if !lasts(variant) {
        run.found
            .must(settled, format_args!("not settled: {names}"));
        for digest in &documents.digests {
            let stored = stored(&fixture, digest);
            run.found
                .must(stored == 1, format_args!("stored {stored} times: {names}"));
        }
    }
    let logins = fixture.proxy.requests_of(Call::Login);
    let few = logins <= expected_logins;
    run.found
        .must(few, format_args!("{logins} logins of {expected_logins}"));
    let oracle = run.end(fixture, &[("patient", patient_id)]);
    let updated = oracle.forwarded(Call::PatientUpdate);
    let updated = updated.iter().filter(|status| **status < 300).count();
    let few = updated <= 1 + overtaken;
    run.found
        .must(few, format_args!("{updated} updates were made"));
    drop(documents.files);
    run.found
}

/// The same PIN after a login that succeeded, on a handle that may be a new one.
fn log_in(fixture: &mut Fixture) -> Result<(), String> {
    open(fixture);
    Target::Search.prepare(fixture)
}

/// Another handle where the first one was closed.
fn open(fixture: &mut Fixture) {
    if fixture.host.state().code != 0 {
        fixture.host = testkit::Host::open(&fixture.proxy.config_json());
    }
}

/// What is said of each document against what is stored; the doubts once nothing else is left.
fn check(
    run: &mut Run,
    fixture: &Fixture,
    documents: &Documents,
    outcome: &Outcome,
) -> Option<Vec<(usize, String)>> {
    let each = outcome.json["documents"].as_array();
    let each = each.cloned().unwrap_or_default();
    run.must(each.len() == 3, "not each document", outcome);
    let (mut doubts, mut accepted) = (Vec::new(), 0);
    for (index, document) in each.iter().enumerate() {
        let count = stored(fixture, &documents.digests[index]);
        let word = document["outcome"].as_str().unwrap_or("-");
        let entry = document["entry"].as_str();
        let fits = match (word, entry) {
            ("accepted", None) => count == 1,
            // Held back for an earlier doubt, or a new one.
            ("rejected" | "unknown" | "accepted_unreadable", Some(_)) => count <= 1,
            ("rejected" | "not_sent" | "incomplete", None) => count == 0 || already(run, word),
            _ => false,
        };
        run.must(fits, &format!("{index} is stored {count} times"), outcome);
        let accepts = word == "accepted";
        run.must(
            accepts == (document["code"] == 0),
            &format!("code and word of {index}"),
            outcome,
        );
        let same = !accepts || document["sha256"] == documents.digests[index].as_str();
        run.must(same, "another document", outcome);
        accepted += usize::from(accepts);
        doubts.extend(entry.map(|entry| (index, entry.to_owned())));
    }
    run.must(
        (outcome.code == 0) == (accepted == 3),
        "the code is another",
        outcome,
    );
    let ended = accepted + doubts.len() == 3;
    ended.then_some(doubts)
}

/// A document that was accepted by an earlier call has no turn where a step before fails.
fn already(run: &Run, word: &str) -> bool {
    word == "not_sent" && run.calls > 1
}

/// A person looks into the record.
fn decide(run: &mut Run, fixture: &Fixture, digest: &str, entry: &str) {
    run.found.count("decisions of a person", 1);
    let acted = fixture.proxy.wait_until_acted(SOON);
    run.found.must(acted, "a request is not acted upon");
    let decided = match stored(fixture, digest) {
        0 => fixture.host.dmp_resend_allow(entry),
        _ => fixture.host.dmp_found(entry),
    };
    let text = format_args!("no decision about {entry}: {decided}");
    run.found.must(decided == 0, text);
}
