//! `hr_patient_find`: how many are found, who is read, and what is never asked for. The oracle is what the sandbox or a
//! scripted service received.

mod replies;

use hr_sandbox::{Call, Cut, Fault, Sandbox};
use serde_json::{Value, json};
use testkit::*;

const NIR: &str = "255081416802538";
const HELENE: &str =
    r#"{"patient":{"nom":"EXEMPLE","prenom":"Hélène","date_naissance":"1955-08-14","sexe":"F"}}"#;
const TWINS: &str = r#"{"patient":{"nom":"JUMEAU","prenom":"Marie"}}"#;
const NOBODY: &str = r#"{"patient":{"nom":"PERSONNE"}}"#;

fn logged_in(more: Value) -> (Sandbox, Host) {
    let sandbox = sandbox();
    let host = Host::with(&sandbox, more);
    host.log_in(CPS, PIN);
    (sandbox, host)
}

/// The searches and readings that the sandbox received.
fn received(sandbox: &Sandbox) -> (usize, usize) {
    let of = |call| sandbox.requests_of(call).len();
    (of(Call::PatientSearch), of(Call::PatientGet))
}

/// Nobody can be read after it, and the search is the next step.
#[track_caller]
fn nobody_is_known(host: &Host) {
    let state = host.state().ok();
    state
        .json
        .has(json!({"patient": false, "next": "hr_patient_search"}));
    host.patient_get().fails("HR_E_STATE");
}

#[test]
fn one_patient_is_found_and_read() {
    let (sandbox, host) = logged_in(json!({}));
    let found = host.patient_find(HELENE).ok().next("hr_dmp_open");
    assert_eq!(found.str("ending"), "found");
    found.json.has(json!({"ask": null, "choices": null}));
    found
        .json
        .has(json!({"may_receive": true, "patient_id": NIR}));
    assert_eq!(found.json["search"]["patients"][0]["patient_id"], NIR);
    assert_eq!(found.json["http_status"], 200);
    assert_eq!(received(&sandbox), (1, 1));
    let query = sandbox.requests_of(Call::PatientSearch).remove(0).query;
    let query = query.unwrap_or_default();
    assert_eq!(
        query,
        "nom=EXEMPLE&prenom=H%C3%A9l%C3%A8ne&date_naissance=1955-08-14&sexe=F"
    );
    // Behind it the chain goes on, and the result has what hr_patient_get gives.
    let read = host.patient_get().ok();
    for (key, value) in read.json.as_object().unwrap() {
        assert_eq!(&found.json[key], value, "{key}");
    }
    host.dmp_open(NIR, None).ok();
}

