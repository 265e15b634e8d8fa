//! PIN, lock, insertion, by the card client, the library and the control port.

use crate::client::*;
use hr_sandbox::{Card, PinAttempt, Sandbox, Scenario};
use serde_json::{Value, json};

fn entry(sandbox: &Sandbox, serial: &str) -> Option<Value> {
    let reply = card(sandbox, "ready", json!({})).json();
    let cards = reply["data"]["data"].as_object().unwrap().clone();
    let mut entries = cards.into_iter().map(|(_, entries)| entries[0].clone());
    entries.find(|entry| entry["serial"] == serial)
}

fn attempts(sandbox: &Sandbox) -> Value {
    entry(sandbox, ONE).unwrap()["pinAttempt"].clone()
}

fn steer(sandbox: &Sandbox, action: &str, serial: &str) -> Reply {
    let path = format!("/cards/{action}");
    post(sandbox, &path, json!({ "serial": serial }))
}

fn new_card(serial: &str) -> Value {
    let situations = json!([{"id": "a"}]);
    json!({ "serial": serial, "type": "CPS", "pin": "1111", "holder": {}, "situations": situations })
}

#[test]
fn wrong_pins_lock_the_card_until_it_is_unlocked_and_a_right_one_restores_the_tries() {
    let sandbox = sandbox();
    try_login(&sandbox, ONE, "0000");
    login(&sandbox, ONE, "1234");
    for left in [2, 1, 0] {
        let reply = try_login(&sandbox, ONE, "0000");
        assert_eq!(reply.status, 200);
        assert_ne!(reply.json()["status"]["code"], 0);
        assert!(reply.json().get("bearer").is_none());
        assert_eq!(sandbox.card_tries_left(ONE), Some(left));
        assert_eq!(attempts(&sandbox), left);
    }
    assert!(try_login(&sandbox, ONE, "1234").error().contains("locked"));
    assert_eq!(sandbox.pin_presentations(ONE), 5);
    assert_eq!(sandbox.card_tries_left(SEVERAL), Some(3));
    assert_eq!(sandbox.card_tries_left("unknown"), None);
    assert_eq!(get(&sandbox, "/state")["cards"][0]["locked"], true);

    assert_eq!(steer(&sandbox, "unlock", ONE).json()["tries_left"], 3);
    let change = json!({ "serial": ONE, "pin": "4321" });
    assert_eq!(post(&sandbox, "/cards/pin", change).status, 200);
    login(&sandbox, ONE, "4321");
    assert_eq!(steer(&sandbox, "lock", ONE).json()["tries_left"], 0);
    assert!(try_login(&sandbox, ONE, "4321").error().contains("locked"));
    assert_eq!(sandbox.pin_presentations(ONE), 6);
}

#[test]
fn the_counter_can_count_upwards() {
    let sandbox = sandbox_with(|options| options.scenario.pin_attempt = PinAttempt::Used);
    assert_eq!(attempts(&sandbox), 0);
    try_login(&sandbox, ONE, "0000");
    assert_eq!(attempts(&sandbox), 1);
}

#[test]
fn a_card_put_in_again_has_a_new_token_and_the_same_memory() {
    let sandbox = sandbox();
    try_login(&sandbox, ONE, "0000");
    let before = entry(&sandbox, ONE).unwrap();
    assert_eq!(steer(&sandbox, "remove", ONE).status, 200);
    assert_eq!(steer(&sandbox, "remove", ONE).status, 404);
    assert_eq!(entry(&sandbox, ONE), None);

    let token = steer(&sandbox, "insert", ONE).json()["token"].clone();
    let after = entry(&sandbox, ONE).unwrap();
    assert_eq!(after["token"], token);
    assert_ne!(before["token"], token);
    assert_eq!(before["idNat"], after["idNat"]);
    assert_eq!(after["pinAttempt"], 2);
    let old = json!({ "token": before["token"], "pinCode": "1234" });
    let late = card(&sandbox, "login", old).json();
    assert_ne!(late["status"]["code"], 0);
    assert_eq!(sandbox.pin_presentations(ONE), 1);
    let by_token = post(&sandbox, "/cards/remove", json!({ "token": token }));
    assert_eq!(by_token.status, 200);
    sandbox.insert_card(Scenario::default().cards[0].clone());
    login(&sandbox, ONE, "1234");
    sandbox.remove_card(ONE);
    assert_eq!(sandbox.card_token(ONE), None);
}

#[test]
fn a_new_card_can_be_put_in_and_a_whole_one_replaces_the_known_one_but_for_its_tries() {
    let sandbox = sandbox();
    sandbox.insert_card(Card {
        token: Some("jeton-choisi".into()),
        ..Card::cps("9", "4321")
    });
    assert_eq!(sandbox.card_token("9").as_deref(), Some("jeton-choisi"));
    login(&sandbox, "9", "4321");
    try_login(&sandbox, ONE, "0000");
    let mut card = new_card(ONE);
    card["tries_left"] = json!(3);
    assert_eq!(post(&sandbox, "/cards/insert", card).status, 200);
    let card = &get(&sandbox, "/state?show=pin")["cards"][0];
    assert_eq!(card["pin"], "1111");
    assert_eq!(card["tries_left"], 2);

    // Two cards in the reader have two tokens.
    let mut card = new_card("77");
    card["token"] = json!(sandbox.card_token(ONE));
    let refused = post(&sandbox, "/cards/insert", card.clone());
    expect(&refused, "400", "leave the token out");
    sandbox.remove_card(ONE);
    assert_eq!(post(&sandbox, "/cards/insert", card).status, 200);
    login(&sandbox, "77", "1111");
}

#[test]
fn the_cards_are_listed_in_the_order_of_the_scenario() {
    for _ in 0..4 {
        let reply = card(&sandbox(), "ready", json!({}));
        let text = String::from_utf8(reply.body).unwrap();
        let places = [ONE, SEVERAL, VITALE].map(|serial| text.find(serial).unwrap());
        assert!(places.is_sorted(), "{text}");
    }
}
