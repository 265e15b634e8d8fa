//! Every sequence of up to five events of two processes, and of up to seven of one; and long sequences of three.

use super::world::{Call, Step, Word, World};
use crate::error::Outcome::{self, Accepted, Incomplete, NotSent, Rejected, Unknown};
use crate::guard::same_card::Card;
use crate::guard::sending::Decision;

const CARD: [Card; 1] = [Card {
    serial: Some([1; 32]),
    holder: None,
}];
/// It may be any card of its holder, so that a success with it ends what its permit was for alone.
const WITHOUT_SERIAL: [Card; 1] = [Card {
    serial: None,
    holder: Some([1; 32]),
}];
const OUTCOMES: [Outcome; 6] = [
    Accepted,
    NotSent,
    Incomplete,
    Rejected,
    Unknown,
    Outcome::AcceptedUnreadable,
];

/// Numbers that are the same in each run.
pub struct RepeatableNumbers(pub u64);

impl RepeatableNumbers {
    pub fn below(&mut self, end: usize) -> usize {
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1);
        (self.0 >> 33) as usize % end
    }

    /// One more step, where it can happen.
    pub fn step(&mut self, world: &mut World, steps: &[Step]) {
        if let Some(next) = world.after(steps[self.below(steps.len())]) {
            *world = next;
        }
    }
}

fn walk(world: &World, steps: &[Step], left: usize) -> usize {
    let steps_left = if left == 0 { &[] } else { steps };
    let next = steps_left.iter().filter_map(|step| world.after(*step));
    let sequences = next.map(|next| walk(&next, steps, left - 1));
    1 + sequences.sum::<usize>()
}

fn every_sequence(processes: usize, length: usize, card: &'static [Card], steps: &[Step]) {
    let world = World::new(processes, card, 2);
    assert!(walk(&world, steps, length) > 10_000);
}

fn present(process: usize, pin: u8, word: Option<Word>) -> Step {
    Step::Begin(process, Call::Present(pin, word), None)
}

/// How what was begun may end, or not begin.
fn ends(process: usize, call: Call, outcomes: &[Outcome]) -> impl Iterator<Item = Step> {
    [true, false].into_iter().flat_map(move |written| {
        let ends = outcomes.iter();
        ends.map(move |outcome| Step::End(process, *outcome, written))
            .chain([Step::Begin(process, call, Some(written))])
    })
}

pub fn with_cards(processes: usize) -> Vec<Step> {
    let of = |process| {
        let ends = ends(
            process,
            Call::Present(1, None),
            &[Accepted, NotSent, Unknown],
        );
        ends.chain([
            present(process, 1, None),
            present(process, 2, None),
            present(process, 1, Some(Word::Confirmed)),
            present(process, 1, Some(Word::Retry)),
            present(process, 1, Some(Word::RetryOfOlder)),
            Step::PermitPin(process),
            Step::Kill(process),
        ])
    };
    (0..processes).flat_map(of).collect()
}

pub fn with_documents(processes: usize, outcomes: &[Outcome]) -> Vec<Step> {
    let of = |process| {
        let decisions = [true, false].into_iter().flat_map(move |newest| {
            [Decision::Permit, Decision::Found]
                .map(|decision| Step::Decide(process, decision, newest))
        });
        let ends = ends(process, Call::Send, outcomes);
        ends.chain(decisions)
            .chain([Step::Begin(process, Call::Send, None), Step::Kill(process)])
    };
    (0..processes).flat_map(of).collect()
}

pub fn with_both(processes: usize) -> Vec<Step> {
    [with_cards(processes), with_documents(processes, &OUTCOMES)].concat()
}

#[test]
fn every_sequence_with_one_card() {
    every_sequence(2, 5, &CARD, &with_cards(2));
}

#[test]
fn every_sequence_with_what_may_be_several_cards() {
    every_sequence(2, 5, &WITHOUT_SERIAL, &with_cards(2));
    every_sequence(1, 7, &WITHOUT_SERIAL, &with_cards(1));
}

#[test]
fn every_sequence_with_one_document() {
    let steps = with_documents(2, &[Accepted, Incomplete, Rejected, Unknown]);
    every_sequence(2, 5, &CARD, &steps);
}

#[test]
fn long_sequences() {
    let steps = with_both(3);
    let mut random = RepeatableNumbers(1);
    for _ in 0..400 {
        let mut world = World::new(3, &CARD, 2);
        (0..120).for_each(|_| random.step(&mut world, &steps));
    }
}
