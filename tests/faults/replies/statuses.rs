//! What a status means.

use serde_json::{Value, json};

use super::steps::*;
use testkit::raw_server::answer;

/// Code and outcome of a status, for the calls whose form no configuration key decides.
fn meaning(status: u16) -> (&'static str, &'static str) {
    match status {
        301 | 302 | 303 | 307 | 308 => ("HR_E_REDIRECT", "rejected"),
        401 | 403 => ("HR_E_UNAUTHORIZED", "rejected"),
        404 => ("HR_E_NOT_FOUND", "rejected"),
        407 => ("HR_E_PROXY", "rejected"),
        408 => ("HR_E_REFUSED", "unknown"),
        409 => ("HR_E_CONFLICT", "rejected"),
        429 => ("HR_E_RATE_LIMITED", "rejected"),
        400..=499 => ("HR_E_REFUSED", "rejected"),
        500..=599 => ("HR_E_SERVER", "unknown"),
        _ => ("HR_E_REPLY", "unknown"),
    }
}

fn check(run: &Run, status: u16) {
    let (code, outcome) = meaning(status);
    run.ends(code, outcome, outcome);
    assert_eq!(run.outcome.json["http_status"], status);
    assert_eq!(run.outcome.json["cause"], Value::Null);
}

/// One of each class; all of them are unit tests in src/client/outcome.
#[test]
fn every_refusal_and_failure() {
    for status in [
        302, 400, 401, 403, 404, 407, 408, 409, 429, 499, 500, 503, 599,
    ] {
        each(
            |_| answer(&format!("{status} X"), "", "{}"),
            |run| check(run, status),
        );
    }
}

#[test]
fn statuses_that_are_none_of_the_interface() {
    for status in [304, 399, 999] {
        each(
            |_| answer(&format!("{status} X"), "", ""),
            |run| check(run, status),
        );
    }
    // Successes other than 200 are successes.
    for status in [201, 299] {
        each(
            |step| answer(&format!("{status} X"), "", step.body()),
            |run| {
                run.accepted();
                assert_eq!(run.outcome.json["http_status"], status);
            },
        );
    }
}

/// But for a login's, which must be whole: a PIN is spent by a mistake.
#[test]
fn a_refusal_counts_whatever_its_body() {
    for tail in [
        "\r\n",
        "\r\nnot whole",
        "content-length: 100\r\n\r\ncut",
        "content-length: 3\r\ncontent-length: 3\r\n\r\nabc",
        "content-type: application/json\r\ncontent-length: 1\r\n\r\n{",
        "transfer-encoding: chunked\r\n\r\nzz\r\n",
    ] {
        each(
            |_| format!("HTTP/1.1 413 X\r\n{tail}"),
            |run| {
                run.ends("HR_E_REFUSED", "rejected", "unknown");
                assert_eq!(run.outcome.json["http_status"], 413);
            },
        );
    }
    each(|_| answer("413 X", "", ""), |run| check(run, 413));
    // R116: within may be a page.
    each(
        |_| answer("413 X", "content-encoding: gzip\r\n", "\u{1f}\u{b}"),
        |run| run.ends("HR_E_REFUSED", "unknown", "unknown"),
    );
}

/// What stands in between answers with statuses of its own: a page does not answer the call.
#[test]
fn a_page_is_no_definite_refusal() {
    for status in [302, 400, 401, 403, 404, 405, 407, 409, 413, 429] {
        let (code, _) = meaning(status);
        for (headers, body) in [
            ("content-type: text/html\r\n", ""),
            ("content-type: text/html\r\n", "{}"),
            ("", "<html>"),
            ("content-type: application/json\r\n", "\u{feff}<!-- -->"),
        ] {
            each(
                |_| answer(&format!("{status} X"), headers, body),
                |run| {
                    run.ends(code, "unknown", "unknown");
                    assert_eq!(run.outcome.json["http_status"], status);
                },
            );
        }
        // Cut as well.
        each(
            |_| format!("HTTP/1.1 {status} X\r\ncontent-length: 100\r\n\r\n<html>"),
            |run| run.ends(code, "unknown", "unknown"),
        );
    }
}

/// R22: a number beyond 64 bits overflowed.
#[test]
fn the_time_to_wait_is_told_when_it_is_a_number_of_seconds() {
    for (text, seconds) in [
        ("5", json!(5)),
        ("0", json!(0)),
        (" 7 ", json!(7)),
        ("1000000000000", json!(86_400)),
        ("99999999999999999999999999", json!(86_400)),
        ("-1", Value::Null),
        ("Wed, 21 Oct 2026 07:28:00 GMT", Value::Null),
        ("soon", Value::Null),
        ("", Value::Null),
        ("1.5", Value::Null),
        ("+5", Value::Null),
    ] {
        for status in [429, 503] {
            let header = format!("Retry-After: {text}\r\n");
            each(
                |_| answer(&format!("{status} X"), &header, ""),
                |run| {
                    check(run, status);
                    assert_eq!(run.outcome.json["retry_after_s"], seconds, "{text:?}");
                },
            );
        }
    }
}

/// A status of the card client's own, with HTTP status 200.
#[test]
fn the_card_client_reports_in_the_body() {
    let body = r#"{"status":{"code":12,"message":"carte absente"}}"#;
    for step in [Step::Ready, Step::Login] {
        let run = run(step, &json!({}), move |mut peer| {
            peer.send(answer("200 OK", "", body));
        });
        run.ends("HR_E_CARD_STATUS", "-", "rejected");
        assert_eq!(run.outcome.json["service_code"], 12);
        assert_eq!(run.outcome.json["service_message"], "carte absente");
    }
}
