//! One run, and what is wrong with it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use hr_sandbox::fault_proxy::{Endpoint, Oracle, ReceivedRequest, encoded_forms};

use super::calls::Target;
use super::expect::Read;
use super::scene::{BUFFERS, FILENAME, Scene};
use super::variant::Variant;
use testkit::Outcome;
use testkit::digests::sha256;

/// What a busy machine may add to a deadline.
const GRACE: Duration = Duration::from_secs(1);
/// A call that was stopped must be over by then.
const STOPPED: Duration = Duration::from_secs(2);

/// What a run brought; texts say what is wrong, case by case.
#[derive(Default)]
pub struct Verdict {
    pub word: String,
    pub crashes: Vec<String>,
    pub late: Vec<String>,
    pub misclassified: Vec<String>,
    pub false_successes: Vec<String>,
    pub duplicates: Vec<String>,
    pub presentations: Vec<String>,
    pub secrets: Vec<String>,
    /// The steps before the call failed this often, so that the run was begun again.
    pub repeated: usize,
    pub bytes: usize,
    pub over: Duration,
    /// How long the call went on after it was cancelled or its handle closed.
    pub went_on: Option<Duration>,
}

struct Before {
    connections: usize,
    requests: usize,
}

pub fn run(variant: &Variant, target: Target) -> Verdict {
    let mut repeated = 0;
    let mut scene = loop {
        match Scene::new(variant, target) {
            Ok(scene) => break scene,
            // A short deadline and a busy machine: not what is tested.
            Err(_) if repeated < 5 => repeated += 1,
            Err(error) => panic!("{} {target:?}: {error}", variant.name),
        }
    };
    (variant.before)(&mut scene);
    let (connections, requests) = scene.relay.counts();
    let before = Before {
        connections,
        requests,
    };
    let started = Instant::now();
    let outcome = catch_unwind(AssertUnwindSafe(|| (variant.calling)(&scene)));
    let elapsed = started.elapsed();
    let mut verdict = Verdict {
        repeated,
        ..Verdict::default()
    };
    let Ok(outcome) = outcome else {
        verdict
            .crashes
            .push("the call did not return as it should".into());
        return verdict;
    };
    if outcome.code == -900 {
        verdict.crashes.push(outcome.text.clone());
    }
    verdict.over = elapsed.saturating_sub(scene.limit);
    if verdict.over > GRACE {
        verdict
            .late
            .push(format!("{elapsed:?} of {:?}", scene.limit));
    }
    verdict.went_on = scene.went_on.get().copied();
    if verdict.went_on.is_some_and(|time| time > STOPPED) {
        let time = verdict.went_on;
        verdict
            .late
            .push(format!("went on for {time:?} when stopped"));
    }
    let known = Known::of(scene, before);
    verdict.bytes = known.oracle.bytes();
    judge(variant, &known, &outcome, &mut verdict);
    verdict
}

/// What is known when the client has left.
struct Known {
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

impl Known {
    fn of(scene: Scene, before: Before) -> Known {
        let Scene {
            target,
            relay,
            host,
            serial,
            pin,
            license,
            content,
            patient,
            ..
        } = scene;
        // By hand, since it may be closed already.
        drop(host);
        let mut hidden = vec![("file name", FILENAME.to_owned())];
        if !patient.is_empty() {
            hidden.push(("patient", patient));
        }
        for place in [
            Endpoint::License,
            Endpoint::Card,
            Endpoint::Service,
            Endpoint::Decoy,
        ] {
            hidden.push(("address", relay.address(place).to_string()));
        }
        let digest = sha256(&content);
        let oracle = relay.finish();
        let requests = oracle.requests_of(target.call());
        let planted = vec![("license", license), ("pin", pin)];
        let length = content.len() as u64;
        Known {
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

fn judge(variant: &Variant, known: &Known, outcome: &Outcome, verdict: &mut Verdict) {
    let target = known.target;
    let word = outcome.json["outcome"].as_str().unwrap_or("-");
    word.clone_into(&mut verdict.word);
    let success = outcome.code == 0;
    // By the table.
    let fits = match target.group() {
        'L' => variant.expect.login.contains(&word),
        'M' | 'D' => variant.expect.change.contains(&word),
        _ => word == "-" && success == (variant.expect.read == Read::Succeeds),
    };
    if !fits {
        verdict
            .misclassified
            .push(format!("not as the table says: {}", outcome.text));
    }
    // By the truth.
    if target.changes() && success != (word == "accepted") {
        verdict
            .misclassified
            .push(format!("code and word differ: {}", outcome.text));
    }
    if success && target.changes() {
        let true_success = if target.uploads() {
            known.stored_as_sent()
        } else {
            known.done()
        };
        if !true_success {
            verdict.false_successes.push(outcome.text.clone());
        }
        if target.uploads() && outcome.json["sha256"] != known.digest.as_str() {
            verdict.false_successes.push("another document".into());
        }
    }
    let lie = match word {
        "not_sent" => known.body_bytes() > 0 || known.whole(),
        "incomplete" => known.whole(),
        // The card has acted when the library refuses what the login gave.
        "rejected" => {
            (target.uploads() && known.stored() > 0) || (target.group() == 'M' && known.done())
        }
        "unknown" | "accepted_unreadable" => !known.may_have_arrived(),
        _ => false,
    };
    if lie {
        verdict
            .misclassified
            .push(format!("not as it was: {}", outcome.text));
    }
    once(known, verdict);
    secrets(known, outcome, verdict);
}

/// One call is one request, one document, one PIN.
fn once(known: &Known, verdict: &mut Verdict) {
    let requests = known.oracle.requests().len() - known.before.requests;
    let places = [
        Endpoint::License,
        Endpoint::Card,
        Endpoint::Service,
        Endpoint::Decoy,
    ];
    let connections: usize = places
        .iter()
        .map(|place| known.oracle.connections(*place))
        .sum();
    let connections = connections - known.before.connections;
    if requests > 1 || connections > 1 || known.stored() > 1 {
        verdict.duplicates.push(format!(
            "{requests} requests on {connections} connections, {} documents",
            known.stored()
        ));
    }
    let logins = known.oracle.requests_of(hr_sandbox::Call::Login);
    let sent = logins.iter().filter(|login| login.received > 0).count();
    let seen = known.oracle.sandbox.pin_presentations(&known.serial);
    if sent > 1 || seen > 1 {
        verdict
            .presentations
            .push(format!("{sent} sent, {seen} looked at"));
    }
}

fn secrets(known: &Known, outcome: &Outcome, verdict: &mut Verdict) {
    verdict
        .secrets
        .extend(known.oracle.misplaced(&known.planted));
    if outcome.code == 0 {
        return;
    }
    let made = known.oracle.issued_secrets();
    let all = known.planted.iter().chain(&made).chain(&known.hidden);
    for (name, secret) in all {
        let text = outcome.text.as_bytes();
        let found = |form: &Vec<u8>| text.windows(form.len()).any(|window| window == form);
        if encoded_forms(secret).iter().any(found) {
            verdict.secrets.push(format!("{name} in {}", outcome.text));
        }
    }
}
