//! `hr`: the library from a command line, for whoever answers the telephone and for programs that load no library.

#![deny(unsafe_code)]

mod arguments;
mod cards;
mod config;
mod deposit;
mod doctor;
mod exit;
mod init;
mod input;
mod journal;
#[allow(unsafe_code)]
mod library;
mod man;
mod output;
mod person;
mod progress;
mod request;
mod talk;
mod terminal;
mod texts;

use arguments::{Arguments, Command};
use exit::Exit;

fn main() {
    texts::choose(arguments::language());
    terminal::end_on_signals();
    let arguments = arguments::parse().unwrap_or_else(|error| error.exit());
    let (Ok(exit) | Err(exit)) = run(&arguments);
    let exit = exit.worse(output::written());
    std::process::exit(exit as i32);
}

fn run(arguments: &Arguments) -> Result<Exit, Exit> {
    let options = &arguments.options;
    match &arguments.command {
        None => without_command(arguments),
        Some(Command::Doctor) => doctor::run(options),
        Some(Command::Init(it)) => init::run(options, it),
        Some(Command::Cards(it)) => cards::run(options, it),
        Some(Command::Deposit(it)) => deposit::run(options, it),
        Some(Command::Journal(it)) => journal::run(options, it),
        Some(Command::Request(it)) => request::run(options, it),
        Some(Command::Version) => Ok(man::version()),
        Some(Command::Completions { shell }) => Ok(man::completions(*shell)),
        Some(Command::Man { folder }) => Ok(man::pages(folder.as_deref())),
    }
}

/// On Windows a double click shows the doctor's page, in a window that would close before it is read.
fn without_command(_arguments: &Arguments) -> Result<Exit, Exit> {
    #[cfg(windows)]
    if terminal::is_of_this_program() {
        let exit = doctor::run(&_arguments.options);
        output::say(texts::tr("Press Enter to close this window."));
        terminal::line("");
        return exit;
    }
    let _ = arguments::command().print_help();
    Err(Exit::Usage)
}
