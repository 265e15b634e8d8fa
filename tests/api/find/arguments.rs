//! Traits that are refused before anything is sent.

use super::*;

#[test]
fn traits_that_cannot_be_searched_for_are_named() {
    let (sandbox, host) = logged_in(json!({}));
    host.patient_find(HELENE).ok();
    let before = sandbox.requests().len();
    let of = |traits: &str| format!(r#"{{"patient":{traits}}}"#);
    let long = of(&format!(r#"{{"nom":"{}"}}"#, "x".repeat(1025)));
    for (request, named) in [
        (String::new(), "request_json"),
        ("[]".into(), "request_json"),
        ("{}".into(), "request_json.patient"),
        (r#"{"nom":"A"}"#.into(), "request_json.nom"),
        (of("[]"), "request_json.patient"),
        (of("null"), "request_json.patient"),
        (of(r#""nom""#), "request_json.patient"),
        (of(r#"{"nom":"A""#), "request_json"),
        (of("{}"), "request_json.patient"),
        (of(r#"{"nom":null,"sexe":null}"#), "request_json.patient"),
        (of(r#"{"name":"A"}"#), "request_json.patient.name"),
        (of(r#"{"nom":"A","nom":"B"}"#), "request_json.patient.nom"),
        (
            of(r#"{"nom":"A","no\u006d":"B"}"#),
            "request_json.patient.nom",
        ),
        (of(r#"{"nom":"A","sexe":1}"#), "request_json.patient.sexe"),
        (of(r#"{"nom":["A"]}"#), "request_json.patient.nom"),
        (of(r#"{"255081416802538":"A"}"#), "request_json.patient"),
        (r#"{"patient_id":7}"#.into(), "request_json.patient_id"),
        (long, "nom"),
    ] {
        let error = host.patient_find(&request).fails("HR_E_ARGUMENT");
        for key in ["remedy", "remedy_fr"] {
            assert!(error.str(key).contains(named), "{request}: {}", error.text);
            assert!(
                !error.str(key).contains("255081416802538"),
                "{}",
                error.text
            );
        }
        assert_eq!(error.json["at"], "library");
        assert_eq!(error.json["step"], Value::Null);
    }
    assert_eq!(sandbox.requests().len(), before, "nothing was sent");
    // Whom the service speaks of is no longer the patient of this call.
    nobody_is_known(&host);
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
