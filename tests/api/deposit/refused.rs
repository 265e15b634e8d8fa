//! Requests that are not of the form, and failures of one document.

use serde_json::{Value, json};

use super::stage::*;
use testkit::Members;

#[test]
fn a_document_that_fails_by_itself_leaves_the_others_their_turn() {
    let stage = Stage::but("refused.pdf", None, reply("413 Too Large", "{}"));
    let host = stage.host();
    let mut documents = stage.documents(&["a.pdf", "refused.pdf", "b.pdf"]);
    let missing = wanted(&stage.path("missing.pdf"));
    documents.as_array_mut().unwrap().insert(1, missing);
    let ended = host
        .deposit(&stage.request(documents.clone()))
        .fails("HR_E_FILE")
        .json;
    assert_eq!(
        words(&ended, "outcome"),
        "accepted rejected rejected accepted"
    );
    assert_eq!(words(&ended, "name"), "HR_OK HR_E_FILE HR_E_REFUSED HR_OK");
    assert_eq!(each(&ended, "http_status")[2], 413);
    ended.has(json!({"outcome": null, "step": "hr_dmp_send"}));
    assert!(
        each(&ended, "message_fr")[1]
            .as_str()
            .unwrap()
            .contains("introuvable")
    );
    assert_eq!(stage.uploads().len(), 3);
    // The next call sends what was not accepted, and nothing else.
    stage.document("missing.pdf", "missing.pdf");
    let ended = host
        .deposit(&stage.request(documents))
        .fails("HR_E_REFUSED")
        .json;
    assert_eq!(words(&ended, "already"), "true false false true");
    assert_eq!(
        stage.uploads()[3..],
        ["send missing.pdf", "send refused.pdf"]
    );
}

#[test]
fn what_concerns_all_documents_ends_the_call() {
    for (status, code) in [
        ("401 No", "HR_E_UNAUTHORIZED"),
        ("408 Late", "HR_E_REFUSED"),
        ("429 Busy", "HR_E_RATE_LIMITED"),
        ("500 Broken", "HR_E_SERVER"),
        ("302 Moved", "HR_E_REDIRECT"),
    ] {
        let stage = Stage::but("b.pdf", None, reply(status, "{}"));
        let request = stage.request(stage.documents(&["a.pdf", "b.pdf", "c.pdf"]));
        let ended = stage.host().deposit(&request).fails(code).json;
        assert_eq!(each(&ended, "outcome")[0], "accepted");
        assert_eq!(each(&ended, "outcome")[2], "not_sent");
        assert_eq!(each(&ended, "name")[1..], [json!(code), Value::Null]);
        assert_eq!(stage.uploads(), ["send a.pdf", "send b.pdf"]);
    }
}
