//! One run, and what is wrong with it.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use testkit::fault_proxy::{ENDPOINTS, Oracle, ReceivedRequest, encoded_forms};

use super::calls::Target;
use super::expect::Read;
use super::fixture::{BUFFERS, FILENAME, Fixture};
use super::variant::Variant;
use testkit::Outcome;
use testkit::digests::sha256;

/// What a busy machine may add to a deadline.
const GRACE: Duration = Duration::from_secs(1);
/// A call that was stopped must be over by then.
const STOPPED: Duration = Duration::from_secs(2);

/// What may be wrong with a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wrong {
    Crash,
    PastItsDeadline,
    MisclassifiedOutcome,
    FalseSuccess,
    Duplicate,
    SecondPresentationOfAPin,
    SecretWhereItDoesNotBelong,
}

/// What a run brought.
#[derive(Default)]
pub struct Findings {
    pub word: String,
    pub wrong: Vec<(Wrong, String)>,
    /// The steps before the call failed this often, so that the run was begun again.
    pub repeated: usize,
    pub bytes: usize,
    pub over: Duration,
    /// How long the call went on after it was cancelled or its handle closed.
    pub went_on: Option<Duration>,
}

impl Findings {
    fn must(&mut self, fact: bool, wrong: Wrong, what: impl Display) {
        if !fact {
            self.wrong.push((wrong, what.to_string()));
        }
    }
}

struct Before {
    connections: usize,
    requests: usize,
}

pub fn run(variant: &Variant, target: Target) -> Findings {
    let mut repeated = 0;
    let (fixture, before, started, outcome) = loop {
        let mut fixture = match Fixture::new(variant, target) {
            Ok(fixture) => fixture,
            // A short deadline and a busy machine: not what is tested.
            Err(_) if repeated < 5 => {
                repeated += 1;
                continue;
            }
            Err(error) => panic!("{} {target:?}: {error}", variant.name),
        };
        (variant.before)(&mut fixture);
        let (connections, requests) = fixture.proxy.counts();
        let before = Before {
            connections,
            requests,
        };
        let started = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| (variant.calling)(&fixture)));
        let missed = |outcome: &Outcome| variant.was_missed(target, outcome);
        if repeated == 5 || !outcome.as_ref().is_ok_and(missed) {
            break (fixture, before, started, outcome);
        }
        repeated += 1;
    };
    let elapsed = started.elapsed();
    let mut findings = Findings {
        repeated,
        ..Findings::default()
    };
    let Ok(outcome) = outcome else {
        findings.must(false, Wrong::Crash, "the call did not return as it should");
        return findings;
    };
    findings.must(outcome.code != -900, Wrong::Crash, &outcome.text);
    findings.over = elapsed.saturating_sub(fixture.limit);
    let late = format_args!("{elapsed:?} of {:?}", fixture.limit);
    findings.must(findings.over <= GRACE, Wrong::PastItsDeadline, late);
    findings.went_on = fixture.went_on.get().copied();
    let late = findings.went_on.filter(|time| *time > STOPPED);
    let text = format_args!("went on for {late:?} when stopped");
    findings.must(late.is_none(), Wrong::PastItsDeadline, text);
    let observed = Observed::of(fixture, before);
    findings.bytes = observed.oracle.bytes();
    check_outcome(variant, &observed, &outcome, &mut findings);
    findings
}

