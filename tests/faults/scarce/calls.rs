//! The calls, each with what is long in it or in its reply.

use hr::ffi::{dmp, handle, library};
use serde_json::json;

use super::{Fixture, LONG, Replies, code, fixture, run, text, x};
use testkit::authority::authority;
use testkit::functions::FUNCTIONS;
use testkit::{TempFile, c, opt};

/// A text that has to be decoded.
pub fn escaped(length: usize) -> String {
    format!("\\u0041{}", x(length))
}

/// A call by the function's name. Where it takes more texts than these, they are NULL.
fn call(
    function: &str,
    what: &str,
    texts: &[&str],
    prepare: fn(Fixture) -> Fixture,
    replies: &Replies,
) {
    let name = format!("{function}, {what}");
    let texts: Vec<_> = texts.iter().map(|text| c(text)).collect();
    let mut all = FUNCTIONS.iter();
    let function = all.find(|it| it.name == function).unwrap();
    let mut pointers: Vec<_> = texts.iter().map(|text| text.as_ptr()).collect();
    pointers.resize(function.texts.len(), std::ptr::null());
    run(
        &name,
        || prepare(fixture(replies)),
        |it| text(|out| unsafe { (function.run)(it.host.0, &pointers, out) }),
    );
}

pub fn every_case() {
    arguments();
    opening();
    tickets();
    lists();
    logins();
    service_calls();
    uploads();
}

fn arguments() {
    let long = x(LONG);
    let path = format!("/{long}");
    let bare: fn(Fixture) -> Fixture = |fixture| fixture;
    for (function, texts, prepare) in [
        ("hr_ticket_set", &[&*long][..], bare),
        ("hr_session_set", &[&long, "b"], bare),
        ("hr_login", &[&long, "1"], Fixture::with_cards),
        ("hr_login", &["t", &long], Fixture::with_cards),
        ("hr_pin_retry_allow", &[&long], Fixture::with_cards),
        ("hr_dmp_resend_allow", &[&long], bare),
        ("hr_profile_select", &[&long], Fixture::with_session),
        ("hr_patient_search", &[&long], Fixture::with_session),
        ("hr_request", &["GET", &path], Fixture::with_session),
    ] {
        let at = texts.iter().position(|text| text.len() >= LONG).unwrap();
        let what = format!("argument {at} long");
        call(function, &what, texts, prepare, &vec![]);
    }
    let long = c(&long);
    run(
        "hr_text_copy_utf16",
        || fixture(&vec![]),
        |_| {
            let null = std::ptr::null_mut();
            let asked = unsafe { library::hr_text_copy_utf16(long.as_ptr(), null, 0) };
            assert_eq!(asked as usize, LONG + 1);
            code(0)
        },
    );
}

fn opening() {
    let keys: Vec<String> = (0..20_000).map(|n| format!("\"key{n}\":1")).collect();
    let keys = keys.join(",");
    let long = x(LONG);
    let file = TempFile::new("roots.pem", &vec![b'x'; 300_000]);
    let roots = authority().ca_pem().repeat(2000);
    let roots = TempFile::new("many.pem", roots.as_bytes());
    #[rustfmt::skip]
    let configurations = [
        ("many keys", format!("{{{keys}}}")),
        ("many timeouts", format!("{{\"timeouts\":{{{keys}}}}}")),
        ("a long key", format!("{{\"{}\":1}}", escaped(LONG))),
        ("a long bearer", json!({"license_bearer": long}).to_string()),
        ("a long address", json!({"license_url": format!("https://{long}")}).to_string()),
        ("a long pointer", json!({"identified_field": format!("/{long}")}).to_string()),
        ("a long proxy", json!({"proxy": format!("http://{long}")}).to_string()),
        ("a long path", json!({"ca_file": format!("/{long}")}).to_string()),
        ("a long name", json!({"user_agent": long}).to_string()),
        ("a long list", json!({"card_codes": {"pin_refused": [long]}}).to_string()),
        ("a large file", json!({"ca_file": file.path()}).to_string()),
        ("many roots", json!({"ca_file": roots.path()}).to_string()),
    ];
    for (name, config) in configurations {
        let config = c(&config);
        run(
            &format!("hr_open with {name}"),
            || fixture(&vec![]),
            |_| {
                let mut number = 0;
                let ended =
                    text(|out| unsafe { handle::hr_open(config.as_ptr(), &mut number, out) });
                handle::hr_close(number);
                ended
            },
        );
    }
}

