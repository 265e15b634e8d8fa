//! `hr_patient_find`: how many are found, who is read, and what is never asked for. The oracle is what the service received.

use serde_json::{Value, json};
use testkit::record::parameters;
use testkit::*;

use super::deposit::stage::{Answer, Stage, refusing, reply, traits};

fn wanted(members: Value) -> String {
    json!({ "patient": traits() }).with(members).to_string()
}

/// Nobody can be read after it, and the search is the next step.
#[track_caller]
fn nobody_is_known(host: &Host) {
    host.state()
        .ok()
        .has(json!({"patient": false, "next": "hr_patient_search"}));
    host.patient_get().fails("HR_E_STATE");
}

#[test]
fn one_patient_is_found_and_read() {
    let stage = Stage::new(|step, number| match (step, number) {
        ("get", 3) => refusing(),
        _ => Answer::Usual,
    });
    let host = stage.host();
    let found = host.patient_find(&wanted(json!({}))).ok();
    let found = found.next("hr_dmp_open");
    let patient = json!({"may_receive": true, "patient_id": stage.patient, "http_status": 200});
    let found = found.has(patient);
    assert_eq!(found.json["search"]["patients"][0]["nom"], "EXEMPLE");
    let query = "?nom=EXEMPLE&prenom=H%C3%A9l%C3%A8ne&date_naissance=1955-08-14&sexe=F ";
    assert!(stage.server.requests()[0].head.contains(query));
    // Behind it the chain goes on, and the result has what hr_patient_get gives.
    let read = host.patient_get().ok();
    found.has(read.json);
    host.dmp_open(&stage.patient, None).ok();
    assert_eq!(stage.log(), ["search", "get", "get", "open"]);
    // A record that may not be opened is said to be so.
    let found = host.patient_find(&wanted(json!({}))).ok();
    let found = found.next("hr_patient_update");
    found.has(json!({"may_receive": false, "updateNeeded": true}));
}

#[test]
fn without_a_pointer_a_patient_is_read_and_not_verified() {
    let stage = Stage::accepting();
    let host = stage.host_with(json!({}));
    let asked = host.patient_find(&wanted(json!({}))).fails("HR_E_CHOICE");
    assert_eq!(asked.str("ask"), "patient");
    let choice = &asked.json["choices"][0];
    let id = json!({"patient_id": stage.patient});
    choice.has(json!({ "value": id }));
    choice["raw"].has(id.clone());
    choice.says("label", &stage.patient);
    nobody_is_known(&host);
    // A person has compared: the choice goes into the request.
    host.patient_find(&wanted(id.clone())).ok().has(id.clone());
    // Whoever is the current patient is read without a search.
    let found = host.patient_find(&id.to_string()).ok();
    found.has(json!({"search": null}));
    let steps = ["search", "get", "search", "get", "get"];
    assert_eq!(stage.log(), steps);
    let other = json!({"patient_id": "253072A07300443"}).to_string();
    host.patient_find(&other).fails("HR_E_ARGUMENT");
    assert_eq!(stage.log(), steps);
}

/// Where the list of patients is, and what a search replies.
type Replies = &'static [(&'static str, &'static str)];

