//! What is in a reply.

use super::steps::*;
use testkit::raw_server::answer;

const JSON: &str = "content-type: application/json\r\n";

/// JSON by its type, in bytes that are not.
fn announced(body: &str) -> impl Fn(Step) -> String {
    let whole = answer("200 OK", JSON, body);
    move |_| whole.clone()
}

#[test]
fn json_that_is_none() {
    let nested = format!("{}1{}", "[".repeat(200), "]".repeat(200));
    for body in [
        "\u{feff}{}",
        "NaN",
        "{\"a\":NaN}",
        "{\"a\":1}x",
        "{\"a\":1,}",
        "{'a':1}",
        "\"\\ud800\"",
        "[1,2",
        &nested,
        " ",
    ] {
        each(announced(body), |run| run.unreadable());
    }
}

#[test]
fn bytes_that_are_not_utf8() {
    for step in STEPS {
        let run = run(step, &serde_json::json!({}), |mut peer| {
            peer.send(
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n",
            );
            peer.send(b"{\"a\":\"\xe9\"}".map(|b| b));
        });
        run.unreadable();
    }
}

/// A page comes from something in between: whether the service got the call is not known.
#[test]
fn a_page_is_not_the_service() {
    let page = |body: &'static str, headers: &'static str| {
        each(
            move |_| answer("200 OK", headers, body),
            |run| run.senseless(),
        );
    };
    page("<p>Connectez-vous</p>", "content-type: text/html\r\n");
    page("<p>", "Content-Type: Text/HTML; charset=iso-8859-1\r\n");
    page("<x/>", "content-type: application/xhtml+xml\r\n");
    page("<!DOCTYPE html><html></html>", "");
    page(
        "\u{feff}\r\n <!doctype HTML>",
        "content-type: text/plain\r\n",
    );
    page("<HTML lang=fr>", JSON);
    page("{}", "content-type: text/html\r\n");
}

/// Also a page that cannot be read is none of the service's answers.
/// R15: such a page counted as an accepted document.
#[test]
fn a_page_that_cannot_be_read_is_not_the_service_either() {
    const HTML: &str = "content-type: text/html; charset=iso-8859-1\r\n";
    for (headers, body) in [
        (HTML, &b"<p>Connexion \xe9tablie</p>"[..]),
        ("", b"<!DOCTYPE html><p>\xe9t\xe9</p>"),
        (
            "content-type: text/html\r\ncontent-encoding: gzip\r\n",
            b"\x1f\x8b\x08",
        ),
        (
            "content-type: text/html\r\ncontent-length: 500\r\n",
            b"<html>",
        ),
        ("content-type: text/html\r\n", b""),
    ] {
        for step in STEPS {
            let run = run(step, &serde_json::json!({}), move |mut peer| {
                peer.send(format!("HTTP/1.1 200 OK\r\n{headers}\r\n"));
                peer.send(body);
                peer.close();
            });
            run.senseless();
        }
    }
    let limit = serde_json::json!({"max_reply_bytes": 100});
    for step in STEPS {
        let run = run(step, &limit, |mut peer| {
            let body = "x".repeat(101);
            peer.send(answer("200 OK", "content-type: text/html\r\n", &body));
        });
        run.senseless();
    }
}

#[test]
fn a_compressed_reply_was_not_asked_for() {
    for coding in ["gzip", "br", "deflate", "GZIP", "gzip, identity"] {
        let header = format!("content-encoding: {coding}\r\n");
        each(
            |step| answer("200 OK", &header, step.body()),
            |run| {
                run.unreadable();
                assert!(!run.requests[0].has("accept-encoding"));
            },
        );
    }
}

#[test]
fn a_wanted_field_given_twice_has_no_value() {
    each(
        |step| {
            let body = step.body();
            let (key, _) = body[1..].split_once(':').unwrap();
            answer("200 OK", JSON, &format!("{{{key}:null,{}", &body[1..]))
        },
        |run| match run.step {
            Step::Update | Step::Open => run.accepted(),
            // A status given twice is a failure, whichever of them says so.
            Step::Ready => assert_eq!(run.outcome.json["name"], "HR_E_CARD_STATUS"),
            _ => run.unreadable(),
        },
    );
}

#[test]
fn wanted_fields_of_another_kind() {
    for (step, bodies) in [
        (
            Step::Ticket,
            &[
                "{}",
                "[]",
                "null",
                r#"{"licenseTicket":null}"#,
                r#"{"licenseTicket":1}"#,
                r#"{"licenseTicket":""}"#,
                r#"{"licenseTicket":"a\r\nx: y"}"#,
                r#"{"licenseTicket":"a\u0000"}"#,
                r#"{"licenseTicket":"é"}"#,
                r#"["licenseTicket","x"]"#,
            ][..],
        ),
        (
            Step::Ready,
            &[
                "{}",
                r#"{"data":{"data":[]}}"#,
                r#"{"data":{"data":{"a":{}}}}"#,
                r#"{"data":{"data":{"a":[1]}}}"#,
            ],
        ),
        (
            Step::Login,
            &[
                "{}",
                r#"{"bearer":"b"}"#,
                r#"{"serviceUrl":"https://x"}"#,
                r#"{"bearer":"","serviceUrl":"https://x"}"#,
                r#"{"bearer":"a b\n","serviceUrl":"https://x"}"#,
            ],
        ),
        (
            Step::Get,
            &[
                "{}",
                r#"{"patient_id":"1","insQualified":true}"#,
                r#"{"patient_id":1,"insQualified":true,"alimentationConsent":true}"#,
                r#"{"patient_id":"","insQualified":true,"alimentationConsent":true}"#,
                r#"{"patient_id":"1","insQualified":"true","alimentationConsent":true}"#,
                r#"{"patient_id":"1","insQualified":1,"alimentationConsent":true}"#,
            ],
        ),
    ] {
        for body in bodies {
            let whole = answer("200 OK", JSON, body);
            let run = run(step, &serde_json::json!({}), move |mut peer| {
                peer.send(&whole);
            });
            run.unreadable();
        }
    }
}

/// What the library does not read comes out as it went in.
#[test]
fn raw_is_the_reply_byte_for_byte() {
    let extra = r#""n" : 123456789012345678901234567890, "f":1.7976931348623157e309,
        "d":-1E400, "z":1, "z":2, "t":"\u0000é\/"}"#;
    each(
        |step| {
            let body = step.body();
            answer(
                "200 OK",
                JSON,
                &format!("{},{extra}", &body[..body.len() - 1]),
            )
        },
        |run| {
            run.accepted();
            let raw = format!("\"raw\":{}", {
                let body = run.step.body();
                format!("{},{extra}", &body[..body.len() - 1])
            });
            assert!(run.outcome.text.contains(&raw), "{}", run.text());
        },
    );
}

/// A plain text is a text, for calls that want no field.
#[test]
fn a_text_is_passed_on() {
    each(
        |_| answer("200 OK", "content-type: text/plain\r\n", "d'accord \"é\"\n"),
        |run| match run.step {
            Step::Update | Step::Open => {
                run.accepted();
                assert_eq!(run.outcome.json["raw"], "d'accord \"é\"\n");
            }
            _ => run.unreadable(),
        },
    );
}
