//! Whose record it is, and whether it may be opened: an update is made where the parameters ask for one and the host gives it,
//! and the patient is read again.

use serde_json::{Value, json};
use testkit::Members;
use testkit::record::parameters;

use super::stage::*;

/// How many a search finds; `any` is one where nothing says so. Whom the readings give, the last one again and again: the
/// patient, who consents or not, or another one. Of the request traits, patient_id and update. The code, what is asked, and
/// the steps that are requested.
const CASES: &str = "
    two   yes       t    HR_E_CHOICE         traits   search
    two   yes       tp   HR_OK               -        search get open send
    none  yes       t    HR_E_NOT_FOUND      -        search
    404   yes       t    HR_E_NOT_FOUND      -        search
    any   yes       t    HR_E_CHOICE         patient  search get
    any   other     tp   HR_E_OTHER_PATIENT  -        search get
    one   other     tp   HR_E_OTHER_PATIENT  -        search get
    one   no        t    HR_E_CHOICE         update   search get
    one   no        tp   HR_E_CHOICE         update   search get
    one   no        tpu  HR_E_CHOICE         update   search get update get
    one   no,yes    tpu  HR_OK               -        search get update get open send
    one   no,other  tpu  HR_E_OTHER_PATIENT  -        search get update get
    one   yes       tpu  HR_OK               -        search get open send";

const UPDATE: &str = r#"{"alimentationConsent":true}"#;

fn stage(found: &str, readings: &str) -> Stage {
    let found = found.to_owned();
    let readings: Vec<String> = readings.split(',').map(str::to_owned).collect();
    Stage::new(move |step, number| match (step, &*found) {
        ("search", "two") => reply("200 OK", r#"{"patients":[{"nom":"A"},{"nom":"B"}]}"#),
        ("search", "none") => reply("200 OK", r#"{"patients":[]}"#),
        ("search", "404") => reply("404 Not Found", "{}"),
        ("get", _) => match &*readings[number.min(readings.len()) - 1] {
            "other" => reply("200 OK", parameters("planted-other-patient")),
            "no" => refusing(),
            _ => Answer::Usual,
        },
        _ => Answer::Usual,
    })
}

/// The service may carry out the first search behind the second one, and then speaks of its patient.
#[test]
fn after_a_search_without_an_answer_a_person_says_who_it_is() {
    for (first, is_open) in [
        (Answer::Silence, true),
        (reply("503 Busy", "{}"), true),
        (reply("404 Not Found", "{}"), false),
    ] {
        let stage = Stage::new(move |step, number| match (step, number) {
            ("search", 1) => first.clone(),
            ("get", 4) => refusing(),
            ("get", 5) if is_open => refusing(),
            _ => Answer::Usual,
        });
        let host = stage.host();
        let traits = json!({"patient": traits()}).to_string();
        assert!(host.patient_find(&traits).code < 0);
        let found = host.patient_find(&traits);
        host.deposit(&request(&stage, "tp")).ok();
        host.deposit(&request(&stage, "tp")).ok();
        let updated = host.deposit(&request(&stage, "tpu"));
        if is_open {
            found.fails("HR_E_CHOICE").has(json!({"ask": "patient"}));
            let ended = json!({"step": "hr_patient_update", "ending": "login_needed"});
            updated.fails("HR_E_STATE").has(ended.clone());
            // The same session is not another one.
            assert_eq!(host.session_set(&stage.server.url(), "bearer"), 0);
            host.deposit(&request(&stage, "tpu")).has(ended);
        } else {
            found.ok();
            updated.ok();
        }
        let log = stage.log();
        let updates = log.iter().filter(|step| *step == "update");
        assert_eq!(updates.count(), usize::from(!is_open));
    }
}

fn request(stage: &Stage, members: &str) -> Value {
    let mut request = stage.request(stage.documents(&["a.pdf"]));
    if members.contains('p') {
        request["patient_id"] = json!(stage.patient);
    }
    if members.contains('u') {
        request["update"] = serde_json::from_str(UPDATE).unwrap();
    }
    request
}

#[test]
fn a_record_is_opened_when_it_is_certain_whose_it_is_and_that_it_may_be() {
    for row in CASES.trim().lines() {
        let row: Vec<&str> = row.split_whitespace().collect();
        let stage = stage(row[0], row[1]);
        let host = match row[0] {
            "any" => stage.host_with(json!({})),
            _ => stage.host(),
        };
        let ended = host.deposit(&request(&stage, row[2]));
        let steps = stage.log().join(" ");
        let steps: Vec<&str> = steps.trim_end_matches(" a.pdf").split(' ').collect();
        assert_eq!(steps, row[5..], "{row:?}");
        if row[3] == "HR_OK" {
            ended.ok();
            continue;
        }
        let ask = Some(row[4]).filter(|ask| *ask != "-");
        let ended = ended.fails(row[3]);
        let ended = ended.has(json!({"ask": ask, "outcome": null}));
        assert_eq!(words(&ended.json, "outcome"), "not_sent");
        assert!(!ended.text.contains("planted-other"), "{}", ended.text);
        // Nobody is the current patient now, but whom a person is asked about.
        if ask.is_none_or(|ask| ask == "traits") {
            host.patient_get().fails("HR_E_STATE");
            let current = json!({"patient_id": "planted-other-patient", "documents": []});
            host.deposit(&current).fails("HR_E_ARGUMENT");
        }
        if row[5..].contains(&"update") {
            assert_eq!(stage.server.requests()[2].body, UPDATE.as_bytes());
            let other = (row[1] == "no,other").then_some("other_patient_updated");
            assert_eq!(ended.json["reason"], json!(other));
        }
    }
}

#[test]
fn what_a_person_chooses_from_makes_the_next_request() {
    let two = stage("two", "yes");
    let asked = two.host().deposit(&request(&two, "t"));
    let asked = asked.fails("HR_E_CHOICE");
    let shown = |nom| json!({"label": nom, "label_fr": nom, "value": null, "raw": {"nom": nom}});
    asked.has(json!({"choices": [shown("A"), shown("B")]}));

    let any = stage("any", "yes");
    let host = any.host_with(json!({}));
    let request = request(&any, "t");
    let asked = host.deposit(&request).fails("HR_E_CHOICE").json;
    let chosen = &asked["choices"][0]["value"];
    assert_eq!(*chosen, json!({"patient_id": any.patient}));
    // The person says yes: no traits are needed, and the patient is read once more.
    let confirmed = json!({"patient_id": any.patient, "documents": request["documents"]});
    host.deposit(&confirmed).ok();
    assert_eq!(any.log()[2..], ["get", "open", "send a.pdf"]);
}

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
        let stage = Stage::but("get", None, reply("200 OK", parameters.to_string()));
        let request = request(&stage, "t");
        let asked = stage.host().deposit(&request).fails("HR_E_CHOICE").json;
        asked["choices"][0].has(json!({"value": {"patient_id": "planted"}, "raw": parameters}));
        asked.says("message", said);
    }
}

