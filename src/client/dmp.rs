//! Steps 8 and 9: opening a patient's shared record and putting a document into it.

use std::fs::File;
use std::path::Path;

use super::exchange::ServiceCall;
use super::service::host_json;
use super::{plain_result, result};
use crate::address;
use crate::error::{Digest, Error, Outcome};
use crate::json::WipingBuffer;
use crate::ledger::{Subject, ledger};
use crate::messages::Reason;
use crate::multipart::{self, Labels, Multipart, Source};
use crate::operation::Operation;
use crate::session::Session;
use crate::transport::{Body, Document};

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

/// Opens a regular file; its length is what will be announced.
fn open_file(path: &str) -> Result<(File, u64), Reason> {
    let reason = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => Reason::FileMissing,
        _ => Reason::FileUnreadable,
    };
    // Looked at before it is opened: opening a pipe waits for its other end.
    if !std::fs::metadata(path).map_err(reason)?.is_file() {
        return Err(Reason::FileNotRegular);
    }
    let file = File::open(path).map_err(reason)?;
    let metadata = file.metadata().map_err(reason)?;
    if !metadata.is_file() {
        return Err(Reason::FileNotRegular);
    }
    Ok((file, metadata.len()))
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
    let known = admit(&subject, &mut source)?;

    let mut body = Multipart::new(source, labels).ok_or(Reason::NoMemory)?;
    let (content_type, length) = (body.content_type(), body.length());
    let document = Document {
        offset: body.offset(),
        length: body.document_length(),
    };
    let mut tail = zeroize::Zeroizing::new(String::with_capacity(id.len() + 24));
    for part in ["/dmp/", &id, "/unique/doc/send"] {
        tail.push_str(part);
    }
    let stream = Body::Stream {
        source: Box::new(&mut body),
        length,
        content_type: &content_type,
        document,
    };
    let answer = call.exchange(session, Operation::DmpSend, "POST", &tail, stream);
    let digest = body.digest();
    settle(&subject, known.as_ref(), digest.as_ref(), &answer);
    let answer = answer.map_err(|mut error| {
        error.document = digest.clone().or(known).map(Box::new);
        error
    })?;
    if let Some(login) = session.state().login_mut() {
        login.document_sent();
    }
    let digest = digest.ok_or_else(|| answer.unreadable(Reason::ReplyStatus))?;
    let mut fields = answer.writer(128);
    fields
        .field("sha256", &digest.sha256)
        .field("bytes", digest.bytes);
    result(session, fields, &answer)
}

/// Refuses a document in doubt. The content is read beforehand only where one of this length is.
fn admit(subject: &Subject, source: &mut Source<'_>) -> Result<Option<Digest>, Error> {
    if !ledger().concerns(subject, source.length()) {
        return Ok(None);
    }
    let digest = multipart::digest(source).map_err(|_| Reason::FileUnreadable)?;
    if ledger().admit(subject, digest.bytes, &digest.sha256) {
        return Ok(Some(digest));
    }
    let mut error = Error::local(Reason::ResendRefused);
    error.outcome = Some(Outcome::Rejected);
    error.document = Some(Box::new(digest));
    Err(error)
}

/// Notes what is now known of the document.
fn settle<T>(
    subject: &Subject,
    known: Option<&Digest>,
    sent: Option<&Digest>,
    answer: &Result<T, Error>,
) {
    let outcome = match answer {
        Ok(_) => Some(Outcome::Accepted),
        Err(error) => error.outcome,
    };
    match (outcome, sent, known) {
        (Some(Outcome::Accepted), Some(sent), _) => {
            ledger().settle(subject, sent.bytes, &sent.sha256);
        }
        (Some(Outcome::Unknown | Outcome::AcceptedUnreadable), Some(sent), _) => {
            ledger().doubt(subject, sent.bytes, &sent.sha256);
        }
        // Neither can have arrived: the permit was not used.
        (Some(Outcome::NotSent | Outcome::Incomplete), _, Some(known)) => {
            ledger().not_sent(subject, known.bytes, &known.sha256);
        }
        _ => {}
    }
}

/// A person decides that a document in doubt may be sent once more.
pub fn allow_resend(sha256: &str) -> Result<(), Error> {
    if sha256.len() != 64 || !sha256.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(Reason::BadSha256.into());
    }
    if ledger().allow(sha256) {
        Ok(())
    } else {
        Err(Reason::NothingToAllow("sha256_hex").into())
    }
}
