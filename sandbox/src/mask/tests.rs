use super::*;
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
    known.patient("AB-CDEF-GH");
    known.patient("1");
    known
}

#[test]
fn a_nir_is_shortened_by_its_form_and_one_of_the_run_wherever_it_stands() {
    for (written, shown) in [
        ("255081416802538", "2550…38"),
        ("/dmp/253072A07300443/é", "/dmp/2530…43/é"),
        ("2 55 08 14 168 025 38", "2550…38"),
        ("2-55-08-14-168-025-38.", "2550…38."),
        ("scan_2_55_08_14_168_025_38.pdf", "scan_2550…38.pdf"),
        ("2\u{a0}55\u{202f}08 14 168 025 38", "2550…38"),
        ("253072B07300470 x 1790351215189", "2530…70 x 1790…89"),
        ("doc255081416802538.pdf", "doc2550…38.pdf"),
        ("02550814168025380", "02550…380"),
        ("/dmp/%32%3550814168%3025%33%38/x", "/dmp/2550…38/x"),
        ("nom=2+55+08+14+168+025+38&a=b", "nom=2550…38&a=b"),
        ("AB-CDEF-GH", "***"),
        (
            r#"{"a":["255081416802538",255081416802538]}"#,
            r#"{"a":["2550…38","2550…38"]}"#,
        ),
    ] {
        assert_eq!(Mask::new(&known(), Show::default()).text(written), shown);
        assert_eq!(Mask::new(&known(), NIR).text(written), written);
    }
}

#[test]
fn what_is_no_secret_stays() {
    for said in [
        "port 48367 and 20261121",
        "2026-11-21 14:45:01.123 127.0.0.1:48367 12.5 ms",
        "1048576 bytes of 16000000, 2000000001",
        "b27903512151898900000000000000cd",
        "550e8400-e29b-41d4-a716-446655440000",
        "Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/120.0.6099.225 hr/1.2.3",
        "été 100 % %zz % a%20b",
        "tries=3&pinAttempt=3",
        "wrong PIN: 2 left",
        "a short word",
        "1",
    ] {
        assert_eq!(Mask::new(&known(), Show::default()).text(said), said);
    }
}

#[test]
fn a_secret_is_found_by_value_by_form_and_by_the_name_before_it() {
    let (cut, license) = (&SESSION[..20], LICENSE.replace('/', "%2F"));
    for (said, shown) in [
        (format!("/patient/{SESSION}/x"), "/patient/***/x"),
        (SESSION.to_uppercase(), "***"),
        (format!("`{cut}…`"), "`***…`"),
        (format!("x{LICENSE}x"), "x***x"),
        (license, "***"),
        (format!("`{}…`", &LICENSE[..12]), "`***`"),
        (format!("?t=1{TICKET}&a=b"), "?t=1***&a=b"),
        (format!("app/1 ({TICKET})"), "app/1 (***)"),
        (
            "bearer=x&nom=A&PIN=1&access_token=".into(),
            "bearer=***&nom=A&PIN=***&access_token=",
        ),
        ("p%69nCode=4821&n=1".into(), "p%69nCode=***&n=1"),
    ] {
        assert_eq!(Mask::new(&known(), NIR).text(&said), shown, "{said}");
    }
    let known = Known::default();
    let mask = Mask::new(&known, NIR);
    for (name, value, shown) in [
        ("authorization", "Bearer abc", "Bearer ***"),
        ("authorization", "abc", "***"),
        ("X-Pin", "9876", "***"),
        ("x-api-key", "9876", "***"),
        ("Sec-WebSocket-Protocol", "9876", "***"),
        ("accept", "*/*", "*/*"),
    ] {
        assert_eq!(mask.header(name, value), shown, "{name}");
    }
    let sent = json!({
        "pinCode": "1234", "code_pin": 1, "motDePasse": "x", "mdp": "x", "X-Jwt": "x",
        "deep": [{"bearer": "x", "nom": "A"}], "q": "nom=A&pin=4", "pinAttempt": 3,
    });
    let shown = json!({
        "pinCode": "***", "code_pin": "***", "motDePasse": "***", "mdp": "***", "X-Jwt": "***",
        "deep": [{"bearer": "***", "nom": "A"}], "q": "nom=A&pin=***", "pinAttempt": 3,
    });
    assert_eq!(mask.body(sent.to_string().as_bytes()), Some(shown));
    assert_eq!(mask.body(b"pin=1234"), None);
    assert_eq!(format!("{known:?}"), "Known { .. }");
}

#[test]
fn a_line_controls_no_terminal() {
    let line = |said: &str| Mask::new(&known(), Show::default()).line(said);
    assert_eq!(line("A\u{1b}[2J\u{202e}GPJ\u{2028}B"), "A [2J GPJ B");
    assert_eq!(method("GET"), "GET");
    assert_eq!(method("PIN90617245"), "?");
}
