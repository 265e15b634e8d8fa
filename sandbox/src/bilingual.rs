//! Sentences in the two languages of the terminal and of the console.

pub use hr_language::Language;
use std::collections::HashMap;
use std::fmt::{self, Display};
use std::sync::LazyLock;

/// No sentence of the sandbox is as long, in characters.
const LONGEST: usize = 2000;

/// A sentence made at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bilingual {
    pub en: String,
    pub fr: String,
}

impl Bilingual {
    pub fn new(en: impl Into<String>, fr: impl Into<String>) -> Bilingual {
        Bilingual {
            en: en.into(),
            fr: fr.into(),
        }
    }

    /// The sentence, cut where it is so long that it can only be a text from outside.
    pub(crate) fn bounded(self) -> Bilingual {
        Bilingual::new(cut(&self.en, LONGEST), cut(&self.fr, LONGEST))
    }

    pub fn text(&self, language: Language) -> &str {
        match language {
            Language::En => &self.en,
            Language::Fr => &self.fr,
        }
    }
}

/// A value by its name, or what is given for that name.
macro_rules! value {
    ($name:ident) => {
        $name
    };
    ($name:ident = $value:expr) => {
        $value
    };
}

/// A sentence of `messages/` by its key, with its values: `words!("pin.right", left)`, or `left = 3`.
macro_rules! words {
    ($key:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::bilingual::said($key, &[$((stringify!($name), &value!($name $(= $value)?))),*])
    };
}

type Catalogue = HashMap<String, String>;

static TEXTS: LazyLock<[Catalogue; 2]> = LazyLock::new(|| {
    let texts = [
        include_str!("../messages/en.json"),
        include_str!("../messages/fr.json"),
    ];
    texts.map(|text| serde_json::from_str(text).expect("a catalogue is JSON"))
});

pub(crate) type Values<'a> = [(&'a str, &'a dyn Display)];

/// The sentence of a key, which the catalogues have.
pub(crate) fn said(key: &str, values: &Values) -> Bilingual {
    let said = said_if_any(key, values);
    debug_assert!(said.is_some(), "messages/ lacks: {key}");
    said.unwrap_or_else(|| Bilingual::new(key, key))
}

pub(crate) fn said_if_any(key: &str, values: &Values) -> Option<Bilingual> {
    let [en, fr] = TEXTS.each_ref().map(|texts| texts.get(key));
    Some(Bilingual {
        en: filled(en?, |place| value_of(place, values, |it| format!("{it}"))),
        fr: filled(fr?, |place| value_of(place, values, |it| format!("{it:#}"))),
    })
}

fn value_of(name: &str, values: &Values, shown: impl Fn(&dyn Display) -> String) -> String {
    let value = values.iter().find(|(given, _)| *given == name);
    debug_assert!(value.is_some(), "no value {name}");
    value.map(|(_, value)| shown(value)).unwrap_or_default()
}

/// The text with each `{name}` replaced; `{{` and `}}` stand for the braces themselves.
fn filled(text: &str, value: impl Fn(&str) -> String) -> String {
    let (mut rest, mut said) = (text, String::new());
    while let Some((before, after)) = rest.split_once(['{', '}']) {
        said += before;
        rest = after;
        if let Some(after) = rest.strip_prefix(['{', '}']) {
            said.push_str(&rest[..1]);
            rest = after;
        } else if let Some((name, after)) = rest.split_once('}') {
            said += &value(name);
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
    format!("`{}`", cut(text, 80))
}

/// The text, or so many characters of it.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::NamedFault;
    use regex::Regex;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

    /// The keys that the sources in a folder ask for.
    fn asked(folder: &Path, asks: &Regex, keys: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                asked(&path, asks, keys);
                continue;
            }
            let source = fs::read_to_string(path).unwrap();
            keys.extend(asks.captures_iter(&source).map(|found| found[1].to_owned()));
        }
    }

    fn assert_same_places(en: &Catalogue, fr: &Catalogue) {
        // An error of a library speaks English: in French its place is named.
        let named = ["error", "why", "line", "column"];
        let places = |text: &str| -> BTreeSet<String> {
            let places = Regex::new(r"\{([a-z_]+)\}").unwrap();
            let names = places.captures_iter(text).map(|found| found[1].to_owned());
            names
                .filter(|name| !named.contains(&name.as_str()))
                .collect()
        };
        for (key, text) in en {
            let other = fr.get(key).unwrap_or_else(|| panic!("no French for {key}"));
            assert_eq!(places(other), places(text), "{key}");
        }
        assert_eq!(en.len(), fr.len());
    }

    #[test]
    fn both_catalogues_have_what_is_asked_for_and_no_more() {
        let named = NamedFault::all().iter().map(NamedFault::key);
        let mut keys: BTreeSet<_> = named.collect();
        let asks =
            Regex::new(r#"(?:words|right|remark|refusal)!\([ \n]*(?:[A-Z_]+,[ \n]*)?"([^"]+)""#);
        asked(&Path::new(FOLDER).join("src"), &asks.unwrap(), &mut keys);
        let [en, fr] = &*TEXTS;
        for key in en.keys() {
            let sentence = key.trim_end_matches(".expected").trim_end_matches(".found");
            assert!(keys.contains(sentence), "nobody asks for {key}");
        }
        assert!(keys.iter().all(|key| en.contains_key(key)), "{keys:?}");
        assert_same_places(en, fr);
    }

    #[test]
    fn both_catalogues_of_the_page_have_what_it_asks_for() {
        let folder = Path::new(FOLDER).join("console");
        let [en, fr] = ["en", "fr"].map(|language| -> Catalogue {
            let text = fs::read(folder.join(format!("labels/{language}.json")));
            serde_json::from_slice(&text.unwrap()).unwrap()
        });
        assert_same_places(&en, &fr);
        let mut keys = BTreeSet::new();
        let asks = Regex::new(r#"(?-u:\b)t\([ \n]*"([^"]+)""#).unwrap();
        asked(&folder.join("js"), &asks, &mut keys);
        assert!(keys.len() > 150, "{} texts", keys.len());
        for key in keys {
            let forms = ["one", "other"].map(|form| en.contains_key(&format!("{key}.{form}")));
            assert!(en.contains_key(&key) || forms == [true; 2], "no {key}");
        }
    }

    #[test]
    fn a_value_is_no_place_for_another() {
        let said = words!("done.patient_new", number = 3, name = "{number} }{");
        assert_eq!(said.fr, "patient 3, {number} }{ : nouveau");
    }
}
