//! `hr`: the library from a command line, for whoever answers the telephone and for programs that load no library.

#![deny(unsafe_code)]

mod arguments;
mod calls;
mod config;
mod deposit;
mod doctor;
mod exit;
mod init;
mod input;
#[allow(unsafe_code)]
mod library;
mod output;
mod talk;
mod terminal;

use arguments::{Arguments, Command};
use exit::Exit;

fn main() {
    hr_language::choose(include_str!("../texts/fr.json"));
    terminal::end_on_signals();
    let (Ok(exit) | Err(exit)) = run();
    std::process::exit(exit.worse(output::written()) as i32);
}

fn run() -> Result<Exit, Exit> {
    let arguments: Arguments = hr_language::parse().map_err(output::usage)?;
    let options = &arguments.options;
    output::choose(options.json);
    match &arguments.command {
        // The window of a double click on Windows would close before anything is read.
        #[cfg(windows)]
        None if terminal::is_of_this_program() => doctor::run(options, true),
        None => {
            let _ = hr_language::command::<Arguments>().print_help();
            Err(Exit::Usage)
        }
        Some(Command::Doctor { pause }) => doctor::run(options, *pause),
        Some(Command::Init { license_url, force }) => {
            init::run(options, license_url, *force).map_err(output::usage)
        }
        Some(Command::Cards { wait }) => calls::cards(options, *wait),
        Some(Command::Deposit(it)) => deposit::run(options, it),
        Some(Command::Journal(it)) => calls::journal(options, it),
        Some(Command::Request(it)) => calls::request(options, it),
        Some(Command::Version) => calls::version(options),
        Some(Command::Completions { shell }) => Ok(calls::completions(*shell)),
        Some(Command::Man { folder }) => calls::pages(folder.as_deref()),
    }
}
