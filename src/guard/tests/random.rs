//! Long sequences of three processes, shortened where one goes wrong.

use proptest::prelude::*;
use proptest::test_runner::Config;
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest, prop_state_machine};

use super::step::{CARD, Step, Word};
use super::world::World;
use crate::error::Outcome;
use crate::guard::event::PinEnding;

const PROCESSES: usize = 3;

/// Anything may happen next; what cannot happen in this world is passed over.
pub struct Anything;

impl ReferenceStateMachine for Anything {
    type State = ();
    type Transition = Step;

    fn init_state() -> BoxedStrategy<()> {
        Just(()).boxed()
    }

    fn transitions(_: &()) -> BoxedStrategy<Step> {
        let process = || 0..PROCESSES;
        let ending = prop_oneof![
            1 => Just(PinEnding::Opened),
            1 => Just(PinEnding::NotSent),
            3 => Just(PinEnding::Held),
        ];
        let outcome = prop_oneof![
            1 => Just(Outcome::Accepted),
            1 => Just(Outcome::NotSent),
            1 => Just(Outcome::Incomplete),
            1 => Just(Outcome::Rejected),
            3 => Just(Outcome::Unknown),
            1 => Just(Outcome::AcceptedUnreadable),
        ];
        let written = || prop::bool::weighted(0.8);
        prop_oneof![
            3 => (process(), 1..4u8).prop_map(|(by, pin)| Step::Present(by, pin)),
            3 => (process(), 1..4u8, written(), prop::bool::ANY)
                .prop_map(|(by, pin, newest, again)| Step::Insist(by, pin, Word { newest, again })),
            1 => (process(), 1..4u8, prop::bool::ANY)
                .prop_map(|(by, pin, it)| Step::FailToPresent(by, pin, it)),
            4 => (process(), ending, written()).prop_map(|(by, end, it)| Step::PinEnds(by, end, it)),
            2 => process().prop_map(Step::PermitPin),
            3 => process().prop_map(Step::Send),
            1 => (process(), prop::bool::ANY).prop_map(|(by, it)| Step::FailToSend(by, it)),
            4 => (process(), outcome, written())
                .prop_map(|(by, outcome, it)| Step::SendingEnds(by, outcome, it)),
            2 => (process(), written()).prop_map(|(by, it)| Step::PermitSending(by, it)),
            1 => (process(), written()).prop_map(|(by, it)| Step::Found(by, it)),
            1 => process().prop_map(Step::Kill),
        ]
        .boxed()
    }

    fn apply((): (), _: &Step) {}
}

impl StateMachineTest for World {
    type SystemUnderTest = World;
    type Reference = Anything;

    fn init_test((): &()) -> World {
        World::new(PROCESSES, &CARD)
    }

    fn apply(mut world: World, (): &(), step: Step) -> World {
        if world.can(step) {
            world.step(step);
        }
        world
    }
}

prop_state_machine! {
    #![proptest_config(Config {
        cases: 200,
        failure_persistence: None,
        ..Config::default()
    })]

    #[test]
    fn long_sequences(sequential 1..120 => World);
}

/// The end that gives the first permit back is recorded when the second one is used already.
#[test]
fn a_permit_that_a_person_has_given_again_does_not_come_back() {
    let mut world = World::new(PROCESSES, &CARD);
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
