//! Every sequence of up to five events of two processes, and of up to seven of one.

use super::step::{CARD, Step, WITHOUT_SERIAL, Word};
use super::world::World;
use crate::error::Outcome;
use crate::guard::event::PinEnding;

fn walk(world: &World, steps: &[Step], left: usize, path: &mut Vec<Step>) -> u64 {
    let mut count = 1;
    if left == 0 {
        return count;
    }
    for step in steps.iter().filter(|step| world.can(**step)) {
        path.push(*step);
        let next = std::panic::catch_unwind(|| {
            let mut next = world.clone();
            next.step(*step);
            next
        });
        let next = next.unwrap_or_else(|_| panic!("{path:?}"));
        count += walk(&next, steps, left - 1, path);
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

#[test]
fn every_sequence_with_one_document() {
    use Outcome::{Accepted, Incomplete, Rejected, Unknown};
    let steps: Vec<Step> = (0..2)
        .flat_map(|process| {
            let ends = [Accepted, Incomplete, Rejected, Unknown].into_iter();
            let ends = ends.flat_map(move |outcome| {
                [true, false].map(|written| Step::SendingEnds(process, outcome, written))
            });
            let decisions = [true, false].into_iter().flat_map(move |newest| {
                [
                    Step::PermitSending(process, newest),
                    Step::Found(process, newest),
                ]
            });
            let fails = [true, false].map(|written| Step::FailToSend(process, written));
            let others = [Step::Send(process), Step::Kill(process)];
            ends.chain(decisions).chain(fails).chain(others)
        })
        .collect();
    assert!(all(&steps) > 10_000);
}
