//! `hr-sandbox demo`: the nine steps through the exported C functions, against a sandbox of its own.

mod document;
mod pdf;
mod report;
mod runner;
mod step;
mod summary;
mod terminal;
#[cfg(test)]
mod tests;

use clap::Args;
use document::Document;
use hr_sandbox::{CardType, Options, Sandbox, Scenario};
use report::Report;
use runner::{Participants, Runner};
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use terminal::Terminal;

/// Options of `demo`.
#[derive(Args)]
#[command(
    after_help = "Exit status: 0 when every call succeeded and the sandbox stored the document \
    unchanged, 1 otherwise, 2 when the command line or FILE cannot be used."
)]
pub(crate) struct Arguments {
    /// Document to send; without it, a small PDF made for the run
    file: Option<PathBuf>,
    /// PIN to present instead of the right one of the invented card; a wrong one shows what happens
    #[arg(long)]
    pin: Option<String>,
    /// Write one JSON document to standard output, and nothing else
    #[arg(long)]
    json: bool,
}

const UNUSABLE_FILE: u8 = 2;

pub(crate) fn run(arguments: Arguments) -> Result<ExitCode, Box<dyn Error>> {
    let document = match arguments.file {
        None => Document::made(),
        Some(path) => match Document::read(&path) {
            Ok(document) => document,
            Err(error) => {
                eprintln!("hr-sandbox: {}: {error}", terminal::plain(&path.display()));
                return Ok(ExitCode::from(UNUSABLE_FILE));
            }
        },
    };
    let sandbox = Sandbox::start(Options::default())?;
    let mut participants = participants(&Scenario::default())
        .ok_or("the default scenario has no card for the demo")?;
    if let Some(pin) = arguments.pin {
        participants.pin = pin;
    }
    let mut terminal = Terminal::new(!arguments.json);
    terminal.begin(&document)?;
    let (steps, problem) = match Runner::start(&sandbox, &participants, &document) {
        Ok(mut runner) => runner.run(&mut terminal)?,
        Err(refused) => (Vec::new(), Some(refused)),
    };
    let report = Report {
        document: &document,
        steps,
        problem,
        stored: sandbox.documents(),
        requests: sandbox.requests().len(),
        presentations: sandbox.pin_presentations(&participants.serial),
    };
    if arguments.json {
        terminal::write_json(&report.json())?;
    } else {
        terminal.end(&report)?;
    }
    Ok(match report.differences().is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// A professional who must select a situation, and a patient whose identity is not qualified, so that no step can
/// be omitted.
fn participants(scenario: &Scenario) -> Option<Participants> {
    let card = scenario
        .cards
        .iter()
        .find(|card| card.card_type == CardType::Cps && card.situations.len() > 1)?;
    let patient = scenario
        .patients
        .iter()
        .find(|patient| !patient.ins_qualified && patient.alimentation_consent)?;
    Some(Participants {
        serial: card.serial.clone(),
        pin: card.pin.clone()?,
        patient: patient.clone(),
    })
}

/// A sandbox with cards that no other test uses: the process has one PIN guard.
#[cfg(test)]
fn fixture(name: &str) -> (Sandbox, Participants) {
    let mut options = Options::default();
    for card in &mut options.scenario.cards {
        card.serial = format!("{}-{name}", card.serial);
    }
    let participants = participants(&options.scenario).unwrap();
    (Sandbox::start(options).unwrap(), participants)
}