const ONE: Replies = &[
    ("/patients", r#"{"patients":[{"nom":"EXEMPLE"}]}"#),
    ("", r#" [ {"rang":1} ] "#),
    ("/a/0/b~1c", r#"{"a":[{"b/c":[{}]}],"count":7}"#),
    ("/pat\u{e9}", r#"{"pat\u00e9":[{"patient_id":null}]}"#),
    ("/p", r#"{"p":[{"patient_id":"2550814168\u00302538"}]}"#),
    ("/p", r#"{"p":[{"patient_id":255081416802538}]}"#),
];
/// It contradicts who is read.
const ANOTHER: Replies = &[
    ("/p", r#"{"p":[{"patient_id":"253072A07300443"}]}"#),
    ("/p", r#"{"p":[{"patient_id":""}]}"#),
    ("/p", r#"{"p":[{"patient_id":[]}]}"#),
];
/// Two, as they are written.
const SEVERAL: Replies = &[
    ("/p", r#"{"p":[ {"n":1.50} ,{"n":-0}],"x":1}"#),
    ("", r#"[{"a":"é"},{"a":"\u00e9"}]"#),
    ("/p", r#"{"p":[null,null]}"#),
];
const NOBODY: Replies = &[("/p", r#"{"p":[ ]}"#), ("", "[]")];
const NO_LIST: Replies = &[
    ("/patients", r#"{"patient":[{}]}"#),
    ("/patients", r#"{"patients":{"0":{}}}"#),
    ("/patients", r#"{"patients":null}"#),
    ("/patients", r#"{"patients":"[]"}"#),
    ("/patients", r#"{"patients":[null]}"#),
    ("/patients", r#"{"patients":[0]}"#),
    ("/patients", r#"{"patients":["1"]}"#),
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
];

fn check(replies: Replies, code: &str, steps: &[&str], also: impl Fn(Outcome, &str)) {
    for (pointer, body) in replies {
        let given = Answer::Reply("200 OK".into(), "", (*body).to_owned());
        let stage = Stage::new(move |step, _| match step {
            "search" => given.clone(),
            _ => reply("200 OK", parameters("255081416802538")),
        });
        let host = stage.host_with(json!({ "patients_pointer": pointer }));
        let ended = host.patient_find(&wanted(json!({})));
        assert_eq!(stage.log(), steps, "{body}");
        if code == "HR_OK" {
            ended.clone().ok();
        } else {
            ended.clone().fails(code);
            nobody_is_known(&host);
        }
        also(ended, body);
    }
}

#[test]
fn a_list_decides_how_many_are_found() {
    let (searched, read) = (&["search"][..], &["search", "get"][..]);
    check(ONE, "HR_OK", read, |found, body| {
        assert!(found.text.contains(&format!("\"search\":{body}")));
    });
    check(ANOTHER, "HR_E_OTHER_PATIENT", read, |error, _| {
        let error = error.has(json!({"step": "hr_patient_get"}));
        assert!(!error.text.contains("253072A07300443"));
    });
    check(SEVERAL, "HR_E_CHOICE", searched, |error, body| {
        let error = error.has(json!({"ask": "traits", "step": "hr_patient_search"}));
        let choices = error.json["choices"].as_array().unwrap();
        assert!(choices.len() == 2 && choices.iter().all(|it| it["value"].is_null()));
        for raw in error.text.split("\"raw\":").skip(1) {
            let raw = &raw[..=raw.find('}').unwrap()];
            assert!(body.contains(raw.trim_end_matches('}')), "{raw}");
        }
    });
    check(NOBODY, "HR_E_NOT_FOUND", searched, |error, _| {
        let place = json!({"at": "service", "http_status": 200, "step": "hr_patient_search"});
        error.has(place).says("message", "No patient was found");
    });
    check(NO_LIST, "HR_E_REPLY", searched, |error, _| {
        let place = json!({"at": "service", "http_status": 200, "step": "hr_patient_search"});
        let error = error.has(place).has(json!({"choices": null}));
        error.says("remedy", "patients_pointer");
    });
}

/// A number does not tell the service which of several is meant: where it refuses to read one, they are the choice again; a
/// refusal for another reason is what it is.
#[test]
fn a_number_does_not_choose_among_several() {
    let two = r#"{"patients":[{"patient_id":"<P>"},{"patient_id":"2"}]}"#;
    for (status, code) in [
        ("409 Several", "HR_E_CHOICE"),
        ("429 Busy", "HR_E_RATE_LIMITED"),
    ] {
        let stage = Stage::new(move |step, _| match step {
            "search" => reply("200 OK", two),
            _ => reply(status, "{}"),
        });
        let host = stage.host();
        let request = wanted(json!({"patient_id": stage.patient}));
        let error = host.patient_find(&request).fails(code);
        if code == "HR_E_CHOICE" {
            error.has(json!({"ask": "traits"}));
        }
        assert_eq!(stage.log(), ["search", "get"]);
        nobody_is_known(&host);
    }
}

/// A page does not say that there is no such patient.
#[test]
fn a_step_that_fails_leaves_nobody_to_be_read() {
    const PAGE: &str = "content-type: text/html\r\n";
    // The service may yet carry out a search that it has not decided.
    for (answer, code, is_open) in [
        (reply("503 Busy", "{}"), "HR_E_SERVER", true),
        (reply("404 No", "{}"), "HR_E_NOT_FOUND", false),
        (
            Answer::Reply("404 No".into(), PAGE, "<p>".into()),
            "HR_E_REPLY",
            true,
        ),
        (Answer::Silence, "HR_E_INTERRUPTED", true),
        // No id that could stand in a path.
        (reply("200 OK", parameters("..")), "HR_E_REPLY", false),
    ] {
        for (step, name) in [("search", "hr_patient_search"), ("get", "hr_patient_get")] {
            let stage = Stage::but(step, Some(2), answer.clone());
            let host = stage.host();
            host.patient_find(&wanted(json!({}))).ok();
            let error = host.patient_find(&wanted(json!({}))).fails(code);
            error.has(json!({"step": name, "outcome": null}));
            nobody_is_known(&host);
            let next = host.patient_find(&wanted(json!({})));
            match step == "search" && is_open {
                true => next.fails("HR_E_CHOICE"),
                false => next.ok(),
            };
        }
    }
    let stage = Stage::but("get", None, reply("401 No", "{}"));
    let host = stage.host();
    host.patient_find(&wanted(json!({})))
        .fails("HR_E_UNAUTHORIZED");
    let error = host.patient_find(&wanted(json!({}))).fails("HR_E_STATE");
    error.says("remedy", "hr_login");
    assert_eq!(stage.log(), ["search", "get"]);
}

#[test]
fn nobody_looks_through_more_than_a_thousand() {
    let many = format!(r#"{{"patients":[{{}}{}]}}"#, ",{}".repeat(5_000));
    let stage = Stage::but("search", None, reply("200 OK", many));
    let asked = stage.host().patient_find(&wanted(json!({})));
    let asked = asked.fails("HR_E_CHOICE").json;
    assert_eq!(asked["choices"].as_array().unwrap().len(), 1_000);
}

#[test]
fn traits_are_sent_as_given() {
    let stage = Stage::accepting();
    let request = r#"{"patient":{"sexe":"","nom":"D'\u00e9tang & fils","prenom":null}}"#;
    stage.host().patient_find(request).ok();
    let sent = &stage.server.requests()[0].head;
    let query = "?nom=D%27%C3%A9tang%20%26%20fils&sexe= HTTP";
    assert!(sent.contains(query), "{sent}");
}
