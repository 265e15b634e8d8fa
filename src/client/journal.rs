//! What a person decides about documents in doubt, and what the journal states.

use super::waiting::{deadline, stopped};
use crate::error::Error;
pub use crate::guard::Decision;
use crate::guard::{self, Filter, Meant};
use crate::hex;
use crate::journal::Wait;
use crate::reason::Reason;
use crate::session::Session;
use crate::wiping::WipingBuffer;

/// A person decides about a document in doubt.
pub fn decide(session: &Session, entry: &str, decision: Decision) -> Result<(), Error> {
    let number = hex::typed_number(entry).ok_or(Reason::BadEntry)?;
    let stopped = || stopped(session);
    let wait = Wait::within(deadline(session.config.timeouts.call), &stopped);
    let meant = guard::decide(session.journal.as_deref(), number, decision, &wait)?;
    match meant {
        Meant::Doubt => Ok(()),
        Meant::InUse | Meant::Nothing => Err(Reason::NothingToAllow("entry").into()),
        Meant::Replaced(later) => {
            let mut error = Error::local(Reason::DoubtReplaced);
            error.details().entry = Some(hex::number(later).into());
            Err(error)
        }
    }
}

/// The uploads of the journal that a filter asks for.
pub fn journal(session: &Session, filter: Option<&str>) -> Result<WipingBuffer, Error> {
    let filter = Filter::parse("filter_json", filter)?;
    let journal = session.journal.as_ref();
    let journal = journal.ok_or(Reason::ConfigNeeded("journal"))?;
    let stopped = || stopped(session);
    let wait = Wait::within(deadline(session.config.timeouts.call), &stopped);
    Ok(guard::list(journal, &filter, &wait)?)
}
