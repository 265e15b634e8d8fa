//! Steps 1 to 3: the license ticket, the cards in the reader and the wait for one, and the login with it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use secrecy::ExposeSecret;
use zeroize::Zeroizing;

use super::call::{self, bearer};
use super::choices::{self, Choices};
use super::result::{AcceptedResponse, note_journal, result};
use crate::address::BaseUrl;
use crate::config::{CardForm, LicenseAuth, valid_credential};
use crate::error::{Error, Outcome};
use crate::guard::{self, CardList, Insistence, PinEnding};
use crate::journal::Wait;
use crate::json::{self, JsonError, ObjectWriter};
use crate::operation::Operation;
use crate::reason::{Code, Reason};
use crate::request_object;
use crate::session::Session;
use crate::time::later;
use crate::transport::{Body, Request};
use crate::wiping::WipingBuffer;
use crate::wire::{self, LoginReply, WantedCard};

pub fn ticket(session: &Session) -> Result<WipingBuffer, Error> {
    let response = fetch(session)?;
    let ticket = session.state().ticket()?;
    let mut fields = response.writer(ticket.len());
    wire::write_ticket(&mut fields, &ticket);
    result(session, fields, &response)
}

/// Fetches a ticket, which the session then has.
pub(super) fn fetch(session: &Session) -> Result<AcceptedResponse, Error> {
    let config = &session.config;
    let needed = Reason::ConfigNeeded;
    let base = config.license_url.as_ref().ok_or(needed("license_url"))?;
    let secret = config.license_bearer.as_ref();
    let secret = secret.ok_or(needed("license_bearer"))?.expose_secret();
    let authorization = match config.license_auth {
        LicenseAuth::Bearer => bearer(secret),
        LicenseAuth::Raw => Zeroizing::new(secret.to_owned()),
    };
    let request = Request {
        operation: Operation::Ticket,
        method: config.ticket_method,
        base,
        tail: &Operation::Ticket.path(&[]),
        authorization: Some(&authorization),
        body: Body::Empty,
        timeout: config.timeouts.call,
    };
    let response = call::send(session, request, &[])?;
    let ticket = wire::license_ticket(&response.fields()?).map_err(|r| response.unreadable(r))?;
    session.state().set_ticket(Some(&ticket));
    Ok(response)
}

pub fn set_ticket(session: &Session, ticket: &str) -> Result<(), Error> {
    if !valid_credential(ticket) {
        return Err(Reason::BadCredential("ticket").into());
    }
    session.state().set_ticket(Some(ticket));
    Ok(())
}

/// The cards in the reader.
pub(super) struct Listed {
    response: AcceptedResponse,
    /// In the order of `list`.
    pub entries: Vec<WipingBuffer>,
    pub list: Arc<CardList>,
}

/// An entry of a list, as it was written.
pub(super) fn text(entry: &[u8]) -> &str {
    std::str::from_utf8(entry).unwrap_or("{}")
}

impl Listed {
    /// Some of the entries, as one JSON array.
    fn json(&self, which: impl IntoIterator<Item = usize>) -> Result<WipingBuffer, Reason> {
        let chosen = which.into_iter().map(|at| self.entries.get(at));
        json::array(1024, chosen).ok_or(Reason::NoMemory)
    }

    /// Some of the entries, to choose one.
    pub fn choices(&self, session: &Session, which: &[usize]) -> Result<Choices, Reason> {
        let chosen = which.iter().filter_map(|at| self.entries.get(*at));
        let language = session.config.language;
        choices::list(chosen.map(|entry| choices::card(text(entry), None, language)))
    }

    fn fitting(
        &self,
        fits: impl Fn(&str) -> Result<bool, JsonError>,
    ) -> Result<Vec<usize>, Reason> {
        let mut fitting = Vec::new();
        fitting.try_reserve_exact(self.entries.len())?;
        for (at, entry) in self.entries.iter().enumerate() {
            if fits(text(entry)).map_err(choices::unread)? {
                fitting.push(at);
            }
        }
        Ok(fitting)
    }
}

pub fn ready(session: &Session) -> Result<WipingBuffer, Error> {
    let listed = list(session, session.config.card_form)?;
    let response = &listed.response;
    let cards = listed.json(0..listed.entries.len());
    let cards = cards.map_err(|reason| response.unreadable(reason))?;
    let mut fields = response.writer(cards.len());
    fields.raw("cards", cards);
    result(session, fields, response)
}

