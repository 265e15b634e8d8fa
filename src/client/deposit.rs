//! Steps 5 to 9 with one call: one patient is found, the record opened, documents sent.

use std::time::Instant;

use super::choices::{self, Choices};
use super::deposit_request::{DepositRequest, WantedDocument};
use super::dmp::{self, AcceptedDocument, Content, Terms, Upload};
use super::find;
use super::reservation::Reservation;
use super::result::{AcceptedResponse, write_ending};
use super::service;
use crate::ending::{self, Ending};
use crate::error::{Definite, Error, Outcome, Tally};
use crate::guard::SentAgain;
use crate::json::{self, ObjectWriter};
use crate::locking::lock;
use crate::messages::{self, Case, Language};
use crate::operation::Operation;
use crate::per_process::token;
use crate::reason::{Code, Reason};
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
    let mut sent_again = lock(&session.sent_again);
    let room = sent_again.try_reserve(request.documents.len());
    room.map_err(|_| Reason::NoMemory)?;
    let mut made = make(session, &request, &mut sent_again, &mut endings);
    if token() != process {
        endings.leave_to_the_parent();
        made = Err(Reason::Forked.into());
    }
    let language = session.config.language;
    let documents = endings.json(&request.documents, language);
    let tally = endings.tally();
    let doubt = endings.doubt_to_ask(language);
    let made = made.and_then(|patient| endings.take_error().map_or(Ok(patient), Err));
    let is_told = made.is_ok() && documents.is_some();
    // Made again after a failure, the call does not send once more what `again` has sent.
    if is_told {
        let accepted = endings.0.iter().flatten().flatten();
        for digest in accepted.filter_map(|it| it.document) {
            sent_again.remove(&digest);
        }
    }
    let patient = match made {
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
    let sentence = messages::all_stored(tally);
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
    sent_again: &mut SentAgain,
    endings: &mut Endings,
) -> Result<Patient, Error> {
    let mut reserved = Reservation::of(session);
    let ((patient, read), _) = find::find_one(&mut reserved, &request.patient)?;
    let patient = update_where_asked(&mut reserved, request, patient, read)?;
    let opened = dmp::open_record(&mut reserved, &patient.patient_id, request.record);
    opened.map_err(|error| error.of_step(Operation::DmpOpen))?;
    drop(reserved);
    send_all(session, &patient, request, sent_again, endings)?;
    Ok(patient)
}

/// Makes the update that the parameters ask for, where the host gave one.
fn update_where_asked(
    reserved: &mut Reservation,
    request: &DepositRequest<'_>,
    patient: Patient,
    read: AcceptedResponse,
) -> Result<Patient, Error> {
    let session = reserved.session;
    let language = session.config.language;
    let to_update = |wanted, patient: &Patient, read: &AcceptedResponse| {
        session.note(|login| _ = login.word_for_update(false));
        choices::patient(patient, read, language)
            .map_or_else(Error::from, |choices| Error::to_choose(wanted, choices))
    };
    let Some(wanted) = patient.update_wanted() else {
        return Ok(patient);
    };
    // What the parameters ask for behind an update that was made, nobody was asked about.
    let was_used = session.state().login_mut()?.word_for_update(false);
    let Some(update) = request.update.filter(|_| !was_used) else {
        return Err(to_update(wanted, &patient, &read));
    };
    let updated = service::update(reserved, update);
    updated.map_err(|error| error.of_step(Operation::PatientUpdate))?;
    session.note(|login| _ = login.word_for_update(true));
    let (patient, read) = find::read(reserved, request.patient.id()).map_err(|mut error| {
        if matches!(error.reason, Reason::OtherPatient) {
            error.reason = Reason::OtherPatientUpdated;
        }
        error
    })?;
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
    sent_again: &mut SentAgain,
    endings: &mut Endings,
) -> Result<(), Reason> {
    let documents = &request.documents;
    let deadline = later(session.config.timeouts.call);
    let mut lengths = Vec::new();
    lengths.try_reserve_exact(documents.len())?;
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
    let total = lengths.iter().copied().fold(0, u64::saturating_add);
    let progress = session.transport.in_flight.share_progress(total);
    for (index, (document, length)) in documents.iter().zip(lengths).enumerate() {
        progress.next(length);
        let upload = Upload {
            patient_id: &patient.patient_id,
            content: request.content(document),
            filename: document.filename.as_deref().map(String::as_str),
            activity_type: &document.activity_type,
            type_code: &document.type_code,
        };
        let terms = Terms {
            reference: document.reference.as_deref().map(String::as_str),
            once: document.again.then_some(&*sent_again),
            answers: Some(&request.doubts),
        };
        let may = session.stopped().map_err(Error::not_sent);
        let sent = may.and_then(|()| dmp::send_document(session, &upload, &terms));
        let sent = sent.map(|(accepted, _)| accepted);
        let digest = sent.as_ref().ok().and_then(|accepted| accepted.document);
        sent_again.extend(digest.filter(|_| document.again));
        if !endings.end(index, sent) {
            break;
        }
        if let Err(reason) = progress.done() {
            // The document itself has ended: it is the next one that is not sent.
            endings.end(index + 1, Err(Error::not_sent(reason)));
            break;
        }
    }
    Ok(())
}

