//! The two languages. English stands in the code, French in the catalogue, by the English sentence.

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::{LazyLock, OnceLock};

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Language {
    En,
    Fr,
}

static LANGUAGE: OnceLock<Language> = OnceLock::new();

static CATALOGUE: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let french = include_str!("../texts/fr.json");
    serde_json::from_str(french).unwrap_or_default()
});

/// Takes what `--lang` says, else the language of the user's locale; English where it is neither.
pub(crate) fn choose(option: Option<Language>) {
    let of_locale = || match sys_locale::get_locale() {
        Some(locale) if locale.starts_with("fr") => Language::Fr,
        _ => Language::En,
    };
    let _ = LANGUAGE.set(option.unwrap_or_else(of_locale));
}

pub(crate) fn language() -> Language {
    *LANGUAGE.get().unwrap_or(&Language::En)
}

/// A sentence in the language that was chosen.
pub(crate) fn tr(english: &str) -> &str {
    let french = match language() {
        Language::En => None,
        Language::Fr => CATALOGUE.get(english),
    };
    french.map_or(english, String::as_str)
}

/// The same with a value in the place of each `{}`.
pub(crate) fn fill(english: &str, values: &[&dyn Display]) -> String {
    let mut parts = tr(english).split("{}");
    let first = parts.next().unwrap_or_default().to_owned();
    let filled = values.iter().zip(parts);
    filled.fold(first, |text, (value, part)| format!("{text}{value}{part}"))
}

#[cfg(test)]
mod tests {
    use super::CATALOGUE;
    use crate::arguments::Arguments;
    use crate::init;
    use clap::{Command, CommandFactory};
    use regex::Regex;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    fn sources(folder: &Path) -> String {
        let entries = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
        let texts = entries.map(|path| match path.is_dir() {
            true => sources(&path),
            false => fs::read_to_string(&path).unwrap(),
        });
        texts.collect()
    }

    fn helps(command: &Command) -> Vec<String> {
        let own = command.get_arguments().filter_map(|it| it.get_help());
        let own = own.chain(command.get_about()).map(ToString::to_string);
        own.chain(command.get_subcommands().flat_map(helps))
            .collect()
    }

    #[test]
    fn all_that_is_said_has_its_french() {
        let mut command = Arguments::command();
        command.build();
        let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
        let literal = Regex::new(r#"\b(?:tr|fill)\(\s*("(?:[^"\\]|\\.)*")"#).unwrap();
        let literals = literal.captures_iter(&sources);
        let literals = literals.map(|text| serde_json::from_str(&text[1]).unwrap());
        let members = init::members().map(|(_, member)| init::description(member).to_owned());
        let said: BTreeSet<String> = literals.chain(helps(&command)).chain(members).collect();
        let missing = said.iter().filter(|it| !CATALOGUE.contains_key(*it));
        assert_eq!(missing.collect::<Vec<_>>(), [""; 0]);
        // What a table names stands in the code as well.
        let unsaid = |it: &&String| !said.contains(*it) && !sources.contains(&format!("\"{it}\""));
        let unsaid = CATALOGUE.keys().filter(unsaid);
        assert_eq!(unsaid.collect::<Vec<_>>(), [""; 0]);
        for (english, french) in CATALOGUE.iter() {
            let places = |text: &str| text.matches("{}").count();
            assert_eq!(places(english), places(french), "{english}");
        }
    }
}
