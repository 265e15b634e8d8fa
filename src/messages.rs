//! The texts about a failed call, in English and in French.
//!
//! The message is for the doctor: one sentence about the card, the patient or the document, without technical names.
//! The remedy is for the programmer, and names function, argument or key.

/// Chooses a sentence: of each row a pattern, the English text and the French one.
macro_rules! sentences {
    ($what:expr; $($pattern:pat $(if $guard:expr)? => $english:literal, $french:literal;)+) => {
        match $what {
            $($pattern $(if $guard)? => [$english, $french],)+
        }
    };
}

mod answers;
pub mod checks;
mod developer;
mod doctor;

use serde::Serialize;

use crate::error::{Error, Origin, Outcome, Tally};
use crate::operation::Operation;
use crate::reason::Reason;
pub use answers::{
    CARD, DOCUMENT_ABSENT, DOCUMENT_FOUND, FOUND, OPEN, PATIENT, PRESENT_AGAIN, REPLY, SENT,
    SENT_BEFORE, SITUATION, about_document, all_stored,
};
pub use doctor::NOT_ITS_TURN;

/// The language of `message` and `remedy`; the French texts are always given beside them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Language {
    #[default]
    #[serde(rename = "en")]
    English,
    #[serde(rename = "fr")]
    French,
}

/// In English and in French; what differs from case to case is named in braces.
pub type Sentence = [&'static str; 2];

impl Language {
    pub fn of(self, [english, french]: Sentence) -> &'static str {
        match self {
            Language::English => english,
            Language::French => french,
        }
    }
}

/// The sentence with each part in the place of its name. Braces in a part are characters like others.
fn fill<'a>(sentence: Sentence, language: Language, part: impl Fn(&str) -> &'a str) -> String {
    let pieces = language.of(sentence).split(['{', '}']).enumerate();
    let filled = pieces.map(|(index, piece)| match index % 2 {
        0 => piece,
        _ => part(piece),
    });
    filled.collect()
}

/// One line for the doctor, and one for whoever programs.
#[derive(Debug, PartialEq, Eq)]
pub struct ErrorText {
    pub message: String,
    pub remedy: String,
}

/// An error of an operation, as far as its texts depend on it.
pub struct Case<'a> {
    pub operation: Operation,
    pub reason: &'a Reason,
    pub origin: Origin,
    pub outcome: Option<Outcome>,
    /// Of a call with several documents.
    pub tally: Option<Tally>,
}

impl<'a> Case<'a> {
    pub fn new(operation: Operation, error: &'a Error) -> Case<'a> {
        Case {
            operation: error.step().unwrap_or(operation),
            reason: &error.reason,
            origin: error.origin,
            outcome: error.outcome,
            tally: error.details.as_ref().and_then(|known| known.tally),
        }
    }

    pub fn text(&self, language: Language) -> ErrorText {
        let counted = self.tally.map(|tally| answers::counted(tally, language));
        ErrorText {
            message: doctor::message(self, language) + &counted.unwrap_or_default(),
            remedy: developer::remedy(self, language),
        }
    }
}

#[cfg(test)]
mod tests;
