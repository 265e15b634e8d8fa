//! Steps 5 and 6 with one call, and what is known of how many patients were found.

use zeroize::Zeroizing;

use super::choices::{self, Choices};
use super::reservation::Reservation;
use super::result::{AcceptedResponse, BodyKind, result, write_ending};
use super::service::{self, Traits, search_failed};
use crate::ending::Ending;
use crate::error::Error;
use crate::json::{self, JsonError, Scanner, lookup};
use crate::messages::{self, Language};
use crate::operation::Operation;
use crate::reason::{Choose, Code, Reason};
use crate::request_object;
use crate::session::Session;
use crate::wiping::WipingBuffer;
use crate::wire::{self, Patient};

const REQUEST: &str = "request_json";

type OwnedTraits = Traits<Zeroizing<String>>;

/// Reads an object of traits, known to the host as `name`; one without any is refused.
fn traits(name: &str, json: &str) -> Result<OwnedTraits, Reason> {
    let mut given = OwnedTraits::default();
    request_object::read(name, json, &mut |value| {
        let mut known = wire::TRAITS.iter().zip(&mut given);
        let slot = known.find(|(name, _)| **name == value.key);
        let (_, slot) = slot.ok_or_else(|| value.unknown())?;
        *slot = value.given().map(|_| value.text()).transpose()?;
        Ok(())
    })?;
    if given.iter().all(Option::is_none) {
        return Err(Reason::BadMember(name.to_owned()));
    }
    service::named(&given)?;
    Ok(given)
}

/// How many patients a search found, as far as it is known.
enum SearchEnd {
    /// With the identifier that the list has of this patient, if it has one.
    One(Option<Zeroizing<String>>),
    /// Nothing says where the list is.
    Unverified,
    Several(Choices),
}

/// Step 5; an error where nobody was found. After an error it is not known whom step 6 would return.
fn search(
    reserved: &mut Reservation,
    wanted: &OwnedTraits,
) -> Result<(SearchEnd, AcceptedResponse), Error> {
    let session = reserved.session;
    let searched = service::search(reserved, wanted).and_then(|response| {
        let pointer = session.config.patients_pointer.as_deref();
        let end = pointer.map_or(Ok(SearchEnd::Unverified), |at| {
            counted(&response, at, session.config.language)
        })?;
        Ok((end, response))
    });
    searched.map_err(|error| {
        search_failed(session);
        not_a_page(error).of_step(Operation::PatientSearch)
    })
}

/// Step 6; an error where the service speaks of another patient than the one expected.
pub(super) fn read(
    reserved: &mut Reservation,
    expected: Option<&str>,
) -> Result<(Patient, AcceptedResponse), Error> {
    let session = reserved.session;
    let read = service::read(reserved).map_err(not_a_page);
    let read = read.and_then(|(patient, response)| match expected {
        Some(id) if *id != *patient.patient_id => {
            search_failed(session);
            Err(Reason::OtherPatient.into())
        }
        _ => Ok((patient, response)),
    });
    read.map_err(|error| error.of_step(Operation::PatientGet))
}

/// As the service writes it when the patient is read.
const PATIENT_ID_OF_FIRST: &str = "/0/patient_id";

/// How many patients are in the list that the configuration points to.
fn counted(
    response: &AcceptedResponse,
    pointer: &str,
    language: Language,
) -> Result<SearchEnd, Error> {
    let no_list = |error| response.unreadable(Reason::of(error, Reason::NoPatientList));
    let list = match response.kind {
        BodyKind::Json => lookup::written(response.text(), pointer),
        BodyKind::Empty | BodyKind::Text => Err(JsonError::Absent),
    };
    let list = list.map_err(no_list)?;
    let items = json::items(list, usize::MAX).map_err(no_list)?;
    match *items {
        [] => Err(response.unreadable(Reason::NobodyFound)),
        [one] if one.starts_with('{') => {
            let id = lookup::find(list.as_bytes(), PATIENT_ID_OF_FIRST);
            match id.and_then(Scanner::get) {
                Ok(id) => Ok(SearchEnd::One(Some(Zeroizing::new(id.to_string())))),
                Err(JsonError::Absent) => Ok(SearchEnd::One(None)),
                Err(error) => Err(no_list(error)),
            }
        }
        // Whatever else it is, it is no patient.
        [_] => Err(no_list(JsonError::Unfit)),
        _ => {
            let choices = choices::homonyms(&items, language).map(SearchEnd::Several);
            choices.map_err(|reason| response.unreadable(reason))
        }
    }
}

