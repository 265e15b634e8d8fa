//! What happens to cards and documents, as the guard is told and as a journal's record states it.

use std::borrow::Cow;

use super::same_card::Card;
use crate::error::Outcome;
use crate::keyed_digest::KeyedDigest;
use crate::words::words;

#[derive(Clone)]
pub enum Event<'a> {
    Upload(UploadBegin<'a>),
    UploadEnd(UploadEnd<'a>),
    /// A person permits one more sending of the document of this doubt.
    SendPermit(u128),
    /// A person found the document of this doubt in the record.
    Found(u128),
    Pin(PinBegin<'a>),
    PinEnd(PinEnd<'a>),
    /// A person permits one more presentation to what may be these cards.
    PinPermit(Cow<'a, [Card]>),
    /// Of a kind that this version does not know, or one that says nothing.
    Other,
}

#[derive(Clone)]
pub struct UploadBegin<'a> {
    pub entry: u128,
    pub document: KeyedDigest,
    /// Whose permit it uses.
    pub permit_of: Option<u128>,
    /// Of the content alone.
    pub content: KeyedDigest,
    pub bytes: u64,
    /// Whatever the host calls it, as a JSON string.
    pub reference: Option<&'a str>,
}

#[derive(Clone)]
pub struct UploadEnd<'a> {
    pub entry: u128,
    pub document: KeyedDigest,
    pub content: KeyedDigest,
    pub outcome: Outcome,
    pub why: Why<'a>,
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

#[derive(Clone)]
pub struct PinEnd<'a> {
    pub entry: u128,
    pub cards: Cow<'a, [Card]>,
    pub ending: PinEnding,
    pub why: Why<'a>,
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
