//! Steps 8 and 9: opening a patient's shared record and putting a document into it.

use std::io::{self, Cursor};
use std::path::Path;
use std::time::Instant;

use super::call::ServiceCall;
use super::doubts::{Answers, Decision};
use super::reservation::Reservation;
use super::result::{AcceptedResponse, note_journal, plain_result, result};
use super::service::host_json;
use crate::address;
use crate::error::{DocumentDigest, Error, Outcome};
use crate::guard::{Document, SendRefusal as Held, Sending, SentAgain};
use crate::journal::Wait;
use crate::keyed_digest::KeyedDigest;
use crate::multipart::{self, FormFields, Multipart};
use crate::operation::Operation;
use crate::reason::Reason;
use crate::regular_file::{self, Purpose, Regular, Source};
use crate::session::{Login, Session};
use crate::transport::{Body, DocumentRange, ProgressThrottle};
use crate::wiping::WipingBuffer;

pub fn open(
    session: &Session,
    patient_id: &str,
    body: Option<&str>,
) -> Result<WipingBuffer, Error> {
    let opened = open_record(&mut Reservation::of(session), patient_id, body)?;
    plain_result(session, &opened)
}

/// Step 8.
pub(super) fn open_record(
    reserved: &mut Reservation,
    patient_id: &str,
    body: Option<&str>,
) -> Result<AcceptedResponse, Error> {
    let id = address::segment(patient_id).ok_or(Reason::BadSegment("patient_id"))?;
    let body = host_json("body_json", body)?;
    let operation = Operation::DmpOpen;
    let call = reserved.prepare(operation, |login| login.opening_begins(patient_id))?;
    let response = call.send("PUT", &operation.path(&[&id]), body)?;
    reserved.session.note(|login| login.opened(patient_id));
    Ok(response)
}

/// What is sent to whose record.
pub struct Upload<'a> {
    pub patient_id: &'a str,
    pub content: Content<'a>,
    /// None: the last part of the path.
    pub filename: Option<&'a str>,
    pub activity_type: &'a str,
    pub type_code: &'a str,
}

/// How a deposit wants a document to be treated.
#[derive(Default)]
pub struct Terms<'a> {
    /// What the host calls it, for the journal.
    pub reference: Option<&'a str>,
    /// It is sent where it was accepted before, unless these have it; None: it is not.
    pub once: Option<&'a SentAgain>,
    /// What a person found out, should it be in doubt.
    pub answers: Option<&'a Answers>,
}

pub struct AcceptedDocument {
    pub digest: DocumentDigest,
    /// Of the content for the patient and the type.
    pub document: Option<KeyedDigest>,
    /// It was accepted before, and not sent now.
    pub already: bool,
    /// The journal has the end of the upload.
    pub recorded: bool,
}

/// With the result for the host, where it was sent now.
type Accepted = (AcceptedDocument, Option<WipingBuffer>);

#[derive(Clone, Copy)]
pub enum Content<'a> {
    Path(&'a str),
    Bytes(&'a [u8]),
}

impl<'a> Upload<'a> {
    fn filename(&self) -> Result<&'a str, Reason> {
        let name = match (self.filename, self.content) {
            (Some(name), _) => name,
            (None, Content::Path(path)) => Path::new(path)
                .file_name()
                .and_then(|name| name.to_str())
                .ok_or(Reason::FileNotRegular)?,
            (None, Content::Bytes(_)) => return Err(Reason::NullArgument("filename")),
        };
        if multipart::valid_filename(name) {
            Ok(name)
        } else {
            Err(Reason::BadFilename)
        }
    }
}

/// Opens a document's file; its length is what will be announced.
fn open_file(session: &Session, path: &str, deadline: Instant) -> Result<Regular, Error> {
    let watched = session.transport.in_flight.watch_file(deadline);
    regular_file::open(path, Purpose::Document, watched).map_err(|reason| match reason {
        Reason::FileMissing
        | Reason::FileUnreadable
        | Reason::FileNotRegular
        | Reason::NoMemory => reason.into(),
        reason => Error::not_sent(reason),
    })
}

