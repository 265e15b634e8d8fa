//! What a person decides about documents in doubt, and what the journal states.

use crate::error::Error;
pub use crate::guard::Decision;
use crate::guard::{self, Filter, Meant};
use crate::hex;
use crate::journal::Wait;
use crate::reason::Reason;
use crate::request_object;
use crate::session::Session;
use crate::wiping::WipingBuffer;

pub fn decide(session: &Session, entry: &str, decision: Decision) -> Result<(), Error> {
    let number = hex::typed_number(entry).ok_or(Reason::BadEntry)?;
    let journal = session.journal.as_deref();
    match session.in_time(|wait| guard::decide(journal, number, decision, wait))? {
        Meant::Doubt => Ok(()),
        Meant::InUse | Meant::Nothing => Err(Reason::NothingToAllow("entry").into()),
        Meant::Replaced(later) => Err(Error::about(later, Reason::DoubtReplaced)),
    }
}

/// What a person found out about documents in doubt before they are sent.
#[derive(Default)]
pub struct Answers(Vec<(u128, Decision)>);

impl Answers {
    /// Reads the object `text`, known to the host as `name`.
    pub fn parse(name: &str, text: &str) -> Result<Answers, Reason> {
        let mut answers = Vec::new();
        request_object::read(name, text, &mut |value| {
            let decision = match value.text()?.as_str() {
                "found" => Decision::Found,
                "resend" => Decision::Permit,
                _ => return Err(value.refuse()),
            };
            let entry = value.fit(hex::typed_number(value.key))?;
            // Once in capitals and once in small letters.
            if answers.iter().any(|(known, _)| *known == entry) {
                return Err(value.refuse());
            }
            answers.try_reserve(1)?;
            answers.push((entry, decision));
            Ok(())
        })?;
        Ok(Answers(answers))
    }

    /// Decides about a doubt as the person did. None where nobody said anything of it, or it has ended meanwhile.
    pub fn settle(
        &self,
        session: &Session,
        entry: u128,
        wait: &Wait<'_>,
    ) -> Result<Option<Decision>, Reason> {
        let Some((_, decision)) = self.0.iter().find(|(known, _)| *known == entry) else {
            return Ok(None);
        };
        let meant = guard::decide(session.journal.as_deref(), entry, *decision, wait)?;
        Ok((meant == Meant::Doubt).then_some(*decision))
    }
}

pub fn journal(session: &Session, filter: Option<&str>) -> Result<WipingBuffer, Error> {
    let filter = Filter::parse("filter_json", filter)?;
    let journal = session.journal.as_ref();
    let journal = journal.ok_or(Reason::ConfigNeeded("journal"))?;
    Ok(session.in_time(|wait| guard::list(journal, &filter, wait))?)
}
