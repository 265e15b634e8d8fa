//! `hr_deposit_bytes`: a document that is in no file.

use hr::ffi::deposit::hr_deposit_bytes;
use serde_json::{Value, json};
use testkit::{Members, call};

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
    assert_eq!(words(&sent, "already"), "false");
    assert_eq!(each(&sent, "bytes"), [json!(17)]);
    assert_eq!(each(&sent, "reference"), ["letter 7"]);
    sent.has(json!({"ending": "sent", "outcome": "accepted"}));
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
fn bytes_that_are_not_there_are_refused() {
    let stage = Stage::accepting();
    let host = stage.host();
    let request = std::ffi::CString::new(stage.request(named("a.pdf")).to_string()).unwrap();
    let bytes = |length| {
        call("hr_deposit_bytes", |out| unsafe {
            hr_deposit_bytes(host.0, request.as_ptr(), std::ptr::null(), length, out)
        })
    };
    bytes(1).fails("HR_E_ARGUMENT").says("remedy", "data");
    bytes(-1).fails("HR_E_ARGUMENT").says("remedy", "length");
    assert_eq!(stage.server.connections(), 0);
    bytes(0).ok();
    assert_eq!(stage.uploads().len(), 1);
}
