//! PIN, lock, insertion.

use crate::client::*;
use hr_sandbox::{Card, Options, PinAttempt, Sandbox, Scenario};
use serde_json::{Value, json};

fn entry(sandbox: &Sandbox, serial: &str) -> Option<Value> {
    let reply = card(sandbox, "ready", json!({})).json();
    let cards = reply["data"]["data"].as_object().unwrap().clone();
    let mut entries = cards.into_iter().map(|(_, entries)| entries[0].clone());
    entries.find(|entry| entry["serial"] == json!(serial))
}

fn code(reply: &Reply) -> Value {
    reply.json()["status"]["code"].clone()
}

#[test]
fn three_wrong_pins_lock_the_card() {
    let sandbox = sandbox();
    for left in [2, 1, 0] {
        let reply = try_login(&sandbox, ONE, "0000");
        assert_eq!(reply.status, 200);
        assert_ne!(code(&reply), json!(0));
        assert!(reply.json().get("bearer").is_none());
        assert_eq!(sandbox.card_tries_left(ONE), Some(left));
        assert_eq!(entry(&sandbox, ONE).unwrap()["pinAttempt"], json!(left));
    }
    let locked = try_login(&sandbox, ONE, "1234");
    assert!(locked.error().contains("locked"));
    assert_eq!(sandbox.pin_presentations(ONE), 3);
    assert_eq!(sandbox.card_tries_left(SEVERAL), Some(3));
    assert_eq!(sandbox.card_tries_left("unknown"), None);
}

#[test]
fn a_card_is_locked_without_wrong_pins() {
    let sandbox = sandbox();
    let lock = |serial: &str| {
        let url = format!("{}/cards/lock", sandbox.control_url());
        let body = json!({ "serial": serial }).to_string();
        send("POST", &url, &[], body.as_bytes())
    };
    assert_eq!(lock(ONE).json(), json!({ "tries_left": 0 }));
    assert!(try_login(&sandbox, ONE, "1234").error().contains("locked"));
    assert_eq!(sandbox.pin_presentations(ONE), 0);
    assert_eq!(sandbox.card_tries_left(SEVERAL), Some(3));
}

#[test]
fn a_right_pin_restores_the_tries() {
    let sandbox = sandbox();
    try_login(&sandbox, ONE, "0000");
    try_login(&sandbox, ONE, "0000");
    login(&sandbox, ONE, "1234");
    assert_eq!(sandbox.card_tries_left(ONE), Some(3));
    assert_eq!(sandbox.pin_presentations(ONE), 3);
}

#[test]
fn the_counter_can_count_upwards() {
    let sandbox = Sandbox::start(Options {
        scenario: Scenario {
            pin_attempt: PinAttempt::Used,
            ..Scenario::default()
        },
        ..Options::default()
    })
    .unwrap();
    assert_eq!(entry(&sandbox, ONE).unwrap()["pinAttempt"], json!(0));
    try_login(&sandbox, ONE, "0000");
    assert_eq!(entry(&sandbox, ONE).unwrap()["pinAttempt"], json!(1));
    assert_eq!(sandbox.card_tries_left(ONE), Some(2));
}

#[test]
fn a_card_put_in_again_has_a_new_token_and_the_same_memory() {
    let sandbox = sandbox();
    try_login(&sandbox, ONE, "0000");
    let before = entry(&sandbox, ONE).unwrap();
    sandbox.remove_card(ONE);
    assert_eq!(entry(&sandbox, ONE), None);
    let old = json!({ "token": before["token"], "pinCode": "1234" });
    let gone = card(&sandbox, "login", old.clone());
    assert_eq!(gone.status, 200);
    assert!(gone.error().contains("token"));

    sandbox.insert_card(Scenario::default().cards[0].clone());
    let after = entry(&sandbox, ONE).unwrap();
    assert_ne!(before["token"], after["token"]);
    assert_eq!(before["idNat"], after["idNat"]);
    assert_eq!(after["pinAttempt"], json!(2));
    assert_ne!(code(&card(&sandbox, "login", old)), json!(0));
    assert_eq!(sandbox.pin_presentations(ONE), 1);
    login(&sandbox, ONE, "1234");
}

#[test]
fn a_new_card_can_be_put_in() {
    let sandbox = sandbox();
    sandbox.insert_card(Card {
        token: Some("jeton-choisi".into()),
        ..Card::cps("9", "4321")
    });
    assert_eq!(sandbox.card_token("9").as_deref(), Some("jeton-choisi"));
    login(&sandbox, "9", "4321");
}

#[test]
fn a_vitale_cannot_log_in() {
    let sandbox = sandbox();
    let reply = try_login(&sandbox, VITALE, "1234");
    assert_eq!(reply.status, 200);
    assert!(reply.error().contains("no PIN"));
    assert_eq!(sandbox.pin_presentations(VITALE), 0);
}

#[test]
fn the_cards_are_listed_in_the_order_of_the_scenario() {
    for _ in 0..4 {
        let sandbox = sandbox();
        for round in 0..2 {
            let reply = card(&sandbox, "ready", json!({}));
            let text = String::from_utf8(reply.body).unwrap();
            let places = [ONE, SEVERAL, VITALE].map(|serial| text.find(serial).unwrap());
            assert!(places.is_sorted(), "round {round}: {text}");
            sandbox.reset();
        }
    }
}
