//! Steps 5 to 9 with one call: a patient is settled, the record opened, documents sent.

mod endings;
mod request;

use std::time::Instant;

use self::endings::Endings;
use self::request::DepositRequest;
use super::dmp::{self, Content, Upload};
use super::find::{self, SearchEnd};
use super::reservation::Reservation;
use super::response::AcceptedResponse;
use super::service;
use super::waiting::{deadline, not_sent, stopped};
use crate::ending::Ending;
use crate::error::{Error, Outcome};
use crate::json::{self, ObjectWriter};
use crate::messages::{self, Language};
use crate::operation::Operation;
use crate::per_process::token;
use crate::reason::{Choose, Reason};
use crate::regular_file;
use crate::session::Session;
use crate::wiping::WipingBuffer;
use crate::wire::Patient;

/// `data`: the only document, where it comes from memory.
pub fn deposit(
    session: &Session,
    request: &str,
    data: Option<&[u8]>,
) -> Result<WipingBuffer, Error> {
    let process = token();
    let request = DepositRequest::parse(request, data)?;
    let mut endings = Endings::waiting(request.documents.len())?;
    let mut made = make(session, &request, &mut endings);
    if token() != process {
        endings.leave_to_the_parent();
        made = Err(Reason::Forked.into());
    }
    let language = session.config.language;
    let documents = endings.json(&request.documents, language);
    let tally = endings.tally();
    let doubt_asked = endings.asks_of_a_doubt();
    let patient = match made.and_then(|patient| endings.into_error().map_or(Ok(patient), Err)) {
        Ok(patient) => patient,
        Err(mut error) => {
            let details = error.details();
            details.documents = documents;
            details.doubt_asked = doubt_asked;
            details.tally = tally.says_more().then_some(tally);
            return Err(error);
        }
    };
    let documents = documents.ok_or(Reason::NoMemory)?;
    let mut out = ObjectWriter::with_capacity(512 + documents.len());
    out.field("patient_id", patient.patient_id.as_str())
        .field("ending", Ending::Sent.word())
        .field("ask", None::<&str>)
        .field("message", messages::all_stored(tally, language))
        .field("message_fr", messages::all_stored(tally, Language::French))
        .raw("documents", documents.as_slice())
        .field("outcome", Outcome::Accepted.word())
        .field("next", session.next().map(Operation::name));
    out.finish().ok_or(Reason::NoMemory.into())
}

/// Makes the steps. An error is that of a step before the documents.
fn make(
    session: &Session,
    request: &DepositRequest<'_>,
    endings: &mut Endings,
) -> Result<Patient, Error> {
    let mut reserved = Reservation::of(session);
    let (patient, read) = settle(&mut reserved, request)?;
    let patient = permit(&mut reserved, request, patient, read)?;
    let opened = dmp::open_record(&mut reserved, &patient.patient_id, request.record);
    opened.map_err(|error| error.of_step(Operation::DmpOpen))?;
    drop(reserved);
    send_all(session, &patient, request, endings)?;
    Ok(patient)
}

/// Whose record it is, by the service's own word.
fn settle(
    reserved: &mut Reservation,
    request: &DepositRequest<'_>,
) -> Result<(Patient, AcceptedResponse), Error> {
    let session = reserved.session;
    let wanted = request.patient_id();
    let Some(traits) = &request.patient else {
        let taken = reserved.take(Operation::PatientGet);
        taken.map_err(|error| error.of_step(Operation::PatientGet))?;
        // Without a search the service speaks of the patient before.
        let is_current = |id| {
            session
                .state()
                .login()
                .is_ok_and(|login| login.is_current(id))
        };
        if !wanted.is_some_and(is_current) {
            return Err(Reason::MissingMember("request_json.patient".into()).into());
        }
        return find::read(reserved, wanted);
    };
    match (find::search(reserved, &find::borrowed(traits))?.0, wanted) {
        (_, Some(wanted)) => find::read(reserved, Some(wanted)),
        (SearchEnd::One(listed), None) => {
            find::read(reserved, listed.as_ref().map(|id| id.as_str()))
        }
        (SearchEnd::Unverified, None) => {
            let (_, read) = find::read(reserved, None)?;
            let choices = json::array(read.text().len(), [Some(read.text())]);
            Err(Error::to_choose(Choose::Patient, choices))
        }
        (SearchEnd::Several(choices), None) => {
            service::search_failed(session);
            Err(find::several(choices))
        }
    }
}

/// Makes the update that the parameters ask for, where the host gave one.
fn permit(
    reserved: &mut Reservation,
    request: &DepositRequest<'_>,
    patient: Patient,
    read: AcceptedResponse,
) -> Result<Patient, Error> {
    let Some(wanted) = patient.update_wanted() else {
        return Ok(patient);
    };
    let Some(update) = request.update else {
        return Err(Error::to_choose(wanted, Some(read.body)));
    };
    let updated = service::update(reserved, update);
    updated.map_err(|error| error.of_step(Operation::PatientUpdate))?;
    let (patient, read) = find::read(reserved, request.patient_id())?;
    match patient.update_wanted() {
        None => Ok(patient),
        Some(wanted) => Err(Error::to_choose(wanted, Some(read.body))),
    }
}

/// Sends the documents in their order, as far as they have their turn.
fn send_all(
    session: &Session,
    patient: &Patient,
    request: &DepositRequest<'_>,
    endings: &mut Endings,
) -> Result<(), Reason> {
    let documents = &request.documents;
    let deadline = deadline(session.config.timeouts.call);
    let mut lengths = Vec::new();
    let room = lengths.try_reserve_exact(documents.len());
    room.map_err(|_| Reason::NoMemory)?;
    {
        let watched = session.transport.in_flight.watch_file(deadline);
        // A file that cannot be read has no part of the progress; its turn will show why.
        lengths.extend(documents.iter().map(|document| {
            let goes_on = stopped(session).is_ok() && Instant::now() < deadline;
            let length = goes_on.then(|| match request.content(document) {
                Content::Path(path) => regular_file::length(path, &watched).unwrap_or(0),
                Content::Bytes(bytes) => bytes.len() as u64,
            });
            length.unwrap_or(0)
        }));
    }
    let total = lengths
        .iter()
        .fold(0, |sum: u64, length| sum.saturating_add(*length));
    let progress = session.transport.in_flight.share_progress(total);
    let turns = session.documents();
    for (index, (document, length)) in documents.iter().zip(lengths).enumerate() {
        turns.turn(index);
        progress.next(length);
        let upload = Upload {
            patient_id: &patient.patient_id,
            content: request.content(document),
            filename: document.filename.as_ref().map(|name| name.as_str()),
            activity_type: &document.activity_type,
            type_code: &document.type_code,
            reference: document.reference.as_ref().map(|text| text.as_str()),
            once: !document.again,
            answers: Some(&request.doubts),
        };
        let sent = match stopped(session) {
            Ok(()) => dmp::send_document(session, &upload),
            Err(reason) => Err(not_sent(reason)),
        };
        let goes_on = match sent {
            Ok(accepted) => {
                endings.accepted(index, accepted);
                true
            }
            Err(error) => endings.failed(index, error),
        };
        if !goes_on {
            return Ok(());
        }
        if let Err(reason) = progress.done() {
            // The document itself has ended: it is the next one that is not sent.
            endings.failed(index + 1, not_sent(reason));
            return Ok(());
        }
    }
    Ok(())
}
