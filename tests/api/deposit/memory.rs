//! `hr_deposit_bytes`: a document that is in no file.

use hr::ffi::deposit::hr_deposit_bytes;
use serde_json::{Value, json};
use testkit::{Host, Outcome, call};

use super::stage::*;

fn named(name: &str) -> Value {
    json!([{"filename": name, "activity_type": "10", "type_code": "11503-0", "reference": "letter 7"}])
}

#[test]
fn a_document_from_memory_is_the_one_from_a_file() {
    let stage = Stage::accepting();
    let host = stage.host();
    let request = stage.request(named("été.pdf"));
    let sent = host.deposit_bytes(&request, b"bytes of a letter").ok().json;
    assert_eq!(each(&sent, "already"), [json!(false)]);
    assert_eq!(each(&sent, "bytes"), [json!(17)]);
    assert_eq!(each(&sent, "reference"), ["letter 7"]);
    assert_eq!(
        (&sent["ending"], &sent["outcome"]),
        (&json!("sent"), &json!("accepted"))
    );
    let received = stage.server.requests();
    let upload = received.iter().find(|request| request.starts("POST /dmp/"));
    let body = String::from_utf8_lossy(&upload.unwrap().body).into_owned();
    assert!(
        body.contains("bytes of a letter") && body.contains("été.pdf"),
        "{body}"
    );
    // Under another name, from a file, and by another handle.
    let path = stage.document("copy.pdf", "bytes of a letter");
    let other = stage.host();
    for known in [
        host.deposit_bytes(&stage.request(named("b.pdf")), b"bytes of a letter"),
        other.deposit(&stage.request(json!([wanted(&path)]))),
        other.deposit_bytes(&request, b"bytes of a letter"),
    ] {
        assert_eq!(each(&known.ok().json, "already"), [json!(true)]);
    }
    assert_eq!(stage.uploads().len(), 1);
    host.deposit_bytes(&request, b"").ok();
    assert_eq!(stage.uploads().len(), 2);
}

#[test]
fn a_lost_answer_holds_the_bytes_back() {
    let stage = Stage::new(|request, number| {
        match String::from_utf8_lossy(&request.body).contains("a letter") && number == 1 {
            true => Answer::Silence,
            false => Answer::Usual,
        }
    });
    let host = stage.host();
    let mut request = stage.request(named("a.pdf"));
    let deposit = |request: &Value| host.deposit_bytes(request, b"bytes of a letter");
    let lost = deposit(&request).fails("HR_E_IN_DOUBT").json;
    let entry = each(&lost, "entry")[0].clone();
    assert_eq!(lost["operation"], "hr_deposit_bytes");
    let held = deposit(&request).fails("HR_E_IN_DOUBT").json;
    assert_eq!((&held["ask"], &held["entry"]), (&json!("doubt"), &entry));
    assert_eq!(stage.uploads().len(), 1);
    request["doubts"] = json!({entry.as_str().unwrap(): "resend"});
    deposit(&request).ok();
    assert_eq!(stage.uploads().len(), 2);
}

#[test]
fn what_is_not_one_document_with_a_name_is_refused() {
    let stage = Stage::accepting();
    let host = stage.host();
    let with = |member: &str, value: Value| {
        let mut documents = named("a.pdf");
        documents[0][member] = value;
        documents
    };
    let mut nameless = named("a.pdf");
    nameless[0].as_object_mut().unwrap().remove("filename");
    let two = json!([named("a.pdf")[0], named("b.pdf")[0]]);
    for (documents, member) in [
        (json!([]), "request_json.documents"),
        (two, "request_json.documents"),
        (nameless, "request_json.documents[0].filename"),
        (
            with("path", json!("/a.pdf")),
            "request_json.documents[0].path",
        ),
        (
            with("filename", json!("a/b")),
            "request_json.documents[0].filename",
        ),
    ] {
        let refused = host.deposit_bytes(&stage.request(documents), b"x");
        let remedy = refused.fails("HR_E_ARGUMENT").str("remedy");
        assert!(
            remedy.contains(&format!("{member} ")) || remedy.contains(&format!("{member},")),
            "{remedy}"
        );
    }
    let request = std::ffi::CString::new(stage.request(named("a.pdf")).to_string()).unwrap();
    let bytes = |host: &Host, length| -> Outcome {
        call("hr_deposit_bytes", |out| unsafe {
            hr_deposit_bytes(host.0, request.as_ptr(), std::ptr::null(), length, out)
        })
    };
    assert!(
        bytes(&host, 1)
            .fails("HR_E_ARGUMENT")
            .str("remedy")
            .contains("data")
    );
    assert!(
        bytes(&host, -1)
            .fails("HR_E_ARGUMENT")
            .str("remedy")
            .contains("length")
    );
    assert_eq!(stage.server.connections(), 0);
    bytes(&host, 0).ok();
    assert_eq!(stage.uploads().len(), 1);
}
