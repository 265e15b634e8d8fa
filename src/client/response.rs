//! A response that counts as a success, and what a result takes from it.

use crate::error::{Error, Origin, Outcome};
use crate::json::{self, JsonError, ObjectWriter};
use crate::operation::Operation;
use crate::reason::Reason;
use crate::transport::{Framing, Response};
use crate::wiping::WipingBuffer;
use crate::wire::Fields;

/// How a body is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyKind {
    Empty,
    Json,
    Text,
}

/// A 2xx whose body could be read.
pub struct AcceptedResponse {
    pub status: u16,
    pub kind: BodyKind,
    pub body: WipingBuffer,
    pub origin: Origin,
    pub operation: Operation,
}

impl AcceptedResponse {
    pub fn text(&self) -> &str {
        std::str::from_utf8(self.body.as_slice()).unwrap_or_default()
    }

    /// A writer with room for the whole result, so that it need not move.
    pub fn writer(&self, own_fields: usize) -> ObjectWriter {
        ObjectWriter::with_capacity(self.room() + own_fields + 256)
    }

    /// The bytes that the body takes in a result, for most bodies.
    pub fn room(&self) -> usize {
        match self.kind {
            BodyKind::Text => 2 * self.body.as_slice().len(),
            _ => self.body.as_slice().len(),
        }
    }

    /// The body as it came: JSON untouched, other text as a string, nothing as null.
    pub fn write_raw(&self, fields: &mut ObjectWriter, key: &str) {
        match self.kind {
            BodyKind::Empty => fields.field(key, None::<&str>),
            BodyKind::Json => fields.raw(key, self.text()),
            BodyKind::Text => fields.field(key, self.text()),
        };
    }

    /// The same, alone; None for nothing.
    pub fn raw(&self) -> Result<Option<WipingBuffer>, Error> {
        let text = self.text();
        let mut raw = WipingBuffer::with_capacity(text.len());
        let written = match self.kind {
            BodyKind::Empty => return Ok(None),
            BodyKind::Json => raw.push(text.as_bytes()).is_ok(),
            BodyKind::Text => serde_json::to_writer(&mut raw, text).is_ok(),
        };
        match written {
            true => Ok(Some(raw)),
            false => Err(self.unreadable(Reason::NoMemory)),
        }
    }

    /// The fields of a body that has to be an object.
    pub fn fields(&self) -> Result<Fields<'_>, Error> {
        match self.kind {
            BodyKind::Json => Fields::read(self.text()),
            _ => Err(JsonError::Syntax),
        }
        .map_err(|error| self.unreadable(Reason::of(error, Reason::ReplyNotJson)))
    }

    /// An error about a field that is missing from the body or malformed.
    pub fn unreadable(&self, reason: Reason) -> Error {
        let mut error = Error::remote(reason, self.origin);
        error.http_status = Some(self.status);
        error.outcome = unreadable_outcome(self.operation);
        error
    }
}

/// The outcome of a success whose body cannot be read. A card client may report a refusal with status 200, so a
/// login with an unreadable response is not known to have succeeded.
pub fn unreadable_outcome(operation: Operation) -> Option<Outcome> {
    operation.changes().then_some(match operation {
        Operation::Login => Outcome::Unknown,
        _ => Outcome::AcceptedUnreadable,
    })
}

/// The body of a response, if it is complete and of a kind that can be passed to the host.
pub fn read(response: Response) -> Result<(BodyKind, WipingBuffer), Reason> {
    let body = response.body.map_err(|reason| match reason {
        Reason::ReplyCut | Reason::ReplyTooLarge if response.page => Reason::ReplyPage,
        reason => reason,
    })?;
    if response.page {
        return Err(Reason::ReplyPage);
    }
    if response.compressed {
        return Err(Reason::ReplyCompressed);
    }
    let text = std::str::from_utf8(body.as_slice()).map_err(|_| Reason::ReplyNotUtf8)?;
    let kind = classify(text, response.json, response.framing != Framing::UntilClose)?;
    Ok((kind, body))
}

fn classify(text: &str, json: bool, whole: bool) -> Result<BodyKind, Reason> {
    if text.is_empty() {
        return if whole {
            Ok(BodyKind::Empty)
        } else {
            Err(Reason::ReplyCut)
        };
    }
    match json::check(text) {
        // A number or a word that was cut off is still a number or, perhaps, another word.
        Ok(()) if whole || text.trim_start().starts_with(['{', '[', '"']) => Ok(BodyKind::Json),
        Err(JsonError::Depth) => Err(Reason::ReplyNested),
        Err(JsonError::Syntax) if json && whole => Err(Reason::ReplyNotJson),
        Err(JsonError::Syntax) if whole => Ok(BodyKind::Text),
        _ => Err(Reason::ReplyCut),
    }
}
