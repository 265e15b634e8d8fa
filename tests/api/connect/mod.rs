//! `hr_wait_card` and `hr_connect`: every stop and every end. What counts is what the other side received.

mod cards;
mod login;
mod several_entries;
mod situations;
mod wait;

use hr_sandbox::{Call, Options, Sandbox};
use serde_json::{Value, json};
use testkit::*;

/// A sandbox, and the serials of its cards.
struct Stage {
    sandbox: Sandbox,
    /// One situation, PIN.
    doctor: String,
    /// Several situations, PIN_MANY.
    locum: String,
    patient: String,
}

fn stage() -> Stage {
    let options = own_cards(Options::default());
    let mut serials = options.scenario.cards.iter().map(|card| &card.serial);
    let mut serial = || serials.next().unwrap().clone();
    Stage {
        doctor: serial(),
        locum: serial(),
        patient: serial(),
        sandbox: Sandbox::start(options).unwrap(),
    }
}

impl Stage {
    /// How many tickets, lists, logins, profiles and selections were asked for.
    #[track_caller]
    fn received(&self, counts: [usize; 5]) {
        let calls = [
            Call::Ticket,
            Call::Ready,
            Call::Login,
            Call::ProfilePut,
            Call::ProfileSelect,
        ];
        let seen = calls.map(|call| self.sandbox.requests_of(call).len());
        assert_eq!(seen, counts, "ticket, ready, login, put, select");
        let all: usize = counts.iter().sum();
        assert_eq!(self.sandbox.requests().len(), all, "nothing else");
    }

    fn host(&self) -> Host {
        Host::of(&self.sandbox)
    }

    fn fault(&self, fault: hr_sandbox::Fault) {
        self.sandbox.set_fault(fault);
    }

    fn empty_reader(&self) {
        for serial in [&self.doctor, &self.locum, &self.patient] {
            self.sandbox.remove_card(serial);
        }
    }

    fn presented(&self) -> u32 {
        let cards = [&self.doctor, &self.locum];
        let presented = cards.map(|serial| self.sandbox.pin_presentations(serial));
        presented.iter().sum()
    }
}

/// `hr_connect` with the card of this serial and more members.
fn with_card(host: &Host, serial: &str, pin: Option<&str>, more: Value) -> Outcome {
    let request = json!({"card": {"serial": serial}}).with(more);
    host.connect(Some(&request.to_string()), pin)
}

/// Of an error: the step that failed, and whether a session is open.
#[track_caller]
fn at(outcome: Outcome, step: Option<&str>, session: bool) -> Outcome {
    outcome.has(json!({"operation": "hr_connect", "step": step, "session": session}))
}

/// A stop at which a person chooses: the choices.
#[track_caller]
fn choices(outcome: Outcome, ask: &str) -> Vec<Value> {
    let stopped = outcome.fails("HR_E_CHOICE").has(json!({ "ask": ask }));
    let session = matches!(ask, "situation" | "profile");
    let stopped = at(stopped, None, session);
    stopped.json["choices"].as_array().unwrap().clone()
}
