//! `card_client_owners`: whose processes may be given ticket and PIN beside those of one's own session. There is no
//! word for another user's session.

use serde_json::value::RawValue;

use super::value::Value;
use crate::json;
use crate::reason::{Expected, Reason};
use crate::system::owner::Owner;

/// Each word once, and some more.
const MAX_WORDS: usize = 16;

const WORDS: [(&str, Owner); 3] = [
    ("service", Owner::Service),
    ("http_sys", Owner::HttpSys),
    ("unknown", Owner::Unknown),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardClientOwners {
    service: bool,
    http_sys: bool,
    unknown: bool,
}

impl Default for CardClientOwners {
    /// Windows tells who holds a connection. Elsewhere what tells it may be closed to a program, or absent.
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

    pub fn accepts(self, owner: Owner) -> bool {
        match owner {
            Owner::Own => true,
            Owner::OtherSession | Owner::NotAsked => false,
            Owner::Service => self.service,
            Owner::HttpSys => self.http_sys,
            Owner::Unknown => self.unknown,
        }
    }

    pub(super) fn parse(value: &RawValue) -> Result<CardClientOwners, Reason> {
        let value = Value {
            key: "card_client_owners",
            raw: value,
        };
        let wanted = Expected::CardClientOwners;
        let items = json::items(value.raw.get(), MAX_WORDS)
            .map_err(|error| Reason::of(error, value.refuse(wanted)))?;
        let mut accepted = CardClientOwners::none();
        for raw in items {
            let word = Value { raw, ..value };
            match word.choice(&WORDS, wanted)? {
                Owner::Service => accepted.service = true,
                Owner::HttpSys => accepted.http_sys = true,
                Owner::Unknown => accepted.unknown = true,
                Owner::Own | Owner::OtherSession | Owner::NotAsked => {
                    return Err(value.refuse(wanted));
                }
            }
        }
        Ok(accepted)
    }

    /// The words for the settings in force, each once.
    pub(super) fn describe(self) -> String {
        let accepted = WORDS.iter().filter(|(_, owner)| self.accepts(*owner));
        let words: Vec<_> = accepted.map(|(word, _)| format!("\"{word}\"")).collect();
        format!("[{}]", words.join(","))
    }
}
