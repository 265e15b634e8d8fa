//! The calls, each with what is long in it or in its reply.

use std::ffi::CString;

use hr::ffi::{card, dmp, handle, library, service};
use serde_json::json;

use super::{LONG, code, fixture, run, text, x};
use testkit::{TempFile, c};

/// A text that has to be decoded.
fn escaped(length: usize) -> String {
    format!("\\u0041{}", x(length))
}

pub fn every_case() {
    arguments();
    opening();
    card_client();
    service_calls();
    uploads();
}

fn arguments() {
    let bare = || fixture(&vec![]);
    let long = c(&x(LONG));
    run("hr_text_copy_utf16", bare, |_| {
        let asked = unsafe { library::hr_text_copy_utf16(long.as_ptr(), std::ptr::null_mut(), 0) };
        assert_eq!(asked as usize, LONG + 1);
        code(0)
    });
    run("hr_ticket_set", bare, |s| {
        code(unsafe { card::hr_ticket_set(s.host.0, long.as_ptr()) })
    });
    run("hr_session_set", bare, |s| {
        code(unsafe { card::hr_session_set(s.host.0, long.as_ptr(), c"b".as_ptr()) })
    });
    run(
        "hr_login",
        || bare().with_cards(),
        |s| text(|out| unsafe { card::hr_login(s.host.0, long.as_ptr(), c"1".as_ptr(), out) }),
    );
    run(
        "hr_login with a long PIN",
        || bare().with_cards(),
        |s| {
            let token = c(&s.token);
            text(|out| unsafe { card::hr_login(s.host.0, token.as_ptr(), long.as_ptr(), out) })
        },
    );
    run(
        "hr_pin_retry_allow",
        || bare().with_cards(),
        |s| code(unsafe { card::hr_pin_retry_allow(s.host.0, long.as_ptr()) }),
    );
    run("hr_dmp_resend_allow", bare, |s| {
        code(unsafe { dmp::hr_dmp_resend_allow(s.host.0, long.as_ptr()) })
    });
    run(
        "hr_profile_select",
        || bare().with_session(),
        |s| text(|out| unsafe { service::hr_profile_select(s.host.0, long.as_ptr(), out) }),
    );
    run(
        "hr_patient_search",
        || bare().with_session(),
        |s| {
            let (text_of, none) = (long.as_ptr(), std::ptr::null());
            text(|out| unsafe {
                service::hr_patient_search(s.host.0, text_of, none, none, none, out)
            })
        },
    );
    let path = c(&format!("/{}", x(LONG)));
    run(
        "hr_request with a long path",
        || bare().with_session(),
        |s| {
            let (get, none) = (c"GET".as_ptr(), std::ptr::null());
            text(|out| unsafe { service::hr_request(s.host.0, get, path.as_ptr(), none, out) })
        },
    );
}

