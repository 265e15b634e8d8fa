//! Waiting for a card.

use std::time::{Duration, Instant};

use super::card::{self, Listed};
use super::choices::{self, Choices, Says};
use super::license;
use crate::error::Error;
use crate::json::{self, JsonError, ObjectWriter};
use crate::operation::Operation;
use crate::reason::{Code, Reason};
use crate::request_object;
use crate::session::Session;
use crate::time::later;
use crate::wiping::WipingBuffer;
use crate::wire::WantedCard;

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
    let found = wait(session, time, |entry| {
        wanted.map_or(Ok(true), |wanted| wanted.fits(entry))
    })?;
    if found.fits.is_empty() {
        return Err(Reason::NoCard.into());
    }
    let cards = found.entries(&found.fits)?;
    let mut out = ObjectWriter::with_capacity(cards.len() + 64);
    out.raw("cards", cards.as_slice())
        .field("next", session.next().map(Operation::name));
    out.finish().ok_or_else(|| Reason::NoMemory.into())
}

/// A list of cards, and those of them that fit.
pub(super) struct FittingCards {
    pub listed: Listed,
    /// None where the time was over before one did.
    pub fits: Vec<usize>,
}

impl FittingCards {
    /// One of the entries.
    pub fn entry(&self, at: usize) -> Result<WipingBuffer, Error> {
        let items = items(&self.listed)?;
        let entry = items.get(at).ok_or(Reason::CardNotListed)?;
        let mut out = WipingBuffer::with_capacity(entry.len());
        out.push(entry.as_bytes()).map_err(|_| Reason::NoMemory)?;
        Ok(out)
    }

    /// Some of the entries, to choose one.
    pub fn choices(&self, session: &Session, which: &[usize]) -> Result<Choices, Error> {
        let items = items(&self.listed)?;
        let chosen = which.iter().filter_map(|at| items.get(*at));
        let language = session.config.language;
        let choices = chosen.map(|entry| choices::card(entry, &Says::ThisCard, language));
        Ok(choices::list(choices)?)
    }

    /// Some of the entries, as one JSON array.
    pub fn entries(&self, which: &[usize]) -> Result<WipingBuffer, Error> {
        let items = items(&self.listed)?;
        let chosen = which.iter().filter_map(|at| items.get(*at));
        let chosen = json::array(self.listed.json().len(), chosen.map(Some));
        chosen.ok_or(Reason::NoMemory.into())
    }
}

/// Asks the card client until a card fits, or for so many milliseconds: no question begins after them but the first.
pub(super) fn wait(
    session: &Session,
    milliseconds: u64,
    fits: impl Fn(&str) -> Result<bool, JsonError>,
) -> Result<FittingCards, Error> {
    let until = later(Duration::from_millis(milliseconds));
    let mut may_renew = true;
    loop {
        let last = list(session, &mut may_renew).and_then(|listed| {
            let fits = fitting(&listed, &fits)?;
            Ok(FittingCards { listed, fits })
        });
        match &last {
            Ok(found) if found.fits.is_empty() => {}
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
fn list(session: &Session, may_renew: &mut bool) -> Result<Listed, Error> {
    let configured = session.config.first_step() == Operation::Ticket;
    if configured && session.state().ticket().is_err() {
        fetch_ticket(session)?;
    }
    let error = match card::list(session) {
        Ok(listed) => return Ok(listed),
        Err(error) => error,
    };
    let renewable = configured && error.http_status == Some(401);
    if !renewable || !std::mem::replace(may_renew, false) {
        return Err(of_ready(error));
    }
    fetch_ticket(session)?;
    card::list(session).map_err(of_ready)
}

fn fetch_ticket(session: &Session) -> Result<(), Error> {
    let fetched = license::fetch(session);
    fetched.map_err(|error| error.of_step(Operation::Ticket))?;
    Ok(())
}

fn of_ready(error: Error) -> Error {
    error.of_step(Operation::Ready)
}

fn fitting(
    listed: &Listed,
    fits_one: &impl Fn(&str) -> Result<bool, JsonError>,
) -> Result<Vec<usize>, Error> {
    let mut fits = Vec::new();
    for (at, entry) in items(listed)?.iter().enumerate() {
        if fits_one(entry).map_err(choices::unread)? {
            fits.try_reserve(1).map_err(|_| Reason::NoMemory)?;
            fits.push(at);
        }
    }
    Ok(fits)
}

fn items(listed: &Listed) -> Result<Vec<&str>, Reason> {
    json::items(listed.json(), usize::MAX).map_err(choices::unread)
}
