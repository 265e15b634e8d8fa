//! One fault, in one of its forms.

use std::sync::Arc;

use hr_sandbox::Options;
use serde_json::{Value, json};
use testkit::fault_proxy::{End, Endpoint, Reads, SandboxResponse, Script, Sends};

use super::calls::{ALL, Target};
use super::expect::Expect;
use super::fixture::Fixture;
use testkit::Outcome;

pub type Before = Arc<dyn Fn(&mut Fixture) + Send + Sync>;
pub type Calling = Arc<dyn Fn(&Fixture) -> Outcome + Send + Sync>;
pub type Check = Arc<dyn Fn(&Outcome) -> bool + Send + Sync>;

#[derive(Clone)]
pub struct Variant {
    /// The number of the fault, as in F14.
    pub row: u32,
    pub name: String,
    pub targets: Vec<Target>,
    pub expect: Expect,
    pub options: Arc<dyn Fn(&mut Options) + Send + Sync>,
    pub config: Value,
    /// Whether the steps before are made.
    pub prepared: bool,
    /// What happens between the steps before and the call.
    pub before: Before,
    pub calling: Calling,
    /// Ended by the deadline, which is near.
    pub short: bool,
    /// Uploads are larger than all buffers.
    pub large: bool,
    pub tls: bool,
    pub keep: bool,
    /// What else must be true of the result or the error.
    pub checks: Vec<Check>,
}

impl Variant {
    pub fn new(row: u32, name: impl Into<String>, expect: Expect) -> Variant {
        Variant {
            row,
            name: name.into(),
            targets: ALL.to_vec(),
            expect,
            options: Arc::new(|_| {}),
            config: json!({}),
            prepared: true,
            before: Arc::new(|_| {}),
            calling: Arc::new(|fixture| fixture.target.run(fixture)),
            short: false,
            large: false,
            tls: false,
            keep: false,
            checks: Vec::new(),
        }
    }

    /// The call's request meets this script.
    pub fn scripted(row: u32, name: impl Into<String>, expect: Expect, script: Script) -> Variant {
        let short = matches!(script.end, End::Silence | End::Freeze)
            || matches!(script.sends, Sends::Dribble(..));
        let before = Arc::new(move |fixture: &mut Fixture| {
            fixture.arm(script.clone());
        });
        Variant {
            before,
            short,
            ..Variant::new(row, name, expect)
        }
    }

    /// The sandbox acts, and what it answers is replaced.
    pub fn rewritten(
        row: u32,
        name: impl Into<String>,
        expect: Expect,
        end: End,
        make: impl Fn(&SandboxResponse) -> Vec<u8> + Send + Sync + 'static,
    ) -> Variant {
        Variant::scripted(row, name, expect, sending(Sends::made(make), end))
    }

    /// The request is read and this is the answer; the sandbox does not see it.
    pub fn answers(row: u32, name: impl Into<String>, expect: Expect, bytes: Vec<u8>) -> Variant {
        let script = Script {
            forward: false,
            sends: Sends::Bytes(bytes),
            ..Script::default()
        };
        Variant::scripted(row, name, expect, script)
    }

    /// What distinguishes this fault at a call from others of its row: the column, what may come of it, and how.
    pub fn kind(&self, target: Target) -> (u32, char, &'static [&'static str], bool, bool) {
        let words = match target.group() {
            'L' => self.expect.login,
            _ => self.expect.change,
        };
        (self.row, target.group(), words, self.large, self.tls)
    }

    /// Whether the time, which is short, was over before the request had left: the machine was busy, and the fault was
    /// not met.
    pub fn was_missed(&self, target: Target, outcome: &Outcome) -> bool {
        let words = self.kind(target).2;
        let phase = outcome.json["phase"].as_str();
        let unsent = outcome.json["outcome"] == "not_sent" || phase == Some("tls");
        let in_time = outcome.json["name"] != "HR_E_TIMEOUT" || words.contains(&"not_sent");
        self.short && unsent && !in_time
    }

    /// Whether it is this target's turn among those of its column, as the number counts on.
    pub fn turn_of(&self, target: Target, number: usize) -> bool {
        let same = |other: &&Target| other.group() == target.group();
        let column: Vec<_> = self.targets.iter().filter(same).collect();
        *column[number % column.len()] == target
    }

    pub fn to(self, targets: &[Target]) -> Variant {
        let targets = targets.to_vec();
        Variant { targets, ..self }
    }

    pub fn but(mut self, without: &[Target]) -> Variant {
        self.targets.retain(|target| !without.contains(target));
        self
    }

    pub fn before(self, before: impl Fn(&mut Fixture) + Send + Sync + 'static) -> Variant {
        let before = Arc::new(before);
        Variant { before, ..self }
    }

    pub fn calling(self, calling: impl Fn(&Fixture) -> Outcome + Send + Sync + 'static) -> Variant {
        let calling = Arc::new(calling);
        Variant { calling, ..self }
    }

    pub fn options(self, options: impl Fn(&mut Options) + Send + Sync + 'static) -> Variant {
        let options = Arc::new(options);
        Variant { options, ..self }
    }

    pub fn config(self, config: Value) -> Variant {
        Variant { config, ..self }
    }

    pub fn check(mut self, check: impl Fn(&Outcome) -> bool + Send + Sync + 'static) -> Variant {
        self.checks.push(Arc::new(check));
        self
    }

    /// The error's code by its name; of a call in doubt the code of the cause.
    pub fn code(self, name: &str) -> Variant {
        let name = name.to_owned();
        self.check(move |outcome| match outcome.json["name"].as_str() {
            Some("HR_E_IN_DOUBT") => outcome.json["cause"] == *name,
            other => other == Some(&*name),
        })
    }

    /// The status of the response, as its status line begins.
    pub fn http_status(self, status: &str) -> Variant {
        let number: u16 = status[..3].parse().unwrap();
        self.check(move |outcome| outcome.json["http_status"] == number)
    }

    pub fn phase(self, phase: &'static str) -> Variant {
        self.check(move |outcome| outcome.json["phase"] == phase)
    }

    pub fn short(mut self) -> Variant {
        self.short = true;
        self
    }

    /// With all the time that a call may have.
    pub fn long(mut self) -> Variant {
        self.short = false;
        self
    }

    /// On connections that are kept.
    pub fn keep(mut self) -> Variant {
        self.keep = true;
        self
    }

    pub fn large(mut self) -> Variant {
        self.name += ", large";
        self.large = true;
        self.to(&super::calls::UPLOADS)
    }

    pub fn tls(mut self) -> Variant {
        self.name += ", TLS";
        self.tls = true;
        // The card client is on this computer.
        self.targets.retain(|it| it.endpoint() != Endpoint::Card);
        self
    }
}

/// The whole request is read and acted upon; this comes back.
pub fn sending(sends: Sends, end: End) -> Script {
    Script {
        sends,
        end,
        ..Script::default()
    }
}

/// Nothing comes back.
pub fn lost(reads: Reads, acts: bool, end: End) -> Script {
    Script {
        reads,
        forward: acts,
        sends: Sends::Nothing,
        end,
    }
}
