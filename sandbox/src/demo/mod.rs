//! `hr-sandbox demo`: the nine steps through the exported C functions, against a sandbox of its own.

mod audience;
mod document;
mod pdf;
mod report;
mod runner;
mod step;
mod summary;
mod terminal;
#[cfg(test)]
mod tests;

use crate::browser;
use audience::Audience;
use clap::Args;
use document::Document;
use hr_sandbox::{CardType, Language, Options, Sandbox, Scenario};
use report::Report;
use runner::{Participants, Runner};
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
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
    #[arg(long, conflicts_with = "console")]
    json: bool,
    /// Show the walk in the console: wait for its page, go slowly, and serve until Ctrl-C
    #[arg(long)]
    console: bool,
    /// Start a browser on the console
    #[arg(long, requires = "console")]
    open: bool,
    /// Stop when standard input closes
    #[arg(long, requires = "console")]
    exit_with_stdin: bool,
    /// Between two calls, when a page shows them
    #[arg(long, hide = true, value_name = "MS", default_value_t = 1000)]
    pause_ms: u64,
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
    let mut audience = match arguments.console {
        true => Some(Audience::new(
            &sandbox,
            Duration::from_millis(arguments.pause_ms),
            arguments.exit_with_stdin,
        )?),
        false => None,
    };
    if let Some(audience) = &mut audience {
        terminal.waits(&sandbox.console_url())?;
        let problem = match arguments.open {
            true => browser::open(&sandbox, Language::En),
            false => None,
        };
        if let Some(problem) = problem {
            eprintln!("{problem}");
        }
        if !audience.comes() {
            return Ok(ExitCode::FAILURE);
        }
    }
    terminal.begin(&document)?;
    let mut between = || audience.as_mut().is_none_or(Audience::looks);
    let (steps, problem) = match Runner::start(&sandbox, &participants, &document) {
        Ok(mut runner) => runner.run(&mut terminal, &mut between)?,
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
    let fine = report.differences().is_empty();
    if let Some(audience) = audience
        && !audience.has_left()
    {
        terminal.stays(&sandbox.console_url())?;
        audience.leaves();
    }
    Ok(match fine {
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
