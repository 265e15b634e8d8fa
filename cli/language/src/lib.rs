//! The two languages of the programs. English stands in their code, French in a catalogue of theirs, by the English
//! sentence.

#![forbid(unsafe_code)]

mod command_line;

pub use command_line::{command, parse};

use clap::ValueEnum;
use std::collections::HashMap;
use std::env;
use std::fmt::Display;
use std::sync::OnceLock;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Language {
    #[default]
    En,
    Fr,
}

pub type Catalogue = HashMap<String, String>;

/// What this crate itself says.
const OWN: &str = include_str!("../texts/fr.json");

static CHOSEN: OnceLock<(Language, Catalogue)> = OnceLock::new();

/// Takes what `--lang` says, else the language of the user's locale; English where it is neither.
pub fn choose(catalogue: &str) {
    let of_locale = || match sys_locale::get_locale() {
        Some(locale) if locale.starts_with("fr") => Language::Fr,
        _ => Language::En,
    };
    let language = of_arguments().unwrap_or_else(of_locale);
    let _ = CHOSEN.set((language, self::catalogue(catalogue)));
}

/// The French of each English sentence of a program and of this crate.
pub fn catalogue(catalogue: &str) -> Catalogue {
    let texts = [OWN, catalogue].map(serde_json::from_str::<Catalogue>);
    texts.into_iter().flatten().flatten().collect()
}

/// What `--lang` says, before the command line is read: its errors and helps have a language too.
fn of_arguments() -> Option<Language> {
    let arguments = env::args_os().map(|it| it.to_string_lossy().into_owned());
    let arguments: Vec<String> = arguments.collect();
    let at = arguments.iter().rposition(|it| it.starts_with("--lang"))?;
    let value = arguments[at].strip_prefix("--lang=");
    let value = value.or(arguments.get(at + 1).map(String::as_str))?;
    Language::from_str(value, true).ok()
}

pub fn language() -> Language {
    CHOSEN.get().map_or(Language::En, |(language, _)| *language)
}

/// A sentence in the language that was chosen.
pub fn tr(english: &str) -> &str {
    in_language(language(), english)
}

pub fn in_language(language: Language, english: &str) -> &str {
    let chosen = CHOSEN.get().filter(|_| language == Language::Fr);
    let french = chosen.and_then(|(_, catalogue)| catalogue.get(english));
    french.map_or(english, String::as_str)
}

/// The same with a value in the place of each `{}`.
pub fn fill(english: &str, values: &[&dyn Display]) -> String {
    let mut parts = tr(english).split("{}");
    let first = parts.next().unwrap_or_default().to_owned();
    let filled = values.iter().zip(parts);
    filled.fold(first, |text, (value, part)| format!("{text}{value}{part}"))
}
