//! `hr-sandbox demo`: the nine steps through the exported C functions, against a sandbox of its own.

#[allow(unsafe_code)]
mod host;
mod table;
mod walk;

use crate::browser;
use crate::stop::Stop;
use clap::Args;
use hr_sandbox::{Card, CardType, Language, Options, Patient, Sandbox, StoredDocument};
use ring::digest::{SHA256, digest};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use std::{fs, io};
use walk::{Learnt, Step, walk};

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

struct Document {
    name: String,
    content: Vec<u8>,
    /// As computed here, before the library sees it.
    sha256: String,
}

/// What the walk is about.
struct Stage {
    sandbox: Sandbox,
    card: Card,
    pin: String,
    patient: Patient,
    document: Document,
}

const UNUSABLE_FILE: u8 = 2;

/// The length of the document that is made.
const MADE: usize = 20_000;

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Box<dyn Error>> {
    let document = match arguments.file.as_deref().map(read) {
        None => document("compte-rendu-d-essai.pdf", hr_sandbox::sample_pdf(MADE)),
        Some(Ok(document)) => document,
        Some(Err(error)) => {
            crate::say(&format!("hr-sandbox: {error}"));
            return Ok(ExitCode::from(UNUSABLE_FILE));
        }
    };
    let mut stage = stage(Options::default(), document)?;
    if let Some(pin) = &arguments.pin {
        stage.pin.clone_from(pin);
    }
    let sandbox = &stage.sandbox;
    let stop = match arguments.console {
        true => Some(Stop::listen()?),
        false => None,
    };
    if let Some(stop) = &stop {
        table::waits(&sandbox.console_url());
        if arguments.open
            && let Some(problem) = browser::open(sandbox, Language::En)
        {
            crate::say(&problem);
        }
        if !stop.wait_for(sandbox.followed()) {
            return Ok(ExitCode::FAILURE);
        }
    }
    let pause = Duration::from_millis(arguments.pause_ms);
    table::begin(&stage.document);
    let mut left = false;
    let steps = walk(&stage, || {
        left = stop.as_ref().is_some_and(|stop| !stop.pause(pause));
        !left
    });

    let (stored, requests) = (sandbox.documents(), sandbox.requests().len());
    let presented = sandbox.pin_presentations(&stage.card.serial);
    let wrong = differences(&steps, &stage.document, &stored, requests, presented);
    let seen = format!(
        "requests: {requests}, PIN presentations: {presented}, documents: {}",
        stored.len()
    );
    table::end(&stage.document, &stored, &seen, &wrong);
    if let Some(stop) = stop.filter(|_| !left) {
        table::stays(&sandbox.console_url());
        stop.wait();
    }
    Ok(match wrong.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

fn read(path: &Path) -> Result<Document, String> {
    // Looked at before it is opened: opening a pipe waits for its other end.
    let content = fs::metadata(path).and_then(|found| match found.is_file() {
        true => fs::read(path),
        false => Err(io::Error::other("not a regular file")),
    });
    let shown = table::plain(&path.display().to_string());
    let content = content.map_err(|error| format!("{shown}: {error}"))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(document(&name, content))
}

fn document(name: &str, content: Vec<u8>) -> Document {
    let digest = digest(&SHA256, &content);
    Document {
        name: name.into(),
        content,
        sha256: digest.as_ref().iter().map(|b| format!("{b:02x}")).collect(),
    }
}

/// A professional who must select a situation, and a patient whose identity is not qualified, so that no step can
/// be omitted.
fn stage(options: Options, document: Document) -> Result<Stage, Box<dyn Error>> {
    let scenario = options.scenario.clone();
    let mut cards = scenario.cards.into_iter();
    let card = cards.find(|it| it.card_type == CardType::Cps && it.situations.len() > 1);
    let mut patients = scenario.patients.into_iter();
    let patient = patients.find(|it| !it.ins_qualified && it.alimentation_consent);
    let (card, patient) = card
        .zip(patient)
        .ok_or("the scenario has no card or no patient for the demo")?;
    Ok(Stage {
        sandbox: Sandbox::start(options)?,
        pin: card.pin.clone().unwrap_or_default(),
        card,
        patient,
        document,
    })
}

/// Everything that differs from what is expected; empty for a success.
fn differences(
    steps: &[Step],
    document: &Document,
    stored: &[StoredDocument],
    requests: usize,
    presented: u32,
) -> Vec<String> {
    let failed = steps.iter().filter(|step| !step.reply.is_ok());
    let failed: Vec<_> = failed
        .map(|step| format!("{}: {}", step.function, step.reply.text("name")))
        .collect();
    if !failed.is_empty() {
        return failed;
    }
    let Some(last) = steps.last().filter(|step| step.number == 9) else {
        return vec!["stopped before its end".into()];
    };
    let reported = steps.iter().all(|step| {
        let answered = step.request.as_ref().and_then(|seen| seen.status);
        answered.map(u64::from) == step.reply.value["http_status"].as_u64()
    });
    let of_file = (Some(&*document.sha256), Some(document.content.len() as u64));
    let of_library = &last.reply.value;
    let of_library = (of_library["sha256"].as_str(), of_library["bytes"].as_u64());
    let same = |it: &StoredDocument| (Some(&*it.sha256), Some(it.bytes)) == of_file;
    let one = stored.len() == 1;
    let expected = [
        (
            reported,
            "the library's HTTP status is not the one that the sandbox answered",
        ),
        (
            requests == steps.len(),
            "the sandbox saw more or fewer requests than calls",
        ),
        (presented == 1, "the PIN was not presented once"),
        (one, "the sandbox did not store one document"),
        (
            stored.iter().all(same),
            "the document stored is not the file",
        ),
        (
            of_library == of_file,
            "the library's SHA-256 or length is not the file's",
        ),
    ];
    let wrong = expected.into_iter().filter(|(holds, _)| !holds);
    wrong.map(|(_, text)| text.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_differs_passes() {
        let stage = stage(Options::default(), document("a", b"b".to_vec())).unwrap();
        let mut steps = walk(&stage, || true);
        let stored = stage.sandbox.documents();
        let after = |steps: &[Step], stored: &[StoredDocument], requests, presented| {
            differences(steps, &stage.document, stored, requests, presented).len()
        };
        assert_eq!(after(&steps, &stored, 10, 1), 0);
        let (mut other, mut longer) = (stored.clone(), stored.clone());
        other[0].sha256.replace_range(..1, "x");
        longer[0].bytes += 1;
        for stored in [other, longer, [&stored[..], &stored].concat(), Vec::new()] {
            assert_eq!(after(&steps, &stored, 10, 1), 1);
        }
        assert_eq!(after(&steps, &stored, 11, 1), 1);
        assert_eq!(after(&steps, &stored, 10, 2), 1);
        assert_eq!(after(&steps[..9], &stored, 9, 1), 1);
        for (key, value) in [
            ("sha256", "x".into()),
            ("bytes", 2.into()),
            ("http_status", 200.into()),
        ] {
            let last = &mut steps[9].reply.value;
            let was = std::mem::replace(&mut last[key], value);
            assert_eq!(after(&steps, &stored, 10, 1), 1, "{key}");
            steps[9].reply.value[key] = was;
        }
    }
}
