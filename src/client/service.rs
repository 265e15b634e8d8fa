//! Steps 4 to 7 and the pass-through call: what the resource service offers besides the record.

use std::sync::Arc;

use zeroize::Zeroizing;

use super::call::ServiceCall;
use super::reservation::Reservation;
use super::result::{AcceptedResponse, plain_result, result};
use crate::address::{self, BaseUrl};
use crate::config::valid_credential;
use crate::error::{Error, Outcome};
use crate::json;
use crate::keyed_digest::digest;
use crate::operation::Operation;
use crate::reason::Reason;
use crate::session::{Login, Session};
use crate::transport::{Body, Sent};
use crate::wiping::WipingBuffer;
use crate::wire::{self, Patient, TRAITS};

/// Adopts a login made elsewhere, for example by a browser page that called the card client.
pub fn set_session(session: &Session, service_url: &str, bearer: &str) -> Result<(), Error> {
    if !valid_credential(bearer) {
        return Err(Reason::BadCredential("bearer").into());
    }
    let base = BaseUrl::parse(service_url)
        .filter(|url| session.config.may_use(url))
        .ok_or(Reason::BadServiceUrlArgument)?;
    Ok(session.start_login(base, bearer, None, true)?)
}

/// A body as the host gives it: sent byte for byte, once it is known to be JSON.
pub(super) fn host_json<'a>(name: &'static str, text: Option<&'a str>) -> Result<Body<'a>, Reason> {
    match text {
        None => Ok(Body::Empty),
        Some(text) if json::check(text).is_ok() => Ok(Body::Json(text.as_bytes())),
        Some(_) => Err(Reason::NotJson(name)),
    }
}

pub fn profile_put(session: &Session, payload: &str) -> Result<WipingBuffer, Error> {
    let response = put_profile(session, payload)?;
    plain_result(session, &response)
}

pub(super) fn put_profile(session: &Session, payload: &str) -> Result<AcceptedResponse, Error> {
    let body = host_json("payload_json", Some(payload))?;
    let path = Operation::ProfilePut.path(&[]);
    let sent = choose(session, Operation::ProfilePut, payload, |call| {
        call.send("PUT", &path, body)
    });
    let response = sent?;
    session.note(|login| login.profile_put(payload));
    Ok(response)
}

/// Step 4. A profile or a situation without an answer may be taken later, behind another one: that one needs a new login.
fn choose(
    session: &Session,
    operation: Operation,
    chosen: &str,
    send: impl FnOnce(ServiceCall<'_>) -> Result<AcceptedResponse, Error>,
) -> Result<AcceptedResponse, Error> {
    let call = ServiceCall::prepare(session, operation, |login| login.choice_begins(operation))?;
    let shared = Arc::clone(&session.state().login()?.shared);
    let chosen = digest([chosen.as_bytes()]);
    if shared.may_take_other(operation, &chosen) {
        session.end_login();
        return Err(Reason::LoginMissing.into());
    }
    send(call).inspect_err(|error| {
        // Any other answer may come from a gateway, behind which the service still works.
        if error.outcome == Some(Outcome::Unknown) && error.http_status != Some(500) {
            shared.choice_unanswered(operation, chosen);
        }
    })
}

pub fn profile_select(session: &Session, situation_id: &str) -> Result<WipingBuffer, Error> {
    let id = address::segment(situation_id).ok_or(Reason::BadSegment("situation_id"))?;
    let path = Operation::ProfileSelect.path(&[&id]);
    let response = choose(session, Operation::ProfileSelect, &id, |call| {
        call.send("GET", &path, Body::Empty)
    })?;
    session.note(Login::profile_selected);
    plain_result(session, &response)
}

/// Longest trait that is sent, in bytes; longer request lines are refused by common servers.
const MAX_TRAIT: usize = 1024;

/// The traits of a search, in the order of [`TRAITS`], as the host gives them; None leaves one out.
pub type Traits<T> = [Option<T>; 4];
type NamedTrait<'a> = (&'static str, Option<&'a str>);

/// Those of a search by their names, if none is too long to be sent.
pub(super) fn named<T: AsRef<str>>(wanted: &Traits<T>) -> Result<Vec<NamedTrait<'_>>, Reason> {
    let values = wanted.iter().map(|value| value.as_ref().map(T::as_ref));
    let named = TRAITS.into_iter().zip(values);
    let checked = named.map(|(name, value)| match value {
        Some(value) if value.len() > MAX_TRAIT => Err(Reason::TooLong(name)),
        _ => Ok((name, value)),
    });
    checked.collect()
}

