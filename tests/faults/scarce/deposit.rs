//! A deposit of many documents, and of long ones.

use hr::ffi::deposit;
use serde_json::{Value, json};
use testkit::{Host, c};

use super::calls::escaped;
use super::{Fixture, LONG, Replies, fixture, run, text, x};

/// The most that a call takes.
const MOST: usize = 10_000;

fn document(path: &str) -> Value {
    json!({"path": path, "activity_type": "10", "type_code": "11503-0"})
}

/// A call of `hr_deposit` for the patient read last. `written` is put into the request as it is.
fn deposited(what: &str, replies: &Replies, documents: impl Fn(&Fixture) -> String) {
    let prepare = || {
        let mut it = fixture(replies).with_patient();
        it.request = c(&format!(r#"{{"patient_id":"187",{}}}"#, documents(&it)));
        it
    };
    run(&format!("hr_deposit of {what}"), prepare, |it| {
        text(|out| unsafe { deposit::hr_deposit(it.host.0, it.request.as_ptr(), out) })
    });
}

fn many(each: &Value) -> String {
    format!(
        r#""documents":[{}]"#,
        vec![each.to_string(); MOST].join(",")
    )
}

pub fn every_case() {
    let none: Replies = vec![];
    let missing = document("/nowhere/a.pdf");
    deposited("many documents", &none, |_| many(&missing));
    let mut named = missing.clone();
    named["colour"] = json!("red");
    deposited("many documents, each wrong", &none, |_| many(&named));
    let long = x(LONG);
    let large = json!({"other": long}).to_string();
    let replies = vec![("/send", large.clone()), ("/dmp/187", large.clone())];
    deposited("a file", &replies, |it| {
        format!(
            r#""record":{large},"documents":[{}]"#,
            document(it.file.path())
        )
    });
    for member in [
        "path",
        "filename",
        "activity_type",
        "type_code",
        "reference",
    ] {
        for value in [&long, &escaped(LONG)] {
            deposited(&format!("a long {member}"), &replies, |it| {
                let mut document = document(it.file.path());
                document[member] = json!("PLACE");
                let document = document.to_string().replace("PLACE", value);
                format!(r#""documents":[{document}]"#)
            });
        }
    }
    found();
}

/// With the place of the patients' list, whose names are long.
fn found() {
    let pointer = "/patients/found";
    let patients = |inner: &str| format!(r#"{{"patients":{{"{}":1,{inner}}}}}"#, escaped(LONG));
    let list = vec![r#"{"nom":"EXEMPLE"}"#; 20_000].join(",");
    for (what, inner) in [
        ("one patient", r#""found":[{}]"#.to_owned()),
        ("many patients", format!(r#""found":[{list}]"#)),
    ] {
        let replies = vec![("/search?nom=a", patients(&inner))];
        let prepare = || {
            let mut it = fixture(&replies);
            let url = it.server.url();
            it.host = Host::open(&json!({"license_url": url, "patients_pointer": pointer}));
            it.with_session()
        };
        let request = c(r#"{"patient":{"nom":"a"},"documents":[]}"#);
        run(&format!("hr_deposit for {what}"), prepare, |it| {
            text(|out| unsafe { deposit::hr_deposit(it.host.0, request.as_ptr(), out) })
        });
        let request = c(r#"{"patient":{"nom":"a"}}"#);
        run(&format!("hr_patient_find of {what}"), prepare, |it| {
            text(|out| unsafe { deposit::hr_patient_find(it.host.0, request.as_ptr(), out) })
        });
    }
}
