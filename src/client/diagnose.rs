//! What is checked when something does not work: without a login, and without a change but a ticket that is asked for.

use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use zeroize::Zeroizing;

use super::call;
use super::card::{self, Listed};
use super::choices;
use crate::call_id;
use crate::config::CardForm;
use crate::error::Error;
use crate::guard;
use crate::json::{self, ObjectWriter, lookup};
use crate::messages::checks::{self, CheckName};
use crate::messages::{Case, Language, Text};
use crate::operation::Operation;
use crate::reason::Reason;
use crate::roots;
use crate::session::Session;
use crate::system;
use crate::time;
use crate::transport::{Body, Request};
use crate::wiping::WipingBuffer;
use crate::wire;

/// Clocks that are no farther apart still judge certificates and tickets alike.
const APART: Duration = Duration::from_secs(120);

/// A longer name of a kind of card is not shown, nor one with more digits: it may be a number of a person.
const MAX_KIND: usize = 16;
const MAX_DIGITS: usize = 4;

pub fn diagnose(session: &Session) -> Result<WipingBuffer, Error> {
    let checks = session.keeping_state(|| {
        let mut checks = here(session)?;
        checks.extend(license_server(session)?);
        checks.extend(card_client(session)?);
        Ok::<_, Error>(checks)
    })?;
    let language = session.config.language;
    let written = checks.iter().map(|check| check.write(language));
    let written = json::array(4096, written).ok_or(Reason::NoMemory)?;
    let works = !checks.iter().any(Check::prevents_work);
    let mut out = ObjectWriter::with_capacity(3 * written.len());
    out.field("works", works).raw("checks", &*written);
    Text::made(|language| page(&checks, language)).write(&mut out, "text", language);
    out.field("next", session.next().map(Operation::name));
    out.finish().ok_or_else(|| Reason::NoMemory.into())
}

/// The page to be shown, or to be put into a mail.
fn page(checks: &[Check], language: Language) -> String {
    let failed = checks.iter().filter(|check| check.prevents_work());
    let failed: Vec<&str> = failed.map(|check| check.name.label(language)).collect();
    let head = Text::from(checks::DIAGNOSIS)
        .with("version", env!("CARGO_PKG_VERSION"))
        .with("time", time::text(time::now()))
        .with("call", call_id::current().unwrap_or_default());
    let end = match failed.is_empty() {
        true => checks::WORKS.into(),
        false => Text::from(checks::WORKS_NOT).with("failed", failed.join(", ")),
    };
    let lines: String = checks.iter().map(|check| check.lines(language)).collect();
    format!("{}\n{lines}{}\n", head.text(language), end.text(language))
}

struct Check {
    name: CheckName,
    /// None: it could not be checked.
    ok: Option<bool>,
    /// No work is possible where it fails.
    needed: bool,
    detail: Text,
    remedy: Option<Text>,
    took: Option<Duration>,
}

impl Check {
    fn new(name: CheckName, ok: Option<bool>, detail: impl Into<Text>) -> Check {
        Check {
            name,
            ok,
            needed: false,
            detail: detail.into(),
            remedy: None,
            took: None,
        }
    }

    fn passed(name: CheckName, detail: impl Into<Text>) -> Check {
        Check::new(name, Some(true), detail)
    }

    fn failed(name: CheckName, detail: impl Into<Text>, remedy: impl Into<Text>) -> Check {
        Check {
            remedy: Some(remedy.into()),
            ..Check::new(name, Some(false), detail)
        }
    }

    /// What to do is what the error says.
    fn of_error(name: CheckName, detail: Text, operation: Operation, error: &Error) -> Check {
        Check::failed(name, detail, Case::new(operation, error).remedy())
    }

    /// Of an exchange with this host.
    fn of_exchange(name: CheckName, host: &str, operation: Operation, error: &Error) -> Check {
        let message = Case::new(operation, error).message();
        let status = error.http_status.map(|status| format!(", HTTP {status}"));
        let words = [Some(error.code.name()), error.reason.word()].into_iter();
        let detail = Text::from(checks::FAILED)
            .with("host", host)
            .with_both("message", |language| message.text(language))
            .with("name", Vec::from_iter(words.flatten()).join(", "))
            .with("http", status.unwrap_or_default());
        Check::of_error(name, detail, operation, error)
    }