/// Asks the card client once, in one of the two forms.
pub(super) fn list(session: &Session, form: CardForm) -> Result<Listed, Error> {
    let ticket = session.state().ticket()?;
    let asked_at = guard::listed_now();
    let body = match form {
        CardForm::Body => Some(wire::card_body(None, Some(&ticket)).ok_or(Reason::NoMemory)?),
        CardForm::Bearer => None,
    };
    let body = body.as_ref().map_or(Body::Empty, |b| Body::Json(b));
    let timeout = session.config.timeouts.call;
    let response = ask(session, form, Operation::Ready, &ticket, body, timeout, &[])?;
    let listing = wire::listing(&response.fields()?).map_err(|r| response.unreadable(r))?;
    let list = guard::read_list(listing.cards, asked_at, session.journal.as_deref())?;
    let (list, entries) = (Arc::new(list), listing.entries);
    session.state().listed = Some(Arc::clone(&list));
    Ok(Listed {
        response,
        entries,
        list,
    })
}

fn ask(
    session: &Session,
    form: CardForm,
    operation: Operation,
    ticket: &str,
    body: Body<'_>,
    timeout: Duration,
    secrets: &[&str],
) -> Result<AcceptedResponse, Error> {
    let (method, authorization) = match form {
        CardForm::Body => ("POST", None),
        CardForm::Bearer => ("GET", Some(bearer(ticket))),
    };
    let request = Request {
        operation,
        method,
        base: &session.config.local_url,
        tail: &operation.path(&[]),
        authorization: authorization.as_ref().map(|a| a.as_str()),
        body,
        timeout,
    };
    call::send(session, request, secrets).inspect_err(|error| {
        // The ticket is expired or was withdrawn. A wrong PIN may get the same status, and then another ticket does no
        // harm.
        if error.http_status == Some(401) {
            session.state().set_ticket(None);
        }
    })
}

/// Between an answer without a card that fits and the next question.
const AGAIN: Duration = Duration::from_millis(500);

pub fn wait_card(
    session: &Session,
    card: Option<&str>,
    timeout_ms: i32,
) -> Result<WipingBuffer, Error> {
    let negative = |_| Reason::BadMember("timeout_ms".to_owned());
    let time = u64::try_from(timeout_ms).map_err(negative)?;
    let wanted = card.map(|text| {
        request_object::check_argument("card_json", text)?;
        WantedCard::read("card_json", text)
    });
    let wanted = wanted.transpose()?;
    let wanted = wanted.as_ref();
    let (listed, fitting) = wait(session, time, |entry| {
        wanted.map_or(Ok(true), |wanted| wanted.fits(entry))
    })?;
    if fitting.is_empty() {
        return Err(Reason::NoCard.into());
    }
    let cards = listed.json(fitting)?;
    let mut out = ObjectWriter::with_capacity(cards.len() + 64);
    out.raw("cards", cards)
        .field("next", session.next().map(Operation::name));
    out.finish().ok_or_else(|| Reason::NoMemory.into())
}

/// Asks the card client until a card fits, or for so many milliseconds: no question begins after them but the first. Gives
/// the places of those that fit; none where the time was over before one did.
pub(super) fn wait(
    session: &Session,
    milliseconds: u64,
    fits: impl Fn(&str) -> Result<bool, JsonError>,
) -> Result<(Listed, Vec<usize>), Error> {
    let until = later(Duration::from_millis(milliseconds));
    let mut may_renew = true;
    loop {
        let last = list_renewing(session, &mut may_renew).and_then(|listed| {
            let fitting = listed.fitting(&fits)?;
            Ok((listed, fitting))
        });
        match &last {
            Ok((_, fitting)) if fitting.is_empty() => {}
            // A card client may say so when no card is in the reader.
            Err(error) if error.code == Code::CardStatus => {}
            _ => return last,
        }
        let in_flight = &session.transport.in_flight;
        in_flight.park(until.min(later(AGAIN)), || session.stopped())?;
        if Instant::now() >= until {
            return last;
        }
    }
}

/// Lists the cards, with a new ticket where there is none or, once in a call, where it is refused.
fn list_renewing(session: &Session, may_renew: &mut bool) -> Result<Listed, Error> {
    let renew = || fetch(session).map_err(|error| error.of_step(Operation::Ticket));
    let list = || {
        let listed = list(session, session.config.card_form);
        listed.map_err(|error| error.of_step(Operation::Ready))
    };
    let configured = session.config.first_step() == Operation::Ticket;
    if configured && session.state().ticket().is_err() {
        renew()?;
    }
    let listed = list();
    let refused = |error: &Error| configured && error.http_status == Some(401);
    if !listed.as_ref().is_err_and(refused) || !std::mem::replace(may_renew, false) {
        return listed;
    }
    renew()?;
    list()
}

