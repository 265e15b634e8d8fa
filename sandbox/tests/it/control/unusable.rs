//! What a refusal says of a body or path that cannot be used.

use super::*;

#[test]
fn a_refusal_of_the_control_port_repeats_nothing() {
    let sandbox = sandbox();
    let license = &sandbox.license_bearer();
    let nir = "255081416802538";
    let pin = r#"{"serial":"2000000001","pin":48213795}"#;
    let cases = [
        (
            "POST",
            "/cards/pin",
            pin,
            "column 37: a text is expected",
            "attendu : un texte",
        ),
        (
            "POST",
            "/cards/pin",
            r#"{"serial":"2","pn":"48213795"}"#,
            "use serial, pin",
            "clé inconnue",
        ),
        (
            "POST",
            "/cards/pin",
            "48213795",
            "an object is expected",
            "attendu : un objet",
        ),
        (
            "POST",
            "/cards/pin",
            r#"{"serial":"2""#,
            "not JSON",
            "pas du JSON",
        ),
        (
            "POST",
            "/cards/remove",
            "{}",
            "give serial or token",
            "donner serial ou token",
        ),
        (
            "POST",
            "/cards/remove",
            r#"{"serial":"2","token":"3"}"#,
            "not both",
            "pas les deux",
        ),
        (
            "POST",
            "/patients",
            r#"{"patient_id":255081416802538}"#,
            "a text is expected",
            "un texte",
        ),
        (
            "POST",
            "/patients",
            r#"{"patient_id":"1"}"#,
            "nom is missing",
            "nom est absent",
        ),
        (
            "POST",
            "/sessions/end",
            "[]",
            "an object is expected",
            "un objet",
        ),
        (
            "PUT",
            "/scenario",
            &format!(r#"{{"{license}":1}}"#),
            "use license_bearer, ",
            "clé inconnue",
        ),
        (
            "PUT",
            "/scenario",
            r#"{"keep_bytes":"48213795"}"#,
            "line 1, column 24",
            "nombre entier",
        ),
        (
            "POST",
            "/faults",
            &format!(r#"{{"call":"{license}"}}"#),
            "use one of ticket, ",
            "en prendre une",
        ),
        (
            "POST",
            "/faults",
            &format!(r#"{{"name":"{license}"}}"#),
            "lost-answer",
            "lost-answer",
        ),
        (
            "GET",
            &format!("/requests/{nir}"),
            "",
            "this number",
            "de ce numéro",
        ),
        (
            "GET",
            &format!("/requests/x{nir}"),
            "",
            "a number",
            "un nombre",
        ),
        (
            "GET",
            &format!("/requests?last=x{nir}"),
            "",
            "a number",
            "un nombre",
        ),
        (
            "GET",
            &format!("/documents/{nir}/content"),
            "",
            "this number",
            "ce numéro",
        ),
        (
            "DELETE",
            &format!("/faults/{nir}"),
            "",
            "this number",
            "de ce numéro",
        ),
        (
            "POST",
            &format!("/patients/{nir}"),
            "{}",
            "this number",
            "ce numéro",
        ),
        (
            "GET",
            &format!("/events?{nir}=1"),
            "",
            "use show",
            "utilisez show",
        ),
    ];
    for (method, path, body, en, fr) in cases {
        let reply = send(
            method,
            &format!("{}{path}", sandbox.control_url()),
            &[],
            body.as_bytes(),
        );
        let said: Value = reply.json();
        assert!((400..500).contains(&reply.status), "{path} {said}");
        assert!(
            said["error"].as_str().unwrap().contains(en),
            "{path}: {said}"
        );
        let french = said["error_fr"].as_str().unwrap();
        assert!(french.contains(fr), "{path}: {said}");
        for english in ["invalid", "expected", "missing", "unknown", "line "] {
            assert!(!french.contains(english), "{path}: {french}");
        }
        for given in ["48213795", nir, license] {
            assert!(!said.to_string().contains(given), "{path}: {said}");
        }
    }
}
