//! The output: aligned lines, with colours where the terminal has them. No secret, no name, no whole NIR.

use super::{Stage, sha256};
use hr::code::{HR_E_PIN_GUARD, HR_OK};
use hr_language::{Language, fill, language, tr};
use hr_sandbox::LoggedRequest;
use serde_json::Value;
use std::io::Write;
use std::time::Duration;

const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const END: &str = "\x1b[0m";

/// One call, with the request that the sandbox received; none if nothing was sent.
pub(super) struct Step {
    pub number: u8,
    pub function: &'static str,
    pub request: Option<LoggedRequest>,
    pub time: Duration,
    /// 0 or an error's number, and the result or error object.
    pub code: i32,
    pub reply: Value,
}

impl Step {
    pub(super) fn is_ok(&self) -> bool {
        self.code == HR_OK
    }

    /// A text of the object; empty when it has none of this name.
    pub(super) fn text(&self, key: &str) -> &str {
        self.reply[key].as_str().unwrap_or_default()
    }
}

pub(super) fn begin(stage: &Stage, version: &str) {
    let title = tr("The nine steps through the C functions");
    say(&format!("{BOLD}{title}{END} (hr {version})"));
    let (name, bytes) = (plain(&stage.name), stage.content.len());
    let document = fill("Document: {}, {} bytes", &[&name, &bytes]);
    say(&format!("{document}\n"));
    say(&format!(
        "{DIM}    {:<18} {:<40} {:>6} {:>10}  {}{END}",
        tr("Function"),
        tr("Request"),
        tr("Status"),
        tr("Time"),
        tr("Result")
    ));
}

/// A line on standard output. Where it cannot be written, the demo has nothing to show, and ends.
pub(super) fn say(line: &str) {
    if let Err(error) = writeln!(anstream::stdout(), "{line}") {
        crate::say(&format!("hr-sandbox: {error}"));
        std::process::exit(1);
    }
}

pub(super) fn row(step: &Step) {
    let request = step.request.as_ref();
    let what = request.map_or(tr("nothing sent").to_owned(), |seen| {
        format!("{} {}", seen.method, seen.call.path())
    });
    let status = request.and_then(|seen| seen.status);
    let status = status.map_or("-".into(), |status| status.to_string());
    let good = if step.is_ok() { GREEN } else { RED };
    let time = format!("{:.1} ms", step.time.as_secs_f64() * 1e3);
    say(&format!(
        "{:>2}  {BOLD}{:<18}{END} {what:<40} {good}{status:>6}{END} {DIM}{time:>10}{END}  {good}{}{END}",
        step.number,
        step.function,
        plain(&summary(step))
    ));
    if step.is_ok() {
        return;
    }
    let [message, remedy] = match language() {
        Language::En => ["message", "remedy"],
        Language::Fr => ["message_fr", "remedy_fr"],
    };
    for (name, key) in [
        (tr("Message"), message),
        (tr("Service"), "service_message"),
        (tr("Remedy"), remedy),
        (tr("Outcome"), "outcome"),
    ] {
        let text = plain(step.text(key));
        if !text.is_empty() {
            say(&format!("    {DIM}{name:<10}{END} {text}"));
        }
    }
    if step.code == HR_E_PIN_GUARD {
        let guard = tr(
            "The PIN guard sent nothing: a PIN that a card refused is not presented to it again, by any handle\nof the process, until a person insists (`confirmed` of hr_connect, or hr_pin_retry_allow).",
        );
        say(&format!("    {}", guard.replace('\n', "\n    ")));
    }
}

/// The end: what was stored, beside what was sent; returns whether every call succeeded and both are the same.
pub(super) fn end(stage: &Stage, steps: &[Step]) -> bool {
    let (head, bytes) = ("SHA-256", tr("Bytes"));
    say(&format!("\n{DIM}             {head:<64} {bytes:>12}{END}"));
    let row = |name: &str, sha256: &str, bytes: u64| {
        say(&format!("    {name:<8} {sha256:<64} {bytes:>12}"));
    };
    let (sent, bytes) = (sha256(&stage.content), stage.content.len() as u64);
    row(tr("file"), &sent, bytes);
    let stored = stage.sandbox.documents();
    for stored in &stored {
        row(tr("sandbox"), &stored.sha256, stored.bytes);
    }
    let requests = stage.sandbox.requests().len();
    let presented = stage.sandbox.pin_presentations(&stage.card.serial);
    let count = stored.len();
    let saw = fill(
        "The sandbox saw: requests: {}, PIN presentations: {}, documents: {}.",
        &[&requests, &presented, &count],
    );
    say(&format!("\n    {saw}"));
    let failed = steps.iter().find(|step| !step.is_ok());
    let is_the_file = matches!(&*stored, [only] if only.sha256 == sent && only.bytes == bytes);
    let wrong = match (failed, steps.last()) {
        (Some(step), _) => format!("{}: {}", step.function, step.text("name")),
        (None, Some(last)) if last.number != 9 => tr("stopped before its end").into(),
        _ if !is_the_file => tr("the document stored is not the file").into(),
        _ => String::new(),
    };
    match wrong.as_str() {
        "" => {
            let unchanged = tr("Stored unchanged: the SHA-256 and the length are the file's.");
            say(&format!("    {GREEN}{unchanged}{END}"));
        }
        wrong => say(&format!("    {RED}{}{END} {}", tr("Failed:"), plain(wrong))),
    }
    let next = tr(
        "Next: `hr-sandbox serve` keeps the three services running for a program of yours;\nsandbox/README.md describes them, and include/hr.h describes each function.",
    );
    say(&format!("\n{next}"));
    wrong.is_empty()
}

/// The result in a few words.
fn summary(step: &Step) -> String {
    let value = &step.reply;
    if !step.is_ok() {
        return format!("{} ({})", step.text("name"), step.code);
    }
    match step.function {
        "hr_ready" => {
            let count = value["cards"].as_array().map_or(0, Vec::len);
            fill("{} cards", &[&count])
        }
        "hr_login" if value["identified"] == false => {
            tr("session open, situation to choose").into()
        }
        "hr_patient_search" => fill("found: {}", &[&value["raw"]["count"]]),
        "hr_patient_get" if value["insQualified"] == false => tr("identity not qualified").into(),
        "hr_patient_update" => tr("accepted; a real host asks a person first").into(),
        "hr_dmp_send_bytes" => fill("{}, {} bytes", &[&step.text("outcome"), &value["bytes"]]),
        _ => tr("done").into(),
    }
}

/// A text from outside must not control the display.
pub(super) fn plain(text: &str) -> String {
    text.replace(char::is_control, " ")
}
