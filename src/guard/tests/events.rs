//! What the tests let happen.

use std::borrow::Cow;

use crate::error::Outcome;
use crate::guard::event::{Event, PinBegin, PinEnd, PinEnding, UploadBegin, UploadEnd, Why};
use crate::guard::same_card::Card;
use crate::keyed_digest::KeyedDigest;

pub fn pin<'a>(
    entry: u128,
    cards: impl Into<Cow<'a, [Card]>>,
    pin: Option<KeyedDigest>,
    insisted: bool,
) -> Event<'a> {
    Event::Pin(PinBegin {
        entry,
        cards: cards.into(),
        pin,
        insisted,
    })
}

pub fn pin_end<'a>(entry: u128, cards: impl Into<Cow<'a, [Card]>>, ending: PinEnding) -> Event<'a> {
    Event::PinEnd(PinEnd {
        entry,
        cards: cards.into(),
        ending,
        why: Why::default(),
    })
}

pub fn upload(entry: u128, document: KeyedDigest, permit_of: Option<u128>) -> Event<'static> {
    Event::Upload(UploadBegin {
        entry,
        document,
        permit_of,
        content: document,
        bytes: 1,
        reference: None,
    })
}

pub fn upload_end(entry: u128, document: KeyedDigest, outcome: Outcome) -> Event<'static> {
    Event::UploadEnd(UploadEnd {
        entry,
        document,
        content: document,
        outcome,
        why: Why::default(),
    })
}