/// Only the service can say that there is no such patient: a 404 with a page comes from something in between.
fn not_a_page(error: Error) -> Error {
    if error.code != Code::NotFound || error.http_status != Some(404) || error.definite.is_some() {
        return error;
    }
    Error {
        code: Code::Reply,
        reason: Reason::ReplyPage,
        ..error
    }
}

/// A patient whose parameters were read, with the reply that has them.
pub(super) type PatientRead = (Patient, AcceptedResponse);

pub(super) struct WantedPatient {
    traits: Option<OwnedTraits>,
    patient_id: Option<Zeroizing<String>>,
}

impl WantedPatient {
    /// Of the members of a request; one of them must be there.
    pub fn read(
        given: Option<&str>,
        patient_id: Option<Zeroizing<String>>,
    ) -> Result<WantedPatient, Reason> {
        if given.is_none() && patient_id.is_none() {
            return Err(Reason::MissingMember("request_json.patient".into()));
        }
        let given = given.map(|given| traits("request_json.patient", given));
        Ok(WantedPatient {
            traits: given.transpose()?,
            patient_id,
        })
    }

    pub fn id(&self) -> Option<&str> {
        self.patient_id.as_ref().map(|id| id.as_str())
    }
}

/// Who it is, by the service's own word, and the reply of the search, where one was made; an error where a person must say
/// it.
pub(super) fn find_one(
    reserved: &mut Reservation,
    wanted: &WantedPatient,
) -> Result<(PatientRead, Option<AcceptedResponse>), Error> {
    let session = reserved.session;
    let language = session.config.language;
    let Some(given) = &wanted.traits else {
        let taken = reserved.take(Operation::PatientGet);
        taken.map_err(|error| error.of_step(Operation::PatientGet))?;
        // Without a search the service speaks of the patient before.
        let is_current = |id| {
            let state = session.state();
            state.login().is_ok_and(|login| login.is_current(id))
        };
        if !wanted.id().is_some_and(is_current) {
            return Err(Reason::MissingMember("request_json.patient".into()).into());
        }
        return Ok((read(reserved, wanted.id())?, None));
    };
    let (end, searched) = search(reserved, given)?;
    let several = |choices| {
        search_failed(session);
        Error::to_choose(Choose::Homonyms, choices).of_step(Operation::PatientSearch)
    };
    let read = match (end, wanted.id()) {
        // Of several the service may have none to speak of.
        (SearchEnd::Several(choices), Some(wanted)) => {
            read(reserved, Some(wanted)).map_err(|error| {
                let none = matches!(error.code, Code::Conflict | Code::NotFound | Code::Refused);
                match none && error.definite.is_some() {
                    true => several(choices),
                    false => error,
                }
            })?
        }
        (_, Some(wanted)) => read(reserved, Some(wanted))?,
        (SearchEnd::One(Some(listed)), None) => read(reserved, Some(listed.as_str()))?,
        (SearchEnd::One(None), None) if !reserved.may_change()? => read(reserved, None)?,
        (SearchEnd::One(None) | SearchEnd::Unverified, None) => {
            let (patient, read) = read(reserved, None)?;
            let choices = choices::patient(&patient, &read, language)?;
            return Err(Error::to_choose(Choose::Patient, choices));
        }
        (SearchEnd::Several(choices), None) => return Err(several(choices)),
    };
    Ok((read, Some(searched)))
}

pub fn find(session: &Session, request: &str) -> Result<WipingBuffer, Error> {
    let (mut given, mut patient_id) = (None, None);
    request_object::read_argument(REQUEST, request, &mut |value| {
        match value.key {
            "patient" => given = Some(value.json),
            "patient_id" => patient_id = Some(value.c_text()?),
            _ => return Err(value.unknown()),
        }
        Ok(())
    })?;
    let wanted = WantedPatient::read(given, patient_id)?;
    let found = find_one(&mut Reservation::of(session), &wanted)?;
    let ((patient, reply), search) = &found;
    let room = search.as_ref().map_or(0, AcceptedResponse::room) + 2 * patient.patient_id.len();
    let mut fields = reply.writer(room);
    write_ending(session, &mut fields, Ending::Found, messages::FOUND);
    fields.field("may_receive", !patient.update_needed());
    match search {
        Some(search) => search.write_raw(&mut fields, "search"),
        None => _ = fields.field("search", None::<&str>),
    }
    patient.write(&mut fields);
    result(session, fields, reply).map_err(|error| error.of_step(Operation::PatientGet))
}
