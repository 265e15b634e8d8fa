//! What is checked when something does not work: without a login, and without a change but a ticket that is asked for.

mod card_client;
mod here;
mod license_server;
mod ticket_times;

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::call_id;
use crate::error::Error;
use crate::json::{self, ObjectWriter};
use crate::messages::checks::{self, CheckName, CheckText};
use crate::messages::{Case, Language};
use crate::operation::Operation;
use crate::reason::Reason;
use crate::session::Session;
use crate::time;
use crate::wiping::WipingBuffer;

/// How a check ended.
pub struct Check {
    name: CheckName,
    /// None: it could not be checked.
    ok: Option<bool>,
    /// No work is possible where it fails.
    needed: bool,
    detail: CheckText,
    remedy: Option<CheckText>,
    took: Option<Duration>,
}

impl Check {
    fn new(name: CheckName, ok: Option<bool>, detail: impl Into<CheckText>) -> Check {
        Check {
            name,
            ok,
            needed: false,
            detail: detail.into(),
            remedy: None,
            took: None,
        }
    }

    fn passed(name: CheckName, detail: impl Into<CheckText>) -> Check {
        Check::new(name, Some(true), detail)
    }

    fn failed(
        name: CheckName,
        detail: impl Into<CheckText>,
        remedy: impl Into<CheckText>,
    ) -> Check {
        Check {
            remedy: Some(remedy.into()),
            ..Check::new(name, Some(false), detail)
        }
    }

    /// What to do is what the error says.
    fn of_error(name: CheckName, detail: CheckText, operation: Operation, error: &Error) -> Check {
        let remedy = |language| Case::new(operation, error).text(language).remedy;
        let remedy = CheckText::new(checks::AS_IT_IS).with_both("text", remedy);
        Check::failed(name, detail, remedy)
    }

    fn needed(self) -> Check {
        Check {
            needed: true,
            ..self
        }
    }

    fn timed(self, since: Instant) -> Check {
        Check {
            took: Some(since.elapsed()),
            ..self
        }
    }

    fn prevents_work(&self) -> bool {
        self.needed && self.ok == Some(false)
    }

    fn remedy(&self, language: Language) -> Option<String> {
        self.remedy.as_ref().map(|remedy| remedy.text(language))
    }

    fn write(&self, language: Language) -> Option<WipingBuffer> {
        let milliseconds = self.took.map(|took| took.as_millis());
        let mut out = ObjectWriter::with_capacity(512);
        out.field("name", self.name.word())
            .field("ok", self.ok)
            .field("needed", self.needed)
            .field("detail", self.detail.text(language))
            .field("detail_fr", self.detail.text(Language::French))
            .field("remedy", self.remedy(language))
            .field("remedy_fr", self.remedy(Language::French))
            .field("ms", milliseconds);
        out.finish()
    }

    /// As it stands on the page.
    fn lines(&self, language: Language) -> String {
        let mark = match self.ok {
            Some(true) => "[ok]",
            Some(false) if self.needed => "[!!]",
            Some(false) => "[! ]",
            None => "[--]",
        };
        let (label, detail) = (self.name.label(language), self.detail.text(language));
        let took = self
            .took
            .map_or_else(String::new, |took| format!(" ({} ms)", took.as_millis()));
        let remedy = self.remedy(language);
        let remedy = remedy.map_or_else(String::new, |remedy| format!("\n     -> {remedy}"));
        format!(
            "{mark} {label}{}{detail}{took}{remedy}\n",
            language.of(checks::COLON)
        )
    }
}

/// What is known of an exchange that failed with this error, and with whom it was.
fn failure(host: String, operation: Operation, error: &Error) -> CheckText {
    let case = |language| Case::new(operation, error).text(language).message;
    let status = error.http_status.map(|status| format!(", HTTP {status}"));
    let name = match error.reason.word() {
        Some(reason) => format!("{}, {reason}", error.code.name()),
        None => error.code.name().to_owned(),
    };
    CheckText::new(checks::FAILED)
        .with("host", host)
        .with_both("message", case)
        .with("name", name)
        .with("http", status.unwrap_or_default())
}

/// A word of the configuration, as it is written there.
fn configured(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

/// How many milliseconds after its start each phase of the last exchange began.
fn steps(session: &Session) -> String {
    let exchange = session.transport.in_flight.exchange();
    let phases = exchange.phases();
    let phases = phases.map(|(phase, begun)| format!("{} {}", phase.word(), begun.as_millis()));
    phases.collect::<Vec<_>>().join(", ")
}

pub fn diagnose(session: &Session) -> Result<WipingBuffer, Error> {
    let checks = session.keeping_state(|| {
        let mut checks = here::checks(session)?;
        checks.extend(license_server::checks(session)?);
        checks.extend(card_client::checks(session)?);
        Ok::<_, Error>(checks)
    })?;
    let language = session.config.language;
    let written = checks.iter().map(|check| check.write(language));
    let written = json::array(4096, written).ok_or(Reason::NoMemory)?;
    let works = !checks.iter().any(Check::prevents_work);
    let mut out = ObjectWriter::with_capacity(3 * written.len());
    out.field("works", works)
        .raw("checks", &*written)
        .field("text", page(&checks, language))
        .field("text_fr", page(&checks, Language::French))
        .field("next", session.next().map(Operation::name));
    out.finish().ok_or_else(|| Reason::NoMemory.into())
}

/// The page to be shown, or to be put into a mail.
fn page(checks: &[Check], language: Language) -> String {
    let failed = checks.iter().filter(|check| check.prevents_work());
    let failed: Vec<&str> = failed.map(|check| check.name.label(language)).collect();
    let head = CheckText::new(checks::DIAGNOSIS)
        .with("version", env!("CARGO_PKG_VERSION"))
        .with("time", time::text(time::now()))
        .with("call", call_id::current().unwrap_or_default());
    let end = match failed.is_empty() {
        true => CheckText::new(checks::WORKS),
        false => CheckText::new(checks::WORKS_NOT).with("failed", failed.join(", ")),
    };
    let lines: String = checks.iter().map(|check| check.lines(language)).collect();
    format!("{}\n{lines}{}\n", head.text(language), end.text(language))
}
