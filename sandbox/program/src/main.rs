//! `hr-sandbox`: the simulated services as a program.

#![deny(unsafe_code)]

mod browser;
mod demo;
mod manual;
mod serve;
mod stop;

use clap::{Parser, Subcommand};
use hr_language::{Language, fill};
use hr_sandbox::StartError;
use std::io::{self, Write};
use std::process::ExitCode;

/// The services of the shared health record, simulated on one machine.
#[derive(Parser)]
#[command(name = "hr-sandbox", version)]
struct Arguments {
    /// The language, en or fr; without it, that of the locale
    #[arg(long, global = true, value_enum)]
    lang: Option<Language>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the license server, the card client and the resource service.
    Serve(Box<serve::Arguments>),
    /// Send a document through the C functions of the library, to services of its own.
    Demo(demo::Arguments),
    /// Serve the manual that lies beside this program, so that it can be searched.
    Manual(manual::Arguments),
}

fn main() -> ExitCode {
    hr_language::choose(include_str!("../texts/fr.json"));
    let arguments = match hr_language::parse::<Arguments>() {
        Ok(arguments) => arguments,
        Err(wrong) => {
            say(&format!("hr-sandbox: {wrong}"));
            return ExitCode::from(2);
        }
    };
    let result = match arguments.command {
        Command::Serve(arguments) => serve::run(&arguments).map(|()| ExitCode::SUCCESS),
        Command::Demo(arguments) => demo::run(&arguments),
        Command::Manual(arguments) => manual::run(&arguments).map(|()| ExitCode::SUCCESS),
    };
    result.unwrap_or_else(|error| {
        let why = "port {} cannot be used, the system says: {}. 0 takes a free one: --port 0";
        let said = match error.downcast_ref() {
            Some(StartError::Listen { port, source, .. }) => fill(why, &[port, source]),
            _ => error.to_string(),
        };
        say(&format!("hr-sandbox: {said}"));
        ExitCode::FAILURE
    })
}

/// A line on standard error; nobody may be there to read it.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

#[cfg(test)]
#[test]
fn all_that_the_program_says_has_its_french() {
    testkit::french::has_all_that_is_said::<Arguments>("sandbox/program", []);
}
