//! What may be removed from a journal.

use std::ops::Range;

use super::events;
use super::sequences::{RepeatableNumbers, with_both};
use super::world::World;
use crate::error::Outcome;
use crate::guard::event::{Event, PinEnding};
use crate::guard::record;
use crate::guard::recorded::{BOUNDS, Recorded};
use crate::guard::same_card::Card;
use crate::guard::state::GuardState;
use crate::journal::Contents;
use crate::keyed_digest::KeyedDigest;
use crate::time;

const fn card(serial: u8, holder: u8) -> Card {
    const fn digest(number: u8) -> Option<KeyedDigest> {
        match number {
            0 => None,
            number => Some([number; 32]),
        }
    }
    Card {
        serial: digest(serial),
        holder: digest(holder),
    }
}

/// Of three readers, one of which does not give the holder, and of a list that contradicts itself; the last may be any of
/// them.
const CARDS: [&[Card]; 5] = [
    &[card(1, 8)],
    &[card(2, 8)],
    &[card(3, 0)],
    &[card(1, 8), card(2, 8)],
    &[card(0, 8)],
];

fn written(event: &Event<'_>) -> String {
    String::from_utf8(record::json(event).unwrap().to_vec()).unwrap()
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

/// What processes record of several cards and documents: what is settled for one of them stands between what is not.
fn lines(run: usize, random: &mut RepeatableNumbers) -> FileLines {
    let cards = if run.is_multiple_of(4) { 5 } else { 4 };
    let worlds = 1..=1 + run % 8;
    let mut worlds = Vec::from_iter(worlds.map(|it| World::new(2, CARDS[it % cards], it as u8)));
    let (steps, mut events) = (with_both(2), Vec::new());
    while events.len() < 60 {
        let number = random.below(worlds.len());
        let world = &mut worlds[number];
        random.step(world, &steps);
        events.append(&mut world.records);
        // One that is there twice.
        if random.below(12) == 0 && !events.is_empty() {
            events.push(events[random.below(events.len())].clone());
        }
    }
    let line = |(at, event): (u64, &Event)| {
        let damaged = run.is_multiple_of(5) && random.below(30) == 0;
        ((!damaged).then(|| written(event)), at * 10..at * 10 + 10)
    };
    (0..60).zip(&events).map(line).collect()
}

#[test]
fn whatever_is_removed_up_to_any_place_the_rest_states_the_same() {
    let mut random = RepeatableNumbers(1);
    let mut removed_lines = 0;
    for run in 0..80 {
        let lines = lines(run, &mut random);
        let all = read(&lines);
        let whole = lines.iter();
        let whole = whole.filter_map(|(json, place)| Some((json.as_ref()?, place)));
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

/// Its begin may be a damaged line.
#[test]
fn an_end_without_its_begin_goes_with_what_was_found_of_it() {
    let end = written(&events::upload_end(1, [1; 32], Outcome::Unknown));
    let found = written(&Event::Found(1));
    let lines = vec![(Some(end), 0..10), (Some(found), 10..20)];
    let all = read(&lines);
    for (old, goes) in [(1, 0), (2, 2)] {
        let removed = all.settled_in_first(old, &mut |each| {
            let mut lines = lines.iter();
            lines.try_for_each(|(json, place)| each(json.as_ref().unwrap(), place.clone()))
        });
        assert_eq!(removed.unwrap().len(), goes, "{old}");
    }
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
    // Most of them: this clock was set back.
    let later = |number| [Some(u64::MAX), ago(366)][usize::from(number >= 5_600)];
    assert_eq!(old(365, 11_000, &later), 0);
    assert_eq!(old(usize::MAX, 11_000, &|_| ago(1)), 0);
}

/// Presentations that were made while it stayed are never removed.
#[test]
fn a_permit_that_a_killed_presentation_used_goes_with_its_hold() {
    let mut known = GuardState::new(&BOUNDS);
    let cards = CARDS[0];
    let begin = |entry| events::pin(entry, cards, None, false);
    for event in [
        begin(1),
        events::pin_end(1, cards, PinEnding::Held),
        Event::PinPermit(cards.into()),
        begin(2),
        Event::PinPermit(cards.into()),
        begin(3),
        events::pin_end(3, cards, PinEnding::Opened),
    ] {
        known.apply(&event, 0).unwrap();
    }
    assert!(known.pins.is_idle());
}
