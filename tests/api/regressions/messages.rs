//! What the card client says, as it is passed on, and what becomes of its codes.

use serde_json::{Value, json};

use super::reply;
use testkit::card_client::{CardClient, Reply, one};
use testkit::raw_server::{Peer, Server, answer};
use testkit::*;

/// What a list becomes that is answered with this status line and `status` object.
fn listed(ticket: &str, line: &'static str, status: &str, config: Value) -> Outcome {
    let body = format!(r#"{{"status":{status}}}"#);
    let server = Server::start(move |mut peer: Peer| {
        peer.request();
        peer.send(answer(line, "connection: close\r\n", &body));
        peer.close();
    });
    let mut config = config;
    config["local_url"] = json!(server.url());
    let host = Host::open(&config);
    assert_eq!(host.ticket_set(ticket), 0);
    host.ready()
}

/// What a login becomes that is answered so; the PIN is 1234.
fn login(serial: &str, line: &str, status: &str, config: Value) -> Outcome {
    let client = CardClient::start();
    client.list(one("t", &format!(r#"{{"serial":"{serial}"}}"#)));
    let body = format!(r#"{{"status":{status}}}"#);
    client.reply(Reply::whole(line, "", &body));
    let host = client.host_with(config);
    host.ready().ok();
    host.login("t", "1234")
}

fn coded(code: &str) -> String {
    format!(r#"{{"code":{code},"message":"no"}}"#)
}

/// A wrong PIN, a locked card and an empty reader were one sentence: "a problem".
/// R101: the code is looked up whatever the status is, as long as the refusal is definite; the code of the contract stays
/// that of the status.
#[test]
fn r100_card_codes_give_a_reason() {
    let codes = json!({"card_codes": {
        "pin_refused": [4, "BAD-PIN"], "card_locked": [-5], "card_absent": [3000000000u32, "NO.CARD"]
    }});
    let ready = |code: &str, config: Value| listed("ticket", "200 OK", &coded(code), config);
    for (code, word) in [
        ("4", "pin_refused"),
        ("\"BAD-PIN\"", "pin_refused"),
        ("\"BAD\\u002dPIN\"", "pin_refused"),
        ("-5", "card_locked"),
        ("3000000000", "card_absent"),
        ("\"NO.CARD\"", "card_absent"),
    ] {
        let refused = ready(code, codes.clone()).fails("HR_E_CARD_STATUS");
        let refused = refused.has(json!({ "reason": word }));
        let unlisted = ready(code, json!({})).fails("HR_E_CARD_STATUS");
        let unlisted = unlisted.has(json!({"reason": null}));
        assert_ne!(refused.str("message_fr"), unlisted.str("message_fr"));
    }
    for code in ["5", "40", "\"NO_CARD\"", "4.0", "null", "{}"] {
        ready(code, codes.clone()).has(json!({"reason": null}));
    }
    for (line, name, reason) in [
        ("403 Forbidden", "HR_E_UNAUTHORIZED", "card_locked"),
        ("500 Failed", "HR_E_SERVER", "card_locked"),
    ] {
        let refused = listed("ticket", line, &coded("-5"), codes.clone());
        refused.fails(name).has(json!({ "reason": reason }));
    }
    let refused = json!("pin_refused");
    for (line, name, reason) in [
        ("200 OK", "HR_E_CARD_STATUS", &refused),
        ("400 Bad", "HR_E_REFUSED", &refused),
        ("500 Failed", "HR_E_SERVER", &Value::Null),
        ("408 Late", "HR_E_REFUSED", &Value::Null),
    ] {
        let serial = format!("r101 {line}");
        let refused = login(&serial, line, &coded("4"), codes.clone());
        refused.fails(name).has(json!({ "reason": reason }));
    }
}

/// A page or a redirection on loopback is another program's: the Internet has nothing to do with it.
#[test]
fn another_program_on_loopback_is_named_as_such() {
    for (status, headers) in [
        ("200 OK", "content-type: text/html\r\n"),
        ("302 Found", "location: /login\r\n"),
    ] {
        let server = Server::start(move |mut peer: Peer| {
            peer.request();
            peer.send(answer(status, headers, "<html>"));
        });
        let host = Host::open(&json!({"local_url": server.url()}));
        assert_eq!(host.ticket_set("ticket-of-the-call"), 0);
        let ready = host.ready();
        let message = ready.str("message_fr");
        assert!(message.contains("un autre programme"), "{message}");
        ready.says("remedy", "local_url");
    }
}

/// Refusals of one status could not be distinguished when their code was a text.
/// R31: a card client's code that was the PIN, or a patient's number, was passed on.
#[test]
fn r102_a_code_may_be_a_short_text() {
    for (code, shown) in [
        ("\"DOC-17\"", json!("DOC-17")),
        ("\"a.B_c-12345\"", json!("a.B_c-12345")),
        ("\"x\"", json!("x")),
        ("-12", json!(-12)),
        ("-2146435068", json!(-2146435068i64)),
        ("255081416802538", Value::Null),
        ("\"\"", Value::Null),
        ("\"two words\"", Value::Null),
        ("\"H\u{e9}l\u{e8}ne\"", Value::Null),
        ("\"A-123456\"", Value::Null),
        ("\"1a2b3c4d5e6f\"", Value::Null),
        ("\"abcdefghijklmnopqrstuvwxyzabcdefg\"", Value::Null),
        ("\"bearer-of-r102\"", Value::Null),
        ("\"X.BEARER-OF-R102\"", Value::Null),
        ("[\"A\"]", Value::Null),
    ] {
        let refused = listed("bearer-of-r102", "422 No", &coded(code), json!({}));
        let refused = refused.fails("HR_E_REFUSED");
        assert_eq!(refused.json["service_code"], shown, "{code}");
        // A service's message could hold a patient's name.
        let body = format!(r#"{{"status":{}}}"#, coded(code));
        let (server, host) = super::service(move |mut peer| {
            peer.request();
            peer.send(answer("422 No", "connection: close\r\n", &body));
            peer.close();
        });
        assert_eq!(host.session_set(&server.url(), "bearer-of-r102"), 0);
        let refused = host.request("POST", "/x", Some("{}")).fails("HR_E_REFUSED");
        refused.has(json!({"service_code": shown, "service_message": null}));
    }
    for code in ["1234", "-1234"] {
        // Signs between letters and digits do not distinguish two cards.
        let serial = format!("r31 case {}", code.len());
        let refused = login(&serial, "200 OK", &coded(code), json!({}));
        let refused = refused.fails("HR_E_CARD_STATUS");
        refused.has(json!({"service_code": null}));
    }
}

/// A NIR passed whole when there was more than a blank between its digits, or when they were of another script.
/// R12: with blanks, or of Corsica. R91: of a message the letters were cut that were the ticket, and what was left was shown.
/// R183: the PIN of a login was shown by the call after it, which does not know it any more.
/// R29: a message of megabytes was searched for secrets, to keep 200 letters of it.
#[test]
fn r90_a_message_is_passed_on_without_what_is_nobodys_business() {
    let passed = |ticket: &str, message: &str, shown: Option<&str>| {
        let status = json!({"code": 9, "message": message}).to_string();
        let refused = listed(ticket, "200 OK", &status, json!({}));
        let refused = refused.fails("HR_E_CARD_STATUS");
        refused.has(json!({"service_code": 9, "service_message": shown}));
    };
    let absent = Some("Vitale *** absente");
    for joint in [
        " ", "\u{202f}", "\u{a0}", "\t", "/", "_", " - ", "  ", "\u{200b}",
    ] {
        let nir = ["2", "55", "08", "14", "168", "025", "38"].join(joint);
        passed("ticket-0", &format!("Vitale {nir} absente"), absent);
    }
    for zero in ['\u{ff10}', '\u{660}', '\u{1d7ce}'] {
        let digit = |c: char| char::from_u32(zero as u32 + c.to_digit(10).unwrap()).unwrap();
        let nir: String = "255081416802538".chars().map(digit).collect();
        passed("ticket-0", &format!("Vitale {nir} absente"), absent);
    }
    let ticket = "abcdefgh.payload.signature";
    let (long, too_long) = ("x".repeat(60_000), "x".repeat(70_000));
    for (ticket, message, shown) in [
        (
            "long",
            "carte 253072A07300443 et 3 essais",
            Some("carte *** et 3 essais"),
        ),
        ("x", "texte sans texture", None),
        ("e", "carte absente", None),
        ("x", "carte absente", Some("carte absente")),
        ("long-ticket", "LONG-TICKET", None),
        (ticket, "ticket ABCDEFGH refus\u{e9}", None),
        (
            "long",
            "last code 7391 refused",
            Some("last code *** refused"),
        ),
        ("long", "code=7-3-9-1 faux", Some("code=*** faux")),
        ("long", "x7391x", Some("x***x")),
        (
            "long",
            "lecteur 2, erreur 739",
            Some("lecteur 2, erreur 739"),
        ),
        ("long", &long, Some(&long[..200])),
        ("long", &too_long, None),
    ] {
        passed(ticket, message, shown);
    }
}

/// A card client that knew the handle's bearers could have them shown: only the ticket was looked for in what it says of a
/// list, and of a login the ticket, the token and the PIN.
#[test]
fn r193_no_secret_of_the_handle_is_part_of_a_message() {
    const LICENSE: &str = "planted-license-5f2c";
    const TICKET: &str = "planted-ticket-81d0";
    const SESSION: &str = "planted-session-c3ab";
    let said = [LICENSE, TICKET, SESSION].join(" and ");
    let refusal = json!({"status": {"code": 9, "message": said}}).to_string();
    let server = Server::start(move |mut peer| {
        let Some(request) = peer.request() else {
            return;
        };
        // Every list but the first is refused, and every login.
        let first = r#"{"data":{"data":{"token-of-r193":[{"serial":"r193"}]}}}"#;
        match request.head.contains("/direct/ready") && peer.number == 0 {
            true => reply(&mut peer, first),
            false => reply(&mut peer, &refusal),
        };
        peer.close();
    });
    let url = server.url();
    let config = json!({"local_url": url, "license_url": url, "license_bearer": LICENSE});
    let host = Host::open(&config);
    assert_eq!(host.ticket_set(TICKET), 0);
    let open_session = || assert_eq!(host.session_set(&url, SESSION), 0);
    open_session();
    host.ready().ok();
    let check = |ended: Outcome| {
        let ended = ended.fails("HR_E_CARD_STATUS");
        ended.has(json!({"service_message": null}));
    };
    check(host.ready());
    check(host.wait_card(None, 0));
    // Each of these ends the session, whose bearer is no less secret for that.
    check(host.login("token-of-r193", "7391"));
    open_session();
    check(host.connect(None, Some("7391")));
}

/// The PIN's digits were masked within the ticket, so that the rest of the ticket was shown.
#[test]
fn r32_a_pin_within_the_ticket_does_not_uncover_it() {
    let client = CardClient::start();
    client.list(one("t", r#"{"serial":"r32"}"#));
    let status = r#"{"status":{"code":4,"message":"abc1234def is over, so is 1234"}}"#;
    client.reply(Reply::whole("200 OK", "", status));
    let host = client.host();
    assert_eq!(host.ticket_set("abc1234def"), 0);
    host.ready().ok();
    let refused = host.login("t", "1234").fails("HR_E_CARD_STATUS");
    refused.has(json!({"service_message": null}));
}

/// A call that only reads was said to have an outcome, and to be a sending.
#[test]
fn r108_a_remedy_speaks_of_the_call_that_was_made() {
    let (_server, host) = super::service(|mut peer| {
        while let Some(request) = peer.request() {
            if request.starts("GET /cut") {
                peer.send("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{");
                return;
            }
            peer.send(answer("500 Failed", "", ""));
        }
    });
    for (path, name) in [("/cut", "HR_E_REPLY"), ("/x", "HR_E_SERVER")] {
        let read = host.request("GET", path, None).fails(name);
        let read = read.has(json!({"outcome": null}));
        for text in ["remedy", "remedy_fr", "message", "message_fr"] {
            let text = read.str(text);
            assert!(!text.contains("outcome") && !text.contains("envoi"));
        }
    }
    let changed = host.request("POST", "/x", Some("{}"));
    let changed = changed.fails("HR_E_SERVER").outcome("unknown");
    changed.says("remedy", "outcome unknown");
}
