//! What the library says of a call, from `schema/messages.json`, and what is done about it, from `docs/reasons.json`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Result;
use crate::machine::json;

#[derive(Deserialize, Serialize)]
pub struct Messages {
    messages: Vec<Cause>,
    doubts: Vec<Sentence>,
    effects: Vec<Sentence>,
    answers: Vec<Both>,
    checks: Vec<Both>,
    #[serde(skip_deserializing)]
    pub advice: BTreeMap<String, Advice>,
}

/// A code or a reason with sentences of its own.
#[derive(Deserialize, Serialize)]
struct Cause {
    code: String,
    reason: Option<String>,
    remedies: Vec<Both>,
    sentences: Vec<Sentence>,
}

#[derive(Deserialize, Serialize)]
struct Both {
    en: String,
    fr: String,
}

#[derive(Deserialize, Serialize)]
struct Sentence {
    functions: Vec<String>,
    #[serde(default)]
    outcomes: Vec<String>,
    #[serde(flatten)]
    said: Both,
}

/// How the sandbox is made to produce a code or a reason, and what a program does about it.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Advice {
    sandbox: Both,
    host: Both,
}

pub const ADVICE: &str = "docs/reasons.json";

impl Messages {
    pub fn read() -> Result<Messages> {
        let mut messages: Messages = json("schema/messages.json")?;
        messages.advice = json(ADVICE)?;
        Ok(messages)
    }

    /// The code of a reason.
    pub fn code_of(&self, reason: &str) -> Result<&str> {
        let mut causes = self.messages.iter();
        let found = causes.find(|cause| cause.reason.as_deref() == Some(reason));
        let code = found.map(|cause| &*cause.code);
        code.ok_or(format!("schema/messages.json has no {reason}"))
    }
}
