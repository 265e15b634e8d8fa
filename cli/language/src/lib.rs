//! The two languages of the programs. English stands in their code, French in a catalogue of theirs, by the English
//! sentence. The helps of a command line, and what is wrong with one, as well: clap itself speaks English alone.

#![forbid(unsafe_code)]

use clap::builder::StyledStr;
use clap::error::{ContextKind as Kind, ErrorKind};
use clap::{Command, CommandFactory, Error, FromArgMatches, ValueEnum};
use std::collections::HashMap;
use std::fmt::Display;
use std::sync::OnceLock;
use std::{env, iter};

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

/// The arguments of the program, or what is wrong with them. Helps and the version end the program.
pub fn parse<A: CommandFactory + FromArgMatches>() -> Result<A, String> {
    let matches = command::<A>().try_get_matches();
    let arguments = matches.and_then(|matches| A::from_arg_matches(&matches));
    arguments.map_err(|error| wrong(&error).unwrap_or_else(|| error.exit()))
}

/// The command line in the language that was chosen.
pub fn command<A: CommandFactory>() -> Command {
    let mut command = A::command();
    // What clap adds has helps as well.
    command.build();
    translated(command)
}

fn translated(command: Command) -> Command {
    let text = |text: Option<&StyledStr>| {
        let text = text.map(ToString::to_string).unwrap_or_default();
        tr(&text).to_owned()
    };
    let about = text(command.get_about());
    let after = text(command.get_after_help());
    let usage = tr("Usage:");
    let page = format!("{{about-with-newline}}\n{usage} {{usage}}\n\n{{all-args}}{{after-help}}");
    command
        .about(about)
        .after_help(after)
        .help_template(page)
        .subcommand_help_heading(tr("Commands"))
        .mut_args(|argument| {
            let positional = argument.is_positional();
            let heading = if positional { "Arguments" } else { "Options" };
            let help = text(argument.get_help());
            argument
                .help(help)
                .long_help(None::<&str>)
                .help_heading(tr(heading))
                // What clap would say of them is English; the helps say it.
                .hide_default_value(true)
                .hide_possible_values(true)
        })
        .mut_subcommands(translated)
}

/// A sentence, and lines of what was meant. No value is shown, which may be a PIN. None for a help, which is in the language
/// of the user, for the version, and for what is rare: clap shows those.
fn wrong(error: &Error) -> Option<String> {
    use ErrorKind::*;
    use Kind::{SuggestedArg, SuggestedSubcommand, SuggestedValue};
    let said = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let (argument, value) = (said(Kind::InvalidArg), said(Kind::InvalidValue));
    let (command, prior) = (said(Kind::InvalidSubcommand), said(Kind::PriorArg));
    let sentence = match error.kind() {
        MissingRequiredArgument => fill("{} is missing", &[&argument]),
        UnknownArgument if argument.starts_with('-') => fill("{} is not known here", &[&argument]),
        UnknownArgument => tr("an argument is one too many").into(),
        InvalidSubcommand => fill("there is no command {}", &[&command]),
        InvalidValue if value.is_empty() => fill("{} has no value", &[&argument]),
        InvalidValue | ValueValidation => fill("{} cannot have this value", &[&argument]),
        TooManyValues => fill("{} takes no value", &[&argument]),
        ArgumentConflict if argument == prior => fill("{} is given twice", &[&argument]),
        ArgumentConflict => fill("{} cannot stand beside {}", &[&argument, &prior]),
        _ => return None,
    };
    let meant = [SuggestedArg, SuggestedSubcommand, SuggestedValue].map(said);
    // Windows has one of the two.
    let meant = meant.map(|it| it.replace("--pin-fd", "--pin-stdin"));
    let meant = meant.into_iter().filter(|it| !it.is_empty());
    let meant = meant.map(|it| fill("did you mean {}?", &[&it]));
    let usage = said(Kind::Usage).replace("Usage:", tr("Usage:"));
    let lines: Vec<String> = iter::once(sentence).chain(meant).chain([usage]).collect();
    Some(lines.join("\n"))
}
