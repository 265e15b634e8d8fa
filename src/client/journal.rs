//! What a person decides about documents in doubt, and what the journal states.

use super::waiting::{deadline, stopped};
use crate::error::Error;
use crate::journal::{Decision, Filter, Wait};
use crate::reason::Reason;
use crate::resend_guard::{PermitRefusal, resend_guard};
use crate::session::Session;
use crate::wiping::WipingBuffer;

/// A person decides that a document in doubt may be sent once more.
pub fn allow_resend(session: &Session, entry: &str) -> Result<(), Error> {
    decide(session, entry, Decision::Permit)
}

/// A person found a document in doubt in the record.
pub fn found(session: &Session, entry: &str) -> Result<(), Error> {
    decide(session, entry, Decision::Found)
}

fn decide(session: &Session, entry: &str, decision: Decision) -> Result<(), Error> {
    let stopped = || stopped(session);
    let wait = Wait::within(deadline(session.config.timeouts.call), &stopped);
    let journal = session.journal.as_deref().map(|journal| (journal, &wait));
    let decided = resend_guard().decide(entry, decision, journal)?;
    decided.map_err(|refused| {
        let reason = match refused {
            PermitRefusal::Malformed => Reason::BadEntry,
            PermitRefusal::Nothing => Reason::NothingToAllow("entry"),
            PermitRefusal::Several => Reason::SeveralUnknownUploads,
        };
        reason.into()
    })
}

/// The uploads of the journal that a filter asks for.
pub fn journal(session: &Session, filter: Option<&str>) -> Result<WipingBuffer, Error> {
    let filter = Filter::parse("filter_json", filter)?;
    let journal = session.journal.as_ref();
    let journal = journal.ok_or(Reason::ConfigNeeded("journal"))?;
    let stopped = || stopped(session);
    Ok(journal.list(
        &Wait::within(deadline(session.config.timeouts.call), &stopped),
        &filter,
    )?)
}
