//! Documents go in their order, each once.

use serde_json::{Value, json};
use testkit::digests::sha256;

use super::stage::*;

#[test]
fn documents_go_in_their_order_after_the_record_is_open() {
    let stage = Stage::accepting();
    let host = stage.host();
    let mut documents = stage.documents(&["a.pdf", "b.pdf", "c.pdf"]);
    documents[1]["filename"] = json!("Compte rendu.pdf");
    documents[1]["reference"] = json!("letter 7");
    documents[2]["type_code"] = json!("other");
    let sent = host.deposit(&stage.request(documents)).ok();
    assert_eq!(
        stage.log(),
        [
            "GET /patient/search",
            "GET /patient",
            "open",
            "send a.pdf",
            "send b.pdf",
            "send c.pdf"
        ]
    );
    let requests = stage.server.requests();
    let form = |number: usize, name| part(&requests[number].body, name);
    assert_eq!(form(3, "filename"), "a.pdf");
    assert_eq!(form(4, "filename"), "Compte rendu.pdf");
    assert_eq!(
        (form(4, "activity_type"), form(4, "type_code")),
        ("10".into(), "11503-0".into())
    );
    assert_eq!(form(5, "type_code"), "other");
    let sent = sent.outcome("accepted").json;
    assert_eq!(sent["patient_id"], stage.patient.as_str());
    assert_eq!(each(&sent, "index"), [json!(0), json!(1), json!(2)]);
    assert_eq!(words(&sent, "outcome"), "accepted accepted accepted");
    assert_eq!(each(&sent, "code"), vec![json!(0); 3]);
    assert_eq!(words(&sent, "already"), "false false false");
    assert_eq!(
        each(&sent, "reference"),
        [Value::Null, json!("letter 7"), Value::Null]
    );
    assert_eq!(each(&sent, "sha256")[0], sha256(b"a.pdf").as_str());
    assert_eq!(each(&sent, "bytes"), vec![json!(5); 3]);
    assert!(
        each(&sent, "message_fr")[0]
            .as_str()
            .unwrap()
            .contains("déposé")
    );
}

#[test]
fn what_was_accepted_is_not_sent_again() {
    let stage = Stage::accepting();
    let host = stage.host();
    let request = stage.request(stage.documents(&["a.pdf", "b.pdf"]));
    host.deposit(&request).ok();
    // Another handle, another path, another name: the same document.
    let other = stage.host();
    let copy = json!([
        wanted(&stage.document("copy.pdf", "a.pdf")),
        request["documents"][1]
    ]);
    let again = other.deposit(&stage.request(copy)).ok().json;
    assert_eq!(words(&again, "already"), "true true");
    assert_eq!(words(&again, "outcome"), "accepted accepted");
    assert_eq!(each(&again, "sha256")[0], sha256(b"a.pdf").as_str());
    assert_eq!(stage.uploads(), ["send a.pdf", "send b.pdf"]);
    // Another content, of the same length, another type and a host that insists are sendings.
    let mut documents = stage.documents(&["x.pdf", "a.pdf", "b.pdf"]);
    documents[1]["type_code"] = json!("other");
    documents[2]["again"] = json!(true);
    let sent = other.deposit(&stage.request(documents)).ok().json;
    assert_eq!(words(&sent, "already"), "false false false");
    assert_eq!(stage.uploads().len(), 5);
}

#[test]
fn what_a_single_call_sent_is_known_and_the_calls_mix() {
    let stage = Stage::accepting();
    let host = stage.host();
    let opened = host.deposit(&stage.request(json!([]))).ok();
    assert_eq!(opened.json["documents"], json!([]));
    opened.next("hr_dmp_send");
    host.dmp_send_bytes(&stage.patient, b"a.pdf", "a.pdf").ok();
    let known = host
        .deposit(&stage.request(stage.documents(&["a.pdf"])))
        .ok()
        .json;
    assert_eq!(words(&known, "already"), "true");
    assert_eq!(stage.uploads(), ["send a.pdf"]);
    // The single call asks nobody: the host says it.
    host.dmp_send_bytes(&stage.patient, b"a.pdf", "a.pdf").ok();
    assert_eq!(stage.uploads().len(), 2);
}

#[test]
fn the_bodies_of_update_and_record_go_as_they_are() {
    let stage = Stage::accepting();
    let mut request = stage.request(json!([]));
    request["record"] = json!({"mode": [1, 2.50]});
    stage.host().deposit(&request).ok();
    let opened = &stage.server.requests()[2];
    assert_eq!(opened.body, br#"{"mode":[1,2.5]}"#);
}
