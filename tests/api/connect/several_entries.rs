//! Several entries of one card, and lists that contradict themselves. The card client is a script.

use serde_json::json;
use testkit::card_client::{CardClient, Presented, Reply};

use super::{choices, with_card};

const PIN: &str = "4711";

fn presented(client: &CardClient) -> Vec<String> {
    let token = |presented: Presented| presented.token;
    client.presented().into_iter().map(token).collect()
}

/// How many choices a list is; of none the first entry is used.
const LISTS: &str = r#"
    0 {"a":[{<C>,"serial":"<S>","idNat":"<N>"},{<C>,"serial":"<S>"},{<C>,"idNat":"<N>"}]}
    0 {"a":[{<C>,"serial":"<S>","idNat":"<N>"}],"b":[{<C>,"serial":" 00<S> "}],"c":[{<C>,"idNat":"<N>"}]}
    0 {"a":[{<C>,"serial":"<S>"},{<C>}]}
    # Two cards of one person.
    2 {"a":[{<C>,"serial":"<S>1","idNat":"<N>"}],"b":[{<C>,"serial":"<S>2","idNat":"<N>"}]}
    # One serial, two persons; the entry between them agrees with both.
    2 {"a":[{<C>,"serial":"<S>"}],"b":[{<C>,"serial":"<S>","idNat":"<N>1"}],"c":[{<C>,"serial":"<S>","idNat":"<N>2"}]}
    # Nothing is known of one.
    2 {"a":[{<C>,"serial":"<S>"}],"b":[{<C>}]}
    # One token, two cards.
    2 {"a":[{<C>,"serial":"<S>1"},{<C>,"serial":"<S>2"}]}"#;

/// An entry without an identifier may be any card, so what holds its PIN holds those of other tests.
#[test]
fn entries_that_may_be_two_cards_are_a_choice_and_those_of_one_count_once() {
    testkit::alone!();
    let rows = LISTS.trim().lines().map(str::trim);
    let rows = rows.filter(|row| !row.starts_with('#'));
    for (number, row) in rows.enumerate() {
        let (asked, list) = row.split_once(' ').unwrap();
        let asked: usize = asked.parse().unwrap();
        let client = CardClient::start();
        let list = list.replace("<C>", r#""cardType":"CPS""#);
        let list = list.replace("<S>", &format!("66100{number}"));
        client.list(list.replace("<N>", &format!("8866100{number}")));
        client.reply(Reply::opened());
        let ended = client.host().connect(None, Some(PIN));
        if asked == 0 {
            assert_eq!(ended.ok().json["card"]["token"], "a");
            assert_eq!(presented(&client), ["a"], "{list}");
        } else {
            assert_eq!(choices(ended, "card").len(), asked, "{list}");
            assert_eq!(client.count(), 0);
        }
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
    let refused = with_card(&host, "6630001", Some(PIN), json!({}));
    refused.fails("HR_E_CARD_STATUS");
    assert_eq!(presented(&client), ["a"]);
    // Either card may have seen it.
    let held = with_card(&host, "6630002", Some(PIN), json!({})).fails("HR_E_PIN_GUARD");
    held.has(json!({"reason": "pin_held"}));
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
        let cards = outcome.json["cards"].as_array();
        let tokens = cards.map(|cards| cards.iter().map(|card| &card["token"]));
        let tokens: Vec<_> = tokens.into_iter().flatten().collect();
        assert_eq!(tokens, found.as_slice(), "{card}");
    }
}
