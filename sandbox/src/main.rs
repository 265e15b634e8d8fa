//! `hr-sandbox`: the simulated services as a program.

#![forbid(unsafe_code)]

mod serve;
mod stop;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// The services of the shared health record, simulated on one machine.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the license server, the card client and the resource service.
    Serve(serve::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Serve(arguments) => serve::run(arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hr-sandbox: {error}");
            ExitCode::FAILURE
        }
    }
}
