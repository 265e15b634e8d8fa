//! Compares what a program reports, and what the sandbox received, with what is expected.

use std::fmt::Debug;

use hr_sandbox::{Call, Sandbox};
use serde_json::{Value, json};

use super::stage::document;
use testkit::{CPS, digests};

/// What a program reports, and every difference from what is expected, not only the first.
pub struct Report<'a> {
    values: &'a Value,
    pub differences: Vec<String>,
}

impl<'a> Report<'a> {
    pub fn new(values: &'a Value) -> Report<'a> {
        Report {
            values,
            differences: Vec::new(),
        }
    }

    pub fn same<T: PartialEq + Debug>(&mut self, what: &str, seen: T, wanted: T) {
        if seen != wanted {
            self.differences
                .push(format!("{what} is {seen:?} instead of {wanted:?}"));
        }
    }

    pub fn that(&mut self, what: &str, holds: bool) {
        self.same(what, holds, true);
    }

    /// The program reports this value; a number exactly as it is written here.
    pub fn has(&mut self, key: &str, wanted: impl Into<Value>) {
        let (seen, wanted) = (&self.values[key], wanted.into());
        if self.values.get(key).is_none() {
            self.differences
                .push(format!("{key} is missing in {}", self.values));
        } else {
            self.same(key, seen, &wanted);
        }
    }

    pub fn value(&self, key: &str) -> &'a Value {
        &self.values[key]
    }

    pub fn errors<const N: usize>(&mut self, wanted: [Value; N]) {
        self.has("errors", wanted.to_vec());
    }

    /// The documents that the sandbox has, by file name and content: the stage's document each time.
    pub fn stored<const N: usize>(&mut self, sandbox: &Sandbox, names: [&str; N]) {
        let stored = sandbox.documents();
        let seen: Vec<&str> = stored.iter().map(|d| &*d.filename).collect();
        self.same("stored documents", seen, names.to_vec());
        for document in &stored {
            self.same("its SHA-256", &document.sha256, &sha256());
            self.same("its codes", &*document.activity_type, "10");
            self.same("its codes", &*document.type_code, "11503-0");
        }
    }

    pub fn presented(&mut self, sandbox: &Sandbox, times: u32) {
        self.same("PIN presentations", sandbox.pin_presentations(CPS), times);
    }

    pub fn arrived(&mut self, sandbox: &Sandbox, call: Call, times: usize) {
        let what = format!("requests of {call:?}");
        self.same(&what, sandbox.requests_of(call).len(), times);
    }

    /// Nothing was wrong with any request.
    pub fn clean(&mut self, sandbox: &Sandbox) {
        for request in sandbox.requests() {
            if let Some(problem) = request.problem {
                self.differences
                    .push(format!("{:?}: {problem}", request.call));
            }
        }
    }
}

pub fn sha256() -> String {
    digests::sha256(document())
}

/// An error as every program describes it; the family must be the exception's type.
pub fn error(operation: &str, code: i32, name: &str, at: &str, more: Value) -> Value {
    let family = match code {
        -99..=-1 => "caller",
        -199..=-100 => "network",
        -299..=-200 => "peer",
        _ => "internal",
    };
    json!({
        "family": family, "code": code, "name": name, "operation": operation, "at": at,
        "outcome": more.get("outcome"), "cause": more.get("cause"), "has_french": true,
    })
}