/// How a document ended; None where its turn has not come.
type DocumentEnding = Option<Result<AcceptedDocument, Error>>;

struct Endings(Vec<DocumentEnding>);

impl Endings {
    fn waiting(documents: usize) -> Result<Endings, Reason> {
        let mut endings = Vec::new();
        endings.try_reserve_exact(documents)?;
        endings.resize_with(documents, || None);
        Ok(Endings(endings))
    }

    /// Whether the documents behind it have their turn.
    fn end(&mut self, index: usize, ended: Result<AcceptedDocument, Error>) -> bool {
        let ended = ended.map_err(|error| error.of_step(Operation::DmpSend));
        let goes_on = ended.as_ref().err().is_none_or(concerns_it_alone);
        if let Some(place) = self.0.get_mut(index) {
            *place = Some(ended);
        }
        goes_on
    }

    /// In a child that a callback forked: the parent goes on, and only there is known how those end that have not ended.
    fn leave_to_the_parent(&mut self) {
        for ending in &mut self.0 {
            let ended = match ending {
                None => false,
                Some(Ok(_)) => true,
                Some(Err(error)) => error.reason != Reason::Forked,
            };
            if !ended {
                *ending = Some(Err(Error::from(Reason::Forked).of_step(Operation::DmpSend)));
            }
        }
    }

    fn tally(&self) -> Tally {
        let accepted = || self.0.iter().flatten().flatten();
        let (stored, doubts) = (accepted().count(), self.failures());
        let in_doubt = doubts.filter(|(_, error)| is_doubt(error)).count();
        Tally {
            stored,
            already: accepted().filter(|document| document.already).count(),
            in_doubt,
            missing: self.0.len() - stored - in_doubt,
            waiting: self.0.iter().filter(|ending| ending.is_none()).count(),
        }
    }

    /// Asks about the first document that is held by a doubt that arose before this call; None where none is, or a failure
    /// has ended the call: an answer would make it once more.
    fn doubt_to_ask(&self, language: Language) -> Option<Result<Choices, Reason>> {
        let mut failures = self.failures();
        if !self.failures().all(|(_, error)| concerns_it_alone(error)) {
            return None;
        }
        let (index, error) = failures.find(|(_, error)| error.reason == Reason::ResendRefused)?;
        let entry = error.entry()?;
        let number = (self.0.len() > 1).then_some(index + 1);
        Some(choices::doubt(entry, number, language))
    }

