//! Lists of patients, and replies in which there is none, of a scripted service.

use testkit::raw_server::{Server, answer};
use testkit::record::parameters;

use super::*;

/// What a search answered `body` gives, and how many requests the service received.
fn found(pointer: &str, body: &str) -> (Outcome, usize) {
    let reply = body.to_owned();
    let service = Server::start(move |mut peer| {
        peer.request();
        peer.send(answer("200 OK", "", &reply));
        if peer.request().is_some() {
            peer.send(answer("200 OK", "", &parameters(NIR)));
        }
    });
    let host = Host::open(&json!({"patients_pointer": pointer}));
    assert_eq!(host.session_set(&service.url(), "bearer"), 0);
    let outcome = host.patient_find(r#"{"patient":{"nom":"EXEMPLE"}}"#);
    if outcome.code != 0 {
        nobody_is_known(&host);
    }
    drop(host);
    (outcome, service.requests().len())
}

#[test]
fn a_list_of_one_is_one_patient() {
    for (pointer, body) in [
        ("/patients", r#"{"patients":[{"nom":"EXEMPLE"}]}"#),
        ("", r#" [ {"rang":1} ] "#),
        ("/a/0/b~1c", r#"{"a":[{"b/c":[{}]}],"count":7}"#),
        ("/pat\u{e9}", r#"{"pat\u00e9":[{"patient_id":null}]}"#),
        ("/p", r#"{"p":[{"patient_id":"2550814168\u00302538"}]}"#),
        ("/p", r#"{"p":[{"patient_id":255081416802538}]}"#),
    ] {
        let (outcome, requests) = found(pointer, body);
        let outcome = outcome.ok();
        assert_eq!(outcome.json["ending"], "found", "{body}");
        assert_eq!(outcome.json["patient_id"], NIR);
        assert!(outcome.text.contains(&format!("\"search\":{body}")));
        assert_eq!(requests, 2, "{body}");
    }
}

/// The search found one patient, and the parameters of another one passed for theirs.
#[test]
fn a_list_of_one_does_not_contradict_who_is_read() {
    for body in [
        r#"{"p":[{"patient_id":"253072A07300443"}]}"#,
        r#"{"p":[{"patient_id":""}]}"#,
        r#"{"p":[{"patient_id":[]}]}"#,
    ] {
        let (outcome, requests) = found("/p", body);
        let error = outcome.fails("HR_E_OTHER_PATIENT");
        assert_eq!(error.json["step"], "hr_patient_get");
        assert!(!error.text.contains("253072A07300443") && !error.text.contains(NIR));
        assert_eq!(requests, 2, "{body}");
    }
}

#[test]
fn a_list_of_several_is_given_as_it_was_written() {
    for (pointer, body, hits) in [
        (
            "/p",
            r#"{"p":[ {"n":1.50} ,{"n":-0}],"x":1}"#,
            vec![r#"{"n":1.50}"#, r#"{"n":-0}"#],
        ),
        (
            "",
            r#"[{"a":"é"},{"a":"\u00e9"}]"#,
            vec![r#"{"a":"é"}"#, r#"{"a":"\u00e9"}"#],
        ),
        ("/p", r#"{"p":[null,null]}"#, vec!["null", "null"]),
    ] {
        let (outcome, requests) = found(pointer, body);
        let error = outcome.fails("HR_E_CHOICE");
        assert_eq!(error.str("ask"), "traits");
        for hit in &hits {
            let raw = format!("\"value\":null,\"raw\":{hit}}}");
            assert!(error.text.contains(&raw), "{}", error.text);
        }
        assert_eq!(error.json["choices"].as_array().unwrap().len(), hits.len());
        assert_eq!(requests, 1, "nobody was read");
    }
}

#[test]
fn an_empty_list_is_nobody() {
    for (pointer, body) in [("/p", r#"{"p":[ ]}"#), ("", "[]")] {
        let (outcome, requests) = found(pointer, body);
        let error = outcome.fails("HR_E_NOT_FOUND");
        error
            .json
            .has(json!({"at": "service", "http_status": 200, "step": "hr_patient_search"}));
        error.says("message", "No patient was found");
        assert_eq!(requests, 1);
    }
}

#[test]
fn a_pointer_that_leads_to_no_list_is_named() {
    for (pointer, body) in [
        ("/patients", r#"{"patient":[{}]}"#),
        ("/patients", r#"{"patients":{"0":{}}}"#),
        ("/patients", r#"{"patients":null}"#),
        ("/patients", r#"{"patients":"[]"}"#),
        ("/patients", r#"{"patients":1}"#),
        ("/patients", r#"{"patients":[null]}"#),
        ("/patients", r#"{"patients":[0]}"#),
        ("/patients", r#"{"patients":[""]}"#),
        ("/patients", r#"{"patients":["1"]}"#),
        ("/patients", r#"{"patients":[false]}"#),
        ("/patients", r#"{"patients":[[]]}"#),
        ("/p", r#"{"p":[{"patient_id":"1","patient_id":"1"}]}"#),
        ("/patients", r#"{"patients":[{}],"patients":[{},{}]}"#),
        ("/patients", r#"{"patients":[{}],"p\u0061tients":[{},{}]}"#),
        ("/a/b", r#"{"a":{"b":[{}],"b":[{}]}}"#),
        ("/a/b", r#"{"a":{"b":[{}]},"a":{"b":[]}}"#),
        ("/0", "[]"),
        ("", "{}"),
        ("", "\"[]\""),
        ("", ""),
        ("", "Aucun patient"),
    ] {
        let (outcome, requests) = found(pointer, body);
        let error = outcome.fails("HR_E_REPLY");
        for key in ["remedy", "remedy_fr"] {
            assert!(
                error.str(key).contains("patients_pointer"),
                "{}",
                error.text
            );
        }
        assert_eq!(error.json["at"], "service", "{body}");
        error
            .json
            .has(json!({"http_status": 200, "step": "hr_patient_search", "choices": null}));
        assert_eq!(requests, 1, "{body}");
    }
}
