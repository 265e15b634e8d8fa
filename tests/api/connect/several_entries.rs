//! Several entries of one card, and lists that contradict themselves. The card client is a script.
//!
//! An entry without an identifier may be any card, so what holds its PIN holds those of other tests.

use serde_json::json;
use testkit::card_client::{CardClient, Presented, Reply};

use super::{choices, with_card};

const PIN: &str = "4711";

fn presented(client: &CardClient) -> Vec<String> {
    let token = |presented: Presented| presented.token;
    client.presented().into_iter().map(token).collect()
}

#[test]
fn entries_of_one_card_count_once_and_the_first_is_used() {
    testkit::alone!();
    for (at, list) in [
        r#"{"a":[{"cardType":"CPS","serial":"<S>","idNat":"<N>"},{"cardType":"CPS","serial":"<S>"},{"cardType":"CPS","idNat":"<N>"}]}"#,
        r#"{"a":[{"cardType":"CPS","serial":"<S>","idNat":"<N>"}],"b":[{"cardType":"CPS","serial":" 00<S> "}],"c":[{"cardType":"CPS","idNat":"<N>"}]}"#,
        r#"{"a":[{"cardType":"CPS","serial":"<S>"},{"cardType":"CPS"}]}"#,
    ]
    .iter()
    .enumerate()
    {
        let client = CardClient::start();
        let (serial, holder) = (format!("66100{at}"), format!("8866100{at}"));
        client.list(list.replace("<S>", &serial).replace("<N>", &holder));
        client.reply(Reply::opened());
        let open = client.host().connect(None, Some(PIN)).ok();
        assert_eq!(open.json["card"]["token"], "a");
        assert_eq!(presented(&client), ["a"], "{list}");
    }
}

#[test]
fn entries_that_may_be_two_cards_are_a_choice() {
    testkit::alone!();
    for (at, list) in [
        // Two cards of one person.
        r#"{"a":[{"cardType":"CPS","serial":"<S>1","idNat":"<N>"}],"b":[{"cardType":"CPS","serial":"<S>2","idNat":"<N>"}]}"#,
        // One serial, two persons; the entry between them agrees with both.
        r#"{"a":[{"cardType":"CPS","serial":"<S>"}],"b":[{"cardType":"CPS","serial":"<S>","idNat":"<N>1"}],"c":[{"cardType":"CPS","serial":"<S>","idNat":"<N>2"}]}"#,
        // Nothing is known of one.
        r#"{"a":[{"cardType":"CPS","serial":"<S>"}],"b":[{"cardType":"CPS"}]}"#,
        // One token, two cards.
        r#"{"a":[{"cardType":"CPS","serial":"<S>1"},{"cardType":"CPS","serial":"<S>2"}]}"#,
    ]
    .iter()
    .enumerate()
    {
        let client = CardClient::start();
        let (serial, holder) = (format!("66200{at}"), format!("8866200{at}"));
        client.list(list.replace("<S>", &serial).replace("<N>", &holder));
        client.reply(Reply::opened());
        let asked = choices(client.host().connect(None, Some(PIN)), "card");
        assert_eq!(asked.len(), 2, "{list}");
        assert_eq!(client.count(), 0);
    }
}

/// The card that is meant is there, and under its token another one: the PIN could reach either. Who had chosen one by
/// its serial was asked again, without end.
#[test]
fn a_token_of_two_cards_gets_the_pin_of_whoever_named_one() {
    let client = CardClient::start();
    client.list(
        r#"{"a":[{"serial":"6630001","cardType":"CPS"},{"serial":"6630002","cardType":"VITALE"}],
            "b":[{"serial":"6630003","cardType":"CPE"}]}"#,
    );
    let host = client.host();
    for unnamed in [
        r#"{"card":{"cardType":"CPS"}}"#,
        r#"{"card":{"token":"a"}}"#,
    ] {
        let asked = choices(host.connect(Some(unnamed), Some(PIN)), "card");
        assert_eq!(asked.len(), 2, "{unnamed}");
        assert_eq!(client.count(), 0);
    }
    let refused = with_card(&host, "6630001", Some(PIN), json!({})).fails("HR_E_CARD_STATUS");
    assert_eq!(refused.json["step"], "hr_login");
    assert_eq!(presented(&client), ["a"]);
    // Either card may have seen it.
    let held = with_card(&host, "6630002", Some(PIN), json!({})).fails("HR_E_PIN_GUARD");
    assert_eq!(held.json["reason"], "pin_held");
    assert_eq!(presented(&client), ["a"]);
    client.reply(Reply::opened());
    let open = with_card(&host, "6630002", Some("4712"), json!({})).ok();
    assert_eq!(open.json["card"]["serial"], "6630002");
    with_card(&host, "6630003", Some(PIN), json!({})).ok();
    assert_eq!(presented(&client), ["a", "a", "b"]);
}

#[test]
fn a_card_is_meant_by_members_that_are_equal() {
    let client = CardClient::start();
    client.list(
        r#"{"t":[{"modelText":"CPS é","serial":" 0095x","idNat":800000000002,"pinAttempt":3,"ratio":1.0,
            "none":null,"twice":1,"twice":1}],"u":[{"serial":"-"}]}"#,
    );
    let host = client.host();
    for (card, found) in [
        (r#"{"modelText":"CPS \u00e9"}"#, Some("t")),
        (r#"{"modelText":"CPS"}"#, None),
        (r#"{"serial":"95X"}"#, Some("t")),
        (r#"{"serial":"95"}"#, None),
        (r#"{"serial":true}"#, None),
        (r#"{"serial":""}"#, None),
        (r#"{"serial":"-"}"#, Some("u")),
        (r#"{"idNat":"8 00000000002","\u0074oken":"t"}"#, Some("t")),
        (r#"{"token":"T"}"#, None),
        (r#"{"pinAttempt":3,"ratio":1.0}"#, Some("t")),
        (r#"{"pinAttempt":"3"}"#, None),
        (r#"{"ratio":1}"#, None),
        (r#"{"none":"null"}"#, None),
        (r#"{"twice":1}"#, None),
        (r#"{"absent":1}"#, None),
        (r#"{"serial":"95X","pinAttempt":2}"#, None),
    ] {
        let outcome = host.wait_card(Some(card), 0);
        let cards = &outcome.json["cards"];
        assert_eq!(cards[0]["token"].as_str(), found, "{card}");
        assert_eq!(
            cards.as_array().map_or(0, Vec::len),
            usize::from(found.is_some())
        );
    }
}
