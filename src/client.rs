//! The nine operations and the pass-through call: one function each.
//!
//! Each checks the order of calls, sends one request, reads the reply, notes what it brought.

mod card;
mod dmp;
mod exchange;
mod license;
mod redact;
mod service;
mod verdict;

pub use card::{allow_pin_retry, login, ready};
pub use dmp::{Content, Upload, allow_resend, open, send};
pub use license::{set_ticket, ticket};
pub use service::{
    Traits, is_search, patient_get, patient_search, patient_update, profile_put, profile_select,
    request, search_failed, set_session,
};

use crate::error::{Error, Outcome};
use crate::json::ObjectWriter;
use crate::messages::Reason;
use crate::session::Session;
use crate::wiping::WipingBuffer;
use exchange::Answer;

/// Finishes a result: the operation's own fields are in it already.
fn result(
    session: &Session,
    mut fields: ObjectWriter,
    answer: &Answer,
) -> Result<WipingBuffer, Error> {
    fields.field("http_status", answer.status);
    if answer.changed {
        fields.field("outcome", Outcome::Accepted.word());
    }
    fields.field("next", session.next());
    answer.write_raw(&mut fields);
    fields
        .finish()
        .ok_or_else(|| answer.unreadable(Reason::NoMemory))
}

/// The result of an operation that has no fields of its own.
fn plain_result(session: &Session, answer: &Answer) -> Result<WipingBuffer, Error> {
    result(session, answer.writer(0), answer)
}
