//! Traits that are refused before anything is sent.

use super::*;

#[test]
fn traits_that_cannot_be_searched_for_are_named() {
    let (sandbox, host) = logged_in(json!({}));
    host.patient_find(HELENE).ok();
    let before = sandbox.requests().len();
    let long = format!(r#"{{"nom":"{}"}}"#, "x".repeat(1025));
    for (traits, named) in [
        ("", "traits_json"),
        ("[]", "traits_json"),
        (r#""nom""#, "traits_json"),
        (r#"{"nom":"A""#, "traits_json"),
        ("{}", "traits_json"),
        (r#"{"nom":null,"sexe":null}"#, "traits_json"),
        (r#"{"name":"A"}"#, "traits_json.name"),
        (r#"{"nom":"A","nom":"B"}"#, "traits_json.nom"),
        (r#"{"nom":"A","no\u006d":"B"}"#, "traits_json.nom"),
        (r#"{"nom":"A","sexe":1}"#, "traits_json.sexe"),
        (r#"{"nom":["A"]}"#, "traits_json.nom"),
        (r#"{"255081416802538":"A"}"#, "traits_json"),
        (long.as_str(), "nom"),
    ] {
        let error = host.patient_find(traits).fails("HR_E_ARGUMENT");
        for key in ["remedy", "remedy_fr"] {
            assert!(error.str(key).contains(named), "{traits}: {}", error.text);
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
        host.patient_find(&traits);
        let sent = sandbox.requests_of(Call::PatientSearch).pop().unwrap();
        assert_eq!(sent.query.unwrap_or_default(), query);
    }
}
