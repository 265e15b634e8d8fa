//! The reader, steered from outside.

use super::*;

#[test]
fn it_inserts_and_removes_cards() {
    let sandbox = sandbox();
    let before = sandbox.card_token(ONE);
    assert_eq!(
        post(&sandbox, "/cards/remove", json!({ "serial": ONE })).status,
        200
    );
    assert_eq!(
        post(&sandbox, "/cards/remove", json!({ "serial": ONE })).status,
        404
    );
    assert_eq!(sandbox.card_token(ONE), None);
    let inserted = post(&sandbox, "/cards/insert", json!({ "serial": ONE })).json();
    assert_eq!(inserted["token"], json!(sandbox.card_token(ONE)));
    assert_ne!(before, sandbox.card_token(ONE));
    let by_token = json!({ "token": inserted["token"] });
    assert_eq!(post(&sandbox, "/cards/remove", by_token).status, 200);

    let card = json!({
        "serial": "77", "type": "CPS", "pin": "1111", "holder": {}, "situations": [{"id": "a"}],
    });
    assert_eq!(post(&sandbox, "/cards/insert", card).status, 200);
    login(&sandbox, "77", "1111");
}

#[test]
fn a_locked_card_is_unlocked_and_gets_another_pin() {
    let sandbox = sandbox();
    for _ in 0..3 {
        try_login(&sandbox, ONE, "0000");
    }
    assert_eq!(get(&sandbox, "/state")["cards"][0]["locked"], json!(true));
    let unlocked = post(&sandbox, "/cards/unlock", json!({ "serial": ONE })).json();
    assert_eq!(unlocked["tries_left"], json!(3));
    assert_eq!(sandbox.card_tries_left(ONE), Some(3));

    let change = |serial: &str, pin: &str| {
        let body = json!({ "serial": serial, "pin": pin });
        post(&sandbox, "/cards/pin", body)
    };
    assert_eq!(change(ONE, "4321").status, 200);
    login(&sandbox, ONE, "4321");
    login(&sandbox, ONE, "4321");
}

#[test]
fn a_whole_card_replaces_the_known_one_but_for_its_tries() {
    let sandbox = sandbox();
    try_login(&sandbox, ONE, "0000");
    let card = json!({
        "serial": ONE, "type": "CPS", "pin": "1111", "tries_left": 3, "holder": {},
        "situations": [{"id": "a"}],
    });
    assert_eq!(post(&sandbox, "/cards/insert", card).status, 200);
    let state = get(&sandbox, "/state?show=pin");
    assert_eq!(state["cards"].as_array().unwrap().len(), 3);
    let card = &state["cards"][0];
    assert_eq!(
        (&card["pin"], &card["tries_left"]),
        (&json!("1111"), &json!(2))
    );
}

#[test]
fn two_cards_in_the_reader_have_two_tokens() {
    let sandbox = sandbox();
    let token = sandbox.card_token(ONE);
    let card = json!({
        "serial": "77", "type": "CPS", "pin": "1111", "holder": {}, "situations": [{"id": "a"}],
        "token": token,
    });
    refused(&post(&sandbox, "/cards/insert", card.clone()), 400, "token");
    assert_eq!(sandbox.card_token("77"), None);
    sandbox.remove_card(ONE);
    assert_eq!(post(&sandbox, "/cards/insert", card).status, 200);
}
