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
    assert_eq!(part, "ticket *** refus\u{e9}");
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
