//! What this computer alone shows: library, configuration, journal, roots, proxy.

use std::time::Instant;

use super::{Check, configured};
use crate::error::Error;
use crate::guard;
use crate::journal::Wait;
use crate::messages::checks::{self, CheckName, CheckText};
use crate::messages::{Language, Sentence};
use crate::operation::Operation;
use crate::roots;
use crate::session::Session;
use crate::system;
use crate::time::later;

pub fn checks(session: &Session) -> Result<Vec<Check>, Error> {
    let config = &session.config;
    let set = |name: CheckName, is_set: bool, unset: Sentence, remedy: Sentence| match is_set {
        true => Check::passed(name, CheckText::new(checks::SET).with("key", name.word())),
        false => Check::failed(name, unset, remedy),
    };
    Ok(vec![
        library(),
        set(
            CheckName::CardCodes,
            !config.card_codes.is_empty(),
            checks::CARD_CODES_UNSET,
            checks::CARD_CODES,
        ),
        set(
            CheckName::IdentifiedField,
            config.identified_field.is_some(),
            checks::IDENTIFIED_UNSET,
            checks::IDENTIFIED,
        ),
        set(
            CheckName::PatientsPointer,
            config.patients_pointer.is_some(),
            checks::PATIENTS_UNSET,
            checks::PATIENTS,
        ),
        journal(session)?,
        trust_store(session),
        proxy_setting(session),
    ])
}

fn library() -> Check {
    let file = system::library_file::file().unwrap_or_default();
    let text = CheckText::new(checks::LIBRARY)
        .with("version", env!("CARGO_PKG_VERSION"))
        .with("bits", usize::BITS)
        .with("file", file);
    Check::passed(CheckName::Library, text)
}

fn journal(session: &Session) -> Result<Check, Error> {
    let name = CheckName::Journal;
    let Some(journal) = &session.journal else {
        let (unset, remedy) = (checks::JOURNAL_UNSET, checks::JOURNAL);
        return Ok(Check::failed(name, unset, remedy));
    };
    let started = Instant::now();
    let stopped = || session.stopped();
    let wait = Wait::within(later(session.config.timeouts.call), &stopped);
    let health = match guard::try_journal(journal, &wait) {
        Ok(health) => health,
        Err(reason) => {
            session.stopped()?;
            let word = reason.word().unwrap_or_else(|| reason.code().name());
            let detail = CheckText::new(checks::JOURNAL_UNUSABLE).with("name", word);
            let check = Check::of_error(name, detail, Operation::Journal, &reason.into());
            return Ok(check.needed().timed(started));
        }
    };
    let text = CheckText::new(checks::JOURNAL_HOLDS)
        .with("uploads", health.uploads)
        .with("doubts", health.doubts)
        .with("damaged", health.damaged);
    let check = match (health.damaged, health.doubts) {
        (0, 0) => Check::passed(name, text),
        _ => Check::failed(name, text, checks::LOOK_FOR_DOUBTS),
    };
    Ok(check.timed(started))
}

fn trust_store(session: &Session) -> Check {
    let own = session.config.ca_file.as_ref().map(|_| "ca_file");
    let trust: Vec<&str> = [roots::describe()].into_iter().chain(own).collect();
    let text = CheckText::new(checks::TRUST).with("trust", trust.join(", "));
    Check::passed(CheckName::TrustStore, text)
}

/// What is set; whether the proxy works is seen where it is used.
fn proxy_setting(session: &Session) -> Check {
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    // Their values may hold credentials.
    let names = names.filter(|name| name.to_ascii_lowercase().ends_with("_proxy"));
    let names = names.collect::<Vec<_>>().join(", ");
    let environment = move |language: Language| match names.is_empty() {
        true => language.of(checks::NOTHING).to_owned(),
        false => names.clone(),
    };
    let text = CheckText::new(checks::PROXY)
        .with("setting", configured(&session.config.proxy))
        .with_both("environment", environment);
    Check::passed(CheckName::Proxy, text)
}