/// Step 5. The interface does not show the reply.
pub(super) fn search(
    reserved: &mut Reservation,
    wanted: &Traits<impl AsRef<str>>,
) -> Result<AcceptedResponse, Error> {
    let query = address::query(&named(wanted)?);
    let operation = Operation::PatientSearch;
    let call = reserved.prepare(operation, Login::search_begins)?;
    let path = operation.path(&[]);
    let tail = Zeroizing::new([path.as_str(), &query].concat());
    searched(reserved.session, call.send("GET", &tail, Body::Empty))
}

/// Notes how a search ended. One that left and was not decided may be carried out yet.
fn searched(
    session: &Session,
    sent: Result<AcceptedResponse, Error>,
) -> Result<AcceptedResponse, Error> {
    let left = session.transport.in_flight.exchange().sent() != Sent::Nothing;
    session.note(|login| match &sent {
        Ok(_) => login.searched(),
        Err(error) if error.definite.is_none() && left => login.shared.search_unanswered(),
        Err(_) => {}
    });
    sent
}

/// Step 6: whose parameters the service returned.
pub(super) fn read(reserved: &mut Reservation) -> Result<(Patient, AcceptedResponse), Error> {
    let operation = Operation::PatientGet;
    let call = reserved.prepare(operation, |login| login.may_read())?;
    let response = call.send("GET", &operation.path(&[]), Body::Empty)?;
    let patient = wire::patient(&response.fields()?).map_err(|r| response.unreadable(r))?;
    reserved.session.note(|login| login.patient_read(&patient));
    Ok((patient, response))
}

pub fn patient_search(session: &Session, wanted: &Traits<&str>) -> Result<WipingBuffer, Error> {
    plain_result(session, &search(&mut Reservation::of(session), wanted)?)
}

pub fn patient_get(session: &Session) -> Result<WipingBuffer, Error> {
    let (patient, response) = read(&mut Reservation::of(session))?;
    let mut fields = response.writer(2 * patient.patient_id.len());
    patient.write(&mut fields);
    result(session, fields, &response)
}

/// Step 7.
pub(super) fn update(reserved: &mut Reservation, body: &str) -> Result<AcceptedResponse, Error> {
    let opens = !wire::keeps_record_closed(body);
    let body = host_json("body_json", Some(body))?;
    let operation = Operation::PatientUpdate;
    let call = reserved.prepare(operation, |login| login.may_update())?;
    // It is of whoever the service's current patient is when it is carried out, which may be later.
    if reserved.may_change()? {
        reserved.session.end_login();
        return Err(Reason::LoginMissing.into());
    }
    let sent = call.send("POST", &operation.path(&[]), body);
    let response = sent.inspect_err(|error| {
        if error.outcome == Some(Outcome::Unknown) {
            reserved.session.end_login();
        }
    })?;
    // Who opposes, or whose identity is not qualified, has no record to open.
    if opens && !wire::keeps_record_closed(response.text()) {
        reserved.session.note(Login::patient_updated);
    }
    Ok(response)
}

pub fn patient_update(session: &Session, body: &str) -> Result<WipingBuffer, Error> {
    plain_result(session, &update(&mut Reservation::of(session), body)?)
}

/// Records that a search ended without success, wherever it failed: the host must not take who is read then for whom it
/// has searched for.
pub fn search_failed(session: &Session) {
    session.note(Login::search_failed);
}

/// Whether a request to this path may be a search, however the path is written.
pub fn is_search(path: &str) -> bool {
    address::leads_to(path, Operation::PatientSearch.template())
}

/// Any other call under the service URL, with the session's bearer.
pub fn request(
    session: &Session,
    method: &str,
    path: &str,
    body: Option<&str>,
) -> Result<WipingBuffer, Error> {
    const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    if !METHODS.contains(&method) {
        return Err(Reason::BadMethod.into());
    }
    if !address::valid_request_path(path) {
        return Err(Reason::BadPath.into());
    }
    let body = host_json("body_json", body)?;
    let operation = Operation::request(Some(method));
    let searches = is_search(path);
    let mut reserved = Reservation::of(session);
    let call = match searches {
        true => reserved.prepare(operation, Login::search_begins)?,
        false => ServiceCall::prepare(session, operation, |_| Ok(()))?,
    };
    let sent = call.send(method, path, body);
    let response = match searches {
        true => searched(session, sent)?,
        false => sent?,
    };
    plain_result(session, &response)
}
