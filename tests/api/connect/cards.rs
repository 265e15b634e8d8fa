//! To which card the PIN is presented.

use hr_sandbox::{Call, Card};
use serde_json::{Value, json};
use testkit::*;

use super::{at, choices, stage, with_card};

#[test]
fn among_several_cards_a_person_chooses_before_the_pin_is_presented() {
    let stage = stage();
    let host = stage.host();
    assert_eq!(choices(host.connect(None, Some(PIN)), "card").len(), 2);
    let cps = r#"{"card":{"cardType":"CPS"},"wait_card_ms":60000}"#;
    let asked = choices(host.connect(Some(cps), Some(PIN)), "card");
    assert_eq!(asked.len(), 2);
    stage.received([1, 2, 0, 0, 0]);
    assert_eq!(stage.presented(), 0);

    let mut each = asked.iter();
    let chosen = each.find(|choice| choice["raw"]["serial"] == stage.doctor.as_str());
    let chosen = chosen.unwrap();
    chosen.says("label", &format!("CPS, {}", stage.doctor));
    let open = host.connect(Some(&chosen["value"].to_string()), Some(PIN));
    open.ok()
        .has(json!({"session": true, "card": chosen["raw"]}));
    stage.received([1, 3, 1, 0, 0]);
    assert_eq!(stage.sandbox.pin_presentations(&stage.doctor), 1);
    assert_eq!(stage.sandbox.pin_presentations(&stage.locum), 0);
}

/// The only card in the reader may be the patient's.
#[test]
fn a_card_of_another_kind_gets_a_pin_only_where_a_person_chose_it() {
    let stage = stage();
    stage.sandbox.remove_card(&stage.doctor);
    stage.sandbox.remove_card(&stage.locum);
    let host = stage.host();
    for pin in [Some(PIN), None] {
        let asked = choices(host.connect(None, pin), "card");
        assert_eq!(asked.len(), 1);
        assert_eq!(asked[0]["raw"]["cardType"], "VITALE");
    }
    // Beside the doctor's it is not even asked about.
    stage.sandbox.insert_card(Card::cps(&stage.doctor, PIN));
    let open = host.connect(None, Some(PIN)).ok();
    assert_eq!(open.json["card"]["serial"], stage.doctor);
    // The host may name other kinds, or none.
    let other = Host::with(&stage.sandbox, json!({"card_types": ["VITALE"]}));
    let asked = choices(other.connect(None, None), "pin");
    assert_eq!(asked[0]["raw"]["cardType"], "VITALE");
    let none = Host::with(&stage.sandbox, json!({"card_types": []}));
    let asked = choices(none.connect(None, Some(PIN)), "card");
    assert_eq!(asked.len(), 2);
    assert_eq!(stage.sandbox.requests_of(Call::Login).len(), 1);
}

/// Another person's card must not get the PIN: the login goes to the token that was listed.
#[test]
fn a_card_exchanged_between_list_and_login_gets_no_pin() {
    let stage = stage();
    stage.empty_reader();
    stage.sandbox.insert_card(Card::cps(&stage.doctor, PIN));
    let token = stage.sandbox.card_token(&stage.doctor);
    let host = stage.host();
    let hold = stage.sandbox.hold(Call::Login);
    let ended = std::thread::scope(|scope| {
        let running = scope.spawn(|| host.connect(None, Some(PIN)));
        assert!(stage.sandbox.wait_for(Call::Login, 1, SOON));
        stage.sandbox.remove_card(&stage.doctor);
        stage.sandbox.insert_card(Card::cps(&stage.locum, PIN_MANY));
        drop(hold);
        running.join().unwrap()
    });
    let ended = at(ended.fails("HR_E_CARD_STATUS"), Some("hr_login"), false);
    ended.has(json!({"reason": "card_absent"}));
    stage.received([1, 1, 1, 0, 0]);
    assert_eq!(stage.presented(), 0);
    let body = &stage.sandbox.requests_of(Call::Login)[0].body;
    let body: Value = serde_json::from_slice(body).unwrap();
    assert_eq!(body["token"], json!(token));
}

#[test]
fn a_card_that_comes_while_the_call_waits_gets_the_pin_once() {
    let stage = stage();
    stage.sandbox.remove_card(&stage.doctor);
    let host = stage.host();
    let wait = json!({"wait_card_ms": 60_000});
    std::thread::scope(|scope| {
        let running = scope.spawn(|| with_card(&host, &stage.doctor, Some(PIN), wait));
        assert!(stage.sandbox.wait_for_end(Call::Ready, 1, SOON));
        stage.sandbox.insert_card(Card::cps(&stage.doctor, PIN));
        running.join().unwrap().ok()
    });
    stage.received([1, 2, 1, 0, 0]);
    assert_eq!(stage.presented(), 1);
}
