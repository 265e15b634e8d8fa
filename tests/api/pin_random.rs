//! Random calls and faults: no sequence locks a card while no person insists on a refused PIN. The host is as
//! careless as a program can be. Nothing here knows why a PIN is held back, only what a card does: at the third
//! wrong PIN in a row it locks.
//!
//! A share of the steps runs always; all of them with `HR_RANDOM=full`.

use hr_sandbox::{Call, Card, Cut, Fault};
use testkit::random::Random;
use testkit::*;

const STEPS: u32 = 2_500;
const STEPS_FULL: u32 = 10_000;
/// One wrong PIN fewer than the card has tries: three different wrong PINs may lock any card.
const WRONG: [&str; 2] = ["0000", "1111"];

#[derive(Default, Debug)]
struct Seen {
    logins: u32,
    opened: u32,
    held_back: u32,
    refused: u32,
    in_doubt: u32,
}

#[test]
fn no_sequence_of_calls_and_faults_locks_the_card() {
    let seed = testkit::random::seed_or(0x5eed_1234_5678_9abc);
    let mut random = Random(seed);
    let serial = "pin-random";
    let sandbox = sandbox();
    sandbox.insert_card(Card::cps(serial, PIN));
    let hosts: Vec<Host> = (0..3).map(|_| Host::of(&sandbox)).collect();
    let mut tokens = vec![String::from("none"); hosts.len()];
    for host in &hosts {
        host.ticket().ok();
    }
    let mut seen = Seen::default();
    let steps = if testkit::random::is_full() {
        STEPS_FULL
    } else {
        STEPS
    };
    for step in 0..steps {
        let which = random.below(hosts.len() as u64) as usize;
        let host = &hosts[which];
        match random.below(20) {
            0..=7 => {
                let ready = host.ready();
                let own = format!("\"serial\":\"{serial}\"");
                if ready.code == 0 && ready.text.contains(&own) {
                    let cards = ready.json["cards"].as_array().unwrap();
                    let card = cards.iter().find(|card| card["serial"] == serial).unwrap();
                    tokens[which] = card["token"].as_str().unwrap().to_owned();
                }
            }
            8..=15 => {
                let pin = *random.pick(&[PIN, WRONG[0], WRONG[1]]);
                let login = host.login(&tokens[which], pin);
                seen.logins += 1;
                match login.str("name").as_str() {
                    "" => seen.opened += 1,
                    "HR_E_PIN_GUARD" => seen.held_back += 1,
                    "HR_E_CARD_STATUS" => seen.refused += 1,
                    "HR_E_IN_DOUBT" => seen.in_doubt += 1,
                    _ => {}
                }
            }
            16 => {
                let call = *random.pick(&[Call::Login, Call::Login, Call::Ready]);
                let fault = Fault::on(call).times(1);
                // What refuses by a status without asking the card, and then reports the true counter.
                let status = *random.pick(&[302, 400, 403, 408, 409, 429, 503]);
                sandbox.set_fault(match random.below(8) {
                    0 => fault.status(status),
                    1 => fault.act().status(*random.pick(&[408, 500, 503])),
                    6 => fault.act().cut(Cut::AfterHeaders),
                    7 => fault.act().status(400).cut(Cut::AfterHeaders),
                    2 => fault.cut(Cut::Before),
                    3 => fault.act().cut(Cut::Before),
                    4 => fault.act().cut(Cut::MidBody),
                    _ => fault
                        .act()
                        .status(200)
                        .content_type("text/html")
                        .body("<html>"),
                });
            }
            17 => sandbox.clear_faults(),
            18 => {
                sandbox.remove_card(serial);
                sandbox.insert_card(Card::cps(serial, PIN));
            }
            _ => drop(host.ticket()),
        }
        let left = sandbox.card_tries_left(serial);
        assert!(
            left.is_some_and(|left| left >= 1),
            "locked at step {step}, seed {seed}"
        );
        // A PIN that is right may stay held back after a lost answer, until a person insists. Only such
        // a person can go on, so one comes along now and then, sure of the right PIN alone.
        if step % 50 == 49 {
            sandbox.clear_faults();
            let token = host.token(serial);
            if host.login(&token, PIN).code != 0 {
                let token = host.token(serial);
                host.pin_retry_allow(&token);
                host.login(&token, PIN).ok();
            }
            assert_eq!(sandbox.card_tries_left(serial), Some(3));
        }
    }
    let presented = sandbox.pin_presentations(serial);
    let share = |of_all: u32| of_all * steps / STEPS_FULL;
    println!("{steps} steps, {presented} presentations, locked 0: {seen:?}");
    assert!(
        seen.opened > 50
            && seen.held_back > share(500)
            && seen.refused > share(100)
            && seen.in_doubt > share(20),
        "{seen:?}"
    );
}
