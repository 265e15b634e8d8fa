//! The two languages. English stands in the code, French in the catalogue, by the English sentence.

use std::collections::HashMap;
use std::sync::OnceLock;

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Language {
    En,
    Fr,
}

impl Language {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Fr => "fr",
        }
    }
}

static LANGUAGE: OnceLock<Language> = OnceLock::new();

/// Takes what `--lang` says, else the language of the user's locale; English where it is neither.
pub(crate) fn choose(option: Option<Language>) -> Language {
    let of_locale = || match sys_locale::get_locale() {
        Some(locale) if locale.starts_with("fr") => Language::Fr,
        _ => Language::En,
    };
    *LANGUAGE.get_or_init(|| option.unwrap_or_else(of_locale))
}

pub(crate) fn language() -> Language {
    *LANGUAGE.get().unwrap_or(&Language::En)
}

/// A sentence in the language that was chosen.
pub(crate) fn tr(english: &str) -> &str {
    let french = || catalogue().get(english).map(String::as_str);
    match language() {
        Language::En => None,
        Language::Fr => french(),
    }
    .unwrap_or(english)
}

/// The same with `{name}` filled in.
pub(crate) fn fill(english: &str, values: &[(&str, &dyn std::fmt::Display)]) -> String {
    let mut text = tr(english).to_owned();
    for (name, value) in values {
        text = text.replace(&format!("{{{name}}}"), &value.to_string());
    }
    text
}

fn catalogue() -> &'static HashMap<String, String> {
    static CATALOGUE: OnceLock<HashMap<String, String>> = OnceLock::new();
    const FRENCH: &str = include_str!("../texts/fr.json");
    CATALOGUE.get_or_init(|| serde_json::from_str(FRENCH).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::catalogue;
    use crate::arguments::Arguments;
    use clap::{Command, CommandFactory};
    use regex::Regex;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    fn sources() -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let (mut sources, mut folders) = (String::new(), vec![folder]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                match path.is_dir() {
                    true => folders.push(path),
                    false => sources += &fs::read_to_string(&path).unwrap(),
                }
            }
        }
        sources.replace("\\\"", "'")
    }

    fn helps(command: &Command) -> BTreeSet<String> {
        let arguments = command.get_arguments().filter_map(|it| it.get_help());
        let all = arguments
            .chain(command.get_about())
            .chain(command.get_after_help());
        let mut all: BTreeSet<String> = all.map(ToString::to_string).collect();
        all.extend(command.get_subcommands().flat_map(helps));
        all
    }

    #[test]
    fn all_that_is_said_has_its_french() {
        let mut command = Arguments::command();
        command.build();
        let (helps, sources) = (helps(&command), sources());
        let literal = Regex::new(r#"\b(?:tr|fill)\(\s*"([^"]*)""#).unwrap();
        let said = literal.captures_iter(&sources);
        let said = said.map(|text| text[1].to_owned());
        let known: BTreeSet<_> = catalogue().keys().map(|it| it.replace('"', "'")).collect();
        let said = helps.iter().cloned().chain(said);
        let missing: Vec<_> = said.filter(|it| !known.contains(it)).collect();
        assert!(missing.is_empty(), "{missing:#?}");
        let unsaid = |it: &&String| !helps.contains(*it) && !sources.contains(&format!("\"{it}\""));
        let unsaid: Vec<_> = known.iter().filter(unsaid).collect();
        assert!(unsaid.is_empty(), "{unsaid:#?}");
    }
}
