//! What is too large for a record.

use serde_json::{Value, json};
use testkit::card_client::CardClient;
use testkit::raw_server::{Server, answer};
use testkit::*;

use super::stage::logins;

/// A list that contradicts itself: so many cards under one token.
fn listing(cards: usize) -> String {
    let cards: Vec<Value> = (0..cards)
        .map(|n| json!({"serial": format!("bounds-{cards}-{n}"), "pinAttempt": 3}))
        .collect();
    json!({"status": {"code": 0}, "data": {"data": {"t": cards}}}).to_string()
}

/// A presentation whose record nobody could read again would not hold after a restart.
#[test]
fn a_presentation_to_more_cards_than_a_line_holds_is_not_made() {
    testkit::alone!();
    for (cards, recorded) in [(300, true), (1000, false)] {
        let body = listing(cards);
        let server = Server::start(move |mut peer| {
            while let Some(request) = peer.request() {
                let refused = r#"{"status":{"code":63,"message":"no"}}"#;
                let ready = request.head.contains("/ready ");
                if !peer.send(answer("200 OK", "", if ready { &body } else { refused })) {
                    return;
                }
            }
        });
        let file = TempFile::new("records.hrj", b"");
        let login = || {
            let host = Host::open(&json!({"local_url": server.url(), "journal": file.0}));
            assert_eq!(host.ticket_set("ticket"), 0);
            host.ready().ok();
            host.login("t", "0000")
        };
        match recorded {
            true => login().fails("HR_E_CARD_STATUS"),
            false => login().fails("HR_E_JOURNAL").outcome("not_sent"),
        };
        if recorded {
            hr::ffi::test_hooks::forget();
        }
        match recorded {
            true => login().fails("HR_E_PIN_GUARD"),
            false => login().fails("HR_E_JOURNAL"),
        };
        assert_eq!(logins(&server), usize::from(recorded), "{cards}");
    }
}

/// The begin, or the end of which the begin had fitted, was tried again by each later record: uploads, logins and hr_open
/// failed.
#[test]
fn r205_a_record_that_is_too_long_keeps_no_other_away() {
    testkit::alone!();
    let client = CardClient::start();
    let mut presented = [0; 2];
    for holders in (0..30).chain([400]) {
        let file = TempFile::new("records.hrj", b"");
        let host = client.host_with(json!({"journal": file.0, "timeouts": {"login_ms": 20_000}}));
        let login = |cards: Vec<Value>| {
            client.list(json!({ "t": cards }).to_string());
            host.ready().ok();
            host.login("t", "0000")
        };
        hr::ffi::test_hooks::forget();
        let before = client.count();
        let card = |n| json!({"serial": format!("r205-{n}"), "idNat": (n < holders).then_some(n)});
        let many = login((1..=700).map(card).collect());
        let many = match client.count() - before {
            0 => many.fails("HR_E_JOURNAL").outcome("not_sent"),
            _ => many.fails("HR_E_CARD_STATUS"),
        };
        assert!(many.json["journal"].is_null(), "{holders}: {}", many.text);
        presented[client.count() - before] += 1;
        login(vec![json!({"serial": "r205", "idNat": "r205"})]).fails("HR_E_CARD_STATUS");
        drop(Host::open(&json!({"journal": file.0})));
    }
    assert!(presented.iter().all(|count| *count > 0), "{presented:?}");
}
