//! What an operation returns to the host.

use std::ops::Range;

use super::response::AcceptedResponse;
use crate::ending::Ending;
use crate::error::{Error, Outcome};
use crate::json::{ObjectWriter, Scanner};
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

/// The result of an operation that sends nothing. None without memory: what it did stands.
pub fn next_call(session: &Session) -> Option<WipingBuffer> {
    let mut out = ObjectWriter::with_capacity(64);
    out.field("next", session.next().map(Operation::name));
    out.finish()
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

/// The members of a result that are results of steps.
const STEPS: [&str; 3] = ["login", "profile", "situation"];

/// A text that was given to the host, without what the services replied: its own `raw` and that of the steps in it. Takes no
/// memory that it cannot do without.
pub fn without_replies(mut text: WipingBuffer) -> WipingBuffer {
    while let Some(reply) = reply_in(&text) {
        text.remove(reply);
    }
    text.fitted()
}

/// Where the first reply in a text stands, with the comma before it.
fn reply_in(text: &[u8]) -> Option<Range<usize>> {
    let mut in_a_step = None;
    let own = member(text, 0..text.len(), |name, value| {
        if in_a_step.is_none() && STEPS.iter().any(|step| step.as_bytes() == name) {
            in_a_step = member(text, value, |_, _| {});
        }
    });
    in_a_step.or(own)
}

/// Where `raw` stands in the object at this place, if it is one; `before` gets the names and places of the members before
/// it. It is the last member, so what it holds is not read.
fn member(
    text: &[u8],
    object: Range<usize>,
    mut before: impl FnMut(&[u8], Range<usize>),
) -> Option<Range<usize>> {
    let (start, written) = (object.start, text.get(object)?);
    let mut scanner = Scanner::new(written);
    if scanner.peek() != b'{' || !scanner.enter().ok()? {
        return None;
    }
    loop {
        let name = scanner.name().ok()?;
        if written.get(name.clone())? == b"raw" {
            // With the comma and the quote before its name, and without the brace behind its value.
            let from = name.start.checked_sub(2)?;
            return Some(start + from..start + written.len() - 1);
        }
        let value = scanner.value().ok()?;
        before(written.get(name)?, start + value.start..start + value.end);
        if !scanner.has_next().ok()? {
            return None;
        }
    }
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