pub fn login(session: &Session, token: &str, pin: &str) -> Result<WipingBuffer, Error> {
    let (result, _) = log_in(session, token, pin, Insistence::default())?;
    Ok(result)
}

/// Presents the PIN once, if the guard admits it. Gives the result of `hr_login`, and false where a journal has no record of
/// the end.
pub(super) fn log_in(
    session: &Session,
    token: &str,
    pin: &str,
    insists: Insistence,
) -> Result<(WipingBuffer, bool), Error> {
    if guard::is_blank_pin(pin) {
        return Err(Reason::EmptyArgument("pin_code").into());
    }
    let (ticket, listed) = {
        let state = session.state();
        (state.ticket()?, state.listed(token)?)
    };
    let form = session.config.card_form;
    let ticket_in_body = (form == CardForm::Body).then_some(ticket.as_str());
    let body = wire::card_body(Some((token, pin)), ticket_in_body).ok_or(Reason::NoMemory)?;
    let stopped = || session.stopped();
    let until = later(session.config.timeouts.login);
    let wait = Wait::within(until, &stopped);
    let journal = session.journal.as_ref();
    let presentation = guard::present(&listed, token, pin, insists, journal, &wait)
        .map_err(|reason| held_back(session, &listed, token, reason))?;
    // The previous login ends here: if this one fails, no later call must go
    // out in the name of the person whose card was there before.
    session.end_login();
    // The time that the journal took is part of the call.
    let timeout = until.saturating_duration_since(Instant::now());
    let (body, secrets) = (Body::Json(body.as_slice()), &[pin, token]);
    let response = ask(
        session,
        form,
        Operation::Login,
        &ticket,
        body,
        timeout,
        secrets,
    );
    let result = response.and_then(|response| take(session, &response));
    let ending = match &result {
        Ok(_) => PinEnding::Opened,
        Err(error) if error.outcome == Some(Outcome::NotSent) => PinEnding::NotSent,
        // A response that cannot be used may still be the refusal of a PIN.
        Err(_) => PinEnding::Held,
    };
    let recorded = presentation.end(ending, result.as_ref().err(), &wait);
    match result {
        Ok(mut result) => {
            if !recorded {
                note_journal(&mut result);
            }
            Ok((result, recorded))
        }
        Err(mut error) => {
            error.journal_not_completed = !recorded;
            Err(error)
        }
    }
}

/// The error of a PIN that is not presented.
fn held_back(session: &Session, listed: &CardList, token: &str, reason: Reason) -> Error {
    if reason.code() == Code::PinGuard
        && let Ok(held) = listed.held(token)
    {
        session.state().held_back = held;
    }
    match reason {
        Reason::PinHeld(held) => Error::about(held.entry(), reason),
        _ if matches!(reason.code(), Code::Journal | Code::Cancelled) => Error::not_sent(reason),
        _ => reason.into(),
    }
}

/// Takes the session out of a login's reply.
fn take(session: &Session, response: &AcceptedResponse) -> Result<WipingBuffer, Error> {
    let pointer = session.config.identified_field.as_deref();
    let fields = response.fields()?;
    let unreadable = |reason| response.unreadable(reason);
    let reply = LoginReply::read(response.text(), &fields, pointer).map_err(unreadable)?;
    let mut out = response.writer(reply.bearer.len() + response.body.len());
    reply.write(&fields, &mut out).map_err(unreadable)?;
    let base = BaseUrl::parse(&reply.service_url)
        .filter(|url| session.config.may_use(url))
        .ok_or_else(|| {
            let mut error = response.unreadable(Reason::ReplyField(wire::SERVICE_URL));
            error.outcome = Some(Outcome::Rejected);
            error
        })?;
    let started = session.start_login(base, &reply.bearer, reply.identified, false);
    started.map_err(unreadable)?;
    result(session, out, response)
}

/// A person insists on a PIN that the guard holds back, of a listed card or of the card asked about last.
pub fn allow_pin_retry(session: &Session, token: Option<&str>) -> Result<(), Error> {
    let held = match token {
        Some(token) => session.state().listed(token)?.held(token)?,
        None => session.state().held_back.clone(),
    };
    let journal = session.journal.as_deref();
    match session.in_time(|wait| guard::permit_pin(&held, journal, wait))? {
        true => Ok(()),
        false => Err(Reason::NothingToAllow("card_token").into()),
    }
}