#[test]
fn a_record_that_may_not_be_opened_is_said_to_be_so() {
    let (sandbox, host) = logged_in(json!({}));
    let found = host.patient_find(r#"{"patient":{"nom":"ESSAI"}}"#).ok();
    found
        .json
        .has(json!({"may_receive": false, "updateNeeded": true}));
    found.next("hr_patient_update");
    assert_eq!(received(&sandbox), (1, 1));
}

#[test]
fn without_a_pointer_a_patient_is_read_and_not_verified() {
    let (sandbox, host) = logged_in(json!({"patients_pointer": null}));
    let asked = host.patient_find(HELENE).fails("HR_E_CHOICE");
    assert_eq!(asked.str("ending"), "unverified");
    assert_eq!(asked.str("ask"), "patient");
    let [choice] = &asked.json["choices"].as_array().unwrap()[..] else {
        panic!("{}", asked.text);
    };
    assert_eq!(choice["value"], json!({"patient_id": NIR}));
    assert_eq!(choice["raw"]["patient_id"], NIR);
    let label = choice["label"].as_str().unwrap();
    assert!(label.contains("EXEMPLE") && label.contains(NIR), "{label}");
    assert_eq!(received(&sandbox), (1, 1));
    nobody_is_known(&host);
    // A person has compared: the choice goes into the request.
    let mut request: Value = serde_json::from_str(HELENE).unwrap();
    request["patient_id"] = choice["value"]["patient_id"].clone();
    let found = host.patient_find(&request.to_string()).ok();
    assert_eq!(found.json["patient_id"], NIR);
    // Whoever is the current patient is read without a search.
    let known = json!({"patient_id": NIR}).to_string();
    let found = host.patient_find(&known).ok();
    assert_eq!(found.json["search"], Value::Null);
    assert_eq!(received(&sandbox), (2, 3));
    let other = json!({"patient_id": "253072A07300443"}).to_string();
    host.patient_find(&other).fails("HR_E_ARGUMENT");
    // The service decides: with several it has no current patient.
    let error = host.patient_find(TWINS).fails("HR_E_CONFLICT");
    error
        .json
        .has(json!({"step": "hr_patient_get", "choices": null}));
    assert_eq!(received(&sandbox), (3, 4));
    nobody_is_known(&host);
}

/// As it was when another one searched with the same session, between search and reading.
#[test]
fn another_patient_than_the_one_found_is_refused() {
    let (sandbox, host) = logged_in(json!({}));
    let list = r#"{"patients":[{"patient_id":"253072A07300443"}]}"#;
    let other = Fault::on(Call::PatientSearch).times(3).act().status(200);
    sandbox.set_fault(other.content_type("application/json").body(list));
    let error = host.patient_find(HELENE).fails("HR_E_OTHER_PATIENT");
    assert_eq!(error.json["step"], "hr_patient_get");
    nobody_is_known(&host);
    let mut request: Value = serde_json::from_str(HELENE).unwrap();
    request["documents"] = json!([]);
    let error = host.deposit(&request).fails("HR_E_OTHER_PATIENT");
    assert_eq!(error.json["step"], "hr_patient_get");
    nobody_is_known(&host);
    assert_eq!(received(&sandbox), (2, 2));
    assert!(sandbox.requests_of(Call::DmpOpen).is_empty());
    // Whom the host means by number is settled by the reading.
    request["patient_id"] = NIR.into();
    host.deposit(&request).ok();
}

#[test]
fn of_several_a_person_chooses_and_nobody_is_read() {
    let (sandbox, host) = logged_in(json!({}));
    host.patient_find(HELENE).ok();
    let error = host.patient_find(TWINS).fails("HR_E_CHOICE");
    error
        .json
        .has(json!({"ending": "several", "ask": "traits"}));
    error
        .json
        .has(json!({"operation": "hr_patient_find", "step": "hr_patient_search"}));
    let choices = error.json["choices"].as_array().unwrap();
    let ids: Vec<_> = choices
        .iter()
        .map(|one| &one["raw"]["patient_id"])
        .collect();
    assert_eq!(ids, ["253072A07300443", "253072B07300470"]);
    assert!(choices.iter().all(|one| one["value"].is_null()));
    for key in ["message", "message_fr", "remedy", "remedy_fr"] {
        assert!(!error.str(key).contains("JUMEAU"), "{}", error.text);
    }
    assert_eq!(received(&sandbox), (2, 1), "the second was not read");
    nobody_is_known(&host);
    // A number does not tell the service which of them is meant: it refuses to read one.
    let mut numbered: Value = serde_json::from_str(TWINS).unwrap();
    numbered["patient_id"] = choices[0]["raw"]["patient_id"].clone();
    let error = host
        .patient_find(&numbered.to_string())
        .fails("HR_E_CHOICE");
    error
        .json
        .has(json!({"ending": "several", "ask": "traits"}));
    assert_eq!(error.json["choices"].as_array().unwrap().len(), 2);
    assert_eq!(received(&sandbox), (3, 2));
    nobody_is_known(&host);
    // A refusal for another reason is what it is.
    let busy = Fault::on(Call::PatientGet).times(1).status(429);
    sandbox.set_fault(busy);
    host.patient_find(&numbered.to_string())
        .fails("HR_E_RATE_LIMITED");
    host.patient_find(HELENE).ok();
}

#[test]
fn nobody_is_found() {
    let (sandbox, host) = logged_in(json!({}));
    host.patient_find(HELENE).ok();
    let error = host.patient_find(NOBODY).fails("HR_E_NOT_FOUND");
    error
        .json
        .has(json!({"at": "service", "http_status": 404, "step": "hr_patient_search"}));
    assert_eq!(received(&sandbox), (2, 1));
    nobody_is_known(&host);
    // The record of a patient who was found before is not meant.
    let shown = host.patient_search([Some("PERSONNE"), None, None, None]);
    assert_eq!(shown.str("message"), error.str("message"));
}

#[test]
fn a_page_does_not_say_that_there_is_no_such_patient() {
    let (sandbox, host) = logged_in(json!({}));
    for (call, step, read) in [
        (Call::PatientSearch, "hr_patient_search", 0),
        (Call::PatientGet, "hr_patient_get", 1),
    ] {
        let before = received(&sandbox);
        let page = Fault::on(call).times(1).status(404);
        sandbox.set_fault(page.content_type("text/html").body("<html>gone</html>"));
        let error = host.patient_find(HELENE).fails("HR_E_REPLY");
        error.json.has(json!({"step": step, "http_status": 404}));
        assert_eq!(received(&sandbox), (before.0 + 1, before.1 + read));
        nobody_is_known(&host);
    }
}

#[test]
fn a_step_that_fails_leaves_nobody_to_be_read() {
    let (sandbox, host) = logged_in(json!({}));
    for (call, step) in [
        (Call::PatientSearch, "hr_patient_search"),
        (Call::PatientGet, "hr_patient_get"),
    ] {
        for (fault, code) in [
            (Fault::on(call).times(1).status(503), "HR_E_SERVER"),
            (Fault::on(call).times(1).status(404), "HR_E_NOT_FOUND"),
            (
                Fault::on(call).times(1).cut(Cut::Before),
                "HR_E_INTERRUPTED",
            ),
        ] {
            host.patient_find(HELENE).ok();
            sandbox.set_fault(fault);
            let error = host.patient_find(HELENE).fails(code);
            assert_eq!(error.json["step"], step, "{}", error.text);
            assert_eq!(error.json["outcome"], Value::Null);
            nobody_is_known(&host);
        }
    }
    sandbox.set_fault(Fault::on(Call::PatientGet).times(1).status(401));
    host.patient_find(HELENE).fails("HR_E_UNAUTHORIZED");
    let before = received(&sandbox);
    let error = host.patient_find(HELENE).fails("HR_E_STATE");
    assert_eq!(error.json["step"], "hr_patient_search");
    error.says("remedy", "hr_login");
    assert_eq!(received(&sandbox), before);
}

#[test]
fn traits_are_sent_as_given() {
    let (sandbox, host) = logged_in(json!({"patients_pointer": null}));
    let most = "x".repeat(1024);
    for (traits, query) in [
        (format!(r#"{{"nom":"{most}"}}"#), format!("nom={most}")),
        (
            r#"{"sexe":"","nom":"D'\u00e9tang & fils","prenom":null}"#.into(),
            "nom=D%27%C3%A9tang%20%26%20fils&sexe=".into(),
        ),
    ] {
        host.patient_find(&format!(r#"{{"patient":{traits}}}"#));
        let sent = sandbox.requests_of(Call::PatientSearch).pop().unwrap();
        assert_eq!(sent.query.unwrap_or_default(), query);
    }
}
