//! What an operation returns to the host.

use super::response::AcceptedResponse;
use crate::ending::Ending;
use crate::error::{Error, Outcome};
use crate::json::ObjectWriter;
use crate::messages::Language;
use crate::operation::Operation;
use crate::reason::Reason;
use crate::session::Session;
use crate::wiping::WipingBuffer;

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
    fields
        .finish()
        .ok_or_else(|| response.unreadable(Reason::NoMemory))
}

/// The result of an operation that has no fields of its own.
pub fn plain_result(session: &Session, response: &AcceptedResponse) -> Result<WipingBuffer, Error> {
    result(session, response.writer(0), response)
}

/// How a call of several steps ended that asks nothing.
pub fn write_ending<S: AsRef<str>>(
    session: &Session,
    out: &mut ObjectWriter,
    ending: Ending,
    sentence: impl Fn(Language) -> S,
) {
    out.field("ending", ending.word())
        .field("ask", None::<&str>)
        .field("choices", None::<&str>)
        .field("message", sentence(session.config.language).as_ref())
        .field("message_fr", sentence(Language::French).as_ref());
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
