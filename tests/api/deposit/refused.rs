//! Requests that are not of the form, and failures of one document.

use serde_json::{Value, json};

use super::stage::*;

#[test]
fn a_request_that_is_not_of_its_form_is_named_and_sends_nothing() {
    let stage = Stage::accepting();
    let host = stage.host();
    let document = wanted("/planted/a.pdf");
    let with = |member: &str, value: Value| {
        let mut document = document.clone();
        document[member] = value;
        json!({"patient": traits(), "documents": [document]})
    };
    let without = |member: &str| {
        let mut document = document.clone();
        document.as_object_mut().unwrap().remove(member);
        json!({"patient": traits(), "documents": [document]})
    };
    let of = |more: Value| {
        let mut request = json!({"patient": traits(), "documents": []});
        for (key, value) in more.as_object().unwrap() {
            request[key] = value.clone();
        }
        request
    };
    for (request, named) in [
        (json!([]), "request_json"),
        (json!({}), "request_json.patient"),
        (json!({"patient": traits()}), "request_json.documents"),
        (json!({"documents": []}), "request_json.patient"),
        (
            json!({"patient_id": "1", "documents": []}),
            "request_json.patient",
        ),
        (of(json!({"document": []})), "request_json.document"),
        (of(json!({"documents": {}})), "request_json.documents"),
        (of(json!({"documents": [7]})), "request_json.documents[0]"),
        (of(json!({"patient_id": 7})), "request_json.patient_id"),
        (of(json!({"patient": {}})), "request_json.patient"),
        (
            of(json!({"patient": {"name": "x"}})),
            "request_json.patient",
        ),
        (of(json!({"patient": {"nom": 7}})), "request_json.patient"),
        (of(json!({"update": {}})), "request_json.patient_id"),
        (of(json!({"doubts": []})), "request_json.doubts"),
        (of(json!({"doubts": {"7": "found"}})), "request_json.doubts"),
        (
            of(json!({"doubts": {"0123456789abcdef0123456789abcdef": "sent"}})),
            "request_json.doubts",
        ),
        (
            of(json!({"doubts": {"0123456789abcdef0123456789abcdef": true}})),
            "request_json.doubts",
        ),
        (without("path"), "request_json.documents[0].path"),
        (without("type_code"), "request_json.documents[0].type_code"),
        (
            without("activity_type"),
            "request_json.documents[0].activity_type",
        ),
        (with("path", json!("")), "request_json.documents[0].path"),
        (
            with("path", json!("/a\u{0}b")),
            "request_json.documents[0].path",
        ),
        (
            with("filename", json!("a/b")),
            "request_json.documents[0].filename",
        ),
        (
            with("reference", json!("x".repeat(201))),
            "request_json.documents[0].reference",
        ),
        (with("again", json!(1)), "request_json.documents[0].again"),
        (with("type", json!("x")), "request_json.documents[0].type"),
    ] {
        let refused = host.deposit(&request).fails("HR_E_ARGUMENT");
        assert!(
            refused.str("remedy").contains(named),
            "{request}: {}",
            refused.text
        );
        assert!(!refused.text.contains("planted"), "{}", refused.text);
    }
    assert_eq!(stage.server.connections(), 0);
}

#[test]
fn a_document_that_fails_by_itself_leaves_the_others_their_turn() {
    let stage = Stage::new(|request, _| {
        match String::from_utf8_lossy(&request.body).contains("refused.pdf") {
            true => reply("413 Too Large", "{}"),
            false => Answer::Usual,
        }
    });
    let host = stage.host();
    let mut documents = stage.documents(&["a.pdf", "refused.pdf", "b.pdf"]);
    let missing = wanted(&stage.path("missing.pdf"));
    documents.as_array_mut().unwrap().insert(1, missing);
    let ended = host
        .deposit(&stage.request(documents.clone()))
        .fails("HR_E_FILE")
        .json;
    assert_eq!(
        each(&ended, "outcome"),
        ["accepted", "rejected", "rejected", "accepted"].map(Value::from)
    );
    assert_eq!(
        each(&ended, "name"),
        ["HR_OK", "HR_E_FILE", "HR_E_REFUSED", "HR_OK"].map(Value::from)
    );
    assert_eq!(each(&ended, "http_status")[2], 413);
    assert_eq!(
        (&ended["outcome"], &ended["step"]),
        (&Value::Null, &json!("hr_dmp_send"))
    );
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
    assert_eq!(
        each(&ended, "already"),
        [true, false, false, true].map(Value::from)
    );
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
        let stage = Stage::new(move |request, _| {
            match String::from_utf8_lossy(&request.body).contains("b.pdf") {
                true => reply(status, "{}"),
                false => Answer::Usual,
            }
        });
        let request = stage.request(stage.documents(&["a.pdf", "b.pdf", "c.pdf"]));
        let ended = stage.host().deposit(&request).fails(code).json;
        assert_eq!(each(&ended, "outcome")[0], "accepted");
        assert_eq!(each(&ended, "outcome")[2], "not_sent");
        assert_eq!(each(&ended, "name")[1..], [json!(code), Value::Null]);
        assert_eq!(stage.uploads(), ["send a.pdf", "send b.pdf"]);
    }
}

#[test]
fn a_step_before_the_documents_that_fails_sends_none() {
    for (line, step) in [
        ("GET /patient/search", "hr_patient_search"),
        ("GET /patient ", "hr_patient_get"),
        ("PUT /dmp/", "hr_dmp_open"),
    ] {
        let stage = Stage::new(move |request, _| match request.starts(line) {
            true => reply("503 Broken", "{}"),
            false => Answer::Usual,
        });
        let request = stage.request(stage.documents(&["a.pdf", "b.pdf"]));
        let ended = stage.host().deposit(&request).fails("HR_E_SERVER").json;
        assert_eq!(
            (&ended["step"], &ended["outcome"]),
            (&json!(step), &Value::Null)
        );
        assert_eq!(each(&ended, "outcome"), vec![json!("not_sent"); 2]);
        assert_eq!(stage.uploads(), [""; 0]);
    }
}
