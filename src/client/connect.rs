//! `hr_connect`: steps 1 to 4 with one call.

use zeroize::Zeroizing;

use super::card::{self, Listed, wait};
use super::choices::{self, Choices};
use super::result::{self, AcceptedResponse, BodyKind, plain_result};
use super::service;
use crate::address;
use crate::ending::{self, Ask, Ending};
use crate::error::{Error, Outcome};
use crate::guard::{self, Insistence};
use crate::hex;
use crate::json::{self, ObjectWriter, lookup};
use crate::messages;
use crate::operation::Operation;
use crate::reason::{Choose, Reason};
use crate::request_object::{self, MAX_INTEGER};
use crate::session::Session;
use crate::wiping::WipingBuffer;
use crate::wire::{self, WantedCard};

pub fn connect(
    session: &Session,
    request: Option<&str>,
    pin: Option<&str>,
) -> Result<WipingBuffer, Error> {
    let mut done = Done::default();
    let ended = run(session, request, pin, &mut done).and_then(|()| done.result(session));
    ended.map_err(|mut error| {
        error.details().session = Some(session.state().login().is_ok());
        error.journal_not_completed |= done.not_recorded;
        error
    })
}

#[derive(Default)]
struct ConnectRequest<'a> {
    card: Option<WantedCard<'a>>,
    wait_card_ms: u64,
    profile: Option<&'a str>,
    situation: Option<Zeroizing<String>>,
    insists: Insistence,
}