fn opening() {
    let keys: Vec<String> = (0..20_000).map(|n| format!("\"key{n}\":1")).collect();
    let file = TempFile::new("roots.pem", &vec![b'x'; 300_000]);
    for (name, config) in [
        ("many keys", format!("{{{}}}", keys.join(","))),
        (
            "many timeouts",
            format!("{{\"timeouts\":{{{}}}}}", keys.join(",")),
        ),
        ("a long key", format!("{{\"{}\":1}}", escaped(LONG))),
        (
            "a long bearer",
            format!("{{\"license_bearer\":\"{}\"}}", x(LONG)),
        ),
        (
            "a long address",
            format!("{{\"license_url\":\"https://{}\"}}", x(LONG)),
        ),
        (
            "a long pointer",
            format!("{{\"identified_field\":\"/{}\"}}", x(LONG)),
        ),
        (
            "a long proxy",
            format!("{{\"proxy\":\"http://{}\"}}", x(LONG)),
        ),
        ("a long path", format!("{{\"ca_file\":\"/{}\"}}", x(LONG))),
        ("a long name", format!("{{\"user_agent\":\"{}\"}}", x(LONG))),
        (
            "a long list",
            format!("{{\"card_codes\":{{\"pin_refused\":[\"{}\"]}}}}", x(LONG)),
        ),
        ("a large file", json!({"ca_file": file.path()}).to_string()),
    ] {
        let config = CString::new(config).unwrap();
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

fn card_client() {
    let long = x(LONG);
    let other = format!(r#""other":"{long}""#);
    for (name, body) in [
        ("a long ticket", format!(r#"{{"licenseTicket":"{long}"}}"#)),
        (
            "a long reply",
            format!(r#"{{"licenseTicket":"t",{other}}}"#),
        ),
        (
            "a long key",
            format!(r#"{{"licenseTicket":"t","{}":1}}"#, escaped(LONG)),
        ),
        ("text", long.clone()),
    ] {
        let replies = vec![("/ticket", body)];
        run(
            &format!("hr_ticket with {name}"),
            || fixture(&replies),
            |s| text(|out| unsafe { card::hr_ticket(s.host.0, out) }),
        );
    }

    let entry = |fields: &str| format!(r#"{{"data":{{"data":{{"t":[{fields}]}}}}}}"#);
    let mut lists = vec![(
        "no status",
        r#"{"status":{"code":0},"data":{"data":{}}}"#.to_owned(),
    )];
    for field in [
        "serial",
        "idNat",
        "pinAttempt",
        "model",
        "manufacturer",
        "token",
    ] {
        lists.push((field, entry(&format!(r#"{{"{field}":"{long}"}}"#))));
        lists.push((
            field,
            entry(&format!(r#"{{"{field}":"{}"}}"#, escaped(LONG))),
        ));
    }
    let cards: Vec<String> = (0..1000)
        .map(|n| format!(r#"{{"serial":"s{n}"}}"#))
        .collect();
    lists.push(("many cards", entry(&cards.join(","))));
    let keys: Vec<String> = (0..20_000).map(|n| format!(r#""k{n}":1"#)).collect();
    lists.push(("many keys", entry(&format!("{{{}}}", keys.join(",")))));
    let message = |length| format!(r#"{{"status":{{"code":9,"message":"{}"}}}}"#, x(length));
    lists.push(("a message", message(60_000)));
    lists.push(("a long message", message(LONG)));
    lists.push((
        "a deep reply",
        format!("{}{}", "[".repeat(LONG), r#""status""#),
    ));
    for (name, body) in lists {
        let replies = vec![("/ready", body)];
        run(
            &format!("hr_ready with {name}"),
            || fixture(&replies).with_ticket(),
            |s| text(|out| unsafe { card::hr_ready(s.host.0, out) }),
        );
    }

    let login = |bearer: &str, url: &str, more: &str| {
        format!(r#"{{"status":{{"code":0}},"bearer":"{bearer}","serviceUrl":"{url}"{more}}}"#)
    };
    let url = "https://service.invalid/x";
    for (name, body) in [
        ("a long bearer", login(&long, url, "")),
        ("a long address", login("b", &long, "")),
        ("an escaped address", login("b", &escaped(LONG), "")),
        ("a long reply", login("b", url, &format!(",{other}"))),
        (
            "master data",
            login("b", url, &format!(r#","masterData":{{{other}}}"#)),
        ),
        (
            "many keys",
            login("b", url, &format!(",{}", keys.join(","))),
        ),
    ] {
        let replies = vec![("/login", body)];
        run(
            &format!("hr_login with {name}"),
            || fixture(&replies).with_cards(),
            |s| {
                let token = c(&s.token);
                text(|out| unsafe {
                    card::hr_login(s.host.0, token.as_ptr(), c"1234".as_ptr(), out)
                })
            },
        );
    }
}

fn service_calls() {
    let long = x(LONG);
    let large = format!(r#"{{"other":"{long}"}}"#);
    let body = c(&large);
    let none = std::ptr::null();
    let replies = |end: &'static str| vec![(end, large.clone())];

    let fixture_of = replies("/user-profiles");
    run(
        "hr_profile_put",
        || fixture(&fixture_of).with_session(),
        |s| text(|out| unsafe { service::hr_profile_put(s.host.0, body.as_ptr(), out) }),
    );
    let fixture_of = replies("/select");
    run(
        "hr_profile_select",
        || fixture(&fixture_of).with_session(),
        |s| text(|out| unsafe { service::hr_profile_select(s.host.0, c"1".as_ptr(), out) }),
    );
    let fixture_of = replies("/search?nom=a");
    run(
        "hr_patient_search",
        || fixture(&fixture_of).with_session(),
        |s| {
            let nom = c"a".as_ptr();
            text(|out| unsafe { service::hr_patient_search(s.host.0, nom, none, none, none, out) })
        },
    );
    let flags = r#""insQualified":true,"alimentationConsent":false"#;
    for (name, patient) in [
        ("a long id", format!(r#"{{"patient_id":"{long}",{flags}}}"#)),
        (
            "an escaped id",
            format!(r#"{{"patient_id":"{}",{flags}}}"#, escaped(LONG)),
        ),
        (
            "a long reply",
            format!(r#"{{"patient_id":"187",{flags},"other":"{long}"}}"#),
        ),
    ] {
        let replies = vec![("/patient", patient)];
        run(
            &format!("hr_patient_get with {name}"),
            || fixture(&replies).with_session(),
            |s| text(|out| unsafe { service::hr_patient_get(s.host.0, out) }),
        );
    }
    let asking = vec![(
        "/patient",
        format!(r#"{{"patient_id":"187",{flags},"other":"{long}"}}"#),
    )];
    let update = || {
        let fixture = fixture(&asking).with_session();
        fixture.host.patient_get().ok();
        fixture
    };
    run("hr_patient_update", update, |s| {
        text(|out| unsafe { service::hr_patient_update(s.host.0, body.as_ptr(), out) })
    });
    let fixture_of = replies("/dmp/187");
    let read = || {
        let fixture = fixture(&fixture_of).with_session();
        fixture.host.patient_get().ok();
        fixture
    };
    run("hr_dmp_open", read, |s| {
        text(|out| unsafe { dmp::hr_dmp_open(s.host.0, c"187".as_ptr(), body.as_ptr(), out) })
    });
    for (name, reply) in [("JSON", large.clone()), ("text", long.clone())] {
        let replies = vec![("/other", reply)];
        run(
            &format!("hr_request with {name}"),
            || fixture(&replies).with_session(),
            |s| {
                let (put, path) = (c"PUT".as_ptr(), c"/other".as_ptr());
                text(|out| unsafe { service::hr_request(s.host.0, put, path, body.as_ptr(), out) })
            },
        );
    }
}

fn uploads() {
    let long = x(LONG);
    let replies = vec![("/send", format!(r#"{{"other":"{long}"}}"#))];
    for (name, [filename, activity, code_of]) in [
        ("short labels", ["a.pdf", "10", "11503-0"]),
        ("a long file name", [&long, "10", "11503-0"]),
        ("a long activity", ["a.pdf", &long, "11503-0"]),
        ("a long code", ["a.pdf", "10", &long]),
    ] {
        let (filename, activity, code_of) = (c(filename), c(activity), c(code_of));
        run(
            &format!("hr_dmp_send_bytes with {name}"),
            || fixture(&replies).with_record(),
            |s| {
                text(|out| unsafe {
                    dmp::hr_dmp_send_bytes(
                        s.host.0,
                        c"187".as_ptr(),
                        s.document.as_ptr(),
                        s.document.len() as i32,
                        filename.as_ptr(),
                        activity.as_ptr(),
                        code_of.as_ptr(),
                        out,
                    )
                })
            },
        );
    }
    for (name, path) in [
        ("a file", None),
        ("a long path", Some(c(&format!("/{long}")))),
    ] {
        run(
            &format!("hr_dmp_send with {name}"),
            || fixture(&replies).with_record(),
            |s| {
                let own = c(s.file.path());
                let path = path.as_ref().unwrap_or(&own);
                let none = std::ptr::null();
                text(|out| unsafe {
                    dmp::hr_dmp_send(
                        s.host.0,
                        c"187".as_ptr(),
                        path.as_ptr(),
                        none,
                        c"10".as_ptr(),
                        c"11503-0".as_ptr(),
                        out,
                    )
                })
            },
        );
    }
}
