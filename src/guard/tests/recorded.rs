//! What may be removed from a journal.

use std::ops::Range;

use super::events;
use crate::error::Outcome;
use crate::guard::event::{Event, PinEnding};
use crate::guard::record;
use crate::guard::recorded::Recorded;
use crate::guard::same_card::Card;
use crate::journal::Contents;
use crate::time;

pub const OUTCOMES: [Outcome; 6] = [
    Outcome::Accepted,
    Outcome::NotSent,
    Outcome::Incomplete,
    Outcome::Rejected,
    Outcome::Unknown,
    Outcome::AcceptedUnreadable,
];
const ENDINGS: [PinEnding; 3] = [PinEnding::Opened, PinEnding::NotSent, PinEnding::Held];

/// Numbers that are the same in each run.
pub struct RepeatableNumbers(pub u64);

impl RepeatableNumbers {
    pub fn below(&mut self, end: usize) -> usize {
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1);
        (self.0 >> 33) as usize % end
    }
}

/// Of three readers, one of which does not give the holder; the last may be any of these.
fn card(number: usize) -> Card {
    let (serial, holder) = [(1, 8), (2, 8), (3, 0), (0, 8)][number];
    let digest = |number: u8| (number > 0).then_some([number; 32]);
    Card {
        serial: digest(serial),
        holder: digest(holder),
    }
}

/// What has begun so far, by entry.
#[derive(Default)]
struct BegunSoFar {
    /// The number of its document.
    uploads: Vec<usize>,
    pins: Vec<Vec<Card>>,
}

fn upload(random: &mut RepeatableNumbers, begun: &mut BegunSoFar) -> Event<'static> {
    if begun.uploads.is_empty() || random.below(3) == 0 {
        let document = random.below(12);
        let same = begun.uploads.iter().rposition(|other| *other == document);
        let entry = begun.uploads.len() as u128;
        begun.uploads.push(document);
        return events::upload(entry, [document as u8; 32], same.map(|entry| entry as u128));
    }
    let number = random.below(begun.uploads.len());
    let entry = number as u128;
    match random.below(6) {
        0 => Event::Permit { entry },
        1 => Event::Found { entry },
        _ => {
            let document = [begun.uploads[number] as u8; 32];
            events::upload_end(entry, document, OUTCOMES[random.below(OUTCOMES.len())])
        }
    }
}

fn pin(random: &mut RepeatableNumbers, begun: &mut BegunSoFar, ambiguous: bool) -> Event<'static> {
    let cards = match random.below(12) {
        0 => vec![card(0), card(1)],
        1 if ambiguous => vec![card(3)],
        _ => vec![card(random.below(3))],
    };
    match random.below(8) {
        0..3 => {
            begun.pins.push(cards.clone());
            events::pin(begun.pins.len() as u128, cards, None, false)
        }
        3 => events::pin_permit(cards),
        _ => {
            let entry = begun.pins.len().saturating_sub(random.below(2)).max(1);
            let cards = begun.pins.get(entry - 1).cloned().unwrap_or_default();
            events::pin_end(entry as u128, cards, ENDINGS[random.below(ENDINGS.len())])
        }
    }
}

/// The lines of a file; None is a damaged one.
type FileLines = Vec<(Option<String>, Range<u64>)>;

fn read(lines: &FileLines) -> Recorded {
    let mut recorded = Recorded::new(365);
    for (json, place) in lines {
        match json {
            Some(json) => assert!(recorded.record(json, place.clone()).unwrap(), "{json}"),
            None => recorded.damaged().unwrap(),
        }
    }
    recorded
}

#[test]
fn whatever_is_removed_up_to_any_place_the_rest_states_the_same() {
    let mut random = RepeatableNumbers(1);
    let mut removed_lines = 0;
    for run in 0..80 {
        let mut begun = BegunSoFar::default();
        let lines: FileLines = (0..60u64)
            .map(|at| {
                let event = match random.below(2) {
                    0 => upload(&mut random, &mut begun),
                    _ => pin(&mut random, &mut begun, run % 4 == 0),
                };
                let json = record::json(&event).unwrap();
                let json = std::str::from_utf8(&json).unwrap().to_owned();
                let damaged = run % 5 == 0 && random.below(30) == 0;
                ((!damaged).then_some(json), at * 10..at * 10 + 10)
            })
            .collect();
        let all = read(&lines);
        let whole = lines
            .iter()
            .filter_map(|(json, place)| Some((json.as_ref()?, place)));
        for old in (0..=60).step_by(3) {
            let removed = all.settled_in_first(old, &mut |each| {
                let mut whole = whole.clone();
                whole.try_for_each(|(json, place)| each(json, place.clone()))
            });
            let removed = removed.unwrap();
            assert!(removed.is_sorted_by(|one, next| one.end <= next.start));
            let mut young = whole.clone().skip(old);
            assert!(!young.any(|(_, place)| removed.contains(place)));
            removed_lines += removed.len();
            let mut left = lines.clone();
            left.retain(|(_, place)| !removed.contains(place));
            assert!(read(&left).is_as(&all), "run {run}, {old}");
        }
    }
    assert!(removed_lines > 1_000, "{removed_lines} lines were removed");
}

#[test]
fn old_is_what_is_neither_young_nor_among_the_newest() {
    let old = |days: usize, count: usize, time: &dyn Fn(usize) -> Option<u64>| {
        let mut recorded = Recorded::new(days);
        for number in 0..count {
            let time = time(number).map(time::text).unwrap_or_default();
            let json = format!(r#"{{"record":"diagnosis","time":"{time}"}}"#);
            assert!(recorded.record(&json, 0..0).unwrap());
        }
        recorded.old()
    };
    let ago = |days: u64| Some(time::now() - days * 24 * 3600 * 1000);
    assert_eq!(old(365, 11_000, &|_| ago(364)), 0);
    assert_eq!(old(365, 10_000, &|_| ago(366)), 0);
    assert_eq!(old(365, 15_500, &|_| ago(366)), 5_500);
    let one_is_young = |number| ago(if number == 2_500 { 1 } else { 366 });
    assert_eq!(old(365, 15_500, &one_is_young), 2_500);
    // Times that nobody can have written yet, or that no record states.
    let wrong = |number| match number % 3 {
        0 => ago(366),
        1 => Some(u64::MAX),
        _ => None,
    };
    assert_eq!(old(365, 11_000, &wrong), 1_000);
    assert_eq!(old(usize::MAX, 11_000, &|_| ago(1)), 0);
}

/// Presentations that were made while it stayed are never removed.
#[test]
fn a_permit_that_a_killed_presentation_used_goes_with_its_hold() {
    let mut recorded = Recorded::new(365);
    let cards = [card(0)];
    let begin = |entry| events::pin(entry, &cards, None, false);
    let end = |entry, ending| events::pin_end(entry, &cards, ending);
    let permit = || events::pin_permit(&cards);
    for (at, event) in [
        begin(1),
        end(1, PinEnding::Held),
        permit(),
        begin(2),
        permit(),
        begin(3),
        end(3, PinEnding::Opened),
    ]
    .iter()
    .enumerate()
    {
        let json = record::json(event).unwrap();
        let json = std::str::from_utf8(&json).unwrap();
        let at = at as u64;
        assert!(recorded.record(json, at..at + 1).unwrap());
    }
    assert!(recorded.known.pins.is_idle());
}
