//! The texts about a failed call, in English and in French.
//!
//! The message is for the doctor: one sentence about the card, the patient or the document, without technical names.
//! The remedy is for the programmer, and names function, argument or key.

mod developer;
mod doctor;
mod whereabouts;

use crate::error::{Error, Origin, Outcome};
use crate::operation::Operation;
use crate::reason::Reason;
pub use whereabouts::Whereabouts;

/// The language of `message` and `remedy`; the French texts are always given beside them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    #[default]
    English,
    French,
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
}

impl<'a> Case<'a> {
    pub fn new(operation: Operation, error: &'a Error) -> Case<'a> {
        Case {
            operation: error.step().unwrap_or(operation),
            reason: &error.reason,
            origin: error.origin,
            outcome: error.outcome,
        }
    }

    pub fn text(&self, language: Language) -> ErrorText {
        ErrorText {
            message: doctor::message(self, language),
            remedy: developer::remedy(self, language),
        }
    }
}

#[cfg(test)]
mod tests;
