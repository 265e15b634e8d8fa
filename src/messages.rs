//! The texts about a failed call, in English and in French.
//!
//! The message is for the doctor: one sentence about the card, the patient or the document, without technical names.
//! The remedy is for the programmer, and names function, argument or key.

// `both!`, which `build.rs` makes of `messages/fr.json`: English stands in the code, French there. A sentence without its
// French does not compile.
include!(concat!(env!("OUT_DIR"), "/both.rs"));

/// Chooses a sentence: of each row a pattern and the English text.
macro_rules! sentences {
    ($what:expr; $($pattern:pat $(if $guard:expr)? => $english:tt;)+) => {
        match $what {
            $($pattern $(if $guard)? => both!($english),)+
        }
    };
}

macro_rules! named {
    ($($(#[$comment:meta])* $name:ident = $english:tt;)+) => {
        $($(#[$comment])* pub const $name: Sentence = both!($english);)+

        #[cfg(test)]
        pub const ALL: &[Sentence] = &[$($name),+];
    };
}

mod answers;
pub mod checks;
mod developer;
mod doctor;

use serde::Serialize;

use crate::error::{Error, Origin, Outcome, Tally};
use crate::json::ObjectWriter;
use crate::operation::Operation;
use crate::reason::Reason;
pub use answers::*;

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
    // Were it `pub`, cbindgen would leave blank lines for it in the header.
    pub(crate) const ALL: [Language; 2] = [Language::English, Language::French];

    pub fn of(self, [english, french]: [&str; 2]) -> &str {
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

/// A sentence with what differs from case to case.
pub struct Text {
    sentence: Sentence,
    parts: Vec<(&'static str, [String; 2])>,
}

impl From<Sentence> for Text {
    fn from(sentence: Sentence) -> Text {
        let parts = Vec::new();
        Text { sentence, parts }
    }
}

impl Text {
    /// A text that is made in both languages.
    pub fn made(text: impl Fn(Language) -> String) -> Text {
        Text::from(["{text}"; 2]).with_both("text", text)
    }

    pub fn with(self, name: &'static str, part: impl ToString) -> Text {
        self.with_both(name, |_| part.to_string())
    }

    /// A part that differs from language to language.
    pub fn with_both(mut self, name: &'static str, part: impl Fn(Language) -> String) -> Text {
        let both = Language::ALL.map(part);
        self.parts.push((name, both));
        self
    }

    pub fn text(&self, language: Language) -> String {
        fill(self.sentence, language, |name| {
            let part = self.parts.iter().find(|(known, _)| *known == name);
            let part = part.map(|(_, both)| both.each_ref().map(String::as_str));
            part.map_or("{}", |both| language.of(both))
        })
    }

    /// Writes it in this language, and in French beside it.
    pub fn write(&self, out: &mut ObjectWriter, name: &str, language: Language) {
        let french = format!("{name}_fr");
        out.field(name, self.text(language))
            .field(&french, self.text(Language::French));
    }
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

    /// For the doctor.
    pub fn message(&self) -> Text {
        Text::made(|language| {
            let counted = self.tally.map(|tally| counted(tally).text(language));
            doctor::message(self, language) + &counted.unwrap_or_default()
        })
    }

    /// For whoever programs.
    pub fn remedy(&self) -> Text {
        Text::made(|language| developer::remedy(self, language))
    }
}

#[cfg(test)]
mod tests;
