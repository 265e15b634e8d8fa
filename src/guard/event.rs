//! What happens to cards and documents, as the guard is told and as a journal's record states it.

use std::borrow::Cow;

use super::documents::UploadBegin;
use super::same_card::Card;
use crate::error::Outcome;
use crate::keyed_digest::KeyedDigest;
use crate::words::words;

#[derive(Clone)]
pub enum Event<'a> {
    Upload {
        begin: UploadBegin,
        /// Of the content alone.
        content: KeyedDigest,
        bytes: u64,
        /// Whatever the host calls it, as a JSON string.
        reference: Option<&'a str>,
    },
    UploadEnd {
        entry: u128,
        document: KeyedDigest,
        content: KeyedDigest,
        outcome: Outcome,
        why: Why<'a>,
    },
    /// A person permits one more sending of the document of this doubt.
    SendPermit {
        entry: u128,
    },
    /// A person found the document of this doubt in the record.
    Found {
        entry: u128,
    },
    Pin(PinBegin<'a>),
    PinEnd {
        entry: u128,
        cards: Cow<'a, [Card]>,
        ending: PinEnding,
        why: Why<'a>,
    },
    /// A person permits one more presentation to what may be these cards.
    PinPermit {
        cards: Cow<'a, [Card]>,
    },
    /// Of a kind that this version does not know, or one that says nothing.
    Other,
}

#[derive(Clone)]
pub struct PinBegin<'a> {
    pub entry: u128,
    /// More than one where a list contradicts itself.
    pub cards: Cow<'a, [Card]>,
    /// None in a journal, which has nothing that was made of a PIN: every PIN is held.
    pub pin: Option<KeyedDigest>,
    /// A person was asked about the last presentation to the card, and insisted: a permit as well, for itself.
    pub insisted: bool,
}

/// The error of a call: the name of its code, and the status of the response.
#[derive(Clone, Copy, Default)]
pub struct Why<'a> {
    pub code: Option<&'a str>,
    pub status: Option<u16>,
}

impl Why<'_> {
    pub fn of(error: Option<&crate::error::Error>) -> Why<'static> {
        Why {
            code: error.map(|error| error.code.name()),
            status: error.and_then(|error| error.http_status),
        }
    }
}

words! {
    pub enum PinEnding {
        /// The card accepted the PIN.
        Opened = "opened",
        /// The PIN never left the process.
        NotSent = "not_sent",
        /// Refused, or without a definite answer.
        Held = "held",
    }
}
