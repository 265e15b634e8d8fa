//! What an error says to the doctor, and to the programmer.

use serde_json::{Value, json};

use super::reply;
use testkit::card_client::{CardClient, Reply, one};
use testkit::raw_server::{Peer, Server, answer};
use testkit::*;

/// A card client that answers every request with this status line and body.
fn card_client(status: &'static str, body: &str) -> Server {
    let body = body.to_owned();
    Server::start(move |mut peer: Peer| {
        peer.request();
        peer.send(answer(status, "connection: close\r\n", &body));
        peer.close();
    })
}

/// What `ready` says of such an answer, with this `card_codes`.
fn ready(status: &'static str, code: &str, card_codes: Value) -> Outcome {
    let body = format!(r#"{{"status":{{"code":{code},"message":"no"}}}}"#);
    let server = card_client(status, &body);
    let host = Host::open(&json!({"local_url": server.url(), "card_codes": card_codes}));
    assert_eq!(host.ticket_set("ticket-of-the-call"), 0);
    host.ready()
}

/// A wrong PIN, a locked card and an empty reader were one sentence: "a problem".
#[test]
fn r100_card_codes_give_a_reason() {
    let codes = json!({"pin_refused": [4, "BAD-PIN"], "card_locked": [-5], "card_absent": [3000000000u32, "NO.CARD"]});
    for (code, word) in [
        ("4", "pin_refused"),
        ("\"BAD-PIN\"", "pin_refused"),
        ("\"BAD\\u002dPIN\"", "pin_refused"),
        ("-5", "card_locked"),
        ("3000000000", "card_absent"),
        ("\"NO.CARD\"", "card_absent"),
    ] {
        let refused = ready("200 OK", code, codes.clone()).fails("HR_E_CARD_STATUS");
        assert_eq!(refused.json["reason"], word, "{code}");
        let unlisted = ready("200 OK", code, json!({})).fails("HR_E_CARD_STATUS");
        assert_eq!(unlisted.json["reason"], Value::Null, "{code}");
        assert_ne!(refused.str("message_fr"), unlisted.str("message_fr"));
    }
    for code in ["5", "40", "\"NO_CARD\"", "4.0", "null", "{}"] {
        let other = ready("200 OK", code, codes.clone());
        assert_eq!(other.json["reason"], Value::Null, "{code}");
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
        assert!(ready.str("remedy").contains("local_url"), "{}", ready.text);
    }
}

/// The code is looked up whatever the status is, as long as the refusal is definite; the code of the
/// contract stays that of the status.
#[test]
fn r101_a_listed_code_counts_with_any_refusal_that_is_definite() {
    let codes = json!({"pin_refused": [4], "card_locked": [5], "card_absent": [3]});
    let refused = ready("403 Forbidden", "5", codes.clone()).fails("HR_E_UNAUTHORIZED");
    assert_eq!(refused.json["reason"], "card_locked");
    let failed = ready("500 Failed", "3", codes.clone()).fails("HR_E_SERVER");
    assert_eq!(failed.json["reason"], "card_absent");

    for (number, (status, name, reason)) in [
        ("200 OK", "HR_E_CARD_STATUS", json!("pin_refused")),
        ("400 Bad", "HR_E_REFUSED", json!("pin_refused")),
        ("500 Failed", "HR_E_SERVER", Value::Null),
        ("408 Late", "HR_E_REFUSED", Value::Null),
    ]
    .into_iter()
    .enumerate()
    {
        let client = CardClient::start();
        let card = format!(r#"{{"serial":"r101-{number}","idNat":"1","pinAttempt":3}}"#);
        client.list(one("t", &card));
        client.reply(Reply::whole(status, "", r#"{"status":{"code":4}}"#));
        let host = client.host_with(json!({"card_codes": codes}));
        host.ready().ok();
        let refused = host.login("t", "0000").fails(name);
        assert_eq!(refused.json["reason"], reason, "{status}");
    }
}

/// Refusals of one status could not be distinguished when their code was a text.
#[test]
fn r102_a_code_may_be_a_short_text() {
    for (code, shown) in [
        ("\"DOC-17\"", json!("DOC-17")),
        ("\"a.B_c-12345\"", json!("a.B_c-12345")),
        ("\"x\"", json!("x")),
        ("-12", json!(-12)),
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
        let body = format!(r#"{{"status":{{"code":{code},"message":"refused"}}}}"#);
        let server = card_client("422 No", &body);
        let host = Host::open(&json!({}));
        assert_eq!(host.session_set(&server.url(), "bearer-of-r102"), 0);
        let refused = host.request("POST", "/x", Some("{}")).fails("HR_E_REFUSED");
        assert_eq!(refused.json["service_code"], shown, "{code}");
        assert_eq!(refused.json["service_message"], Value::Null);

        let host = Host::open(&json!({"local_url": server.url()}));
        assert_eq!(host.ticket_set("bearer-of-r102"), 0);
        let refused = host.ready().fails("HR_E_REFUSED");
        assert_eq!(refused.json["service_code"], shown, "{code}");
    }
}

/// A code in two lists, or of another form, is refused by the name of its list.
#[test]
fn r103_card_codes_are_checked() {
    for (codes, named) in [
        ("[]", "card_codes"),
        ("null", "card_codes"),
        (r#"{"pin_wrong":[4]}"#, "card_codes.pin_wrong"),
        (
            r#"{"pin_refused":[4],"pin_refused":[5]}"#,
            "card_codes.pin_refused",
        ),
        (r#"{"pin_refused":4}"#, "card_codes.pin_refused"),
        (r#"{"pin_refused":null}"#, "card_codes.pin_refused"),
        (
            r#"{"pin_refused":[4],"card_locked":[4]}"#,
            "card_codes.card_locked",
        ),
        (
            r#"{"pin_refused":[4],"card_locked":["4"]}"#,
            "card_codes.card_locked",
        ),
        (r#"{"card_absent":["A","A"]}"#, "card_codes.card_absent"),
        (r#"{"card_absent":[0]}"#, "card_codes.card_absent"),
        (r#"{"card_absent":[4.5]}"#, "card_codes.card_absent"),
        (r#"{"card_absent":[12345678901]}"#, "card_codes.card_absent"),
        (r#"{"card_absent":["two words"]}"#, "card_codes.card_absent"),
        (r#"{"card_absent":["A-123456"]}"#, "card_codes.card_absent"),
        (r#"{"card_absent":[true]}"#, "card_codes.card_absent"),
    ] {
        let config = format!(r#"{{"card_codes":{codes}}}"#);
        let refused = Host::try_open(&config).1.fails("HR_E_CONFIG");
        for remedy in [refused.str("remedy"), refused.str("remedy_fr")] {
            assert!(remedy.contains(named), "{codes}: {remedy}");
        }
    }
    let config = r#"{"card_codes":{"card_locked":["L-1",-7],"pin_refused":[]}}"#;
    let (handle, opened) = Host::try_open(config);
    let _host = Host(handle);
    assert_eq!(
        opened.ok().json["card_codes"],
        json!({"pin_refused": [], "card_locked": ["L-1", -7], "card_absent": []})
    );
    let plain = Host::try_open("{}");
    let _plain = Host(plain.0);
    assert_eq!(
        plain.1.ok().json["card_codes"],
        json!({"pin_refused": [], "card_locked": [], "card_absent": []})
    );
}

/// The sandbox says which codes it uses, so that a program under test meets the sentences.
#[test]
fn r104_the_sandbox_lists_its_codes() {
    let sandbox = sandbox();
    let blocked = hr_sandbox::Card {
        tries_left: Some(0),
        ..hr_sandbox::Card::cps("r104-locked", PIN)
    };
    sandbox.insert_card(hr_sandbox::Card::cps("r104-wrong", PIN));
    sandbox.insert_card(blocked);
    sandbox.insert_card(hr_sandbox::Card::cps("r104-absent", PIN));
    let host = Host::of(&sandbox);
    host.ticket().ok();
    for (serial, reason) in [
        ("r104-wrong", "pin_refused"),
        ("r104-locked", "card_locked"),
        ("r104-absent", "card_absent"),
    ] {
        let token = host.token(serial);
        if reason == "card_absent" {
            sandbox.remove_card(serial);
        }
        let refused = host.login(&token, "0000").fails("HR_E_CARD_STATUS");
        assert_eq!(refused.json["reason"], reason);
    }
}

/// What the library says of one answer to one call.
fn said(status: &'static str, body: &str, call: impl Fn(&Host) -> Outcome) -> Outcome {
    let server = card_client(status, body);
    let host = Host::open(&json!({"local_url": server.url()}));
    assert_eq!(host.ticket_set("ticket-of-the-call"), 0);
    assert_eq!(host.session_set(&server.url(), "bearer"), 0);
    call(&host)
}

/// "Check the address and the identifiers", "see service_code": no sentence that a doctor can use.
#[test]
fn r105_a_message_is_about_the_doctors_world() {
    let search = |host: &Host| host.patient_search(QUALIFIED);
    let found = said("404 No", "{}", search).fails("HR_E_NOT_FOUND");
    assert_eq!(
        found.str("message_fr"),
        "Aucun patient n'a été trouvé. Vérifiez le nom, le prénom, la date de naissance et le sexe."
    );
    assert_eq!(
        found.str("message"),
        "No patient was found. Check the last name, the first name, the date of birth and the sex."
    );
    let card = said("200 OK", r#"{"status":{"code":9}}"#, Host::ready);
    assert_eq!(
        card.fails("HR_E_CARD_STATUS").str("message_fr"),
        "La carte n'a pas pu être lue : le logiciel du lecteur de cartes signale un problème. Vérifiez le lecteur et la carte."
    );
    let state = said("200 OK", "{}", |host| host.patient_update("{}"));
    let state = state.fails("HR_E_STATE");
    for message in [state.str("message"), state.str("message_fr")] {
        assert!(!message.contains('_'), "{message}");
    }
    assert!(state.str("remedy_fr").contains("hr_patient_get"));
}

/// A document whose fate is not known: "out of order, try again later".
#[test]
fn r106_nobody_is_asked_to_repeat_what_may_have_happened() {
    let server = Server::start(move |mut peer: Peer| {
        let Some(request) = peer.request() else {
            return;
        };
        let patient = r#"{"patient_id":"r106","insQualified":true,"alimentationConsent":true}"#;
        if request.head.contains("/send") {
            peer.send(answer("500 Failed", "connection: close\r\n", ""));
        } else {
            reply(&mut peer, patient);
        }
        peer.close();
    });
    let host = Host::open(&json!({}));
    assert_eq!(host.session_set(&server.url(), "bearer"), 0);
    host.patient_search(QUALIFIED).ok();
    host.patient_get().ok();
    host.dmp_open("r106", None).ok();
    let failed = host
        .dmp_send_bytes("r106", b"in doubt", "a.pdf")
        .fails("HR_E_SERVER")
        .outcome("unknown");
    assert_eq!(
        failed.str("message_fr"),
        "On ne sait pas si le document est arrivé dans le dossier du patient. Vérifiez dans le dossier avant de l'envoyer à nouveau."
    );
    for text in ["message", "message_fr", "remedy", "remedy_fr"] {
        let text = failed.str(text).to_lowercase();
        assert!(
            !text.contains("later") && !text.contains("réessay"),
            "{text}"
        );
    }
}

/// "attendu : milliseconds from 1 to ..." stood in a French sentence, with the key's name.
#[test]
fn r107_french_has_no_english_in_it() {
    let refused = Host::try_open(r#"{"timeouts":{"call_ms":0}}"#).1;
    let refused = refused.fails("HR_E_CONFIG");
    assert_eq!(
        refused.str("message_fr"),
        "La connexion n'a pas pu être préparée : le logiciel est mal configuré. Contactez l'éditeur du logiciel."
    );
    assert_eq!(
        refused.str("remedy_fr"),
        "timeouts.call_ms dans config_json doit être un nombre de millisecondes de 1 à 2147483647."
    );
}

/// A call that only reads was said to have an outcome, and to be a sending.
#[test]
fn r108_a_remedy_speaks_of_the_call_that_was_made() {
    let server = Server::start(move |mut peer: Peer| {
        peer.request();
        peer.send("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{");
        peer.close();
    });
    let host = Host::open(&json!({"local_url": server.url()}));
    assert_eq!(host.session_set(&server.url(), "bearer"), 0);
    let read = [
        host.request("GET", "/x", None).fails("HR_E_REPLY"),
        said("500 Failed", "", |host| host.request("GET", "/x", None)).fails("HR_E_SERVER"),
    ];
    for read in read {
        assert_eq!(read.json["outcome"], Value::Null);
        for text in ["remedy", "remedy_fr", "message", "message_fr"] {
            let text = read.str(text);
            assert!(
                !text.contains("outcome") && !text.contains("envoi"),
                "{text}"
            );
        }
    }
    let changed = said("500 Failed", "", |host| {
        host.request("POST", "/x", Some("{}"))
    });
    let changed = changed.fails("HR_E_SERVER").outcome("unknown");
    assert!(changed.str("remedy").contains("outcome unknown"));
}