/// R231: one word of a person made a second update, over an opposition of meanwhile. Null was sent as an update.
#[test]
fn a_persons_word_counts_for_one_update() {
    let stage = stage("one", "no,no,yes,no,no,yes");
    let host = stage.host();
    let nothing = request(&stage, "tp").with(json!({"update": null, "record": null}));
    let given = request(&stage, "tpu");
    let steps = [
        (&nothing, true, 0),
        (&given, false, 1),
        (&given, true, 1),
        (&given, false, 2),
    ];
    for (request, is_asked, updates) in steps {
        let ended = host.deposit(request);
        assert_eq!(ended.json["ask"] == "update", is_asked, "{}", ended.text);
        let log = stage.log();
        let made = log.iter().filter(|step| *step == "update");
        assert_eq!(made.count(), updates, "{}", ended.text);
    }
}

#[test]
fn an_update_whose_end_is_not_known_stops_the_call() {
    let stage = Stage::new(|step, number| match (step, number) {
        ("get", 1) => refusing(),
        ("update", _) => Answer::Silence,
        _ => Answer::Usual,
    });
    let host = stage.host();
    let request = request(&stage, "tpu");
    let stopped = host.deposit(&request).fails("HR_E_IN_DOUBT");
    stopped.has(json!({"step": "hr_patient_update", "outcome": null}));
    // It may be carried out for whoever is searched for next.
    let ended = host.deposit(&request).fails("HR_E_STATE");
    ended.has(json!({"ending": "login_needed"}));
    // It had taken effect: the next call finds nothing to update.
    stage.host().deposit(&request).ok();
    assert_eq!(stage.log()[3..], ["search", "get", "open", "send a.pdf"]);
}
