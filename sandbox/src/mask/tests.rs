use super::*;
use crate::call::Call;
use serde_json::json;

const LICENSE: &str = "license/given+to-a-run==";
const SESSION: &str = "0f3a255081416802538c4e5d60718293a4b5c6d7e8f90123456789abcdef0123";
const TICKET: &str = "eyJhbGciOiJIUzI1NiJ9.eyJpYXQiOjF9.c2lnbmF0dXJl-_w";
const NIR: Show = Show {
    nir: true,
    pin: false,
};

fn known() -> Known {
    let known = Known::default();
    known.license(LICENSE);
    known.license("short");
    known.session(SESSION);
    known.patient("255081416802538");
    known.patient("253072A07300443");
    known.patient("2 90 01 75 123 456 78");
    known.patient("AB-CDEF-GH");
    known.patient("1");
    known
}

fn text(said: &str) -> String {
    Mask::new(&known(), Show::default()).text(said)
}

fn to_card(path: &str, query: Option<&str>, headers: &[(&str, &str)], body: &str) -> LoggedRequest {
    let headers = headers.iter();
    LoggedRequest {
        query: query.map(str::to_owned),
        headers: headers
            .map(|(name, value)| ((*name).into(), (*value).into()))
            .collect(),
        body: body.into(),
        bytes: body.len() as u64,
        ..LoggedRequest::new(Service::Card, Call::Login, "POST", path)
    }
}

#[test]
fn a_nir_is_shortened_however_it_is_written() {
    for (written, shown) in [
        ("255081416802538", "2550…38"),
        ("/dmp/253072A07300443/é", "/dmp/2530…43/é"),
        ("NIR255081416802538.pdf", "NIR2550…38.pdf"),
        ("2 55 08 14 168 025 38", "2550…38"),
        ("2-55-08-14-168-025-38.", "2550…38."),
        ("scan_2_55_08_14_168_025_38.pdf", "scan_2550…38.pdf"),
        ("2\u{a0}55\u{202f}08 14 168 025 38", "2550…38"),
        ("25508 14168 02538", "2550…38"),
        ("253072a07300443", "2530…43"),
        ("2 53 07 2A 073 004 43", "2530…43"),
        ("253072B07300470 x 1790351215189", "2530…70 x 1790…89"),
        ("doc253072A07300443.pdf", "doc2530…43.pdf"),
        ("doc255081416802538.pdf", "doc2550…38.pdf"),
        ("255081416802538A.pdf", "2550…38A.pdf"),
        ("abc255081416802538", "abc2550…38"),
        ("02550814168025380", "02550…380"),
        ("/dmp/%32%3550814168%3025%33%38/x", "/dmp/2550…38/x"),
        ("/dmp/%2532550%38%31416802538", "/dmp/2550…38"),
        ("2%2055%2008%2014%20168%20025%2038", "2550…38"),
        ("nom=2+55+08+14+168+025+38&a=b", "nom=2550…38&a=b"),
        ("Jean 290017512345678", "Jean 2900…78"),
        ("290 01 7512345678", "2900…78"),
        ("ab.cdefgh", "***"),
        (
            r#"{"a":["255081416802538",255081416802538]}"#,
            r#"{"a":["2550…38","2550…38"]}"#,
        ),
    ] {
        assert_eq!(text(written), shown, "{written}");
        let nir = Mask::new(&known(), NIR).text(written);
        assert_eq!(nir, written);
    }
}

#[test]
fn numbers_that_are_no_nir_stay() {
    for said in [
        "port 48367 and 20261121",
        "2026-11-21T14:45:01.123456Z",
        "2026-11-21 14:45:01.123 127.0.0.1:48367 12.5 ms",
        "1048576 bytes of 16000000, 2000000001",
        "ab1234567890123c4",
        "5f279035121518989de0ab1234567890123456789012345678901234567890ab",
        "b27903512151898900000000000000cd",
        "550e8400-e29b-41d4-a716-446655440000",
        "Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/120.0.6099.225 hr/1.2.3",
        "1",
        "été 100 % %zz %",
    ] {
        assert_eq!(text(said), said);
    }
}

