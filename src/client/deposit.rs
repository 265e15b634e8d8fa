//! Steps 5 to 9 with one call: one patient is found, the record opened, documents sent.

mod endings;
mod request;

use std::time::Instant;

use self::endings::Endings;
use self::request::DepositRequest;
use super::choices;
use super::dmp::{self, Content, Upload};
use super::find;
use super::reservation::Reservation;
use super::response::AcceptedResponse;
use super::result::write_ending;
use super::service;
use crate::ending::Ending;
use crate::error::{Error, Outcome};
use crate::json::ObjectWriter;
use crate::messages;
use crate::operation::Operation;
use crate::per_process::token;
use crate::reason::Reason;
use crate::regular_file;
use crate::session::Session;
use crate::time::later;
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
    let doubt = endings.doubt_to_ask(language);
    let patient = match made.and_then(|patient| endings.into_error().map_or(Ok(patient), Err)) {
        Ok(patient) => patient,
        Err(mut error) => {
            let details = error.details();
            details.documents = documents;
            if let Some(choices) = doubt {
                details.doubt_asked = true;
                details.choices = choices.ok();
            }
            details.tally = tally.says_more().then_some(tally);
            return Err(error);
        }
    };
    let documents = documents.ok_or(Reason::NoMemory)?;
    let mut out = ObjectWriter::with_capacity(512 + documents.len());
    out.field("patient_id", patient.patient_id.as_str());
    let sentence = |language| messages::all_stored(tally, language);
    write_ending(session, &mut out, Ending::Sent, sentence);
    out.raw("documents", documents.as_slice())
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
    let (patient, read) = find::find_one(&mut reserved, &request.patient)?.read;
    let patient = permit(&mut reserved, request, patient, read)?;
    let opened = dmp::open_record(&mut reserved, &patient.patient_id, request.record);
    opened.map_err(|error| error.of_step(Operation::DmpOpen))?;
    drop(reserved);
    send_all(session, &patient, request, endings)?;
    Ok(patient)
}

/// Makes the update that the parameters ask for, where the host gave one.
fn permit(
    reserved: &mut Reservation,
    request: &DepositRequest<'_>,
    patient: Patient,
    read: AcceptedResponse,
) -> Result<Patient, Error> {
    let language = reserved.session.config.language;
    let to_update = |wanted, patient: &Patient, read: &AcceptedResponse| {
        choices::patient(patient, read, language)
            .map_or_else(Error::from, |choices| Error::to_choose(wanted, choices))
    };
    let Some(wanted) = patient.update_wanted() else {
        return Ok(patient);
    };
    let Some(update) = request.update else {
        return Err(to_update(wanted, &patient, &read));
    };
    let updated = service::update(reserved, update);
    updated.map_err(|error| error.of_step(Operation::PatientUpdate))?;
    let (patient, read) = find::read(reserved, request.patient.id())?;
    match patient.update_wanted() {
        None => Ok(patient),
        Some(wanted) => Err(to_update(wanted, &patient, &read)),
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
    let deadline = later(session.config.timeouts.call);
    let mut lengths = Vec::new();
    let room = lengths.try_reserve_exact(documents.len());
    room.map_err(|_| Reason::NoMemory)?;
    {
        let watched = session.transport.in_flight.watch_file(deadline);
        // A file that cannot be read has no part of the progress; its turn will show why.
        lengths.extend(documents.iter().map(|document| {
            let goes_on = session.stopped().is_ok() && Instant::now() < deadline;
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
        let sent = match session.stopped() {
            Ok(()) => dmp::send_document(session, &upload),
            Err(reason) => Err(Error::not_sent(reason)),
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
            endings.failed(index + 1, Error::not_sent(reason));
            return Ok(());
        }
    }
    Ok(())
}
