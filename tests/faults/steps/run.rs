//! One call that is made again and again: what it may send, and what it may tell.

use std::collections::HashMap;

use hr_sandbox::Call;
use testkit::Outcome;
use testkit::fault_proxy::{FaultProxy, Oracle};

use crate::matrix::check::secrets;
use crate::matrix::fixture::{FILENAME, Fixture};
use crate::runs::Found;

pub struct Run {
    pub found: Found,
    pub calls: usize,
    /// How the calls ended, by the names of their codes.
    pub names: Vec<String>,
    /// The most requests that may have been received until now.
    allowed: HashMap<Call, usize>,
    /// Texts that went to the host with an error.
    errors: Vec<String>,
}

impl Run {
    pub fn new(proxy: &FaultProxy) -> Run {
        let allowed = Call::all().map(|call| (call, proxy.requests_of(call)));
        Run {
            found: Found::default(),
            calls: 0,
            names: Vec::new(),
            allowed: allowed.collect(),
            errors: Vec::new(),
        }
    }

    /// Notes a call, and what of the requests is too much: the last one of a call may be seen after its end.
    pub fn called(&mut self, outcome: &Outcome, proxy: &FaultProxy, limits: &[(Call, usize)]) {
        self.calls += 1;
        let name = match outcome.code {
            0 => "HR_OK".to_owned(),
            _ => outcome.str("name"),
        };
        self.found.count("calls", 1);
        self.found.count(&name, 1);
        self.names.push(name);
        for (call, limit) in limits {
            self.allow(*call, *limit);
        }
        for call in Call::all() {
            let (allowed, count) = (self.allowed[&call], proxy.requests_of(call));
            let more = format!("{count} requests {call:?} of {allowed}");
            self.must(count <= allowed, &more, outcome);
        }
        self.must(outcome.code != -900, "a panic", outcome);
        if outcome.code != 0 {
            self.errors.push(outcome.text.clone());
        }
    }

    /// So many requests more.
    pub fn allow(&mut self, call: Call, more: usize) {
        *self.allowed.get_mut(&call).unwrap() += more;
    }

    pub fn must(&mut self, fact: bool, what: &str, outcome: &Outcome) {
        let text = format_args!("call {}: {what}: {}", self.calls, outcome.text);
        self.found.must(fact, text);
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
        let file = ("file name", FILENAME.to_owned());
        let hidden = [hidden, &[file]].concat();
        secrets(&oracle, &planted, &hidden, &self.errors, &mut self.found);
        oracle
    }
}