impl<'a> ConnectRequest<'a> {
    fn read(text: &'a str) -> Result<ConnectRequest<'a>, Reason> {
        let mut request = ConnectRequest::default();
        let mut card = None;
        request_object::read_argument("request_json", text, &mut |value| {
            match value.key {
                "card" => card = Some(value.json),
                "wait_card_ms" => request.wait_card_ms = value.number(0..=MAX_INTEGER)?,
                "profile" => request.profile = value.given(),
                "situation_id" => request.situation = Some(value.text_if(address::is_segment)?),
                "confirmed" => request.insists.confirmed = Some(value.text_as(hex::to_number)?),
                "retry" => request.insists.retry = Some(value.text_as(hex::to_number)?),
                _ => return Err(value.unknown()),
            }
            Ok(())
        })?;
        request.card = card
            .map(|card| WantedCard::read("request_json.card", card))
            .transpose()?;
        Ok(request)
    }
}

#[derive(Default)]
struct Done {
    card: Option<WipingBuffer>,
    login: Option<WipingBuffer>,
    /// A journal has no record of the login's end.
    not_recorded: bool,
    profile: Option<WipingBuffer>,
    situation: Option<WipingBuffer>,
}

impl Done {
    fn result(&self, session: &Session) -> Result<WipingBuffer, Error> {
        let parts = [
            ("card", &self.card),
            ("login", &self.login),
            ("profile", &self.profile),
            ("situation", &self.situation),
        ];
        let mut out = ObjectWriter::with_capacity(4096);
        for (name, part) in parts {
            out.raw(name, part.as_ref().map_or(&b"null"[..], |part| part));
        }
        let identified = session.state().login()?.identified;
        out.field("identified", identified).field("session", true);
        result::write_ending(session, &mut out, Ending::Open, messages::OPEN);
        out.field("outcome", Outcome::Accepted.word())
            .field("next", session.next().map(Operation::name));
        out.finish().ok_or_else(|| Error {
            outcome: Some(Outcome::AcceptedUnreadable),
            ..Reason::NoMemory.into()
        })
    }
}

fn run(
    session: &Session,
    request: Option<&str>,
    pin: Option<&str>,
    done: &mut Done,
) -> Result<(), Error> {
    let request = request.map(ConnectRequest::read).transpose()?;
    let request = request.unwrap_or_default();
    if pin.is_some() || !goes_on(session, &request)? {
        // Whatever becomes of this login, nobody goes on in the name of whoever was there before.
        session.end_login();
        let typed = pin.filter(|pin| !guard::is_blank_pin(pin));
        log_in(session, &request, typed, done)?;
    } else {
        session.stopped().map_err(Error::not_sent)?;
    }
    situate(session, &request, done)
}

/// Whether the open session may serve: not that of another card than the one that is wanted. Of a session that was opened
/// elsewhere the card is not known.
fn goes_on(session: &Session, request: &ConnectRequest) -> Result<bool, Error> {
    let state = session.state();
    let Ok(login) = state.login() else {
        return Ok(false);
    };
    let Some(wanted) = &request.card else {
        return Ok(true);
    };
    match login.card() {
        Some(entry) => {
            let fits = wanted.fits(card::text(entry));
            fits.map_err(|error| Reason::of(error, Reason::CardNotListed).into())
        }
        None => Ok(state.adopted),
    }
}

/// Steps 1 and 2: the list, and the place in it of the one card that fits.
fn one_card(session: &Session, request: &ConnectRequest) -> Result<(Listed, usize), Error> {
    let kinds = &session.config.card_types;
    let (listed, fitting) = wait(session, request.wait_card_ms, |entry| match &request.card {
        Some(wanted) => wanted.fits(entry),
        None => wire::is_of_kind(entry, kinds),
    })?;
    let list = &listed.list;
    let cards = list.one_of_each(&fitting);
    let Some(at) = cards.first().copied() else {
        // A patient's card is never taken for the doctor's, be it the only one.
        let all = list.one_of_each(&Vec::from_iter(0..list.entries.len()));
        return Err(match all.is_empty() || request.card.is_some() {
            true => Reason::NoCard.into(),
            false => Error::to_choose(Choose::OtherCard, listed.choices(session, &all)?),
        });
    };
    // A token that stands for several cards does not say which of them would get the PIN: whoever named one knows that.
    let chosen = request.card.as_ref().is_some_and(WantedCard::names_a_card);
    let under_token = match chosen {
        true => Vec::new(),
        false => list.one_of_each(&list.under_token_of(at)),
    };
    for several in [cards, under_token] {
        if several.len() > 1 {
            let choices = listed.choices(session, &several)?;
            return Err(Error::to_choose(Choose::Card, choices));
        }
    }
    Ok((listed, at))
}

/// Step 3. The PIN is presented at most once, to the one card that fits, or asked for.
fn log_in(
    session: &Session,
    request: &ConnectRequest,
    pin: Option<&str>,
    done: &mut Done,
) -> Result<(), Error> {
    let (mut listed, at) = one_card(session, request)?;
    let Some(pin) = pin else {
        return Err(Error::to_choose(
            Choose::Pin,
            listed.choices(session, &[at])?,
        ));
    };
    let entry = listed.entries.get_mut(at).map(std::mem::take);
    let known = entry.zip(listed.list.entries.get(at));
    let (entry, card) = known.ok_or(Reason::CardNotListed)?;
    let (login, recorded) =
        card::log_in(session, &card.token, pin, request.insists).map_err(|error| {
            let error = error.of_step(Operation::Login);
            asking_about(session, &entry, error)
        })?;
    session.note(|login| login.opened_by(&entry));
    done.card = Some(entry);
    done.not_recorded = !recorded;
    done.login = Some(login);
    Ok(())
}

/// A PIN or a decision about one is asked for with the card that it is for.
fn asking_about(session: &Session, entry: &[u8], mut error: Error) -> Error {
    let held = match (&error.reason, ending::of_error(&error).1) {
        (Reason::PinHeld(held), _) => Some(*held),
        (_, Some(Ask::Pin)) => None,
        _ => return error,
    };
    // Without memory the error stands as it is: what became of the PIN counts more.
    let choice = choices::card(card::text(entry), held, session.config.language);
    error.details().choices = choices::list([choice]).ok();
    error
}

/// Step 4, where it is asked for or a person must choose.
fn situate(session: &Session, request: &ConnectRequest, done: &mut Done) -> Result<(), Error> {
    let (identified, needed, unprofiled, has_put) = {
        let state = session.state();
        let login = state.login()?;
        let has_put = request.profile.is_some_and(|given| login.has_put(given));
        let (needed, unprofiled) = (login.needs_situation(), login.needs_profile());
        (login.identified, needed, unprofiled, has_put)
    };
    if identified == Some(true) {
        return Ok(());
    }
    let configured = session.config.profile.as_ref().filter(|_| unprofiled);
    let configured = configured.map(|profile| profile.get());
    // The profile of a request to which the situation was added: it was accepted when the situation was asked for.
    let put_before = request.situation.is_some() && has_put;
    let mut choices = None;
    if let Some(profile) = request.profile.or(configured).filter(|_| !put_before) {
        let of_step = |error: Error| error.of_step(Operation::ProfilePut);
        let response = service::put_profile(session, profile).map_err(of_step)?;
        match request.situation {
            None => choices = Some(situations(session, &response).map_err(of_step)?),
            Some(_) => done.profile = Some(plain_result(session, &response).map_err(of_step)?),
        }
    }
    if let Some(id) = &request.situation {
        let selected = service::profile_select(session, id);
        let selected = selected.map_err(|error| error.of_step(Operation::ProfileSelect))?;
        done.situation = Some(selected);
    } else if needed || request.profile.is_some() {
        let asked = match unprofiled && choices.is_none() {
            true => Choose::Profile,
            false => Choose::Situation,
        };
        let mut error = Error::from(Reason::ToChoose(asked));
        error.details().choices = choices;
        return Err(error);
    }
    Ok(())
}

/// Those of the list to which the configuration leads, else the reply.
fn situations(session: &Session, response: &AcceptedResponse) -> Result<Choices, Error> {
    let language = session.config.language;
    let pointer = session.config.situations_pointer.as_deref();
    let pointer = pointer.filter(|_| response.kind == BodyKind::Json);
    let list = pointer.map(|at| lookup::written(response.text(), at));
    let choices = match list {
        Some(Ok(list)) if list.starts_with('[') => {
            let items = json::items(list, usize::MAX);
            let items = items.map_err(|error| Reason::of(error, Reason::ReplyNotJson));
            items.and_then(|items| choices::situations(&items, language))
        }
        _ => choices::reply(response, language),
    };
    // The profile was accepted, whatever can be made of the reply.
    choices.map_err(|reason| response.unreadable(reason))
}
