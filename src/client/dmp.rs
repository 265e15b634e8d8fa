//! Steps 8 and 9: opening a patient's shared record and putting a document into it.

use std::fs::File;
use std::path::Path;
use std::time::Instant;

use super::exchange::ServiceCall;
use super::service::host_json;
use super::{plain_result, result};
use crate::address;
use crate::error::{Digest, Error, Outcome};
use crate::ledger::{Subject, ledger};
use crate::messages::Reason;
use crate::multipart::{self, Labels, Multipart, Source};
use crate::operation::Operation;
use crate::regular_file::{self, Refusal};
use crate::session::Session;
use crate::transport::{Body, Document, Fault};
use crate::wiping::WipingBuffer;

pub fn open(
    session: &Session,
    patient_id: &str,
    body: Option<&str>,
) -> Result<WipingBuffer, Error> {
    let id = address::segment(patient_id).ok_or(Reason::BadSegment("patient_id"))?;
    let body = host_json("body_json", body)?;
    let call = ServiceCall::prepare(session, |login| {
        login.may_open(patient_id)?;
        login.opening(patient_id);
        Ok(())
    })?;
    let mut tail = zeroize::Zeroizing::new(String::with_capacity(id.len() + 5));
    tail.push_str("/dmp/");
    tail.push_str(&id);
    let answer = call.exchange(session, Operation::DmpOpen, "PUT", &tail, body)?;
    if let Some(login) = session.state().login_mut() {
        login.opened(patient_id);
    }
    plain_result(session, &answer)
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
fn open_file(path: &str) -> Result<(File, u64), Reason> {
    regular_file::open(path).map_err(|refusal| match refusal {
        Refusal::Missing => Reason::FileMissing,
        Refusal::Unreadable => Reason::FileUnreadable,
        Refusal::NotRegular => Reason::FileNotRegular,
    })
}

pub fn send(session: &Session, upload: &Upload) -> Result<WipingBuffer, Error> {
    let id = address::segment(upload.patient_id).ok_or(Reason::BadSegment("patient_id"))?;
    let labels = Labels {
        filename: upload.filename()?,
        activity_type: upload.activity_type,
        type_code: upload.type_code,
    };
    let call = ServiceCall::prepare(session, |login| login.may_send(upload.patient_id))?;

    let mut file;
    let mut source = match upload.content {
        Content::Bytes(bytes) => Source::Bytes(bytes),
        Content::Path(path) => {
            let (opened, length) = open_file(path)?;
            file = opened;
            Source::File {
                file: &mut file,
                length,
            }
        }
    };
    let subject = ledger()
        .subject(upload.patient_id, upload.type_code)
        .ok_or(Reason::NoMemory)?;
    let known = admit(session, call.deadline(session), &subject, &mut source)?;
    let mut shipment = Shipment {
        body: Multipart::new(source, labels).ok_or(Reason::NoMemory)?,
        subject,
        known,
        outcome: Outcome::Unknown,
    };
    let mut tail = zeroize::Zeroizing::new(String::with_capacity(id.len() + 24));
    for part in ["/dmp/", &id, "/unique/doc/send"] {
        tail.push_str(part);
    }
    let result = shipment.send(session, &call, &tail);
    shipment.outcome = match &result {
        Ok(_) => Outcome::Accepted,
        Err(error) => error.outcome.unwrap_or(Outcome::Unknown),
    };
    result.map_err(|mut error| {
        let digest = shipment.body.digest();
        error.document = digest.or(shipment.known.clone()).map(Box::new);
        error
    })
}

/// Refuses a document in doubt. The content is read beforehand only where one of this length is.
fn admit(
    session: &Session,
    deadline: Instant,
    subject: &Subject,
    source: &mut Source<'_>,
) -> Result<Option<Digest>, Error> {
    let length = source.length();
    if !ledger().concerns(subject, length) {
        return Ok(None);
    }
    let go_on = || match session.transport.may_prepare(length, deadline) {
        Ok(()) => Ok(()),
        Err(Fault::CancelledByProgress) => Err(Reason::CancelledByProgress),
        Err(Fault::TimedOut) => Err(Reason::DocumentSlow),
        Err(_) => Err(Reason::CancelledByHost),
    };
    let digest = multipart::digest(source, go_on).map_err(|reason| {
        let mut error = Error::local(reason);
        error.outcome = Some(Outcome::NotSent);
        error
    })?;
    if ledger().admit(subject, digest.bytes, &digest.sha256) {
        return Ok(Some(digest));
    }
    let mut error = Error::local(Reason::ResendRefused);
    error.outcome = Some(Outcome::Rejected);
    error.document = Some(Box::new(digest));
    Err(error)
}

/// A document on its way. Dropping it notes what is known of it; after a panic that is nothing.
struct Shipment<'a> {
    body: Multipart<'a>,
    subject: Subject,
    /// The digest, where it was needed beforehand.
    known: Option<Digest>,
    outcome: Outcome,
}

impl Shipment<'_> {
    fn send(
        &mut self,
        session: &Session,
        call: &ServiceCall,
        tail: &str,
    ) -> Result<WipingBuffer, Error> {
        let (content_type, length) = (self.body.content_type(), self.body.length());
        let document = Document {
            offset: self.body.offset(),
            length: self.body.document_length(),
        };
        let stream = Body::Stream {
            source: Box::new(&mut self.body),
            length,
            content_type: &content_type,
            document,
        };
        let answer = call.exchange(session, Operation::DmpSend, "POST", tail, stream)?;
        if let Some(login) = session.state().login_mut() {
            login.document_sent();
        }
        let digest = self.body.digest();
        let digest = digest.ok_or_else(|| answer.unreadable(Reason::ReplyStatus))?;
        let mut fields = answer.writer(128);
        fields
            .field("sha256", &digest.sha256)
            .field("bytes", digest.bytes);
        let result = result(session, fields, &answer);
        #[cfg(feature = "test-hooks")]
        crate::test_hooks::reach(crate::test_hooks::Moment::Told);
        result
    }
}

impl Drop for Shipment<'_> {
    fn drop(&mut self) {
        match (self.outcome, self.body.digest(), &self.known) {
            (Outcome::Accepted, Some(sent), _) => {
                ledger().settle(&self.subject, sent.bytes, &sent.sha256);
            }
            (Outcome::Unknown | Outcome::AcceptedUnreadable, Some(sent), _) => {
                ledger().doubt(&self.subject, sent.bytes, &sent.sha256);
            }
            // Neither can have arrived: the permit was not used.
            (Outcome::NotSent | Outcome::Incomplete, _, Some(known)) => {
                ledger().not_sent(&self.subject, known.bytes, &known.sha256);
            }
            _ => {}
        }
    }
}

/// A person decides that a document in doubt may be sent once more.
pub fn allow_resend(entry: &str) -> Result<(), Error> {
    if entry.len() != 64 || !entry.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(Reason::BadEntry.into());
    }
    if ledger().allow(entry) {
        Ok(())
    } else {
        Err(Reason::NothingToAllow("entry").into())
    }
}
