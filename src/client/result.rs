//! A response that counts as a success, and the result that an operation returns to the host.

use std::ops::Range;

use crate::ending::Ending;
use crate::error::{Error, Outcome};
use crate::json::{self, JsonError, ObjectWriter, lookup};
use crate::messages::Text;
use crate::operation::Operation;
use crate::reason::Reason;
use crate::session::Session;
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
        let mut error = Error::remote(reason, self.operation.origin());
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
    if response.head.compressed {
        return Err(Reason::ReplyCompressed);
    }
    let text = std::str::from_utf8(body.as_slice()).map_err(|_| Reason::ReplyNotUtf8)?;
    let whole = response.head.framing != Framing::UntilClose;
    let kind = classify(text, response.head.json, whole)?;
    Ok((kind, body))
}

fn classify(text: &str, json: bool, whole: bool) -> Result<BodyKind, Reason> {
    match json::check(text) {
        Err(_) if whole && text.is_empty() => Ok(BodyKind::Empty),
        // A number or a word that was cut off is still a number or, perhaps, another word.
        Ok(()) if whole || text.trim_start().starts_with(['{', '[', '"']) => Ok(BodyKind::Json),
        Err(JsonError::Depth) => Err(Reason::ReplyNested),
        Err(JsonError::Syntax) if json && whole => Err(Reason::ReplyNotJson),
        Err(JsonError::Syntax) if whole => Ok(BodyKind::Text),
        _ => Err(Reason::ReplyCut),
    }
}

/// Finishes a result that already has the operation's own fields.
pub fn result(
    session: &Session,
    mut fields: ObjectWriter,
    response: &AcceptedResponse,
) -> Result<WipingBuffer, Error> {
    fields.field("http_status", response.status);
    if response.operation.changes() {
        fields.field("outcome", Outcome::Accepted.word());
    }
    fields.field("next", session.next().map(Operation::name));
    response.write_raw(&mut fields, "raw");
    let finished = fields.finish();
    finished.ok_or_else(|| response.unreadable(Reason::NoMemory))
}

/// The result of an operation that has no fields of its own.
pub fn plain_result(session: &Session, response: &AcceptedResponse) -> Result<WipingBuffer, Error> {
    result(session, response.writer(0), response)
}

/// The result of an operation that sends nothing. None without memory: what it did stands.
pub fn next_call(session: &Session) -> Option<WipingBuffer> {
    let mut out = ObjectWriter::with_capacity(64);
    out.field("next", session.next().map(Operation::name));
    out.finish()
}

/// How a call of several steps ended that asks nothing.
pub fn write_ending(
    session: &Session,
    out: &mut ObjectWriter,
    ending: Ending,
    sentence: impl Into<Text>,
) {
    out.field("ending", ending.word())
        .field("ask", None::<&str>)
        .field("choices", None::<&str>);
    let sentence = sentence.into();
    sentence.write(out, "message", session.config.language);
}

/// The replies in the results of steps.
const OF_STEPS: [&str; 3] = ["/login/raw", "/profile/raw", "/situation/raw"];

/// A text that was given to the host, without what the services replied: its own `raw` and that of the steps in it. Takes no
/// memory that it cannot do without.
pub fn without_replies(mut text: WipingBuffer) -> WipingBuffer {
    // It is the last member, so what it holds is not read. A result that has one has no steps.
    let own = lookup::find(&*text, "/raw").ok();
    let own = own.map(|found| found.at()..text.len() - 1);
    if let Some(own) = own.and_then(with_name) {
        text.remove(own);
        return text.fitted();
    }
    for step in OF_STEPS {
        let reply = lookup::find(&*text, step).ok();
        let reply = reply.and_then(|mut found| found.value().ok());
        if let Some(reply) = reply.and_then(with_name) {
            text.remove(reply);
        }
    }
    text.fitted()
}

/// Where a reply stands with its name and the comma before it.
fn with_name(reply: Range<usize>) -> Option<Range<usize>> {
    Some(reply.start.checked_sub(r#","raw":"#.len())?..reply.end)
}

/// Adds to a finished result that the journal has no record of the end. In front: wrappers cut the reply out of its end.
pub fn note_journal(result: &mut WipingBuffer) {
    let Some(rest) = result.strip_prefix(b"{") else {
        return;
    };
    let note = br#"{"journal":"not_completed","#;
    let mut noted = WipingBuffer::with_capacity(note.len() + rest.len());
    // Without memory the result stands as it is: it must not become a failure.
    if noted.push(note).is_ok() && noted.push(rest).is_ok() {
        *result = noted;
    }
}
