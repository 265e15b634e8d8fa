//! What the library says of a call, from `schema/messages.json`, and what is done about it, from `docs/reasons.json`.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::model::Language;
use crate::Result;
use crate::machine::{read, root};

#[derive(Deserialize)]
pub struct Messages {
    pub messages: Vec<Cause>,
    pub doubts: Vec<Sentence>,
    pub effects: Vec<Sentence>,
    pub answers: Vec<Both>,
    pub checks: Vec<Both>,
    #[serde(skip)]
    pub advice: BTreeMap<String, Advice>,
}

/// A code or a reason with sentences of its own.
#[derive(Deserialize)]
pub struct Cause {
    pub code: String,
    pub reason: Option<String>,
    pub remedies: Vec<Both>,
    pub sentences: Vec<Sentence>,
}

#[derive(Clone, Deserialize)]
pub struct Both {
    pub en: String,
    pub fr: String,
}

#[derive(Deserialize)]
pub struct Sentence {
    pub functions: Vec<String>,
    #[serde(default)]
    pub outcomes: Vec<String>,
    pub en: String,
    pub fr: String,
}

/// How the sandbox is made to produce a code or a reason, and what a program does about it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Advice {
    pub sandbox: Both,
    pub host: Both,
}

/// A row of a page.
#[derive(Serialize)]
pub struct Said {
    pub text: String,
    pub functions: Vec<String>,
    pub outcomes: Vec<String>,
}

/// The part of a page that one cause is.
#[derive(Serialize)]
pub struct Part {
    pub remedies: Vec<String>,
    pub sentences: Vec<Said>,
}

pub const ADVICE: &str = "docs/reasons.json";

impl Messages {
    pub fn read() -> Result<Messages> {
        let mut messages: Messages = file("schema/messages.json")?;
        let advice: IndexMap<String, Advice> = file(ADVICE)?;
        messages.advice = advice.into_iter().collect();
        Ok(messages)
    }

    /// Of a code without a reason, or of a reason.
    pub fn of(&self, code: &str, reason: Option<&str>, language: Language) -> Vec<Part> {
        let own = |cause: &&Cause| match reason {
            Some(reason) => cause.reason.as_deref() == Some(reason),
            None => cause.reason.is_none() && cause.code == code,
        };
        let parts = self.messages.iter().filter(own).map(|cause| Part {
            remedies: cause.remedies.iter().map(|it| it.say(language)).collect(),
            sentences: said(&cause.sentences, language),
        });
        parts.collect()
    }

    /// The code of a reason.
    pub fn code_of(&self, reason: &str) -> Result<&str> {
        let mut causes = self.messages.iter();
        let found = causes.find(|cause| cause.reason.as_deref() == Some(reason));
        let code = found.map(|cause| &*cause.code);
        code.ok_or(format!("schema/messages.json has no {reason}"))
    }
}

pub fn said(sentences: &[Sentence], language: Language) -> Vec<Said> {
    let each = sentences.iter().map(|sentence| Said {
        text: language.of(&sentence.en, &sentence.fr).to_owned(),
        functions: sentence.functions.clone(),
        outcomes: sentence.outcomes.clone(),
    });
    each.collect()
}

impl Both {
    pub fn say(&self, language: Language) -> String {
        language.of(&self.en, &self.fr).to_owned()
    }
}

fn file<T: for<'de> Deserialize<'de>>(name: &str) -> Result<T> {
    let read = serde_json::from_slice(&read(&root().join(name))?);
    read.map_err(|error| format!("{name}: {error}"))
}
