//! What the card client says: what becomes of its codes, what of its words is passed on, and which lists are read.

use serde_json::{Value, json};
use testkit::card_client::{CardClient, Reply, one};
use testkit::raw_server::{Server, answer};
use testkit::*;

/// A server that answers each request so, on a connection of its own.
fn answering(status: &str, headers: &str, body: String) -> Server {
    let headers = format!("connection: close\r\n{headers}");
    Server::saying(answer(status, &headers, &body))
}

/// What `ready` makes of an answer.
fn ready(ticket: &str, config: Value, server: &Server) -> Outcome {
    let mut config = config;
    config["local_url"] = json!(server.url());
    let host = Host::open(&config);
    assert_eq!(host.ticket_set(ticket), 0);
    host.ready()
}

/// What `ready` makes of a `status` object.
fn listed(ticket: &str, line: &str, status: String, config: Value) -> Outcome {
    let body = format!(r#"{{"status":{status}}}"#);
    ready(ticket, config, &answering(line, "", body))
}

/// What a login makes of one; the PIN is 1234.
fn login(serial: &str, ticket: &str, line: &str, status: String, config: Value) -> Outcome {
    login_with("1234", serial, ticket, line, status, config)
}

fn login_with(
    pin: &str,
    serial: &str,
    ticket: &str,
    line: &str,
    status: String,
    config: Value,
) -> Outcome {
    let client = CardClient::start();
    client.list(one("t", &format!(r#"{{"serial":"words {serial}"}}"#)));
    client.reply(Reply::whole(line, "", &format!(r#"{{"status":{status}}}"#)));
    let host = client.host_with(config);
    assert_eq!(host.ticket_set(ticket), 0);
    host.ready().ok();
    host.login("t", pin)
}

fn coded(code: &str) -> String {
    format!(r#"{{"code":{code},"message":"no"}}"#)
}

/// The code of the contract stays that of the status, and a reason is given where the refusal is definite.
#[test]
fn card_codes_give_a_reason() {
    let codes = json!({"card_codes": {
        "pin_refused": [4, "BAD-PIN"], "card_locked": [-5], "card_absent": [3000000000u32, "NO.CARD"]
    }});
    for (line, name, code, reason) in [
        ("200 OK", "HR_E_CARD_STATUS", "4", "pin_refused"),
        ("200 OK", "HR_E_CARD_STATUS", "\"BAD-PIN\"", "pin_refused"),
        (
            "200 OK",
            "HR_E_CARD_STATUS",
            "\"BAD\\u002dPIN\"",
            "pin_refused",
        ),
        ("200 OK", "HR_E_CARD_STATUS", "-5", "card_locked"),
        ("200 OK", "HR_E_CARD_STATUS", "3000000000", "card_absent"),
        ("200 OK", "HR_E_CARD_STATUS", "\"NO.CARD\"", "card_absent"),
        ("403 No", "HR_E_UNAUTHORIZED", "-5", "card_locked"),
        ("500 Failed", "HR_E_SERVER", "-5", "card_locked"),
    ] {
        let known = listed("ticket", line, coded(code), codes.clone()).fails(name);
        known.has(json!({ "reason": reason }));
        let unknown = listed("ticket", line, coded(code), json!({})).fails(name);
        unknown.has(json!({"reason": null}));
    }
    for code in ["5", "40", "\"NO_CARD\"", "4.0", "null", "{}"] {
        let other = listed("ticket", "200 OK", coded(code), codes.clone());
        other.has(json!({"reason": null}));
    }
    for (line, name, reason) in [
        ("200 OK", "HR_E_CARD_STATUS", json!("pin_refused")),
        ("400 Bad", "HR_E_REFUSED", json!("pin_refused")),
        ("500 Failed", "HR_E_SERVER", Value::Null),
        ("408 Late", "HR_E_REFUSED", Value::Null),
    ] {
        let refused = login(line, "ticket", line, coded("4"), codes.clone()).fails(name);
        refused.has(json!({ "reason": reason }));
    }
}

/// Neither a secret nor a personal number, of the card client's codes and of a service's; nor a service's message, which could
/// hold a patient's name.
#[test]
fn a_code_may_be_a_short_text() {
    let shown = ["\"DOC-17\"", "\"a.B_c-12345\"", "-2146435068"];
    let hidden = [
        "255081416802538",
        "\"\"",
        "\"two words\"",
        "\"H\u{e9}l\u{e8}ne\"",
        "\"A-123456\"",
        "\"1a2b3c4d5e6f\"",
        "\"abcdefghijklmnopqrstuvwxyzabcdefg\"",
        "\"bearer-of-test\"",
        "\"X.BEARER-OF-TEST\"",
        "[\"A\"]",
    ];
    for code in shown.into_iter().chain(hidden) {
        let expected = shown
            .contains(&code)
            .then(|| code.parse::<Value>().unwrap());
        let refused = listed("bearer-of-test", "422 No", coded(code), json!({}));
        let refused = refused.fails("HR_E_REFUSED");
        assert_eq!(refused.json["service_code"], json!(expected), "{code}");
        let server = answering("422 No", "", format!(r#"{{"status":{}}}"#, coded(code)));
        let host = Host::open(&json!({}));
        assert_eq!(host.session_set(&server.url(), "bearer-of-test"), 0);
        let refused = host.request("POST", "/x", Some("{}")).fails("HR_E_REFUSED");
        refused.has(json!({"service_code": expected, "service_message": null}));
    }
    for (serial, pin, code) in [
        ("the PIN", "1234", "1234"),
        ("minus the PIN", "1234", "-1234"),
        // As the guard compares it.
        ("a blank", "1235 ", "1235"),
        ("zeros", "0023", "23"),
        ("other digits", "\u{661}\u{662}\u{663}\u{666}", "\"X.1236\""),
    ] {
        let refused = login_with(pin, serial, "ticket", "200 OK", coded(code), json!({}));
        refused.has(json!({"name": "HR_E_CARD_STATUS", "service_code": null}));
    }
}

/// That of an earlier login is not known to the call, so long numbers go as well.
#[test]
fn a_message_is_passed_on_without_what_is_nobodys_business() {
    let nir = ["2", "55", "08", "14", "168", "025", "38"];
    let joints = [" ", "\u{202f}", "\u{a0}", "\t", "/", "_", " - ", "\u{200b}"];
    let written = joints.map(|joint| nir.join(joint));
    let zeros = ['\u{ff10}', '\u{660}', '\u{1d7ce}'].map(|zero| {
        let digit = |c: char| char::from_u32(zero as u32 + c.to_digit(10).unwrap()).unwrap();
        nir.concat().chars().map(digit).collect()
    });
    let with_nir = written.into_iter().chain(zeros);
    let with_nir =
        with_nir.map(|nir| (format!("Vitale {nir} absente"), Some("Vitale *** absente")));
    let (long, too_long) = ("x".repeat(60_000), "x".repeat(70_000));
    let full = "x".repeat(196);
    let (edge, cut_edge) = (format!("{full} 255081416802538"), format!("{full} ***"));
    let others = [
        ("LONG-TICKET", None),
        ("ticket TICKET-O refus\u{e9}", None),
        ("dernier code 7391", Some("dernier code ***")),
        ("code=7-3-9-1 faux", Some("code=*** faux")),
        ("lecteur 2, erreur 739", Some("lecteur 2, erreur 739")),
        // Of Corsica.
        ("carte 253072A07300443", Some("carte ***")),
        ("carte 1 85 05 2 B 073", Some("carte ***")),
        ("carte 2-53-07-2b-073", Some("carte ***")),
        ("NIR 2::55\u{fe0f}\u{20e3} 08", Some("NIR ***")),
        ("\u{ff14} essais", Some("\u{ff14} essais")),
        ("\u{ff14}\u{ff13}\u{ff12} essais", Some("*** essais")),
        ("erreur 12: 3 essais", Some("erreur 12: 3 essais")),
        ("3 essais; puis 12", Some("3 essais; puis 12")),
        ("carte B2, lecteur 1", Some("carte B2, lecteur 1")),
        ("a\r\nb\u{2028}c\u{202e}d\0", Some("a  b c d")),
        (&edge, Some(&cut_edge)),
        ("", None),
        (" ...", None),
        ("255081416802538", None),
        (&long, Some(&long[..200])),
        (&too_long, None),
    ];
    let others = others.map(|(said, shown)| (said.to_owned(), shown));
    for (said, shown) in with_nir.chain(others) {
        let status = json!({"code": 9, "message": said}).to_string();
        let refused = listed("long-ticket-of-test", "200 OK", status, json!({}));
        let refused = refused.fails("HR_E_CARD_STATUS");
        refused.has(json!({"service_code": 9, "service_message": shown}));
    }
    let long_ticket = "eyJhbGciOiJIUzI1NiJ9.payload.signature";
    for (ticket, said, shown) in [
        ("1234", "code 1 2 3 4 faux", None),
        ("1234", "code 4321 faux", Some("code *** faux")),
        ("12", "1-2", None),
        ("0012", "code 12 faux", None),
        ("000", "code faux", Some("code faux")),
        ("000", "code 0x0x0", None),
        ("AbCd", "code aBcD faux", None),
        (long_ticket, "ticket payload.sig perdu", None),
        (long_ticket, "payload perdu", Some("payload perdu")),
    ] {
        let status = json!({"code": 9, "message": said}).to_string();
        let refused = listed(ticket, "200 OK", status, json!({}));
        refused.has(json!({ "service_message": shown }));
    }
    // The PIN's digits within the ticket do not uncover what is left of it.
    let status = r#"{"code":4,"message":"abc1234def is over, so is 1234"}"#;
    let refused = login("ticket", "abc1234def", "200 OK", status.into(), json!({}));
    refused.has(json!({"name": "HR_E_CARD_STATUS", "service_message": null}));
}

#[test]
fn no_secret_of_the_handle_is_part_of_a_message() {
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
        let body = match request.head.contains("/direct/ready") && peer.number == 0 {
            true => r#"{"data":{"data":{"token-of-test":[{"serial":"words secrets"}]}}}"#,
            false => &refusal,
        };
        peer.send(answer("200 OK", "connection: close\r\n", body));
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
    check(host.login("token-of-test", "7391"));
    open_session();
    check(host.connect(None, Some("7391")));
}

#[test]
fn the_entries_of_all_tokens_are_written_behind_what_is_added() {
    let body = r#"{"data":{"data":{"a":[{"token":"a","big":123456789012345678901234567890}],
        "b":[],"c":[{},{"token":"c","modelText":"","manufacturerText":"own"}]}}}"#;
    let listed = ready("ticket", json!({}), &answering("200 OK", "", body.into())).ok();
    let cards = r#"{"cards":[{"modelText":null,"manufacturerText":null,"token":"a","big":123456789012345678901234567890},{"token":"c","modelText":null,"manufacturerText":null},{"token":"c","modelText":"","manufacturerText":"own"}],"#;
    assert!(listed.text.starts_with(cards), "{}", listed.text);
}

/// A token is written once per entry: a reply of 50 KB became 750 MB.
#[test]
fn a_list_of_cards_is_bounded_and_clear() {
    let list = |length: usize, entries: usize| {
        let (token, list) = ("t".repeat(length), vec!["{}"; entries].join(","));
        format!(r#"{{"data":{{"data":{{"{token}":[{list}]}}}}}}"#)
    };
    for long in [list(20_000, 10_000), list(10, 1001), list(4097, 1)] {
        let server = answering("200 OK", "", long);
        ready("ticket", json!({}), &server).fails("HR_E_REPLY");
    }
    let unclear = r#"HR_E_REPLY {"data":{"data":{"a":[{"token":null}]}}}
        HR_E_REPLY {"data":{"data":{"a":[{"token":"b"}]}}}
        HR_E_CARD_STATUS {"status":{"code":9},"status":{"code":9},"data":{"data":{}}}
        HR_E_CARD_STATUS {"st\u0061tus":{"code":9},"data":{"data":{}}}"#;
    for row in unclear.lines() {
        let (name, body) = row.trim().split_once(' ').unwrap();
        let server = answering("200 OK", "", body.to_owned());
        ready("ticket", json!({}), &server).fails(name);
    }
}
