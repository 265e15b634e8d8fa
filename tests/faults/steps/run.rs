//! What one run brought, and the figures of all runs.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::time::Duration;

use hr_sandbox::Call;
use testkit::Outcome;
use testkit::fault_proxy::{FaultProxy, Oracle, encoded_forms};

use crate::matrix::fixture::{FILENAME, Fixture};

pub const CALLS: [Call; 10] = [
    Call::Ticket,
    Call::Ready,
    Call::Login,
    Call::ProfilePut,
    Call::ProfileSelect,
    Call::PatientSearch,
    Call::PatientGet,
    Call::PatientUpdate,
    Call::DmpOpen,
    Call::DmpSend,
];

/// How many requests of each call were received.
pub struct Received([usize; 10]);

impl Received {
    pub fn of(proxy: &FaultProxy) -> Received {
        Received(CALLS.map(|call| proxy.requests_of(call)))
    }

    pub fn since(&self, before: &Received) -> Received {
        let mut since = [0; 10];
        for (since, (now, before)) in since.iter_mut().zip(self.0.iter().zip(before.0)) {
            *since = now - before;
        }
        Received(since)
    }

    pub fn count(&self, call: Call) -> usize {
        let at = CALLS.iter().position(|other| *other == call).unwrap();
        self.0[at]
    }
}

#[derive(Default)]
pub struct Run {
    pub calls: usize,
    /// Calls after which a person had to decide.
    pub decided: usize,
    pub names: Vec<String>,
    pub wrong: Vec<String>,
    /// The most requests that the calls until now may have made.
    allowed: HashMap<Call, usize>,
    /// Texts that went to the host with an error.
    errors: Vec<String>,
}

impl Run {
    /// Notes a call, and what of the requests is too much: the last one of a call may be seen after its end.
    pub fn called(&mut self, outcome: &Outcome, received: &Received, limits: &[(Call, usize)]) {
        self.calls += 1;
        let name = match outcome.code {
            0 => "HR_OK".to_owned(),
            _ => outcome.str("name"),
        };
        self.names.push(name);
        for call in CALLS {
            let limit = limits.iter().find(|(of, _)| *of == call);
            let allowed = self.allowed.entry(call).or_default();
            *allowed += limit.map_or(0, |(_, limit)| *limit);
            let (allowed, count) = (*allowed, received.count(call));
            let more = || format!("{count} requests {call:?} of {allowed}");
            self.must(count <= allowed, more, outcome);
        }
        self.must(outcome.code != -900, || "a panic".into(), outcome);
        if outcome.code != 0 {
            self.errors.push(outcome.text.clone());
        }
    }

    /// One more request of each of these was made by other calls.
    pub fn allow(&mut self, calls: &[Call]) {
        for call in calls {
            *self.allowed.entry(*call).or_default() += 1;
        }
    }

    pub fn must(&mut self, fact: bool, what: impl FnOnce() -> String, outcome: &Outcome) {
        if !fact {
            let text = format!("call {}: {}: {}", self.calls, what(), outcome.text);
            self.wrong.push(text);
        }
    }

    /// Ends the run: no secret is where it does not belong.
    pub fn end(&mut self, fixture: Fixture, hidden: &[(&'static str, String)]) -> Oracle {
        let Fixture {
            proxy,
            host,
            pin,
            license,
            ..
        } = fixture;
        drop(host);
        let oracle = proxy.finish();
        let planted = vec![("license", license), ("pin", pin)];
        self.wrong.extend(oracle.misplaced(&planted));
        let made = oracle.issued_secrets();
        let file = [("file name", FILENAME.to_owned())];
        let all = planted.iter().chain(&made).chain(hidden).chain(&file);
        for (name, secret) in all {
            for form in encoded_forms(secret) {
                for text in &self.errors {
                    if memchr::memmem::find(text.as_bytes(), &form).is_some() {
                        self.wrong.push(format!("{name} in {text}"));
                    }
                }
            }
        }
        oracle
    }
}

#[derive(Default)]
pub struct Report {
    runs: usize,
    calls: usize,
    decided: usize,
    names: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

impl Report {
    pub fn add(&mut self, name: &str, run: Run) {
        self.runs += 1;
        self.calls += run.calls;
        self.decided += run.decided;
        for name in run.names {
            *self.names.entry(name).or_default() += 1;
        }
        let wrong = run.wrong.into_iter();
        self.wrong
            .extend(wrong.map(|wrong| format!("{name}: {wrong}")));
    }

    pub fn print(&self, what: &str, took: Duration) {
        let text = format!(
            "{what}: {} runs, {} calls, {} decisions of a person, {:?}, {} wrong, {:.0} s\n{}\n",
            self.runs,
            self.calls,
            self.decided,
            self.names,
            self.wrong.len(),
            took.as_secs_f32(),
            self.wrong.join("\n")
        );
        // Past the capture of a test that passes.
        std::io::stderr().write_all(text.as_bytes()).unwrap();
    }

    pub fn check(&self) {
        assert!(self.wrong.is_empty());
        assert!(self.runs == 0 || self.names.contains_key("HR_OK"));
    }
}
