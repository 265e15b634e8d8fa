//! What is too large for a record.

use serde_json::{Value, json};
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
