//! One run, and what is wrong with it.

use std::time::Duration;

use hr_sandbox::Call;
use testkit::Outcome;
use testkit::digests::sha256;
use testkit::fault_proxy::{ENDPOINTS, Oracle, ReceivedRequest, encoded_forms};

use super::calls::Target;
use super::fixture::{BUFFERS, FILENAME, Fixture, Met};
use super::pin;
use super::variant::Variant;
use crate::runs::Found;

/// What a busy machine may add to a deadline.
const GRACE: Duration = Duration::from_secs(1);
/// A call that was stopped must be over by then.
const STOPPED: Duration = Duration::from_secs(2);

pub fn run(variant: &Variant, target: Target) -> Found {
    let met = Met::new(variant, target).unwrap_or_else(|error| panic!("{error}"));
    let (outcome, before, limit) = (met.outcome, met.before, met.fixture.limit);
    let mut found = Found::default();
    found.must(outcome.code != -900, &outcome.text);
    let late = met.took.saturating_sub(limit);
    found.time("late", late);
    found.must(late <= GRACE, format_args!("{late:?} late"));
    if let Some(time) = met.fixture.went_on.get() {
        found.count("stopped", 1);
        found.time("went on when stopped", *time);
        found.must(*time <= STOPPED, format_args!("went on for {time:?}"));
    }
    let more = match target {
        Target::Login => pin::afterwards(variant, &met.fixture, &outcome, &mut found),
        _ => 0,
    };
    let observed = Observed::of(met.fixture);
    check_outcome(variant, &observed, &outcome, &mut found);
    once(&observed, (before.0 + more, before.1 + more), &mut found);
    let texts = match outcome.code {
        0 => vec![],
        _ => vec![outcome.text],
    };
    let (planted, hidden) = (&observed.planted, &observed.hidden);
    secrets(&observed.oracle, planted, hidden, &texts, &mut found);
    found
}

/// What is known when the client has left.
struct Observed {
    target: Target,
    oracle: Oracle,
    requests: Vec<ReceivedRequest>,
    digest: String,
    length: u64,
    serial: String,
    planted: Vec<(&'static str, String)>,
    hidden: Vec<(&'static str, String)>,
}

impl Observed {
    fn of(fixture: Fixture) -> Observed {
        // By hand, since it may be closed already.
        drop(fixture.host);
        let mut hidden = vec![("file name", FILENAME.to_owned())];
        if !fixture.patient.is_empty() {
            hidden.push(("patient", fixture.patient));
        }
        hidden.extend(ENDPOINTS.map(|it| ("address", fixture.proxy.address(it).to_string())));
        let oracle = fixture.proxy.finish();
        Observed {
            target: fixture.target,
            requests: oracle.requests_of(fixture.target.call()),
            oracle,
            digest: sha256(&fixture.content),
            length: fixture.content.len() as u64,
            serial: fixture.serial,
            planted: vec![("license", fixture.license), ("pin", fixture.pin)],
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

fn check_outcome(variant: &Variant, observed: &Observed, outcome: &Outcome, found: &mut Found) {
    let target = observed.target;
    let word = outcome.json["outcome"].as_str().unwrap_or("-");
    let success = outcome.code == 0;
    let mut must = |fact: bool, what: &str| found.must(fact, format!("{what}: {}", outcome.text));
    // By the table.
    let fits = match target.group() {
        'L' => variant.expect.login.contains(&word),
        'M' | 'D' => variant.expect.change.contains(&word),
        _ => word == "-" && success == variant.expect.reads,
    };
    must(fits, "not as the table says");
    let as_it_has = variant.checks.iter().all(|check| check(outcome));
    must(as_it_has, "not as this case has it");
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
        let is_true = match target.uploads() {
            true => observed.stored_as_sent() && outcome.json["sha256"] == *observed.digest,
            false => observed.done(),
        };
        must(is_true, "a false success");
    }
    found.count(word, 1);
}

/// One call is one request, one document, one PIN.
fn once(observed: &Observed, before: (usize, usize), found: &mut Found) {
    let each = ENDPOINTS.map(|endpoint| observed.oracle.connections(endpoint));
    let connections = each.iter().sum::<usize>().saturating_sub(before.0);
    let requests = observed.oracle.requests().len().saturating_sub(before.1);
    let stored = observed.stored();
    let once = requests <= 1 && connections <= 1 && stored <= 1;
    let text = format_args!("{requests} requests on {connections} connections, {stored} documents");
    found.must(once, text);
    let logins = observed.oracle.requests_of(Call::Login);
    let sent = logins.iter().filter(|login| login.received > 0).count();
    let seen = observed.oracle.sandbox.pin_presentations(&observed.serial);
    let text = format_args!("a PIN sent {sent} times, looked at {seen} times");
    found.must(sent <= 1 && seen <= 1, text);
}

type Named = (&'static str, String);

/// No secret arrived where it does not belong, or is in an error; nothing that is hidden is in an error.
pub fn secrets(
    oracle: &Oracle,
    planted: &[Named],
    hidden: &[Named],
    errors: &[String],
    found: &mut Found,
) {
    found.wrong.extend(oracle.misplaced(planted));
    let issued = oracle.issued_secrets();
    for (name, secret) in planted.iter().chain(&issued).chain(hidden) {
        for form in encoded_forms(secret) {
            for text in errors {
                let is_there = memchr::memmem::find(text.as_bytes(), &form).is_some();
                found.must(!is_there, format_args!("{name} in {text}"));
            }
        }
    }
}
