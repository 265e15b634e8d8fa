//! `hr-sandbox demo`: the nine steps through the exported C functions, against a sandbox of its own.

#[allow(unsafe_code)]
mod steps;
mod table;

use crate::browser;
use crate::stop::Stop;
use clap::Args;
use hr_language::{fill, tr};
use hr_sandbox::{Card, CardType, Options, Patient, Sandbox};
use ring::digest::{SHA256, digest};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use std::{fs, io};

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
    /// Show the walk in the console: wait for its page, go slowly, and serve until Ctrl-C
    #[arg(long)]
    console: bool,
    /// Start a browser on the console
    #[arg(long, requires = "console")]
    open: bool,
    /// Between two calls, when a page shows them
    #[arg(long, hide = true, value_name = "MS", default_value_t = 1000)]
    pause_ms: u64,
}

/// What the walk is about: a professional who must select a situation, and a patient whose identity is not qualified, so
/// that no step can be omitted.
struct Stage {
    sandbox: Sandbox,
    card: Card,
    pin: String,
    patient: Patient,
    /// Name and content of the document.
    name: String,
    content: Vec<u8>,
}

const UNUSABLE_FILE: u8 = 2;

/// Between two looks whether a page is open.
const LOOKS_APART: Duration = Duration::from_millis(20);

/// The length of the document that is made.
const MADE: usize = 20_000;

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Box<dyn Error>> {
    let (name, content) = match arguments.file.as_deref().map(read) {
        None => (
            "compte-rendu-d-essai.pdf".into(),
            hr_sandbox::sample_pdf(MADE),
        ),
        Some(Ok(document)) => document,
        Some(Err(error)) => {
            crate::say(&format!("hr-sandbox: {error}"));
            return Ok(ExitCode::from(UNUSABLE_FILE));
        }
    };
    let options = Options::default();
    let mut cards = options.scenario.cards.iter();
    let card = cards.find(|it| it.card_type == CardType::Cps && it.situations.len() > 1);
    let mut patients = options.scenario.patients.iter();
    let patient = patients.find(|it| !it.ins_qualified && it.alimentation_consent);
    let (card, patient) = card
        .zip(patient)
        .ok_or("the scenario has none for the demo")?;
    let (card, patient) = (card.clone(), patient.clone());
    let right = card.pin.clone().unwrap_or_default();
    let stage = Stage {
        sandbox: Sandbox::start(options)?,
        pin: arguments.pin.clone().unwrap_or(right),
        card,
        patient,
        name,
        content,
    };
    let stop = arguments.console.then(|| Stop::listen(false)).transpose()?;
    if let Some(stop) = &stop
        && !watched(&stage.sandbox, stop, arguments.open)
    {
        return Ok(ExitCode::FAILURE);
    }
    let pause = Duration::from_millis(arguments.pause_ms);
    table::begin(&stage, &steps::version());
    let mut left = false;
    let steps = steps::walk(&stage, &mut || {
        left = stop.as_ref().is_some_and(|stop| !stop.pause(pause));
        !left
    });
    let stored_unchanged = table::end(&stage, &steps);
    if let Some(stop) = stop.filter(|_| !left) {
        let url = stage.sandbox.console_url();
        let stays = fill("\nThe console stays at {} until Ctrl-C.", &[&url]);
        table::say(&stays);
        stop.wait();
    }
    Ok(u8::from(!stored_unchanged).into())
}

/// Waits until a page shows the console; false when the run must end before.
fn watched(sandbox: &Sandbox, stop: &Stop, open: bool) -> bool {
    let console = sandbox.console_url();
    table::say(&fill("Console: {}", &[&console]));
    table::say(tr("The walk begins once the page is open in a browser.\n"));
    if open && let Some(problem) = browser::open(&console) {
        crate::say(&problem);
    }
    while !sandbox.is_followed() {
        if !stop.pause(LOOKS_APART) {
            return false;
        }
    }
    true
}

fn read(path: &Path) -> Result<(String, Vec<u8>), String> {
    // Looked at before it is opened: opening a pipe waits for its other end.
    let content = fs::metadata(path).and_then(|found| match found.is_file() {
        true => fs::read(path),
        false => Err(io::Error::other(tr("not a regular file"))),
    });
    let shown = table::plain(&path.display().to_string());
    let content = content.map_err(|error| format!("{shown}: {error}"))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok((name.into_owned(), content))
}

fn sha256(content: &[u8]) -> String {
    let digest = digest(&SHA256, content);
    digest.as_ref().iter().map(|b| format!("{b:02x}")).collect()
}