    fn needed(mut self) -> Check {
        self.needed = true;
        self
    }

    fn timed(mut self, since: Instant) -> Check {
        self.took = Some(since.elapsed());
        self
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
            .field("needed", self.needed);
        self.detail.write(&mut out, "detail", language);
        out.field("remedy", self.remedy(language))
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
        let (label, colon) = (self.name.label(language), language.of(checks::COLON));
        let detail = self.detail.text(language);
        let took = self.took.map(|took| format!(" ({} ms)", took.as_millis()));
        let remedy = self.remedy(language);
        let remedy = remedy.map(|remedy| format!("\n     -> {remedy}"));
        let behind = [took, remedy].map(Option::unwrap_or_default).concat();
        format!("{mark} {label}{colon}{detail}{behind}\n")
    }
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

/// What this computer alone shows: library, configuration, journal, roots, proxy.
fn here(session: &Session) -> Result<Vec<Check>, Error> {
    let config = &session.config;
    let library = Text::from(checks::LIBRARY)
        .with("version", env!("CARGO_PKG_VERSION"))
        .with("bits", usize::BITS)
        .with("file", system::library_file::file().unwrap_or_default());
    let (identified, patients) = (&config.identified_field, &config.patients_pointer);
    let set = |name: CheckName, is_set: bool| match (is_set, checks::unset(name)) {
        (true, _) => Check::passed(name, Text::from(checks::SET).with("key", name.word())),
        (false, [unset, remedy]) => Check::failed(name, unset, remedy),
    };
    let own = config.ca_file.as_ref().map(|_| "ca_file");
    let trust: Vec<&str> = [roots::describe()].into_iter().chain(own).collect();
    let trust = Text::from(checks::TRUST).with("trust", trust.join(", "));
    let trust_store = match own.is_some() || roots::exist() {
        true => Check::passed(CheckName::TrustStore, trust),
        false => {
            let error = Error::not_sent(Reason::NoTrustStore);
            Check::of_error(CheckName::TrustStore, trust, Operation::Ticket, &error)
        }
    };
    Ok(vec![
        Check::passed(CheckName::Library, library),
        set(CheckName::CardCodes, !config.card_codes.is_empty()),
        set(CheckName::IdentifiedField, identified.is_some()),
        set(CheckName::PatientsPointer, patients.is_some()),
        journal(session)?,
        trust_store,
        proxy(session),
    ])
}

fn journal(session: &Session) -> Result<Check, Error> {
    let name = CheckName::Journal;
    let Some(journal) = &session.journal else {
        let [unset, remedy] = checks::unset(name);
        return Ok(Check::failed(name, unset, remedy));
    };
    let started = Instant::now();
    let check = match session.in_time(|wait| guard::try_journal(journal, wait)) {
        Ok(health) => {
            let text = Text::from(checks::JOURNAL_HOLDS)
                .with("uploads", health.uploads)
                .with("doubts", health.doubts)
                .with("damaged", health.damaged);
            match (health.damaged, health.doubts) {
                (0, 0) => Check::passed(name, text),
                _ => Check::failed(name, text, checks::LOOK_FOR_DOUBTS),
            }
        }
        Err(reason) => {
            session.stopped()?;
            let word = reason.word().unwrap_or_else(|| reason.code().name());
            let detail = Text::from(checks::JOURNAL_UNUSABLE).with("name", word);
            Check::of_error(name, detail, Operation::Journal, &reason.into()).needed()
        }
    };
    Ok(check.timed(started))
}

/// What is set; whether the proxy works is seen where it is used.
fn proxy(session: &Session) -> Check {
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    // Their values may hold credentials.
    let names = names.filter(|name| name.to_ascii_lowercase().ends_with("_proxy"));
    let names = names.collect::<Vec<_>>().join(", ");
    let environment = |language: Language| match names.is_empty() {
        true => language.of(checks::NOTHING).to_owned(),
        false => names.clone(),
    };
    let text = Text::from(checks::PROXY)
        .with("setting", configured(&session.config.proxy))
        .with_both("environment", environment);
    Check::passed(CheckName::Proxy, text)
}

/// A failure is a part of the diagnosis, unless the call was stopped or, in a child that a callback forked, is the parent's.
fn tried<T>(session: &Session, made: Result<T, Error>) -> Result<Result<T, Error>, Error> {
    match made {
        Err(error) if error.reason == Reason::Forked => Err(Reason::Forked.into()),
        made => Ok(session.stopped().map(|()| made)?),
    }
}

/// The license server, what its answer shows of the clock, and the ticket.
fn license_server(session: &Session) -> Result<[Check; 3], Error> {
    let name = CheckName::LicenseServer;
    let (server, ahead) = match session.config.first_step() {
        Operation::Ticket => {
            let started = Instant::now();
            let fetched = tried(session, card::fetch(session))?;
            let ahead = session.transport.in_flight.exchange().ahead;
            let host = session.service.as_str();
            let text = Text::from(checks::ANSWERED).with("host", host);
            let server = match fetched {
                Ok(_) => Check::passed(name, text.with("steps", steps(session))),
                Err(error) => Check::of_exchange(name, host, Operation::Ticket, &error),
            };
            (server.needed().timed(started), ahead)
        }
        _ => (Check::new(name, None, checks::TICKET_FROM_ELSEWHERE), None),
    };
    Ok([server, clock(ahead), ticket(session)])
}

fn clock(ahead: Option<i64>) -> Check {
    let name = CheckName::Clock;
    let Some(ahead) = ahead else {
        let text = Text::from(checks::CLOCK_UNKNOWN).with("now", time::text(time::now()));
        return Check::new(name, None, text);
    };
    let apart = Duration::from_secs(ahead.unsigned_abs());
    let minutes = apart.as_secs() / 60;
    let now = time::now();
    let theirs = now.saturating_add_signed(ahead.saturating_mul(1000));
    let detail = Text::from(checks::CLOCK_RIGHT)
        .with("now", time::text(now))
        .with("theirs", time::text(theirs))
        .with("apart", format!("{} h {} min", minutes / 60, minutes % 60));
    match apart <= APART {
        true => Check::passed(name, detail),
        false => Check::failed(name, detail, checks::SET_CLOCK),
    }
}

fn ticket(session: &Session) -> Check {
    let name = CheckName::Ticket;
    let Ok(ticket) = session.state().ticket() else {
        return Check::new(name, None, checks::TICKET_MISSING);
    };
    let text = |sentence, time| Text::from(sentence).with("time", time::text(time));
    let now = time::now();
    if let Some(begin) = ticket_time(&ticket, "/nbf")
        && begin > time::after(APART)
    {
        let early = text(checks::TICKET_EARLY, begin);
        return Check::failed(name, early, checks::SET_CLOCK).needed();
    }
    match ticket_time(&ticket, "/exp") {
        None => Check::new(name, None, checks::TICKET_WITHOUT_TIMES),
        Some(end) if end > now => Check::passed(name, text(checks::TICKET_ENDS, end)),
        Some(end) => {
            let ended = text(checks::TICKET_ENDED, end);
            Check::failed(name, ended, checks::NEW_TICKET).needed()
        }
    }
}

/// From or until when a ticket is valid, where it is a JSON Web Token (RFC 7519), in milliseconds since 1970. Nothing is
/// verified: the ticket is the servers'.
fn ticket_time(ticket: &str, claim: &str) -> Option<u64> {
    let mut parts = ticket.split('.');
    let (_, claims, _) = (parts.next()?, parts.next()?, parts.next()?);
    let claims = Zeroizing::new(URL_SAFE_NO_PAD.decode(claims).ok()?);
    let claims = std::str::from_utf8(&claims).ok()?;
    let time = lookup::written(claims, claim).ok()?;
    // A number of seconds, perhaps with a fraction.
    let seconds = time.split('.').next()?.parse::<u64>().ok()?;
    seconds.checked_mul(1000)
}

/// The card client: whether it listens, in which form it answers, and the cards that it lists.
fn card_client(session: &Session) -> Result<[Check; 2], Error> {
    let started = Instant::now();
    let (client, listed) = listing(session)?;
    let cards = match listed {
        Some(listed) => cards(session, &listed)?,
        None => Check::new(CheckName::Cards, None, checks::NOT_ASKED),
    };
    // A session that was opened elsewhere needs neither.
    let needed = !session.state().adopted;
    let [client, cards] = [client.timed(started), cards].map(|check| Check {
        needed: needed && (check.needed || check.name == CheckName::CardClient),
        ..check
    });
    Ok([client, cards])
}

fn listing(session: &Session) -> Result<(Check, Option<Listed>), Error> {
    let name = CheckName::CardClient;
    let host = session.config.local_url.host_and_port();
    let about = |sentence| Text::from(sentence).with("host", &host);
    let failed = |error: &Error| Check::of_exchange(name, &host, Operation::Ready, error);
    let Ok(ticket) = session.state().ticket() else {
        let answered = tried(session, answers(session))?;
        let listens = |()| Check::new(name, None, about(checks::CARD_CLIENT_LISTENS));
        return Ok((answered.map_or_else(|error| failed(&error), listens), None));
    };
    let form = session.config.card_form;
    let error = match tried(session, card::list(session, form))? {
        Ok(listed) => {
            let text = about(checks::CARD_CLIENT_FORM)
                .with("form", configured(&form))
                .with("steps", steps(session));
            return Ok((Check::passed(name, text), Some(listed)));
        }
        Err(error) => error,
    };
    let other = match form {
        CardForm::Body => CardForm::Bearer,
        CardForm::Bearer => CardForm::Body,
    };
    // A refusal has taken it away.
    session.state().set_ticket(Some(&ticket));
    // Only what does not take this form may take the other one; 408, 429 and most of 5xx say nothing of it.
    let of_form = |status: &u16| matches!(status, 200..=299 | 400 | 401 | 403..=405 | 415 | 501);
    let listed = match error.http_status.filter(of_form) {
        Some(_) => tried(session, card::list(session, other))?.ok(),
        None => None,
    };
    let text = |sentence| {
        about(sentence)
            .with("form", configured(&other))
            .with("set", configured(&form))
    };
    let check = match listed {
        Some(_) => {
            let detail = text(checks::CARD_CLIENT_OTHER_FORM);
            Check::failed(name, detail, text(checks::SET_FORM))
        }
        None => failed(&error),
    };
    Ok((check, listed))
}

/// Whether something answers there by HTTP, whatever it answers.
fn answers(session: &Session) -> Result<(), Error> {
    let request = Request {
        operation: Operation::Ready,
        method: "GET",
        base: &session.config.local_url,
        tail: "/",
        authorization: None,
        body: Body::Empty,
        timeout: session.config.timeouts.call,
    };
    match call::send(session, request, &[]) {
        Err(error) if error.http_status.is_none() => Err(error),
        _ => Ok(()),
    }
}

fn cards(session: &Session, listed: &Listed) -> Result<Check, Error> {
    let name = CheckName::Cards;
    let types = &session.config.card_types;
    let (mut kinds, mut fits) = (Vec::new(), false);
    for entry in listed.entries.iter().map(|entry| card::text(entry)) {
        fits |= wire::is_of_kind(entry, types).map_err(choices::unread)?;
        let kind = wire::kind_of(entry).map_err(choices::unread)?;
        let shown = kind.filter(|kind| is_kind(kind));
        kinds.push(shown.map_or_else(|| "?".to_owned(), |kind| kind.to_string()));
    }
    let text = |sentence| Text::from(sentence).with("cards", kinds.join(", "));
    Ok(match (kinds.is_empty(), fits) {
        (true, _) => Check::failed(name, checks::NO_CARD, checks::INSERT_CARD).needed(),
        (false, false) => {
            Check::failed(name, text(checks::OTHER_CARDS), checks::OTHER_CARD).needed()
        }
        (false, true) => Check::passed(name, text(checks::CARDS)),
    })
}

/// Whether it looks like the name of a kind of card, and may be shown.
fn is_kind(kind: &str) -> bool {
    let plain = kind.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let digits = kind.bytes().filter(u8::is_ascii_digit).count();
    plain && (1..=MAX_KIND).contains(&kind.len()) && digits <= MAX_DIGITS
}