/// The error of a document that was not read to its end, of which nothing was sent yet.
fn unprepared(reason: Reason) -> Error {
    Error::not_sent(match reason {
        Reason::TimedOut => Reason::DocumentSlow,
        Reason::FileChanged => Reason::FileUnreadable,
        reason => reason,
    })
}

pub fn send(session: &Session, upload: &Upload) -> Result<WipingBuffer, Error> {
    let none = SentAgain::default();
    let terms = Terms {
        once: Some(&none),
        ..Terms::default()
    };
    let (accepted, result) = send_document(session, upload, &terms)?;
    let mut result = result.ok_or(Reason::Panicked)?;
    if !accepted.recorded {
        note_journal(&mut result);
    }
    Ok(result)
}

pub fn send_document(session: &Session, upload: &Upload, terms: &Terms) -> Result<Accepted, Error> {
    let id = address::segment(upload.patient_id).ok_or(Reason::BadSegment("patient_id"))?;
    let fields = FormFields {
        filename: upload.filename()?,
        activity_type: upload.activity_type,
        type_code: upload.type_code,
    };
    let call = ServiceCall::prepare(session, Operation::DmpSend, |login| {
        login.may_send(upload.patient_id)
    })?;
    let deadline = call.deadline();

    let (mut file, mut memory);
    let source: &mut dyn Source = match upload.content {
        Content::Bytes(bytes) => {
            memory = Cursor::new(bytes);
            &mut memory
        }
        Content::Path(path) => {
            file = open_file(session, path, deadline)?;
            &mut file
        }
    };
    let stopped = || session.stopped();
    let wait = Wait::within(deadline, &stopped);
    let document = Document {
        service: &session.service,
        patient_id: upload.patient_id,
        type_code: upload.type_code,
        bytes: source.length(),
        reference: terms.reference,
        once: terms.once,
    };
    // After a panic dropping it keeps an unknown upload.
    let mut in_flight =
        Sending::begin(session.journal.as_deref(), document, &wait).map_err(Error::not_sent)?;
    let compared = match compare(session, terms, deadline, &wait, &mut in_flight, source)? {
        Compared::Accepted(digest) => return Ok(accepted_before(digest, &in_flight)),
        Compared::Sendable(digest) => digest,
    };
    let mut held = None;
    let mut release = |source: &dyn Source, sent: &DocumentDigest| -> io::Result<()> {
        check(compared.as_ref(), source, sent)?;
        if !in_flight.is_admitted() {
            // Something may have become known of this document since it began to leave.
            if let Err(refused) = in_flight.admit(&sent.sha256, &wait)? {
                held = Some(refused);
                return Err(Reason::ResendRefused.into());
            }
        }
        in_flight.release();
        Ok(())
    };
    let mut body = Multipart::new(source, fields, &mut release).ok_or(Reason::NoMemory)?;
    let tail = Operation::DmpSend.path(&[&id]);
    let result = ship(session, &call, &tail, &mut body);
    let sent = body.digest().or(compared);
    let result = match (result, held) {
        (Err(error), Some(held)) if error.reason == Reason::ResendRefused => match (held, &sent) {
            // While it was being sent, another call's upload of it was accepted.
            (Held::Accepted, Some(digest)) => {
                return Ok(accepted_before(digest.clone(), &in_flight));
            }
            (held, _) => Err(held_back(held, None)),
        },
        (result, _) => result,
    };
    let outcome = match &result {
        Ok(_) => Outcome::Accepted,
        Err(error) => error.outcome.unwrap_or(Outcome::Unknown),
    };
    let document = in_flight.digest;
    let (doubt, recorded) = in_flight.end(outcome, result.as_ref().err(), &wait);
    let accepted = |(result, digest)| {
        let accepted = AcceptedDocument {
            digest,
            document,
            already: false,
            recorded,
        };
        (accepted, Some(result))
    };
    result.map(accepted).map_err(|mut error| {
        error.journal_not_completed = !recorded;
        // What was read of a document that changed is no document.
        let document = sent.filter(|_| error.reason != Reason::FileChanged);
        error.document = document.map(Box::new);
        if let Some(doubt) = doubt {
            error.details().entry = Some(doubt.into());
        }
        error
    })
}

