//! Requests that cannot be meant: refused before anything is sent, by the name of what is wrong. Which forms are allowed the
//! schemas say, against which `schema` holds each function.

use hr::code::HR_E_ARGUMENT;
use serde_json::json;
use testkit::functions::Function;
use testkit::*;

/// Function, request, and what the remedy names. `<T>` are traits, `<D>` are members of a document.
const ROWS: &str = r#"
    hr_wait_card||card_json
    hr_wait_card|{}|card_json
    hr_wait_card|{"serial":"1","serial":"1"}|card_json
    hr_connect|[]|request_json is not a JSON text|request_json
    hr_connect|{"pin":"planted"}|request_json.pin
    hr_connect|{"card":{}}|request_json.card
    hr_connect|{"card":{"serial":null}}|request_json.card.serial
    hr_connect|{"wait_card_ms":-1}|request_json.wait_card_ms
    hr_connect|{"situation_id":".."}|request_json.situation_id
    hr_patient_find|{}|request_json.patient
    hr_patient_find|{"patient":{"nom":"A"}|request_json
    hr_patient_find|{"patient":{"nom":7}}|request_json.patient.nom
    hr_patient_find|{"patient":{"planted":"nom"}}|request_json.patient
    hr_patient_find|{"patient":{"nom":"A","no\u006d":"B"}}|request_json.patient
    hr_patient_find|{"patient":{"255081416802538":"A"}}|request_json.patient
    hr_patient_find|{"patient_id":7}|request_json.patient_id
    hr_deposit|{"documents":[]}|request_json.patient
    hr_deposit|{"patient":<T>,"documents":[],"document":[]}|request_json.document
    hr_deposit|{"patient":<T>,"documents":[7]}|request_json.documents[0]
    hr_deposit|{"patient":{"nom":7},"documents":[]}|request_json.patient
    hr_deposit|{"patient":<T>,"documents":[],"update":{}}|request_json.patient_id
    hr_deposit|{"patient":<T>,"documents":[],"doubts":{"7":"found"}}|request_json.doubts
    hr_deposit|{"patient":<T>,"documents":[{"activity_type":"10","type_code":"1"}]}|request_json.documents[0].path
    hr_deposit|{"patient":<T>,"documents":[{<D>,"path":"/planted","filename":"a/b"}]}|request_json.documents[0].filename
    hr_deposit|{"patient":<T>,"documents":[{<D>,"path":"/planted","reference":"<201>"}]}|request_json.documents[0].reference
    hr_deposit_bytes|{"patient":<T>,"documents":[{<D>,"filename":"a"},{<D>,"filename":"b"}]}|request_json.documents
    hr_deposit_bytes|{"patient":<T>,"documents":[{<D>,"filename":"a","path":"/planted"}]}|request_json.documents[0].path"#;

#[test]
fn what_cannot_be_meant_is_refused_by_its_name_and_sends_nothing() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    host.open_record();
    let before = sandbox.requests().len();
    for row in ROWS.trim_start_matches('\n').lines() {
        let cells: Vec<&str> = row.trim_start().split('|').collect();
        let request = cells[1].replace("<T>", r#"{"nom":"EXEMPLE"}"#);
        let request = request.replace("<D>", r#""activity_type":"10","type_code":"1""#);
        let request = request.replace("<201>", &"x".repeat(201));
        let function = Function::named(cells[0]);
        let is_request = |name: &str| ["request_json", "card_json"].contains(&name);
        let mut arguments = function.texts.iter();
        let argument = arguments.position(|text| is_request(text.name)).unwrap();
        let text = c(&request);
        let ran = function.call(host.0, Some((argument, text.as_ptr())));
        assert_eq!(ran.code, HR_E_ARGUMENT, "{row}");
        let error = ran.text.unwrap();
        error.has(json!({"at": "library", "step": null}));
        for named in &cells[2..] {
            let remedy = error["remedy"].as_str().unwrap();
            assert!(remedy.contains(named), "{row}: {remedy}");
        }
        let said = error.to_string();
        assert!(!said.contains("planted") && !said.contains("2550814"));
    }
    assert_eq!(sandbox.requests().len(), before, "nothing was sent");
}
