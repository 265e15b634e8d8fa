//! Every sequence of up to five events of two processes, and of up to seven of one; and long sequences of three.

use super::recorded::{OUTCOMES, RepeatableNumbers};
use super::world::{CARD, Step, WITHOUT_SERIAL, Word, World};
use crate::error::Outcome;
use crate::guard::event::PinEnding;

/// The world after one more step; the whole path where that goes wrong.
fn after(world: &World, step: Step, path: &[Step]) -> World {
    let next = std::panic::catch_unwind(|| {
        let mut next = world.clone();
        next.step(step);
        next
    });
    next.unwrap_or_else(|_| panic!("{path:?}"))
}

fn walk(world: &World, steps: &[Step], left: usize, path: &mut Vec<Step>) -> u64 {
    let mut count = 1;
    if left == 0 {
        return count;
    }
    for step in steps.iter().filter(|step| world.can(**step)) {
        path.push(*step);
        count += walk(&after(world, *step, path), steps, left - 1, path);
        path.pop();
    }
    count
}

fn all(steps: &[Step]) -> u64 {
    walk(&World::new(2, &CARD), steps, 5, &mut Vec::new())
}

fn insist(process: usize, newest: bool, again: bool) -> Step {
    Step::Insist(process, 1, Word { newest, again })
}

fn with_cards(processes: usize) -> Vec<Step> {
    let of = |process| {
        [
            Step::Present(process, 1),
            Step::Present(process, 2),
            insist(process, true, false),
            insist(process, true, true),
            insist(process, false, true),
            Step::FailToPresent(process, 1, true),
            Step::FailToPresent(process, 1, false),
            Step::PinEnds(process, PinEnding::Opened, true),
            Step::PinEnds(process, PinEnding::NotSent, true),
            Step::PinEnds(process, PinEnding::Held, true),
            Step::PinEnds(process, PinEnding::Opened, false),
            Step::PinEnds(process, PinEnding::NotSent, false),
            Step::PinEnds(process, PinEnding::Held, false),
            Step::PermitPin(process),
            Step::Kill(process),
        ]
    };
    (0..processes).flat_map(of).collect()
}

#[test]
fn every_sequence_with_one_card() {
    assert!(all(&with_cards(2)) > 10_000);
}

#[test]
fn every_sequence_with_what_may_be_several_cards() {
    for (processes, events) in [(2, 5), (1, 7)] {
        let world = World::new(processes, &WITHOUT_SERIAL);
        let count = walk(&world, &with_cards(processes), events, &mut Vec::new());
        assert!(count > 10_000);
    }
}

fn with_documents(processes: usize, outcomes: &[Outcome]) -> Vec<Step> {
    let of = |process| {
        let ends = outcomes.iter().flat_map(move |outcome| {
            [true, false].map(|written| Step::SendingEnds(process, *outcome, written))
        });
        let others = [true, false].into_iter().flat_map(move |it| {
            [
                Step::PermitSending(process, it),
                Step::Found(process, it),
                Step::FailToSend(process, it),
            ]
        });
        ends.chain(others)
            .chain([Step::Send(process), Step::Kill(process)])
    };
    (0..processes).flat_map(of).collect()
}

#[test]
fn every_sequence_with_one_document() {
    use Outcome::{Accepted, Incomplete, Rejected, Unknown};
    assert!(
        all(&with_documents(
            2,
            &[Accepted, Incomplete, Rejected, Unknown]
        )) > 10_000
    );
}

#[test]
fn long_sequences() {
    let mut steps = with_cards(3);
    steps.extend(with_documents(3, &OUTCOMES));
    let mut random = RepeatableNumbers(1);
    for _ in 0..400 {
        let (mut world, mut path) = (World::new(3, &CARD), Vec::new());
        for _ in 0..120 {
            let step = steps[random.below(steps.len())];
            if world.can(step) {
                path.push(step);
                world = after(&world, step, &path);
            }
        }
    }
}

/// The end that gives the first permit back is recorded when the second one is used already.
#[test]
fn a_permit_that_a_person_has_given_again_does_not_come_back() {
    let mut world = World::new(3, &CARD);
    for step in [
        Step::Present(0, 1),
        Step::PinEnds(0, PinEnding::Held, true),
        Step::PermitPin(0),
        Step::Present(1, 1),
        Step::PinEnds(1, PinEnding::NotSent, false),
        Step::PermitPin(0),
        Step::Present(2, 2),
        Step::PinEnds(2, PinEnding::Held, true),
        Step::Send(1),
        Step::Present(2, 1),
    ] {
        world.step(step);
    }
}
