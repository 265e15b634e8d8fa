//! Steps 5 and 6 with one call, and what is known of how many patients were found.

use zeroize::Zeroizing;

use super::reservation::Reservation;
use super::response::{AcceptedResponse, BodyKind};
use super::result::result;
use super::service::{self, Traits, search_failed};
use crate::code::Code;
use crate::ending::{Ask, Ending};
use crate::error::Error;
use crate::json::JsonError;
use crate::json::lookup::{self, Kind};
use crate::messages::{self, Case, Language};
use crate::operation::Operation;
use crate::reason::{Choose, Reason};
use crate::request_object;
use crate::session::Session;
use crate::wiping::WipingBuffer;
use crate::wire::{self, Patient};

/// The traits of a search, out of a JSON object.
pub(super) type OwnedTraits = [Option<Zeroizing<String>>; 4];

pub(super) fn borrowed(given: &OwnedTraits) -> Traits<'_> {
    given
        .each_ref()
        .map(|text| text.as_ref().map(|text| text.as_str()))
}

/// Reads an object of traits, known to the host as `name`; one without any is refused.
pub(super) fn traits(name: &str, json: &str) -> Result<OwnedTraits, Reason> {
    let mut given = OwnedTraits::default();
    request_object::read(name, json, |key, value| {
        let at = wire::traits::ALL.iter().position(|known| *known == key)?;
        // Null leaves a trait out.
        if value.json() != "null" {
            *given.get_mut(at)? = Some(value.text()?);
        }
        Some(())
    })?;
    if given.iter().all(Option::is_none) {
        return Err(Reason::BadMember(name.to_owned()));
    }
    service::check_traits(&borrowed(&given))?;
    Ok(given)
}

/// How many patients a search found, as far as it is known.
pub(super) enum SearchEnd {
    /// With the identifier that the list has of this patient, if it has one.
    One(Option<Zeroizing<String>>),
    /// Nothing says where the list is.
    Unverified,
    /// The list as the service wrote it.
    Several(WipingBuffer),
}

/// Step 5; an error where nobody was found. After an error it is not known whom step 6 would return.
pub(super) fn search(
    reserved: &mut Reservation,
    wanted: &Traits,
) -> Result<(SearchEnd, AcceptedResponse), Error> {
    let session = reserved.session;
    let searched = service::search(reserved, wanted).and_then(|response| {
        let pointer = session.config.patients_pointer.as_deref();
        let end = pointer.map_or(Ok(SearchEnd::Unverified), |at| counted(&response, at))?;
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
fn counted(response: &AcceptedResponse, pointer: &str) -> Result<SearchEnd, Error> {
    let no_list = |error| response.unreadable(Reason::of(error, Reason::NoPatientList));
    let list = match response.kind {
        BodyKind::Json => lookup::written(response.text(), pointer),
        BodyKind::Empty | BodyKind::Text => Err(JsonError::Absent),
    };
    let list = list.map_err(no_list)?;
    if !list.starts_with('[') {
        return Err(no_list(JsonError::Unfit));
    }
    match lookup::count(list.as_bytes(), "").map_err(no_list)? {
        0 => Err(response.unreadable(Reason::NobodyFound)),
        1 if lookup::kind(list.as_bytes(), "/0") == Ok(Kind::Object) => {
            match lookup::get(list.as_bytes(), PATIENT_ID_OF_FIRST) {
                Ok(id) => Ok(SearchEnd::One(Some(Zeroizing::new(id.to_string())))),
                Err(JsonError::Absent) => Ok(SearchEnd::One(None)),
                Err(error) => Err(no_list(error)),
            }
        }
        // Whatever else it is, it is no patient.
        1 => Err(no_list(JsonError::Unfit)),
        _ => {
            let mut choices = WipingBuffer::with_capacity(list.len());
            match choices.push(list.as_bytes()) {
                Ok(()) => Ok(SearchEnd::Several(choices)),
                Err(_) => Err(response.unreadable(Reason::NoMemory)),
            }
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

/// These patients have the traits; the interface shows no way to read one of them.
pub(super) fn several(choices: WipingBuffer) -> Error {
    Error::to_choose(Choose::Homonyms, Some(choices)).of_step(Operation::PatientSearch)
}

pub fn find(session: &Session, traits_json: &str) -> Result<WipingBuffer, Error> {
    request_object::check_argument("traits_json", traits_json)?;
    let given = traits("traits_json", traits_json)?;
    let mut reserved = Reservation::of(session);
    let (end, searched) = search(&mut reserved, &borrowed(&given))?;
    let (matched, listed, ending, ask) = match end {
        SearchEnd::One(id) => ("one", id, Ending::Found, None),
        SearchEnd::Unverified => ("unverified", None, Ending::Unverified, Some(Ask::Patient)),
        SearchEnd::Several(choices) => return Err(several(choices)),
    };
    let (patient, reply) = read(&mut reserved, listed.as_ref().map(|id| id.as_str()))?;
    let sentence = |language: Language| match ask {
        None => language.of(messages::FOUND).to_owned(),
        Some(_) => {
            let compare = Error::to_choose(Choose::Patient, None);
            Case::new(Operation::PatientFind, &compare)
                .text(language)
                .message
        }
    };
    let mut fields = reply.writer(searched.room() + 2 * patient.patient_id.len());
    fields
        .field("match", matched)
        .field("ending", ending.word())
        .field("ask", ask.map(Ask::word))
        .field("message", sentence(session.config.language))
        .field("message_fr", sentence(Language::French))
        .field("may_receive", !patient.update_needed());
    searched.write_raw(&mut fields, "search");
    patient.write(&mut fields);
    result(session, fields, &reply).map_err(|error| error.of_step(Operation::PatientGet))
}
