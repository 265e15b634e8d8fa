//! The card client: whether it listens, in which form it answers, and the cards that it lists.

use std::time::Instant;

use zeroize::Zeroizing;

use super::{Check, configured, failure, steps};
use crate::client::call::Call;
use crate::client::card::{self, Listed};
use crate::client::choices;
use crate::config::CardForm;
use crate::error::Error;
use crate::json;
use crate::messages::checks::{self, CheckName, CheckText};
use crate::operation::Operation;
use crate::session::Session;
use crate::transport::Body;
use crate::wire;

/// A longer name of a kind is not shown, nor one with more digits: it may be a number of a person.
const MAX_KIND: usize = 16;
const MAX_DIGITS: usize = 4;

pub fn checks(session: &Session) -> Result<[Check; 2], Error> {
    let started = Instant::now();
    let (client, listed) = client(session)?;
    let cards = match listed {
        Some(listed) => cards(session, &listed)?,
        None => Check::new(CheckName::Cards, None, checks::NOT_ASKED),
    };
    Ok([client.timed(started), cards])
}

fn client(session: &Session) -> Result<(Check, Option<Listed>), Error> {
    let host = session.config.local_url.host_and_port();
    let about = |sentence| CheckText::new(sentence).with("host", &host);
    let ticket = session.state().ticket();
    let Ok(ticket) = ticket else {
        let check = match answers(session) {
            Ok(()) => Check::new(
                CheckName::CardClient,
                None,
                about(checks::CARD_CLIENT_LISTENS),
            ),
            Err(error) => failed(&host, error),
        };
        session.stopped()?;
        return Ok((check.needed(), None));
    };
    let form = session.config.card_form;
    let error = match card::list_in(session, form) {
        Ok(listed) => {
            let text = about(checks::CARD_CLIENT_FORM)
                .with("form", configured(&form))
                .with("steps", steps(session));
            let check = Check::passed(CheckName::CardClient, text);
            return Ok((check.needed(), Some(listed)));
        }
        Err(error) => error,
    };
    session.stopped()?;
    let other = match form {
        CardForm::Body => CardForm::Bearer,
        CardForm::Bearer => CardForm::Body,
    };
    // A refusal has taken it away.
    session.state().set_ticket(Some(&ticket));
    // Only what has answered may answer otherwise.
    let listed = match error.http_status {
        Some(_) => card::list_in(session, other).ok(),
        None => None,
    };
    session.stopped()?;
    let check = match listed {
        Some(_) => {
            let text = |sentence| about(sentence).with("form", configured(&other));
            let (detail, remedy) = (checks::CARD_CLIENT_OTHER_FORM, checks::SET_FORM);
            Check::failed(CheckName::CardClient, text(detail), text(remedy))
        }
        None => failed(&host, error),
    };
    Ok((check.needed(), listed))
}

fn failed(host: &str, error: Error) -> Check {
    let detail = failure(host.to_owned(), Operation::Ready, &error);
    Check::of_error(CheckName::CardClient, detail, Operation::Ready, &error)
}

/// Whether something answers there by HTTP, whatever it answers.
fn answers(session: &Session) -> Result<(), Error> {
    let call = Call {
        operation: Operation::Ready,
        method: "GET",
        base: &session.config.local_url,
        tail: "/",
        authorization: None,
        body: Body::Empty,
        timeout: session.config.timeouts.call,
        secrets: &[],
    };
    match call.send(session) {
        Err(error) if error.http_status.is_none() => Err(error),
        _ => Ok(()),
    }
}

fn cards(session: &Session, listed: &Listed) -> Result<Check, Error> {
    let entries = json::items(listed.json(), usize::MAX).map_err(choices::unread)?;
    let types = &session.config.card_types;
    let (mut kinds, mut fits) = (Vec::new(), false);
    for entry in entries {
        let kind = wire::kind_of(entry).map_err(choices::unread)?;
        fits |= kind.as_ref().is_some_and(|kind| types.contains(kind));
        kinds.push(shown(kind));
    }
    let text = |sentence| CheckText::new(sentence).with("cards", kinds.join(", "));
    let failed = |detail| {
        let remedy = checks::INSERT_CARD;
        Check::failed(CheckName::Cards, text(detail), remedy).needed()
    };
    Ok(match (kinds.is_empty(), fits) {
        (true, _) => failed(checks::NO_CARD),
        (false, false) => failed(checks::OTHER_CARDS),
        (false, true) => Check::passed(CheckName::Cards, text(checks::CARDS)),
    })
}

/// The name of a kind of card; what does not look like one is not shown.
fn shown(kind: Option<Zeroizing<String>>) -> String {
    let is_kind = |kind: &Zeroizing<String>| {
        let plain = kind.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let digits = kind.bytes().filter(u8::is_ascii_digit).count();
        plain && (1..=MAX_KIND).contains(&kind.len()) && digits <= MAX_DIGITS
    };
    kind.filter(is_kind)
        .map_or_else(|| "?".to_owned(), |kind| kind.to_string())
}
