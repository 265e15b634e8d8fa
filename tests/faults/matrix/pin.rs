//! What the end of a login leaves behind. The table is written from docs/en/card.md, not from the library.

use hr_sandbox::Call;
use serde_json::{Map, Value, json};
use testkit::fault_proxy::{End as ProxyEnd, Sends};
use testkit::{Host, Outcome};

use super::fixture::Fixture;
use super::variant::{Variant, sending};
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

/// What another list says of the card of a token, which had so many tries left.
type Later = fn(&mut Map<String, Value>, &str, i64);

const LATER: [Later; 9] = [
    |_, _, _| {},
    |cards, token, left| set(cards, token, "pinAttempt", json!(left - 1)),
    |cards, token, left| set(cards, token, "pinAttempt", json!(left + 1)),
    // By an entry that is old.
    |cards, token, _| {
        let mut old = cards[token].clone();
        old[0]["token"] = json!("old");
        cards.insert("old".into(), old);
    },
    |cards, token, _| {
        for name in ["serial", "idNat"] {
            let padded = format!(" {}\0\0 ", cards[token][0][name].as_str().unwrap());
            set(cards, token, name, json!(padded));
        }
    },
    |cards, token, _| set(cards, token, "serial", Value::Null),
    |cards, token, _| set(cards, token, "idNat", json!("")),
    |cards, token, _| {
        set(cards, token, "serial", Value::Null);
        set(cards, token, "idNat", json!({"none": true}));
    },
    |cards, token, _| {
        let mut card = cards.remove(token).unwrap();
        card[0]["token"] = json!("another");
        cards.insert("another".into(), card);
    },
];

fn set(cards: &mut Map<String, Value>, token: &str, name: &str, value: Value) {
    cards[token][0][name] = value;
}

/// After a login there is no session unless it opened one; and if it may have spent a try, another handle reads the cards,
/// whatever they are said to be, and tries the PIN: it must not go out, which whoever counts the presentations sees. How
/// many requests were made for it.
pub fn afterwards(variant: &Variant, fixture: &Fixture, end: &Outcome, found: &mut Found) -> usize {
    if end.code != 0 {
        let name = fixture.host.patient_get().str("name");
        found.must(name == "HR_E_STATE" || name == "HR_E_HANDLE", name);
    }
    // Then the card of the login is another one than the card that is listed.
    let is_another = ["put in again", "a card without PIN"].contains(&&*variant.name);
    let sandbox = fixture.proxy.sandbox();
    let token = sandbox.card_token(&fixture.serial).filter(|_| !is_another);
    let Some(token) = token.filter(|_| End::of(end) == Some(End::Held)) else {
        return 0;
    };
    let left = sandbox
        .card_tries_left(&fixture.serial)
        .map_or(3, i64::from);
    let pin = match variant.name.starts_with("wrong PIN") {
        true => "000000000",
        false => &fixture.pin,
    };
    let host = Host::open(&fixture.proxy.config_json());
    host.ticket().ok();
    for (number, later) in LATER.iter().enumerate() {
        let own = token.clone();
        let list = Sends::made(move |answer| {
            let mut body: Value = serde_json::from_slice(&answer.body).unwrap();
            later(body["data"]["data"].as_object_mut().unwrap(), &own, left);
            answer.body(body.to_string()).with("")
        });
        fixture
            .proxy
            .arm(Call::Ready, 1, sending(list, ProxyEnd::Close));
        host.ready().ok();
        let listed = if number + 1 == LATER.len() {
            "another"
        } else {
            &token
        };
        let again = host.login(listed, pin);
        // Of a list without an identifier the PIN may be in use in another run.
        let is_held = again.json["name"] == "HR_E_PIN_GUARD";
        found.must(
            is_held,
            format_args!("not held by list {number}: {}", again.text),
        );
    }
    1 + LATER.len()
}
