//! As much as the memory of a process keeps: nothing is forgotten beyond it.

use super::events;
use crate::error::Outcome;
use crate::guard::documents::{Meant, SendRefusal};
use crate::guard::event::{Event, PinEnding};
use crate::guard::memory::BOUNDS;
use crate::guard::pins::PinQuestion;
use crate::guard::same_card::{Card, numbers};
use crate::guard::state::GuardState;
use crate::keyed_digest::KeyedDigest;
use crate::reason::Reason;

const FREE: Result<bool, Reason> = Ok(false);
const HELD: Result<bool, Reason> = Ok(true);

fn digest(number: usize) -> KeyedDigest {
    let mut digest = [0; 32];
    digest[..8].copy_from_slice(&number.to_be_bytes());
    digest
}

fn card(number: usize) -> [Card; 1] {
    let serial = Some(digest(number));
    [Card {
        serial,
        holder: None,
    }]
}

fn apply(known: &mut GuardState, event: Event<'_>) {
    known.apply(&event, 0).unwrap();
}

/// Presents a PIN to the card of that number; without an ending it goes on.
fn present(known: &mut GuardState, number: usize, pin: usize, ending: Option<PinEnding>) {
    let (entry, cards) = (u128::from(known.now()), card(number));
    apply(known, events::pin(entry, &cards, Some(digest(pin)), false));
    if let Some(ending) = ending {
        apply(known, events::pin_end(entry, &cards, ending));
    }
}

/// Whether a PIN is held.
fn judged(known: &GuardState, number: usize, pin: usize) -> Result<bool, Reason> {
    let judged = known.pins.judge(&PinQuestion {
        cards: &card(number),
        pin: Some(&digest(pin)),
        listed: None,
        is_elsewhere: &|_| false,
        runs: &|_| true,
    });
    judged.map(|held| held.is_some())
}

#[test]
fn at_the_bound_every_pin_of_every_card_is_held_and_permits_help() {
    let more = BOUNDS.holds;
    let mut known = GuardState::new(&BOUNDS);
    present(&mut known, 0, 1, None);
    for number in 1..more {
        present(&mut known, number, 1, Some(PinEnding::Held));
    }
    assert_eq!((judged(&known, 1, 1), judged(&known, 1, 2)), (HELD, FREE));
    assert_eq!(judged(&known, more, 1), FREE);
    // A success of the one that did not fit clears its card.
    let mut succeeded = known.clone();
    present(&mut succeeded, more, 1, Some(PinEnding::Opened));
    assert_eq!(judged(&succeeded, more, 1), FREE);
    assert_eq!(judged(&succeeded, more + 1, 1), HELD);
    present(&mut known, more, 1, Some(PinEnding::Held));
    // The first is still being presented; and of a card that was never seen nobody knows any more that it was not.
    assert_eq!(judged(&known, 0, 2), Err(Reason::PinInUse));
    for number in [1, more / 2, more - 1, more, more + 1] {
        for pin in [1, 2] {
            assert_eq!(judged(&known, number, pin), HELD, "{number} {pin}");
        }
    }
    let allow = |known: &mut _, number| apply(known, Event::PinPermit((&card(number)).into()));
    // One that did not succeed permits no other; a success does.
    allow(&mut known, 1);
    assert_eq!((judged(&known, 1, 2), judged(&known, 2, 2)), (FREE, HELD));
    present(&mut known, 1, 2, Some(PinEnding::Held));
    for pin in [1, 2] {
        assert_eq!(judged(&known, 1, pin), HELD);
    }
    allow(&mut known, 1);
    present(&mut known, 1, 2, Some(PinEnding::Opened));
    for pin in [1, 2] {
        assert_eq!(judged(&known, 1, pin), FREE);
    }
    assert_eq!(judged(&known, 2, 1), HELD);
    // The first of more permits than are kept is forgotten.
    for (number, first) in [(more, FREE), (more + 1, HELD)] {
        (10..10 + number).for_each(|number| allow(&mut known, number));
        assert_eq!(judged(&known, 10, 1), first);
        assert_eq!(judged(&known, 9 + number, 1), FREE);
    }
}

/// R235: a question of before was the same again, and its answer counted once more.
#[test]
fn at_the_bound_of_successes_no_question_is_as_it_was() {
    let mut known = GuardState::new(&BOUNDS);
    let question = |known: &GuardState| known.pins.success_number(&card(0));
    let before = question(&known);
    for number in 0..=BOUNDS.holds {
        present(&mut known, number, 1, Some(PinEnding::Opened));
    }
    assert_ne!(question(&known), before);
}

/// R236: a card that a list had twice was as any other one.
#[test]
fn a_card_that_a_list_has_twice_has_a_number_of_its_own() {
    let twice = |number| numbers(&[card(number), card(number)].concat());
    assert_ne!(twice(1), twice(2));
}

fn judge(
    known: &GuardState,
    document: &KeyedDigest,
    once: bool,
) -> Result<Option<u128>, SendRefusal> {
    let latest = known.latest();
    let documents = &known.documents;
    documents.judge(document, once, latest, &|_| true, known.bounds)
}

#[test]
fn at_the_bound_no_other_document_is_sent_and_no_doubt_is_forgotten() {
    let open = BOUNDS.open;
    let mut known = GuardState::new(&BOUNDS);
    for number in 0..open {
        assert_eq!(judge(&known, &digest(number), false), Ok(None));
        let (entry, document) = (number as u128, digest(number));
        apply(&mut known, events::upload(entry, document, None));
        if number > 0 {
            let end = events::upload_end(entry, document, Outcome::Unknown);
            apply(&mut known, end);
        }
    }
    assert_eq!(judge(&known, &digest(open), false), Err(SendRefusal::Full));
    assert_eq!(judge(&known, &digest(0), false), Err(SendRefusal::InUse));
    for number in 1..open {
        let doubt = Err(SendRefusal::Doubt(number as u128));
        assert_eq!(judge(&known, &digest(number), false), doubt);
    }
    // What a person decides about is sent, and room for others is where a doubt is lifted.
    apply(&mut known, Event::SendPermit(1));
    assert_eq!(judge(&known, &digest(1), false), Ok(Some(1)));
    apply(&mut known, Event::Found(2));
    assert_eq!(judge(&known, &digest(2), true), Err(SendRefusal::Accepted));
    assert_eq!(judge(&known, &digest(open), false), Ok(None));
    // A new upload replaces no doubt that a person has lifted.
    apply(&mut known, events::upload(1 << 64, digest(2), None));
    assert_eq!(known.documents.meaning(2, &|_| false), Meant::Nothing);
}

/// Half of a digest distinguished a document from another one.
#[test]
fn r225_documents_whose_digests_share_a_half_are_two() {
    let halves = |first, second| {
        let mut digest = [first; 32];
        digest[16..].fill(second);
        digest
    };
    let document = halves(1, 1);
    for other in [halves(1, 2), halves(2, 1)] {
        let mut known = GuardState::new(&BOUNDS);
        apply(&mut known, events::upload(1, document, None));
        assert_eq!(judge(&known, &document, false), Err(SendRefusal::InUse));
        assert_eq!(judge(&known, &other, false), Ok(None));
        for event in [
            events::upload_end(1, document, Outcome::Unknown),
            events::upload(2, other, None),
            events::upload_end(2, other, Outcome::Accepted),
        ] {
            apply(&mut known, event);
        }
        assert_eq!(judge(&known, &other, true), Err(SendRefusal::Accepted));
        assert_eq!(judge(&known, &document, true), Err(SendRefusal::Doubt(1)));
    }
}