#[test]
fn a_bearer_is_found_by_its_value() {
    let session = SESSION.to_uppercase();
    let (cut, encoded) = (&SESSION[..10], SESSION.replace("3a25", "%33a%32%35"));
    for (said, shown) in [
        (format!("/patient/{SESSION}/x"), "/patient/***/x"),
        (format!("doc{SESSION}.pdf"), "doc***.pdf"),
        (session, "***"),
        (encoded, "***"),
        (format!("`text/{cut}…`"), "`text/***…`"),
        (format!("?key={LICENSE}"), "?key=***"),
        (format!("x{LICENSE}x"), "x***x"),
        ("`license/giv…`".into(), "`***…`"),
        (LICENSE.replace('/', "%2F").replace('+', "%2b"), "***"),
        (format!("[\"{SESSION}\"]"), r#"["***"]"#),
        ("a short word".into(), "a short word"),
        (format!("{cut} alone"), &*format!("{cut} alone")),
    ] {
        assert_eq!(text(&said), shown, "{said}");
        let nir = Mask::new(&known(), NIR).text(&said);
        assert_eq!(nir, shown, "{said}");
    }
    let mask = &known();
    let mask = Mask::new(mask, Show::default());
    assert_eq!(mask.header("x-auth", SESSION), "***");
    let keys = mask.json(json!({ SESSION: { LICENSE: [1] } }));
    assert_eq!(keys, json!({ "***": { "***": [1] } }));
}

#[test]
fn a_ticket_is_found_by_its_form() {
    for (said, shown) in [
        (format!("?t={TICKET}&a=b"), "?t=***&a=b"),
        (format!("/v1/{TICKET}/x"), "/v1/***/x"),
        (format!("app/1 ({TICKET})"), "app/1 (***)"),
        (TICKET.replace('.', "%2E"), "***"),
        (format!("`{}…`", &TICKET[..25]), "`***…`"),
        (
            "www.example.org/a.tar.gz".into(),
            "www.example.org/a.tar.gz",
        ),
    ] {
        assert_eq!(text(&said), shown, "{said}");
    }
}

#[test]
fn a_secret_is_found_by_the_name_before_it() {
    for (said, shown) in [
        (
            "bearer=x&nom=A&PIN=1&access_token=y",
            "bearer=***&nom=A&PIN=***&access_token=***",
        ),
        ("p%69nCode=4821&n=1", "p%69nCode=***&n=1"),
        ("/x;pin_code%3D4821", "/x;pin_code%3D***"),
        ("tries=3&pinAttempt=3", "tries=3&pinAttempt=3"),
        (r#"{"a": 1, "pinCode": "48"#, r#"{"a": 1, "pinCode": "***"#),
        (
            r#"said {\"pin\":48,\"b\":2}"#,
            r#"said {\"pin\":***,\"b\":2}"#,
        ),
        ("wrong PIN: 2 left", "wrong PIN: 2 left"),
    ] {
        assert_eq!(text(said), shown, "{said}");
    }
    let known = Known::default();
    let mask = Mask::new(&known, Show { pin: true, ..NIR });
    assert_eq!(mask.header("authorization", "Bearer abc"), "Bearer ***");
    assert_eq!(mask.header("authorization", "abc"), "***");
    assert_eq!(mask.header("accept", "*/*"), "*/*");
    for name in [
        "x-license-ticket",
        "X-Pin",
        "x-api-key",
        "Sec-WebSocket-Protocol",
    ] {
        assert_eq!(mask.header(name, "9876"), "***", "{name}");
    }
    let sent = br#"{"pinCode":"1234","deep":[{"bearer":"x","nom":"A"}],"q":"nom=A&pin=4"}"#;
    let deep = json!([{"bearer": "***", "nom": "A"}]);
    let shown = json!({"pinCode": "***", "deep": deep, "q": "nom=A&pin=***"});
    assert_eq!(mask.request_body(sent), Some(shown));
    assert_eq!(mask.request_body(b"pin=1234"), None);
}

#[test]
fn a_pin_is_found_in_what_the_card_client_gets() {
    let known = known();
    let all = |body: &str| {
        let seen = to_card("/direct/login", None, &[], body);
        let mask = Mask::of_request(&known, Show { pin: true, ..NIR }, &seen);
        let shown = mask.request_body(body.as_bytes()).unwrap_or_default();
        let said = mask.text("refused: `48213795`, x48213795y, 148213795");
        (shown.to_string(), said)
    };
    for body in [
        r#"{"code":"48213795"}"#,
        r#"{"codePorteur":48213795}"#,
        r#"["48213795"]"#,
        r#""48213795""#,
        "48213795",
        r#"{"48213795":null}"#,
        r#"{"a":{"serial":[{"b":"48213795"}]}}"#,
        r#"{"a":"{\"pin\":\"48213795\"}"}"#,
        r#"{"pinCode":"48213795","serial":"48213795"}"#,
        "pin 48213795",
    ] {
        let (shown, said) = all(body);
        assert!(!shown.contains("4821"), "{body}: {shown}");
        assert_eq!(said, "refused: `***`, x***y, 148213795", "{body}");
    }
    let fine = json!({"serial": "2000000001", "cardType": "CPS", "force": true, "other": null});
    assert_eq!(all(&fine.to_string()).0, fine.to_string());

    let headers = [
        ("x-code", "4821"),
        ("content-length", "7777"),
        ("x-size", "77"),
    ];
    let seen = to_card(
        "/direct/login/48213795",
        Some("code=9753&8642"),
        &headers,
        "7777",
    );
    let mask = Mask::of_request(&known, Show::default(), &seen);
    assert_eq!(mask.text(&seen.path), "/direct/login/***");
    assert_eq!(mask.query(seen.query.as_deref().unwrap()), "code=***&***");
    let shown = headers.map(|(name, value)| mask.header(name, value));
    assert_eq!(shown, ["***", "7777", "77"]);
    assert_eq!(mask.text("9753 and 8642"), "*** and ***");
    let seen = to_card("/direct/login/%34821", None, &[], "");
    let mask = Mask::of_request(&known, Show::default(), &seen);
    assert_eq!(mask.text(&seen.path), "/direct/login/***");
}

#[test]
fn a_line_controls_no_terminal() {
    let line = |said: &str| Mask::new(&known(), Show::default()).line(said);
    assert_eq!(line("A\u{1b}[2J\u{202e}GPJ\u{2028}B"), "A [2J GPJ B");
    assert_eq!(line("25508\u{1b}14168\u{feff}02538"), "2550…38");
    assert_eq!(method("GET"), "GET");
    assert_eq!(method("PIN90617245"), "?");
}
