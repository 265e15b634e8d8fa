//! Whether all that a program says has its French.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use clap::{Command, CommandFactory};
use regex::Regex;

use crate::folders::{files, root};

fn sources(folder: &Path) -> String {
    let texts = files(folder).into_iter().map(fs::read_to_string);
    texts.map(Result::unwrap).collect()
}

fn helps(command: &Command) -> Vec<String> {
    let own = command.get_arguments().filter_map(|it| it.get_help());
    let own = own.chain(command.get_about());
    let own = own.chain(command.get_after_help()).map(ToString::to_string);
    own.chain(command.get_subcommands().flat_map(helps))
        .collect()
}

/// Panics with the sentences of the sources below this folder of the repository, of the helps and of `more` that the
/// catalogue beside them lacks, or has in vain.
pub fn has_all_that_is_said<A: CommandFactory>(
    folder: &str,
    more: impl IntoIterator<Item = String>,
) {
    let folders = ["cli/language", folder].map(|folder| root().join(folder));
    let catalogue = fs::read_to_string(folders[1].join("texts/fr.json")).unwrap();
    let catalogue = hr_language::catalogue(&catalogue);
    let mut command = A::command();
    command.build();
    let sources = folders.map(|folder| sources(&folder.join("src"))).concat();
    let literal = Regex::new(r#"\b(?:tr|fill)\(\s*("(?:[^"\\]|\\.)*")"#).unwrap();
    let literals = literal.captures_iter(&sources);
    let literals = literals.map(|text| serde_json::from_str(&text[1]).unwrap());
    let said = literals.chain(helps(&command)).chain(more);
    let said: BTreeSet<String> = said.collect();
    let missing = said.iter().filter(|it| !catalogue.contains_key(*it));
    assert_eq!(missing.collect::<Vec<_>>(), [""; 0]);
    // What a table names stands in the code as well.
    let unsaid = |it: &&String| !said.contains(*it) && !sources.contains(&format!("\"{it}\""));
    let unsaid = catalogue.keys().filter(unsaid);
    assert_eq!(unsaid.collect::<Vec<_>>(), [""; 0]);
    for (english, french) in &catalogue {
        let places = |text: &str| text.matches("{}").count();
        assert_eq!(places(english), places(french), "{english}");
    }
}
