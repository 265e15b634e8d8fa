//! What the log contains, and what neither it nor an error does: no secret and nobody's name, but in choices. One
//! test: a process has one log.

use std::ffi::{CStr, c_char, c_void};
use std::sync::Mutex;

use hr::ffi::{handle, library};
use hr_sandbox::{Call, Cut, Fault, Options, Sandbox};
use serde_json::{Value, json};
use testkit::*;

static LINES: Mutex<Vec<(i32, String)>> = Mutex::new(Vec::new());

unsafe extern "C" fn keep(user: *mut c_void, level: i32, line: *const c_char) {
    assert_eq!(user as usize, 42);
    // SAFETY: the library passes a text.
    let line = unsafe { CStr::from_ptr(line) };
    let line = line.to_str().unwrap().to_owned();
    LINES.lock().unwrap().push((level, line));
    // The receiver may call the library, also with a handle that it does not have.
    handle::hr_close(0);
    library::hr_abi_version();
}

fn set(level: i32) -> i32 {
    // SAFETY: the receiver does not use its pointer.
    unsafe { library::hr_set_log(Some(keep), 42 as *mut c_void, level) }
}

fn taken() -> Vec<(i32, String)> {
    std::mem::take(&mut *LINES.lock().unwrap())
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
fn the_log_names_calls_and_neither_it_nor_an_error_tells_secrets() {
    testkit::alone!();
    let mut options = Options::default();
    for card in &mut options.scenario.cards {
        card.pin = card.pin.take().map(|_| OWN.to_owned());
    }
    let scenario = options.scenario.clone();
    let sandbox = Sandbox::start(options).unwrap();
    assert!([-1, 4].into_iter().all(|bad| set(bad) < 0));
    assert_eq!(set(0), 0);
    let host = Host::of(&sandbox);
    host.ticket().ok();
    assert!(taken().is_empty());
    assert_eq!(set(3), 0);
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
        let request = json!({"patient": patient, "documents": [document]});
        host.deposit(&request.with(more))
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
    host.request("GET", "/echo?nom=EXEMPLE", None).ok();
    drop(host);
    let lines = taken();
    assert_eq!(set(1), 0);
    let host = Host::of(&sandbox);
    host.ticket().ok();
    let error = host.patient_get().fails("HR_E_STATE");
    let [(1, line)] = &taken()[..] else {
        panic!("one line");
    };
    let end = format!("(call {})", error.str("call_id"));
    assert!(
        line.contains("hr_patient_get HR_E_STATE") && line.ends_with(&end),
        "{line}"
    );
    // SAFETY: there is no receiver.
    let off = unsafe { library::hr_set_log(None, std::ptr::null_mut(), 3) };
    assert_eq!(off, 0);
    host.patient_get().fails("HR_E_STATE");
    assert!(taken().is_empty());

    let mut hidden = vec![OWN.into(), WRONG.into(), bearer, sandbox.license_bearer()];
    let texts = ["planted", "PERSONNE", "none such", "127.0.0.1", "http:"];
    hidden.extend(texts.map(String::from));
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
    let is_line = |(level, line): &(i32, String)| (1..=3).contains(level) && !line.contains('\n');
    assert!(lines.iter().all(is_line), "{lines:?}");
    for expected in [
        "hr_ticket POST /v1/license/ticket -> 200 in ",
        "POST /direct/login -> HR_E_CARD_STATUS in ",
        "GET /patient/search -> 200 in ",
        "PUT /dmp/{patient_id} -> 200 in ",
        "POST /dmp/{patient_id}/unique/doc/send -> HR_E_IN_DOUBT in ",
        "GET /{path} -> 200 in ",
    ] {
        let is_there = lines.iter().any(|(_, line)| line.contains(expected));
        assert!(is_there, "{expected} is not in {lines:?}");
    }
    assert!(errors.0.len() > 15);
    for text in lines.iter().map(|(_, line)| line).chain(&errors.0) {
        for secret in &hidden {
            assert!(!text.contains(secret.as_str()), "{secret} in {text}");
        }
    }
}
