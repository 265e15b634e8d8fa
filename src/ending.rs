//! How a call of several steps ended, in one word of one list, and what a person is asked next.
//!
//! One list for all languages: a host and each wrapper is one loop that calls, shows the sentence, asks, and calls again.

use crate::error::{Definite, Error, Origin, Outcome};
use crate::operation::Operation;
use crate::reason::{Choose, Code, Reason};
use crate::words::words;

words! {
    pub enum Ending {
        /// A session is open.
        Open = "open",
        Found = "found",
        /// All documents are in the record.
        Sent = "sent",
        NoCard = "no_card",
        CardLocked = "card_locked",
        PinRefused = "pin_refused",
        PinHeld = "pin_held",
        /// A login without a definite answer.
        NotOpen = "not_open",
        Nobody = "nobody",
        Several = "several",
        Unverified = "unverified",
        OtherPatient = "other_patient",
        ConsentNeeded = "consent_needed",
        /// A step before the documents, definitely.
        Refused = "refused",
        /// A document, definitely.
        Rejected = "rejected",
        NotSent = "not_sent",
        InDoubt = "in_doubt",
        /// A card, document or session, by another call.
        InUse = "in_use",
        LoginNeeded = "login_needed",
        Cancelled = "cancelled",
        Failed = "failed",
    }
}

words! {
    pub enum Ask {
        Card = "card",
        Pin = "pin",
        /// Whether a PIN that failed more than once is presented once more.
        Retry = "retry",
        Situation = "situation",
        Profile = "profile",
        Traits = "traits",
        Patient = "patient",
        Update = "update",
        Doubt = "doubt",
    }
}

/// How a call or a document ended, and what is asked.
pub type Ended = (Ending, Option<Ask>);

/// Of a call that failed in one of its steps, or of a document.
pub fn of_error(error: &Error) -> Ended {
    let (ending, ask) = alone(error);
    let details = error.details.as_ref();
    let doubt = details.filter(|details| details.doubt_asked);
    (ending, ask.or(doubt.map(|_| Ask::Doubt)))
}

fn alone(error: &Error) -> Ended {
    use Reason::*;
    let (step, outcome) = (error.step(), error.outcome);
    let sends = step == Some(Operation::DmpSend);
    let definite = outcome == Some(Outcome::Rejected) && error.definite.is_some();
    match &error.reason {
        // Whatever a person is asked, nothing failed.
        ToChoose(Choose::Card | Choose::OtherCard) => (Ending::LoginNeeded, Some(Ask::Card)),
        ToChoose(Choose::Pin) => (Ending::LoginNeeded, Some(Ask::Pin)),
        ToChoose(Choose::Situation) => (Ending::Open, Some(Ask::Situation)),
        ToChoose(Choose::Profile) => (Ending::Open, Some(Ask::Profile)),
        ToChoose(Choose::Patient) => (Ending::Unverified, Some(Ask::Patient)),
        ToChoose(Choose::Homonyms) => (Ending::Several, Some(Ask::Traits)),
        ToChoose(Choose::Identity | Choose::Consent | Choose::Update) => {
            (Ending::ConsentNeeded, Some(Ask::Update))
        }
        PinHeld(held) if held.again => (Ending::PinHeld, Some(Ask::Retry)),
        PinHeld(_) => (Ending::PinHeld, Some(Ask::Pin)),
        PinRefused => (Ending::PinRefused, Some(Ask::Pin)),
        CardLocked => (Ending::CardLocked, None),
        NoCard | CardAbsent => (Ending::NoCard, None),
        OtherPatient | OtherPatientUpdated => (Ending::OtherPatient, None),
        ResendRefused => (Ending::InDoubt, Some(Ask::Doubt)),
        PinInUse | DocumentInUse | SessionInUse | Busy => (Ending::InUse, None),
        LoginMissing => (Ending::LoginNeeded, None),
        _ if sends && outcome.is_some_and(Outcome::is_doubt) => (Ending::InDoubt, None),
        _ if error.origin == Origin::Service && error.http_status == Some(401) => {
            (Ending::LoginNeeded, None)
        }
        _ => match (step, error.code) {
            (Some(Operation::Login), _) if definite => (Ending::Refused, Some(Ask::Pin)),
            (Some(Operation::Login), _) if may_be_open(error) => (Ending::NotOpen, None),
            (Some(Operation::DmpSend), _) if definite => (Ending::Rejected, None),
            (_, Code::Cancelled) => (Ending::Cancelled, None),
            (Some(Operation::DmpSend), _) => (Ending::NotSent, None),
            (Some(Operation::PatientSearch | Operation::PatientGet), Code::NotFound) => {
                (Ending::Nobody, None)
            }
            _ if error.definite == Some(Definite::Status) => (Ending::Refused, None),
            _ => (Ending::Failed, None),
        },
    }
}

/// Whether nobody knows if the card accepted the PIN.
fn may_be_open(error: &Error) -> bool {
    let not_open = [None, Some(Outcome::NotSent), Some(Outcome::Rejected)];
    !not_open.contains(&error.outcome)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;
    use crate::error::Phase;
    use crate::messages::checks::CheckName;

    fn listed(schema: &Value, list: &str) -> BTreeSet<String> {
        let list = &schema["$defs"][list];
        let described = list["oneOf"].as_array().into_iter().flatten();
        let described = described.map(|word| &word["const"]);
        let bare = list["enum"].as_array().into_iter().flatten();
        let words = described.chain(bare).filter_map(Value::as_str);
        words.map(str::to_owned).collect()
    }

    #[test]
    fn the_schema_lists_the_words_that_there_are() {
        let schema = include_str!("../schema/words.json");
        let schema: Value = serde_json::from_str(schema).unwrap();
        let codes: Vec<_> = Code::ALL.iter().map(|code| code.name()).collect();
        let operations: Vec<_> = Operation::ALL.iter().map(|one| one.name()).collect();
        for (list, words) in [
            ("ending", Ending::WORDS),
            ("ask", Ask::WORDS),
            ("outcome", Outcome::WORDS),
            ("at", Origin::WORDS),
            ("phase", Phase::WORDS),
            ("reason", Reason::WORDS),
            ("code", &codes),
            ("operation", &operations),
            ("check_name", CheckName::WORDS),
        ] {
            let words: BTreeSet<String> = words.iter().map(|word| (*word).to_owned()).collect();
            assert_eq!(words, listed(&schema, list), "{list}");
        }
    }
}
