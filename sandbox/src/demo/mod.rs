//! `hr-sandbox demo`: the nine steps through the exported C functions, against a sandbox of its own.

mod document;
mod pdf;
mod report;
mod screen;
mod summary;
mod walk;

use clap::Args;
use document::Document;
use hr_sandbox::{CardType, Options, Sandbox, Scenario};
use report::Report;
use screen::Screen;
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use walk::{Cast, Walk};

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
                eprintln!("hr-sandbox: {}: {error}", screen::plain(&path.display()));
                return Ok(ExitCode::from(UNUSABLE_FILE));
            }
        },
    };
    let sandbox = Sandbox::start(Options::default())?;
    let mut cast =
        cast(&Scenario::default()).ok_or("the default scenario lacks the demo's card")?;
    if let Some(pin) = arguments.pin {
        cast.pin = pin;
    }
    let mut screen = Screen::new(!arguments.json);
    screen.begin(&document)?;
    let (steps, problem) = match Walk::start(&sandbox, &cast, &document) {
        Ok(mut walk) => walk.run(&mut screen)?,
        Err(refused) => (Vec::new(), Some(refused)),
    };
    let report = Report {
        document: &document,
        steps,
        problem,
        stored: sandbox.documents(),
        requests: sandbox.requests().len(),
        presentations: sandbox.pin_presentations(&cast.serial),
    };
    if arguments.json {
        screen::write_json(&report.json())?;
    } else {
        screen.end(&report)?;
    }
    Ok(match report.differences().is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// A professional who must choose a situation and a patient whose identity is not qualified: with
/// them no step may be left out.
fn cast(scenario: &Scenario) -> Option<Cast> {
    let card = scenario
        .cards
        .iter()
        .find(|card| card.card_type == CardType::Cps && card.situations.len() > 1)?;
    let patient = scenario
        .patients
        .iter()
        .find(|patient| !patient.ins_qualified && patient.alimentation_consent)?;
    Some(Cast {
        serial: card.serial.clone(),
        pin: card.pin.clone()?,
        patient: patient.clone(),
    })
}

/// A sandbox whose cards no other test has: the PIN guard is one for the process.
#[cfg(test)]
fn stage(name: &str) -> (Sandbox, Cast) {
    let mut options = Options::default();
    for card in &mut options.scenario.cards {
        card.serial = format!("{}-{name}", card.serial);
    }
    let cast = cast(&options.scenario).unwrap();
    (Sandbox::start(options).unwrap(), cast)
}
