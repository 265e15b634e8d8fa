//! What a card client says, as it is passed on.

use serde_json::{Value, json};

use super::reply;
use testkit::raw_server::Server;
use testkit::*;

/// The message of a refusal by the card client, as the error object has it.
fn passed_on(ticket: &str, message: &str) -> Value {
    let body = json!({"status": {"code": 9, "message": message}}).to_string();
    let server = Server::start(move |mut peer| {
        peer.request();
        reply(&mut peer, &body);
        peer.close();
    });
    let host = Host::open(&json!({"local_url": server.url()}));
    assert_eq!(host.ticket_set(ticket), 0);
    let refused = host.ready().fails("HR_E_CARD_STATUS");
    refused.json["service_message"].clone()
}

/// A NIR passed whole when there was more than a blank between its digits, or when they were of another script.
#[test]
fn r90_a_nir_is_redacted_however_it_is_written() {
    for joint in [
        "\u{202f}", "\u{2009}", "\u{a0}", "\t", "/", "_", " - ", "  ", "\u{200b}",
    ] {
        let nir = ["2", "55", "08", "14", "168", "025", "38"].join(joint);
        let passed = passed_on("ticket-0", &format!("Vitale {nir} absente"));
        assert_eq!(passed, "Vitale *** absente", "{joint:?}");
    }
    for zero in ['\u{ff10}', '\u{660}', '\u{1d7ce}'] {
        let digit = |c: char| char::from_u32(zero as u32 + c.to_digit(10).unwrap()).unwrap();
        let nir: String = "255081416802538".chars().map(digit).collect();
        let passed = passed_on("ticket-0", &format!("Vitale {nir} absente"));
        assert_eq!(passed, "Vitale *** absente", "{nir}");
    }
}

/// Of a message the letters were cut that were the ticket, and what was left was shown.
#[test]
fn r91_a_message_that_makes_no_sense_is_none() {
    assert_eq!(passed_on("x", "texte sans texture"), Value::Null);
    assert_eq!(passed_on("e", "carte absente"), Value::Null);
    assert_eq!(passed_on("x", "carte absente"), "carte absente");
    assert_eq!(passed_on("long-ticket", "LONG-TICKET"), Value::Null);
    let part = passed_on("abcdefgh.payload.signature", "ticket ABCDEFGH refus\u{e9}");
    assert_eq!(part, Value::Null);
}

/// The PIN of a login was shown by the call after it, which does not know it any more.
#[test]
fn r183_the_pin_of_an_earlier_login_is_no_part_of_a_message() {
    for (said, shown) in [
        ("last code 7391 refused", "last code *** refused"),
        ("code=7-3-9-1 faux", "code=*** faux"),
        ("x7391x", "x***x"),
        ("lecteur 2, erreur 739", "lecteur 2, erreur 739"),
    ] {
        assert_eq!(passed_on("long-ticket", said), shown);
    }
}

/// A card client that knew the handle's bearers could have them shown: only the ticket was looked for in what it says of a
/// list, and of a login the ticket, the token and the PIN.
#[test]
fn r193_no_secret_of_the_handle_is_part_of_a_message() {
    const LICENSE: &str = "planted-license-5f2c";
    const TICKET: &str = "planted-ticket-81d0";
    const SESSION: &str = "planted-session-c3ab";
    let secrets = [LICENSE, TICKET, SESSION];
    let said = secrets.join(" and ");
    let status = json!({"code": 9, "message": said}).to_string();
    let refusal = format!(r#"{{"status":{status}}}"#);
    let server = Server::start(move |mut peer| {
        let Some(request) = peer.request() else {
            return;
        };
        // Every list but the first is refused, and every login.
        match request.head.contains("/direct/ready") && peer.number == 0 {
            true => reply(
                &mut peer,
                r#"{"data":{"data":{"token-of-r193":[{"serial":"r193"}]}}}"#,
            ),
            false => reply(&mut peer, &refusal),
        };
        peer.close();
    });
    let host = Host::open(&json!({
        "local_url": server.url(), "license_url": server.url(), "license_bearer": LICENSE,
    }));
    assert_eq!(host.ticket_set(TICKET), 0);
    let open_session = || assert_eq!(host.session_set(&server.url(), SESSION), 0);
    open_session();
    host.ready().ok();
    let check = |ended: Outcome| {
        assert_eq!(ended.json["service_message"], Value::Null, "{}", ended.text);
    };
    check(host.ready().fails("HR_E_CARD_STATUS"));
    check(host.wait_card(None, 0).fails("HR_E_CARD_STATUS"));
    // Each of these ends the session, whose bearer is no less secret for that.
    check(
        host.login("token-of-r193", "7391")
            .fails("HR_E_CARD_STATUS"),
    );
    open_session();
    check(host.connect(None, Some("7391")).fails("HR_E_CARD_STATUS"));
}
