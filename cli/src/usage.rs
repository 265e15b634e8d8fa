//! What is wrong with the command line, in the language of the user: clap itself speaks English alone.

use crate::exit::Exit;
use crate::output::note;
use crate::texts::{fill, tr};
use clap::Error;
use clap::error::{ContextKind as Kind, ErrorKind};

/// Shows an error, a help or the version.
pub(crate) fn end(error: &Error) -> Exit {
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
        ErrorKind::ArgumentConflict => fill("{} cannot stand beside {}", &[&argument, &prior]),
        // A help, which is in the language of the user, or the version; and what is rare.
        _ => error.exit(),
    };
    note(&format!("hr: {sentence}"));
    let meant = [
        Kind::SuggestedArg,
        Kind::SuggestedSubcommand,
        Kind::SuggestedValue,
    ];
    for meant in meant.map(said).iter().filter(|it| !it.is_empty()) {
        note(&fill("did you mean {}?", &[meant]));
    }
    note(&said(Kind::Usage).replace("Usage:", tr("Usage:")));
    Exit::Usage
}
