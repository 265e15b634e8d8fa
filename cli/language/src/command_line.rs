//! The helps of a command line, and what is wrong with one: clap itself speaks English alone.

use crate::{fill, tr};
use clap::builder::StyledStr;
use clap::error::{ContextKind as Kind, ErrorKind};
use clap::{Command, CommandFactory, Error, FromArgMatches};
use std::iter;

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
    let usage = format!(
        "{{about-with-newline}}\n{} {{usage}}\n\n{{all-args}}{{after-help}}",
        tr("Usage:")
    );
    command
        .about(about)
        .after_help(after)
        .help_template(usage)
        .subcommand_help_heading(tr("Commands"))
        .mut_args(|argument| {
            let heading = match argument.is_positional() {
                true => tr("Arguments"),
                false => tr("Options"),
            };
            let help = text(argument.get_help());
            argument
                .help(help)
                .long_help(None::<&str>)
                .help_heading(heading)
                // What clap would say of them is English; the helps say it.
                .hide_default_value(true)
                .hide_possible_values(true)
        })
        .mut_subcommands(translated)
}

/// A sentence, and lines of what was meant. None for a help, which is in the language of the user, for the version, and
/// for what is rare: clap shows those.
fn wrong(error: &Error) -> Option<String> {
    let said = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let (argument, value) = (said(Kind::InvalidArg), said(Kind::InvalidValue));
    let (command, prior) = (said(Kind::InvalidSubcommand), said(Kind::PriorArg));
    let sentence = match error.kind() {
        ErrorKind::MissingRequiredArgument => fill("{} is missing", &[&argument]),
        ErrorKind::UnknownArgument => fill("{} is not known here", &[&argument]),
        ErrorKind::InvalidSubcommand => fill("there is no command {}", &[&command]),
        ErrorKind::InvalidValue if value.is_empty() => fill("{} has no value", &[&argument]),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            fill("{} cannot be the value of {}", &[&value, &argument])
        }
        ErrorKind::ArgumentConflict if argument == prior => {
            fill("{} stands there twice", &[&argument])
        }
        ErrorKind::ArgumentConflict => fill("{} cannot stand beside {}", &[&argument, &prior]),
        _ => return None,
    };
    let meant = [
        Kind::SuggestedArg,
        Kind::SuggestedSubcommand,
        Kind::SuggestedValue,
    ];
    let meant = meant.map(said).into_iter().filter(|it| !it.is_empty());
    // Windows has one of the two.
    let meant = meant.map(|it| it.replace("--pin-fd", "--pin-stdin"));
    let meant = meant.map(|it| fill("did you mean {}?", &[&it]));
    let usage = said(Kind::Usage).replace("Usage:", tr("Usage:"));
    let lines: Vec<String> = iter::once(sentence).chain(meant).chain([usage]).collect();
    Some(lines.join("\n"))
}