fn tickets() {
    let long = x(LONG);
    #[rustfmt::skip]
    let tickets = [
        ("a long ticket", format!(r#"{{"licenseTicket":"{long}"}}"#)),
        ("a long reply", format!(r#"{{"licenseTicket":"t","other":"{long}"}}"#)),
        ("a long key", format!(r#"{{"licenseTicket":"t","{}":1}}"#, escaped(LONG))),
        ("text", long.clone()),
    ];
    for (what, body) in tickets {
        call("hr_ticket", what, &[], |it| it, &vec![("/ticket", body)]);
    }
}

fn lists() {
    let entry = |fields: &str| format!(r#"{{"data":{{"data":{{"t":[{fields}]}}}}}}"#);
    let message = |length| format!(r#"{{"status":{{"code":9,"message":"{}"}}}}"#, x(length));
    let cards: Vec<String> = (0..1000)
        .map(|n| format!(r#"{{"serial":"s{n}"}}"#))
        .collect();
    let keys: Vec<String> = (0..20_000).map(|n| format!(r#""k{n}":1"#)).collect();
    #[rustfmt::skip]
    let mut lists = vec![
        ("no status", r#"{"status":{"code":0},"data":{"data":{}}}"#.to_owned()),
        ("many cards", entry(&cards.join(","))),
        ("many keys", entry(&format!("{{{}}}", keys.join(",")))),
        ("a message", message(60_000)),
        ("a long message", message(LONG)),
        ("a deep reply", format!("{}{}", "[".repeat(LONG), r#""status""#)),
    ];
    for field in [
        "serial",
        "idNat",
        "pinAttempt",
        "model",
        "manufacturer",
        "token",
    ] {
        for value in [x(LONG), escaped(LONG)] {
            lists.push((field, entry(&format!(r#"{{"{field}":"{value}"}}"#))));
        }
    }
    for (what, body) in lists {
        let replies = vec![("/ready", body)];
        call("hr_ready", what, &[], Fixture::with_ticket, &replies);
    }
}

fn logins() {
    let long = x(LONG);
    let keys: Vec<String> = (0..20_000).map(|n| format!(r#","k{n}":1"#)).collect();
    let url = "https://service.invalid/x";
    #[rustfmt::skip]
    let logins = [
        ("a long bearer", &*long, url, String::new()),
        ("a long address", "b", &long, String::new()),
        ("an escaped address", "b", &escaped(LONG), String::new()),
        ("a long reply", "b", url, format!(r#","other":"{long}""#)),
        ("master data", "b", url, format!(r#","masterData":{{"other":"{long}"}}"#)),
        ("many keys", "b", url, keys.concat()),
    ];
    for (what, bearer, url, more) in logins {
        let body =
            format!(r#"{{"status":{{"code":0}},"bearer":"{bearer}","serviceUrl":"{url}"{more}}}"#);
        let replies = vec![("/login", body)];
        let texts = ["t", "1234"];
        call("hr_login", what, &texts, Fixture::with_cards, &replies);
    }
}

fn service_calls() {
    let long = x(LONG);
    let large = json!({"other": long}).to_string();
    let flags = r#""insQualified":true,"alimentationConsent":false"#;
    let patient = |id: &str, more: &str| format!(r#"{{"patient_id":"{id}",{flags}{more}}}"#);
    let known = patient("187", &format!(r#","other":"{long}""#));
    let session: fn(Fixture) -> Fixture = Fixture::with_session;
    #[rustfmt::skip]
    let calls = [
        ("hr_profile_put", "JSON", &[&*large][..], session, "/user-profiles", &large),
        ("hr_profile_select", "JSON", &["1"], session, "/select", &large),
        ("hr_patient_search", "JSON", &["a"], session, "/search?nom=a", &large),
        ("hr_patient_get", "a long id", &[], session, "/patient", &patient(&long, "")),
        ("hr_patient_get", "an escaped id", &[], session, "/patient", &patient(&escaped(LONG), "")),
        ("hr_patient_get", "a long reply", &[], session, "/patient", &known),
        ("hr_patient_update", "JSON", &[&large], Fixture::with_patient, "/patient", &known),
        ("hr_dmp_open", "JSON", &["187", &large], Fixture::with_patient, "/dmp/187", &large),
        ("hr_request", "JSON", &["PUT", "/other", &large], session, "/other", &large),
        ("hr_request", "text", &["PUT", "/other", &large], session, "/other", &long),
    ];
    for (function, what, texts, prepare, end, reply) in calls {
        call(function, what, texts, prepare, &vec![(end, reply.clone())]);
    }
}

fn uploads() {
    let long = x(LONG);
    let replies = vec![("/send", json!({"other": long}).to_string())];
    let record = || fixture(&replies).with_record();
    for (name, texts) in [
        ("short labels", ["a.pdf", "10", "11503-0"]),
        ("a long file name", [&long, "10", "11503-0"]),
        ("a long activity", ["a.pdf", &long, "11503-0"]),
        ("a long code", ["a.pdf", "10", &long]),
    ] {
        let texts = texts.map(c);
        let [name_of, activity, code_of] = texts.each_ref().map(|text| text.as_ptr());
        run(&format!("hr_dmp_send_bytes with {name}"), record, |it| {
            let (id, data) = (c"187".as_ptr(), it.document.as_ptr());
            let length = it.document.len() as i32;
            text(|out| unsafe {
                dmp::hr_dmp_send_bytes(it.host.0, id, data, length, name_of, activity, code_of, out)
            })
        });
    }
    for (name, path) in [("a file", None), ("a long path", Some(format!("/{long}")))] {
        let path = path.map(|path| c(&path));
        run(&format!("hr_dmp_send with {name}"), record, |it| {
            let own = Some(c(it.file.path()));
            let path = opt(if path.is_some() { &path } else { &own });
            let (id, none) = (c"187".as_ptr(), std::ptr::null());
            let (activity, code_of) = (c"10".as_ptr(), c"11503-0".as_ptr());
            text(|out| unsafe {
                dmp::hr_dmp_send(it.host.0, id, path, none, activity, code_of, out)
            })
        });
    }
}
