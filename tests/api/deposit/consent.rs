//! An update is made where the parameters ask for one and the host gives it, and the patient is read again.

use serde_json::{Value, json};

use super::stage::*;
use testkit::Members;

const UPDATE: &str = r#"{"alimentationConsent":true}"#;

/// The patient may receive documents from this reading on.
fn permitted_from(reading: usize) -> Stage {
    Stage::new(move |request, number| {
        let asks = request.starts("GET /patient ") && number < reading;
        match asks {
            true => Answer::Patient(false),
            false => Answer::Usual,
        }
    })
}

fn with_update(stage: &Stage) -> Value {
    let mut request = stage.request(stage.documents(&["a.pdf"]));
    request["patient_id"] = json!(stage.patient);
    request["update"] = serde_json::from_str(UPDATE).unwrap();
    request
}

#[test]
fn without_an_update_a_person_must_decide() {
    let stage = permitted_from(9);
    let host = stage.host();
    let mut request = with_update(&stage);
    request.as_object_mut().unwrap().remove("update");
    let stopped = host.deposit(&request).fails("HR_E_CHOICE").json;
    assert_eq!(stopped["ask"], "update");
    let choice = &stopped["choices"][0];
    assert_eq!(choice["raw"]["alimentationConsent"], false);
    // With what a person enters it makes the next request.
    assert_eq!(choice["value"], json!({"patient_id": stage.patient}));
    stopped.says("message", "opposition");
    stopped.says("message_fr", "s'oppose");
    assert_eq!(stopped["outcome"], Value::Null);
    assert_eq!(words(&stopped, "outcome"), "not_sent");
    assert_eq!(stage.log(), ["GET /patient/search", "GET /patient"]);
}

/// What is missing is named: the identity, the consent, or both.
#[test]
fn a_person_reads_what_is_missing() {
    for (identity, consent, said) in [
        (false, true, "identity is not verified"),
        (true, false, "an opposition"),
        (false, false, "identity or consent"),
    ] {
        let parameters = json!({
            "patient_id": "planted", "insQualified": identity, "alimentationConsent": consent
        });
        let parameters = reply("200 OK", &parameters.to_string());
        let stage = Stage::but("GET /patient ", None, parameters);
        let host = stage.host();
        let request = stage.request(stage.documents(&["a.pdf"]));
        let stopped = host.deposit(&request).fails("HR_E_CHOICE").json;
        stopped.says("message", said);
        let opened = host.dmp_open("planted", None).fails("HR_E_STATE").json;
        opened.says("message", said);
    }
}

#[test]
fn the_update_is_made_and_the_patient_read_again() {
    let stage = permitted_from(2);
    stage.host().deposit(&with_update(&stage)).ok();
    assert_eq!(
        stage.log(),
        [
            "GET /patient/search",
            "GET /patient",
            "POST /patient",
            "GET /patient",
            "open",
            "send a.pdf"
        ]
    );
    assert_eq!(stage.server.requests()[2].body, UPDATE.as_bytes());
}

#[test]
fn an_update_that_does_not_help_stops_the_call() {
    let stage = permitted_from(9);
    let stopped = stage
        .host()
        .deposit(&with_update(&stage))
        .fails("HR_E_CHOICE");
    assert_eq!(stopped.json["ask"], "update");
    assert_eq!(stage.log().len(), 4);
}

#[test]
fn an_update_nobody_asked_for_is_not_made() {
    let stage = Stage::accepting();
    stage.host().deposit(&with_update(&stage)).ok();
    assert_eq!(stage.log()[2], "open");
}

#[test]
fn an_update_that_leads_to_another_patient_opens_nothing() {
    let stage = Stage::new(|request, number| match request.starts("GET /patient ") {
        true if number == 1 => Answer::Patient(false),
        true => reply(
            "200 OK",
            &testkit::record::parameters("planted-other-patient"),
        ),
        false => Answer::Usual,
    });
    stage
        .host()
        .deposit(&with_update(&stage))
        .fails("HR_E_OTHER_PATIENT");
    assert_eq!(stage.log().len(), 4);
}

#[test]
fn nobody_signs_for_whoever_is_found() {
    let stage = permitted_from(9);
    let mut request = with_update(&stage);
    request.as_object_mut().unwrap().remove("patient_id");
    let refused = stage.host().deposit(&request).fails("HR_E_ARGUMENT");
    refused.says("remedy", "request_json.patient_id");
    assert_eq!(refused.json["documents"], Value::Null);
    assert_eq!(stage.server.connections(), 0);
}

#[test]
fn an_update_whose_end_is_not_known_stops_the_call() {
    let stage = Stage::new(|request, number| {
        match (
            request.starts("GET /patient ") && number == 1,
            request.starts("POST /patient "),
        ) {
            (true, _) => Answer::Patient(false),
            (_, true) => Answer::Silence,
            _ => Answer::Usual,
        }
    });
    let host = stage.host();
    let stopped = host
        .deposit(&with_update(&stage))
        .fails("HR_E_IN_DOUBT")
        .json;
    stopped.has(json!({"step": "hr_patient_update", "outcome": null}));
    stopped.says("message_fr", "mises à jour");
    // It had taken effect: the next call finds nothing to update.
    host.deposit(&with_update(&stage)).ok();
    assert_eq!(stage.uploads(), ["send a.pdf"]);
    let updates = stage
        .log()
        .into_iter()
        .filter(|line| line == "POST /patient");
    assert_eq!(updates.count(), 1);
}