/// What is known when the client has left.
struct Observed {
    target: Target,
    oracle: Oracle,
    before: Before,
    requests: Vec<ReceivedRequest>,
    digest: String,
    length: u64,
    serial: String,
    planted: Vec<(&'static str, String)>,
    hidden: Vec<(&'static str, String)>,
}

impl Observed {
    fn of(fixture: Fixture, before: Before) -> Observed {
        let Fixture {
            target,
            proxy,
            host,
            serial,
            pin,
            license,
            content,
            patient,
            ..
        } = fixture;
        // By hand, since it may be closed already.
        drop(host);
        let mut hidden = vec![("file name", FILENAME.to_owned())];
        if !patient.is_empty() {
            hidden.push(("patient", patient));
        }
        hidden.extend(ENDPOINTS.map(|it| ("address", proxy.address(it).to_string())));
        let digest = sha256(&content);
        let oracle = proxy.finish();
        let requests = oracle.requests_of(target.call());
        let planted = vec![("license", license), ("pin", pin)];
        let length = content.len() as u64;
        Observed {
            target,
            oracle,
            before,
            requests,
            digest,
            length,
            serial,
            planted,
            hidden,
        }
    }

    fn whole(&self) -> bool {
        self.requests.iter().any(ReceivedRequest::is_whole)
    }

    fn body_bytes(&self) -> u64 {
        self.requests.iter().map(|request| request.received).sum()
    }

    /// Whether the whole body may lie somewhere at the other side.
    fn may_have_arrived(&self) -> bool {
        match self.requests.first() {
            Some(request) => request.announced - request.received <= BUFFERS,
            None => self.length <= BUFFERS,
        }
    }

    /// Whether the sandbox did what was asked.
    fn done(&self) -> bool {
        let acted = self.oracle.forwarded(self.target.call());
        acted.iter().any(|status| (200..300).contains(status))
    }

    fn stored(&self) -> usize {
        self.oracle.sandbox.documents().len()
    }

    fn stored_as_sent(&self) -> bool {
        let documents = self.oracle.sandbox.documents();
        documents.len() == 1
            && documents[0].sha256 == self.digest
            && documents[0].bytes == self.length
    }
}

fn check_outcome(
    variant: &Variant,
    observed: &Observed,
    outcome: &Outcome,
    findings: &mut Findings,
) {
    let target = observed.target;
    let word = outcome.json["outcome"].as_str().unwrap_or("-");
    word.clone_into(&mut findings.word);
    let success = outcome.code == 0;
    // By the table.
    let fits = match target.group() {
        'L' => variant.expect.login.contains(&word),
        'M' | 'D' => variant.expect.change.contains(&word),
        _ => word == "-" && success == (variant.expect.read == Read::Succeeds),
    };
    let text = &outcome.text;
    let mut must = |fact: bool, what: &str| {
        findings.must(
            fact,
            Wrong::MisclassifiedOutcome,
            format_args!("{what}: {text}"),
        );
    };
    must(fits, "not as the table says");
    let checks = &variant.checks;
    must(
        checks.iter().all(|check| check(outcome)),
        "not as this case has it",
    );
    // By the truth.
    let in_doubt = outcome.json["name"] == "HR_E_IN_DOUBT";
    must(!in_doubt || word == "unknown", "no doubt");
    let agree = !target.changes() || success == (word == "accepted");
    must(agree, "code and word differ");
    let lie = match word {
        "not_sent" => observed.body_bytes() > 0 || observed.whole(),
        "incomplete" => observed.whole(),
        // The card has acted when the library refuses what the login gave.
        "rejected" => {
            (target.uploads() && observed.stored() > 0)
                || (target.group() == 'M' && observed.done())
        }
        "unknown" | "accepted_unreadable" => !observed.may_have_arrived(),
        _ => false,
    };
    must(!lie, "not as it was");
    if success && target.changes() {
        let true_success = match target.uploads() {
            true => observed.stored_as_sent() && outcome.json["sha256"] == *observed.digest,
            false => observed.done(),
        };
        findings.must(true_success, Wrong::FalseSuccess, text);
    }
    once(observed, findings);
    secrets(observed, outcome, findings);
}

/// One call is one request, one document, one PIN.
fn once(observed: &Observed, findings: &mut Findings) {
    let requests = observed.oracle.requests().len() - observed.before.requests;
    let each = ENDPOINTS.map(|endpoint| observed.oracle.connections(endpoint));
    let connections = each.iter().sum::<usize>() - observed.before.connections;
    let stored = observed.stored();
    let once = requests <= 1 && connections <= 1 && stored <= 1;
    let text = format_args!("{requests} requests on {connections} connections, {stored} documents");
    findings.must(once, Wrong::Duplicate, text);
    let logins = observed.oracle.requests_of(hr_sandbox::Call::Login);
    let sent = logins.iter().filter(|login| login.received > 0).count();
    let seen = observed.oracle.sandbox.pin_presentations(&observed.serial);
    let text = format_args!("{sent} sent, {seen} looked at");
    findings.must(
        sent <= 1 && seen <= 1,
        Wrong::SecondPresentationOfAPin,
        text,
    );
}

fn secrets(observed: &Observed, outcome: &Outcome, findings: &mut Findings) {
    let is_secret = Wrong::SecretWhereItDoesNotBelong;
    for stray in observed.oracle.misplaced(&observed.planted) {
        findings.must(false, is_secret, stray);
    }
    if outcome.code == 0 {
        return;
    }
    let made = observed.oracle.issued_secrets();
    let all = observed.planted.iter().chain(&made).chain(&observed.hidden);
    for (name, secret) in all {
        let text = outcome.text.as_bytes();
        let found = |form: &Vec<u8>| memchr::memmem::find(text, form).is_some();
        let is_found = encoded_forms(secret).iter().any(found);
        findings.must(
            !is_found,
            is_secret,
            format_args!("{name} in {}", outcome.text),
        );
    }
}
