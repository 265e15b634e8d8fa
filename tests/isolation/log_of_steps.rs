//! Calls that make several steps: no secret and nobody's name in the log or in an error, but in its choices.

use std::ffi::{CStr, c_char, c_void};
use std::sync::Mutex;

use hr::ffi::library;
use hr_sandbox::{Call, Cut, Fault, Options, Sandbox};
use serde_json::{Value, json};
use testkit::*;

static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());

unsafe extern "C" fn keep(_: *mut c_void, _: i32, line: *const c_char) {
    // SAFETY: the library passes a text.
    let line = unsafe { CStr::from_ptr(line) };
    let line = line.to_str().unwrap().to_owned();
    LINES.lock().unwrap().push(line);
}

const OWN: &str = "739105462817";
const WRONG: &str = "850316942753";

/// The texts of errors without their choices.
#[derive(Default)]
struct Errors(Vec<String>);

impl Errors {
    #[track_caller]
    fn keep(&mut self, outcome: Outcome) -> Value {
        assert_ne!(outcome.code, 0, "{}", outcome.text);
        let mut error = outcome.json;
        let choices = error["choices"].take();
        self.0.push(error.to_string());
        choices
    }
}

#[test]
fn calls_of_several_steps_tell_no_secrets() {
    testkit::alone!();
    let mut options = Options::default();
    for card in &mut options.scenario.cards {
        card.pin = card.pin.take().map(|_| OWN.to_owned());
    }
    let scenario = options.scenario.clone();
    let sandbox = Sandbox::start(options).unwrap();
    // SAFETY: the receiver uses no user pointer.
    assert_eq!(
        unsafe { library::hr_set_log(Some(keep), std::ptr::null_mut(), 3) },
        0
    );
    let host = Host::of(&sandbox);
    let mut errors = Errors::default();
    errors.keep(host.wait_card(Some(r#"{"serial":"nobody"}"#), 0));
    let connect = |request: Value, pin| host.connect(Some(&request.to_string()), pin);
    let own = json!({"card": {"serial": CPS}});
    assert!(errors.keep(connect(json!({}), Some(OWN))).is_array());
    errors.keep(connect(own.clone(), Some(WRONG)));
    errors.keep(connect(own.clone(), Some(WRONG)));
    let many = json!({"card": {"serial": CPS_MANY}, "profile": {"planted": "profile"}});
    assert!(!errors.keep(connect(many, Some(OWN))).is_null());
    errors.keep(connect(json!({"situation_id": "none such"}), None));
    sandbox.set_fault(Fault::on(Call::ProfileSelect).times(1).cut(Cut::Before));
    errors.keep(connect(json!({"situation_id": "1"}), None));
    let open = connect(own, Some(OWN)).ok();
    let bearer = open.json["login"]["bearer"].as_str().unwrap().to_owned();

    let twins = scenario
        .patients
        .iter()
        .find(|it| it.nom == "JUMEAU")
        .unwrap();
    let traits = json!({"nom": twins.nom});
    assert!(
        errors
            .keep(host.patient_find(&json!({"patient": traits}).to_string()))
            .is_array()
    );
    errors.keep(host.patient_find(r#"{"patient":{"nom":"PERSONNE"}}"#));
    let file = TempFile::new("planted-bilan.pdf", b"planted content");
    let document = json!({
        "path": file.path(), "activity_type": "10", "type_code": "11503-0",
        "filename": "planted-name.pdf",
    });
    let deposit = |patient: Value, more: Value| {
        let mut request = json!({"patient": patient, "documents": [document]});
        for (key, value) in more.as_object().unwrap() {
            request[key] = value.clone();
        }
        host.deposit(&request)
    };
    assert!(errors.keep(deposit(traits, json!({}))).is_array());
    let [nom, prenom, ..] = NOT_QUALIFIED;
    let asked = json!({"nom": nom, "prenom": prenom});
    assert!(errors.keep(deposit(asked.clone(), json!({}))).is_array());
    errors.keep(deposit(asked, json!({"patient_id": twins.patient_id})));
    let [nom, prenom, ..] = QUALIFIED;
    let known = json!({"nom": nom, "prenom": prenom});
    for call in [
        Call::PatientSearch,
        Call::PatientGet,
        Call::DmpOpen,
        Call::DmpSend,
    ] {
        sandbox.set_fault(Fault::on(call).times(1).cut(Cut::Before));
        errors.keep(deposit(known.clone(), json!({})));
    }
    errors.keep(deposit(known, json!({})));
    drop(host);

    let mut hidden = vec![OWN.into(), WRONG.into(), bearer, sandbox.license_bearer()];
    hidden.extend(["planted", "PERSONNE", "none such"].map(String::from));
    for patient in &scenario.patients {
        hidden.extend([&patient.patient_id, &patient.nom, &patient.prenom].map(String::clone));
    }
    for card in &scenario.cards {
        hidden.extend([&card.serial, &card.holder.last_name].map(String::clone));
        hidden.extend(
            card.situations
                .iter()
                .map(|situation| situation.label.clone()),
        );
        hidden.extend(sandbox.card_token(&card.serial));
    }
    for request in sandbox.requests() {
        let values = request.headers.iter().map(|(_, value)| value.as_str());
        let sent = values.filter_map(|value| value.strip_prefix("Bearer "));
        hidden.extend(sent.map(str::to_owned));
    }
    hidden.retain(|text| text.len() > 3);
    let lines = LINES.lock().unwrap();
    assert!(
        lines
            .iter()
            .any(|line| line.contains("PUT /dmp/{patient_id}"))
    );
    assert!(errors.0.len() > 15);
    for text in lines.iter().chain(&errors.0) {
        for secret in &hidden {
            assert!(!text.contains(secret.as_str()), "{secret} in {text}");
        }
    }
}
