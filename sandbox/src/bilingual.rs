//! Sentences in the two languages of the terminal and of the console.

use clap::ValueEnum;
use std::collections::HashMap;
use std::fmt::{self, Display};
use std::sync::LazyLock;

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

/// A sentence in English, a format string, with the names of its values; `texts/fr.json` has the French one.
macro_rules! words {
    ($en:literal $(, $name:ident)* $(,)?) => {
        $crate::bilingual::Bilingual {
            en: format!($en),
            fr: $crate::bilingual::french($en, &[$((stringify!($name), &$name)),*]),
        }
    };
}
static FRENCH: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let read = serde_json::from_str(include_str!("../texts/fr.json"));
    read.expect("the catalogue is JSON")
});

/// The French sentence for an English one, with its values in their places.
pub(crate) fn french(english: &str, values: &[(&str, &dyn Display)]) -> String {
    let text = FRENCH.get(english);
    debug_assert!(text.is_some(), "texts/fr.json lacks: {english}");
    let mut rest = text.map_or(english, String::as_str);
    let mut said = String::new();
    while let Some((before, after)) = rest.split_once(['{', '}']) {
        said += before;
        rest = after;
        if let Some(after) = rest.strip_prefix(['{', '}']) {
            said.push_str(&rest[..1]);
            rest = after;
        } else if let Some((name, after)) = rest.split_once('}') {
            let value = values.iter().find(|(given, _)| *given == name);
            debug_assert!(value.is_some(), "no value {name} for: {english}");
            if let Some((_, value)) = value {
                said += &format!("{value:#}");
            }
            rest = after;
        }
    }
    said + rest
}

/// A part of a sentence: English, and in its alternate form French.
impl Display for Bilingual {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if f.alternate() { &self.fr } else { &self.en })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::NamedFault;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    /// The texts that a source passes to `words!`.
    fn asked(folder: &Path, texts: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                asked(&path, texts);
                continue;
            }
            let source = fs::read_to_string(path).unwrap();
            for part in source.split("words!(").skip(1) {
                let mut values = serde_json::Deserializer::from_str(part).into_iter::<String>();
                texts.extend(values.next().and_then(Result::ok));
            }
        }
    }

    #[test]
    fn the_catalogue_has_what_is_said_and_no_more() {
        let named = NamedFault::all().iter().map(|named| named.text.to_owned());
        let mut texts: BTreeSet<_> = named.collect();
        asked(
            Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")),
            &mut texts,
        );
        assert!(texts.len() > 250, "{}", texts.len());
        let listed: BTreeSet<_> = FRENCH.keys().cloned().collect();
        assert_eq!(listed, texts);
    }

    #[test]
    fn a_value_is_no_place_for_another() {
        let (name, number) = ("{number} }{", 3);
        let said = words!("patient {number}, {name}, is new", number, name);
        assert_eq!(said.fr, "patient 3, {number} }{ : nouveau");
    }
}