fn accepted_before(digest: DocumentDigest, in_flight: &Sending) -> Accepted {
    let document = AcceptedDocument {
        digest,
        document: in_flight.digest,
        already: true,
        recorded: true,
    };
    (document, None)
}

/// What was learnt of a document before it is sent.
enum Compared {
    /// Its digest, where it was read.
    Sendable(Option<DocumentDigest>),
    /// It is to be sent once, and was.
    Accepted(DocumentDigest),
}

/// Refuses a document in doubt of which nobody knows more, and records that its upload begins. Without a journal the
/// content is read beforehand only where one of this length is in doubt.
fn compare(
    session: &Session,
    terms: &Terms,
    deadline: Instant,
    wait: &Wait<'_>,
    in_flight: &mut Sending<'_>,
    source: &mut dyn Source,
) -> Result<Compared, Error> {
    if !in_flight.must_be_compared()? {
        return Ok(Compared::Sendable(None));
    }
    let length = source.length();
    let mut throttle = ProgressThrottle::new(length);
    let go_on = |read| {
        let in_flight = &session.transport.in_flight;
        let may = in_flight.may_prepare(&mut throttle, read, deadline);
        may.map_err(io::Error::from)
    };
    let digest = multipart::digest(source, go_on);
    let digest = digest.map_err(|error| unprepared(Reason::of_reading(&error)))?;
    let mut judged = in_flight.admit(&digest.sha256, wait);
    if let Ok(Err(Held::Doubt(entry))) = judged {
        let settle = |answers: &Answers| answers.settle(session, entry, wait);
        let settled = terms.answers.map_or(Ok(None), settle);
        match settled.map_err(Error::not_sent)? {
            Some(Decision::Found) => return Ok(Compared::Accepted(digest)),
            Some(Decision::Permit) => judged = in_flight.admit(&digest.sha256, wait),
            None => {}
        }
    }
    match judged {
        Ok(Ok(())) => Ok(Compared::Sendable(Some(digest))),
        Ok(Err(Held::Accepted)) => Ok(Compared::Accepted(digest)),
        Ok(Err(held)) => Err(held_back(held, Some(digest))),
        Err(reason) => Err(Error::not_sent(reason)),
    }
}

fn held_back(held: Held, document: Option<DocumentDigest>) -> Error {
    let mut error = match held {
        Held::Doubt(entry) => Error::about(entry, Reason::ResendRefused),
        Held::Full => Reason::TooManyUnknownUploads.into(),
        // Nobody knows the digest of one that was accepted, which a whole upload has.
        Held::InUse | Held::Accepted => Reason::DocumentInUse.into(),
    };
    error.outcome = Some(Outcome::Rejected);
    error.document = document.map(Box::new);
    error
}

/// Whether what was sent is one content: that which was admitted, and that which was in the file all the time.
fn check(
    compared: Option<&DocumentDigest>,
    source: &dyn Source,
    sent: &DocumentDigest,
) -> io::Result<()> {
    let admitted = compared.is_none_or(|compared| compared == sent);
    match admitted && source.is_as_it_was()? {
        true => Ok(()),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

fn ship(
    session: &Session,
    call: &ServiceCall,
    tail: &str,
    body: &mut Multipart<'_>,
) -> Result<(WipingBuffer, DocumentDigest), Error> {
    let (content_type, length) = (body.content_type(), body.length());
    let document = DocumentRange {
        offset: body.offset(),
        length: body.document_length(),
    };
    let stream = Body::Stream {
        source: Box::new(&mut *body),
        length,
        content_type: &content_type,
        document,
    };
    let response = call.send("POST", tail, stream)?;
    session.note(Login::document_sent);
    let digest = body.digest();
    let digest = digest.ok_or_else(|| response.unreadable(Reason::ReplyStatus))?;
    let mut fields = response.writer(128);
    fields
        .field("sha256", &digest.sha256)
        .field("bytes", digest.bytes);
    let result = result(session, fields, &response)?;
    #[cfg(feature = "test-hooks")]
    crate::test_hooks::reach(crate::test_hooks::FailPoint::UploadResultWritten);
    Ok((result, digest))
}
