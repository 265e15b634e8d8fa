//! Whose record it is.

use serde_json::json;
use testkit::record::parameters;

use super::stage::*;

fn found(patients: serde_json::Value) -> Answer {
    reply("200 OK", &json!({"patients": patients}).to_string())
}

#[test]
fn several_patients_are_a_choice() {
    let two = found(json!([{"nom": "EXEMPLE"}, {"nom": "EXEMPLE", "rang": 2}]));
    let stage = Stage::but("GET /patient/search", None, two);
    let host = stage.host();
    let mut request = stage.request(stage.documents(&["a.pdf"]));
    let stopped = host.deposit(&request).fails("HR_E_CHOICE").json;
    assert_eq!(stopped["ask"], "traits");
    // The interface shows no way to read one of them.
    let sentence = stopped["message"].as_str().unwrap();
    assert!(
        sentence.contains("Add details") && !sentence.contains("hoose"),
        "{sentence}"
    );
    let shown = |nom, raw| json!({"label": nom, "label_fr": nom, "value": null, "raw": raw});
    assert_eq!(
        stopped["choices"],
        json!([
            shown("EXEMPLE", json!({"nom": "EXEMPLE"})),
            shown("EXEMPLE", json!({"nom": "EXEMPLE", "rang": 2}))
        ])
    );
    assert_eq!(words(&stopped, "outcome"), "not_sent");
    assert_eq!(each(&stopped, "code"), [json!(null)]);
    assert_eq!(stage.log(), ["GET /patient/search"]);
    host.patient_get().fails("HR_E_STATE");
    // A person has compared: now the patient who is read decides.
    request["patient_id"] = json!(stage.patient);
    host.deposit(&request).ok();
    assert_eq!(stage.uploads(), ["send a.pdf"]);
}

#[test]
fn a_patient_who_may_not_be_the_only_one_is_a_choice() {
    let stage = Stage::accepting();
    let host = stage.host_with(json!({}));
    let request = stage.request(stage.documents(&["a.pdf"]));
    let stopped = host.deposit(&request).fails("HR_E_CHOICE").json;
    assert_eq!(stopped["ask"], "patient");
    let value = &stopped["choices"][0]["value"];
    assert_eq!(value["patient_id"], stage.patient.as_str());
    assert_eq!(stage.log(), ["GET /patient/search", "GET /patient"]);
    // The person says yes: no traits are needed, the patient is read once more.
    let confirmed = json!({"patient_id": stage.patient, "documents": request["documents"]});
    host.deposit(&confirmed).ok();
    assert_eq!(stage.log()[2..], ["GET /patient", "open", "send a.pdf"]);
}

#[test]
fn another_patient_is_refused_and_nothing_is_opened() {
    for pointer in [json!({}), json!({"patients_pointer": "/patients"})] {
        let other = reply("200 OK", &parameters("planted-other-patient"));
        let stage = Stage::but("GET /patient ", None, other);
        let host = stage.host_with(pointer);
        let mut request = stage.request(stage.documents(&["a.pdf"]));
        request["patient_id"] = json!(stage.patient);
        let refused = host.deposit(&request).fails("HR_E_OTHER_PATIENT");
        assert!(
            !refused.text.contains("planted-other-patient"),
            "{}",
            refused.text
        );
        assert_eq!(refused.json["step"], "hr_patient_get");
        assert_eq!(words(&refused.json, "outcome"), "not_sent");
        assert_eq!(stage.log(), ["GET /patient/search", "GET /patient"]);
        // Nobody is current now.
        host.patient_get().fails("HR_E_STATE");
        let other = json!({"patient_id": "planted-other-patient", "documents": []});
        host.deposit(&other).fails("HR_E_ARGUMENT");
    }
}

#[test]
fn the_patient_before_is_read_again() {
    let other = reply("200 OK", &parameters("planted-other-patient"));
    let stage = Stage::but("GET /patient ", Some(2), other);
    let host = stage.host();
    host.deposit(&stage.request(json!([]))).ok();
    let request = json!({"patient_id": stage.patient, "documents": stage.documents(&["a.pdf"])});
    host.deposit(&request).fails("HR_E_OTHER_PATIENT");
    assert_eq!(stage.uploads(), [""; 0]);
}

#[test]
fn nobody_is_not_found() {
    for none in [found(json!([])), reply("404 Not Found", "{}")] {
        let stage = Stage::but("GET /patient/search", None, none);
        let host = stage.host();
        let request = stage.request(stage.documents(&["a.pdf"]));
        let stopped = host.deposit(&request).fails("HR_E_NOT_FOUND").json;
        assert_eq!(stopped["step"], "hr_patient_search");
        assert!(
            stopped["message_fr"]
                .as_str()
                .unwrap()
                .starts_with("Aucun patient")
        );
        assert_eq!(words(&stopped, "outcome"), "not_sent");
        assert_eq!(stage.log(), ["GET /patient/search"]);
    }
}

#[test]
fn without_a_session_nothing_is_sent() {
    let stage = Stage::accepting();
    let host = testkit::Host::open(&json!({}));
    let request = stage.request(stage.documents(&["a.pdf"]));
    host.deposit(&request).fails("HR_E_STATE");
    let request = json!({"patient_id": "1", "documents": []});
    host.deposit(&request).fails("HR_E_STATE");
    assert_eq!(stage.server.connections(), 0);
}
