//! `card_client_owners`: whose processes may be given ticket and PIN beside those of one's own session. There is no
//! word for another user's session.

use super::value::Value;
use crate::json;
use crate::reason::{Expected, Reason};
use crate::system::owner::Owner;

/// Each word once, and some more.
const MAX_WORDS: usize = 16;

const WORDS: [(&str, AcceptableOwner); 3] = [
    ("service", AcceptableOwner::Service),
    ("http_sys", AcceptableOwner::HttpSys),
    ("unknown", AcceptableOwner::Unknown),
];

/// An owner that the configuration can accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AcceptableOwner {
    Service,
    HttpSys,
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardClientOwners {
    service: bool,
    http_sys: bool,
    unknown: bool,
}

impl Default for CardClientOwners {
    /// Windows reports who holds a connection. Elsewhere the system's tables may be closed to a program, or absent.
    fn default() -> CardClientOwners {
        CardClientOwners {
            unknown: cfg!(not(windows)),
            ..CardClientOwners::none()
        }
    }
}

impl CardClientOwners {
    const fn none() -> CardClientOwners {
        CardClientOwners {
            service: false,
            http_sys: false,
            unknown: false,
        }
    }

    /// Refuses an owner that may be given neither ticket nor PIN.
    pub fn check(self, owner: Owner) -> Result<(), Reason> {
        let (kind, refused) = match owner {
            Owner::Own => return Ok(()),
            Owner::OtherSession => return Err(Reason::CardClientOtherSession),
            Owner::NotAsked => return Err(Reason::NoMemory),
            Owner::Service => (AcceptableOwner::Service, Reason::CardClientService),
            Owner::HttpSys => (AcceptableOwner::HttpSys, Reason::CardClientHttpSys),
            Owner::Unknown => (AcceptableOwner::Unknown, Reason::CardClientUnknown),
        };
        self.accepts(kind).then_some(()).ok_or(refused)
    }

    fn accepts(self, kind: AcceptableOwner) -> bool {
        match kind {
            AcceptableOwner::Service => self.service,
            AcceptableOwner::HttpSys => self.http_sys,
            AcceptableOwner::Unknown => self.unknown,
        }
    }

    pub(super) fn parse(value: &str) -> Result<CardClientOwners, Reason> {
        let value = Value {
            key: "card_client_owners",
            raw: value,
        };
        let wanted = Expected::CardClientOwners;
        let items = json::items(value.raw, MAX_WORDS)
            .map_err(|error| Reason::of(error, value.refuse(wanted)))?;
        let mut accepted = CardClientOwners::none();
        for raw in items {
            let word = Value { raw, ..value };
            match word.choice(&WORDS, wanted)? {
                AcceptableOwner::Service => accepted.service = true,
                AcceptableOwner::HttpSys => accepted.http_sys = true,
                AcceptableOwner::Unknown => accepted.unknown = true,
            }
        }
        Ok(accepted)
    }

    /// The words for the settings in force, each once.
    pub(super) fn describe(self) -> String {
        let accepted = WORDS.iter().filter(|(_, kind)| self.accepts(*kind));
        let words: Vec<_> = accepted.map(|(word, _)| format!("\"{word}\"")).collect();
        format!("[{}]", words.join(","))
    }
}
