//! Sentences in the two languages of the terminal and of the console.

use clap::ValueEnum;

/// In which language people are spoken to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
}

/// No sentence of the sandbox is as long, in characters.
const LONGEST: usize = 2000;

/// A sentence made at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bilingual {
    /// In English.
    pub en: String,
    /// In French.
    pub fr: String,
}

impl Bilingual {
    /// The same sentence twice.
    pub fn new(en: impl Into<String>, fr: impl Into<String>) -> Bilingual {
        Bilingual {
            en: en.into(),
            fr: fr.into(),
        }
    }

    /// The sentence, cut where it is so long that it can only be a text from outside.
    pub(crate) fn bounded(self) -> Bilingual {
        let cut = |mut text: String| {
            if let Some((end, _)) = text.char_indices().nth(LONGEST) {
                text.truncate(end);
                text.push('…');
            }
            text
        };
        Bilingual::new(cut(self.en), cut(self.fr))
    }

    /// The sentence in one language.
    pub fn text(&self, language: Language) -> &str {
        match language {
            Language::En => &self.en,
            Language::Fr => &self.fr,
        }
    }
}

/// A sentence in both languages, each a format string.
macro_rules! words {
    ($en:literal, $fr:literal $(,)?) => {
        $crate::bilingual::Bilingual {
            en: format!($en),
            fr: format!($fr),
        }
    };
}
pub(crate) use words;

impl From<(&str, &str)> for Bilingual {
    fn from((en, fr): (&str, &str)) -> Bilingual {
        Bilingual::new(en, fr)
    }
}

impl From<std::io::Error> for Bilingual {
    /// The number alone: the system's text is in its own language, and may hold a path.
    fn from(error: std::io::Error) -> Bilingual {
        match error.raw_os_error() {
            Some(code) => Bilingual::system_says(i64::from(code)),
            None => {
                let kind = error.kind();
                Bilingual {
                    en: format!("the system says no: {kind}"),
                    fr: format!("refus du système : {kind}"),
                }
            }
        }
    }
}

impl Bilingual {
    /// A refusal of the system by its number.
    pub fn system_says(code: i64) -> Bilingual {
        Bilingual {
            en: format!("the system says no, error {code}"),
            fr: format!("refus du système, erreur {code}"),
        }
    }
}

/// A time in whole minutes, or in seconds when it is short; the same in both languages.
pub(crate) fn span(time: std::time::Duration) -> String {
    match time.as_secs() {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds => format!("{} min", (seconds + 30) / 60),
    }
}

/// A text from outside, shortened for a sentence.
pub(crate) fn quoted(text: &str) -> String {
    const MAX: usize = 80;
    let cut = text.char_indices().nth(MAX);
    match cut {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}