    fn failures(&self) -> impl Iterator<Item = (usize, &Error)> {
        let each = self.0.iter().enumerate();
        each.filter_map(|(index, ending)| Some((index, ending.as_ref()?.as_ref().err()?)))
    }

    /// The error of the call, where no step before the documents has one: of the document that ended it, else of a
    /// document in doubt, else of the first that failed.
    fn take_error(&mut self) -> Option<Error> {
        let last = self.failures().last();
        let ended = last.filter(|(_, error)| !concerns_it_alone(error));
        let doubt = self.failures().find(|(_, error)| is_doubt(error));
        let is_in_doubt = ended.is_none() && doubt.is_some();
        let (index, _) = ended.or(doubt).or_else(|| self.failures().next())?;
        let mut error = self.0.get_mut(index)?.take()?.err()?;
        if is_in_doubt && error.code != Code::InDoubt {
            error.cause = Some(error.code);
            error.code = Code::InDoubt;
        }
        Some(error)
    }

    /// As a JSON array.
    fn json(&self, documents: &[WantedDocument], language: Language) -> Option<WipingBuffer> {
        let each = self.0.iter().zip(documents).enumerate();
        let each = each.map(|(index, (ending, document))| json(index, ending, document, language));
        json::array(512 * self.0.len(), each)
    }
}

fn json(
    index: usize,
    ended: &DocumentEnding,
    document: &WantedDocument,
    language: Language,
) -> Option<WipingBuffer> {
    let accepted = ended.as_ref().and_then(|ended| ended.as_ref().ok());
    let error = ended.as_ref().and_then(|ended| ended.as_ref().err());
    let (ending, outcome, code, message) = match ended {
        None => {
            let message = messages::NOT_ITS_TURN.into();
            (Ending::NotSent, Some(Outcome::NotSent), None, message)
        }
        Some(Ok(accepted)) => {
            let (outcome, code) = (Some(Outcome::Accepted), Some((0, "HR_OK")));
            let message = match accepted.already {
                true => messages::SENT_BEFORE,
                false => messages::SENT,
            };
            (Ending::Sent, outcome, code, message.into())
        }
        Some(Err(error)) => {
            let code = Some((error.code as i32, error.code.name()));
            let message = Case::new(Operation::DmpSend, error).message();
            (ending::of_error(error).0, error.outcome, code, message)
        }
    };
    let (number, name) = code.unzip();
    let digest = accepted.map(|document| &document.digest);
    let digest = digest.or_else(|| error?.document.as_deref());
    let recorded = accepted.is_none_or(|document| document.recorded)
        && error.is_none_or(|error| !error.journal_not_completed);
    let mut out = ObjectWriter::with_capacity(512);
    out.field("index", index)
        .field("reference", document.reference.as_deref())
        .field("ending", ending.word())
        .field("outcome", outcome.map(Outcome::word))
        .field("code", number)
        .field("name", name)
        .field("reason", error.and_then(|error| error.reason.word()))
        .field("http_status", error.and_then(|error| error.http_status));
    message.write(&mut out, "message", language);
    out.field("sha256", digest.map(|digest| &digest.sha256))
        .field("bytes", digest.map(|digest| digest.bytes))
        .field("already", accepted.is_some_and(|document| document.already))
        .field("entry", error.and_then(Error::entry))
        .field("journal", (!recorded).then_some("not_completed"));
    out.finish()
}

/// Whether a failure of one document leaves the others their turn: its file, an earlier doubt about it, or the service's
/// definite refusal of it.
fn concerns_it_alone(error: &Error) -> bool {
    let by_status = error.definite == Some(Definite::Status);
    let refused = error.http_status.is_some_and(|status| {
        by_status && (400..500).contains(&status) && !matches!(status, 401 | 408 | 429)
    });
    error.code == Code::File || error.reason == Reason::ResendRefused || refused
}

fn is_doubt(error: &Error) -> bool {
    error.reason == Reason::ResendRefused || error.outcome.is_some_and(Outcome::is_doubt)
}
