//! What the end of a login leaves behind. The table is written from docs/guards.md, not from the library.

use testkit::{Host, Outcome};

use super::fixture::Fixture;
use super::variant::Variant;
use crate::runs::Found;

/// The guard remembers more cards than this, and what it does beyond is tested elsewhere.
pub const CARDS: usize = 500;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Nothing is held.
    Opened,
    /// All is as it was.
    NotSent,
    /// However else: a person decides.
    Held,
}

impl End {
    /// Of a login that the guard let through; None when nothing was to be sent, for another reason.
    pub fn of(outcome: &Outcome) -> Option<End> {
        match outcome.json["outcome"].as_str() {
            Some("accepted") => Some(End::Opened),
            Some("not_sent") => Some(End::NotSent),
            Some("rejected") if outcome.json["at"] == "library" => None,
            _ => Some(End::Held),
        }
    }

    /// Whether the PIN is held after this.
    pub fn holds(self, held: bool) -> bool {
        match self {
            End::Opened => false,
            End::NotSent => held,
            End::Held => true,
        }
    }
}

/// Another handle reads the cards and tries the PIN of a login that ended like this: it must not go out, which whoever
/// counts the presentations sees. How many requests were made for it.
pub fn tried_again(
    variant: &Variant,
    fixture: &Fixture,
    end: &Outcome,
    found: &mut Found,
) -> usize {
    // Then the card of the login is another one than the card that is listed.
    let is_another = ["put in again", "a card without PIN"].contains(&&*variant.name);
    if End::of(end) != Some(End::Held) || is_another {
        return 0;
    }
    let host = Host::open(&fixture.proxy.config_json());
    host.ticket().ok();
    let ready = host.ready().ok();
    let mut cards = ready.json["cards"].as_array().unwrap().iter();
    if let Some(card) = cards.find(|card| card["serial"] == *fixture.serial) {
        let pin = match variant.name.starts_with("wrong PIN") {
            true => "000000000",
            false => &fixture.pin,
        };
        let again = host.login(card["token"].as_str().unwrap(), pin);
        let is_held = again.json["reason"] == "pin_held";
        found.must(is_held, format_args!("not held: {}", again.text));
    }
    2
}
