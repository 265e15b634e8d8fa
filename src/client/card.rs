//! Steps 2 and 3: the cards in the reader, and the login with one of them.

use super::exchange::{Answer, Prepared, bearer, exchange};
use super::result;
use super::verdict::Scrub;
use crate::address::BaseUrl;
use crate::config::CardForm;
use crate::error::{Error, Outcome};
use crate::messages::Reason;
use crate::operation::Operation;
use crate::pin_guard::{Verdict, guard};
use crate::session::{Listed, Session};
use crate::transport::Body;
use crate::wiping::WipingBuffer;
use crate::wire;

pub fn ready(session: &Session) -> Result<WipingBuffer, Error> {
    let ticket = session.state().ticket()?;
    let asked_at = guard().now();
    let (method, authorization, body) = match session.config.card_form {
        CardForm::Body => {
            let body = wire::ready_body(&ticket).ok_or(Reason::NoMemory)?;
            ("POST", None, Some(body))
        }
        CardForm::Bearer => ("GET", Some(bearer(&ticket)), None),
    };
    let answer = exchange(
        session,
        Prepared {
            operation: Operation::Ready,
            method,
            base: &session.config.local_url,
            tail: Operation::Ready.template(),
            authorization: authorization.as_ref().map(|a| a.as_str()),
            body: body
                .as_ref()
                .map_or(Body::Empty, |b| Body::Json(b.as_slice())),
            timeout: session.config.timeouts.call,
            changes: false,
            scrub: Scrub(&[&ticket]),
        },
    )
    .inspect_err(|error| {
        // The card client has nothing but the ticket to judge by: it is expired or was withdrawn.
        if error.http_status == Some(401) {
            session.state().set_ticket(None);
        }
    })?;
    let listing = wire::listing(&answer.fields()?).map_err(|r| answer.unreadable(r))?;
    guard().observe(&listing.cards, asked_at);
    session.state().set_listed(Listed {
        cards: listing.cards,
        asked_at,
    });
    let cards = std::str::from_utf8(listing.json.as_slice()).unwrap_or("[]");
    let mut fields = answer.writer(cards.len());
    fields.raw("cards", cards);
    result(session, fields, &answer)
}

pub fn login(session: &Session, token: &str, pin: &str) -> Result<WipingBuffer, Error> {
    if pin.is_empty() {
        return Err(Reason::EmptyArgument("pin_code").into());
    }
    let (ticket, card) = {
        let state = session.state();
        (state.ticket()?, state.card(token)?)
    };
    let presentation = guard().admit(&card.cards, card.asked_at, pin)?;
    // Whoever was logged in before is not, from here on: if this login fails, no later call must go
    // out in the name of the person whose card was there before.
    session.end_login();
    let (verdict, result) = match present(session, token, pin, &ticket) {
        Ok(answer) => match take(session, &answer) {
            Ok(result) => (Verdict::Opened, Ok(result)),
            Err(error) => (Verdict::Refused, Err(error)),
        },
        Err(error) if error.outcome == Some(Outcome::NotSent) => (Verdict::NotSent, Err(error)),
        Err(error) if error.http_status.is_none() => (Verdict::NoAnswer, Err(error)),
        Err(error) => (Verdict::Refused, Err(error)),
    };
    presentation.end(verdict);
    result
}

/// Sends the PIN, once.
fn present(session: &Session, token: &str, pin: &str, ticket: &str) -> Result<Answer, Error> {
    let (method, authorization, ticket_in_body) = match session.config.card_form {
        CardForm::Body => ("POST", None, Some(ticket)),
        CardForm::Bearer => ("GET", Some(bearer(ticket)), None),
    };
    let body = wire::login_body(token, pin, ticket_in_body).ok_or(Reason::NoMemory)?;
    exchange(
        session,
        Prepared {
            operation: Operation::Login,
            method,
            base: &session.config.local_url,
            tail: Operation::Login.template(),
            authorization: authorization.as_ref().map(|a| a.as_str()),
            body: Body::Json(body.as_slice()),
            timeout: session.config.timeouts.login,
            changes: true,
            scrub: Scrub(&[pin, ticket, token]),
        },
    )
}

/// Takes the session out of a login's reply.
fn take(session: &Session, answer: &Answer) -> Result<WipingBuffer, Error> {
    let pointer = session.config.identified_field.as_deref();
    let fields = answer.fields()?;
    let reply = wire::login_reply(answer.text(), &fields, pointer)
        .map_err(|reason| answer.unreadable(reason))?;
    let base = BaseUrl::parse(&reply.service_url)
        .filter(|url| session.config.may_use(url))
        .ok_or_else(|| {
            let mut error = answer.unreadable(Reason::ReplyField(wire::SERVICE_URL));
            error.outcome = Some(Outcome::Rejected);
            error
        })?;

    let mut out = answer.writer(reply.bearer.len() + answer.body.as_slice().len());
    reply.write(&mut out);
    session.start_login(base, reply.bearer, reply.identified);
    result(session, out, answer)
}

/// A person insists on a PIN that the guard holds back.
pub fn allow_pin_retry(session: &Session, token: &str) -> Result<(), Error> {
    let card = session.state().card(token)?;
    if guard().allow_retry(&card.cards) {
        Ok(())
    } else {
        Err(Reason::NothingToAllow("card_token").into())
    }
}
