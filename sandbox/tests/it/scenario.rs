//! Scenarios and settings that can, or cannot, be played.

use crate::client::*;
use hr_sandbox::{Card, Options, Sandbox, Scenario, StartError};
use serde_json::{Value, json};

const DEFAULT: &str = include_str!("../../scenarios/default.json");

#[test]
fn the_file_is_the_default() {
    let file = serde_json::to_value(Scenario::from_json(DEFAULT).unwrap()).unwrap();
    let built = serde_json::to_value(Scenario::default()).unwrap();
    let empty = serde_json::to_value(Scenario::from_json("{}").unwrap()).unwrap();
    assert_eq!(file, built);
    assert_eq!(empty, built);
    assert_eq!(built["cards"].as_array().unwrap().len(), 3);
    assert_eq!(built["patients"].as_array().unwrap().len(), 8);
}

#[test]
fn a_port_in_use_a_bad_prefix_and_a_scenario_that_contradicts_itself_are_reported() {
    let scenario = Scenario {
        cards: vec![Card::cps("1", "1234"), Card::vitale("1")],
        ..Scenario::default()
    };
    let start = |change: &dyn Fn(&mut Options)| {
        let mut options = Options::default();
        change(&mut options);
        Sandbox::start(options).err().unwrap()
    };
    let error = start(&|options| options.scenario = scenario.clone());
    assert!(matches!(error, StartError::Scenario(_)));
    let first = sandbox();
    let url = first.local_url();
    let port = url.rsplit_once(':').unwrap().1;
    let text = start(&|options| options.card_port = port.parse().unwrap()).to_string();
    assert!(
        text.contains("card client") && text.contains(port),
        "{text}"
    );
    for prefix in ["service", "/a//b", "/{a}", "/é"] {
        let error = start(&|options| options.service_prefix = prefix.into());
        assert!(matches!(error, StartError::Prefix(_)), "{prefix}");
    }
}

fn put(sandbox: &Sandbox, scenario: &Value) -> Reply {
    control(sandbox, "PUT", "/scenario", &scenario.to_string())
}

#[test]
fn a_saved_scenario_starts_as_things_were() {
    let sandbox = sandbox();
    try_login(&sandbox, ONE, "0000");
    sandbox.remove_card(SEVERAL);
    let pin = json!({ "serial": ONE, "pin": "4321" });
    post(&sandbox, "/cards/pin", pin);
    post(&sandbox, "/patients/2", json!({ "ins_qualified": true }));
    let saved = control(&sandbox, "GET", "/scenario", "");
    let text = String::from_utf8(saved.body.clone()).unwrap();
    assert!(!text.contains(&sandbox.license_bearer()));
    assert!(text.contains("123456789012345678901234567890"), "{text}");

    let again = Scenario::from_json(&text).unwrap();
    let again = sandbox_with(|options| options.scenario = again);
    assert_eq!(again.card_tries_left(ONE), Some(2));
    assert_eq!(again.card_token(SEVERAL), None);
    login(&again, ONE, "4321");
    let patients = |sandbox| get(sandbox, "/state?show=nir")["patients"].clone();
    assert_eq!(patients(&again), patients(&sandbox));
}

#[test]
fn another_scenario_is_played_at_once() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.open_record(PATIENT);
    session.upload(PATIENT, &document(b"x"));
    let other = json!({
        "license_bearer": "another", "pin_attempt": "used", "keep_bytes": 3, "max_upload_bytes": 1000,
        "identified_field": "known", "record_extra": {"extra": 1}, "service_prefix": "/service",
        "cards": [{
            "serial": "77", "type": "CPS", "pin": "1111", "holder": {}, "situations": [{"id": "a"}],
        }],
        "patients": [{
            "patient_id": "290017512345678", "nom": "SEULE", "prenom": "Ada", "sexe": "F",
            "date_naissance": "1990-01-02", "ins_qualified": true, "alimentation_consent": true,
        }],
    });
    let played = json!({ "cards": 1, "patients": 1 });
    assert_eq!(put(&sandbox, &other).json(), played);
    assert!(sandbox.documents().is_empty() && sandbox.requests().is_empty());
    assert_eq!(session.search("nom=EXEMPLE").status, 401);

    assert_eq!(sandbox.license_bearer(), "another");
    assert_eq!(sandbox.config_json()["identified_field"], "/known");
    let session = login(&sandbox, "77", "1111");
    assert_eq!(session.login["known"], json!(true));
    assert_eq!(session.search("nom=SEULE").status, 200);
    session.plays("GET | /patient | | 200 | /extra 1");
    session.open_record("290017512345678");
    let send = |bytes: &[u8]| session.upload("290017512345678", &document(bytes)).status;
    let statuses = [&b"abc"[..], b"abcd", &[b'x'; 1000]].map(send);
    assert_eq!(statuses, [201, 201, 413]);
    let documents = get(&sandbox, "/documents");
    let kept = [0, 1].map(|number| &documents[number]["kept"]);
    assert_eq!(kept, [true, false]);

    let pin = json!({ "serial": "77", "pin": "2222" });
    post(&sandbox, "/cards/pin", pin);
    sandbox.reset();
    login(&sandbox, "77", "1111");
    let kept = put(&sandbox, &json!({})).json();
    assert_eq!(kept, json!({ "cards": 3, "patients": 8 }));
    assert_eq!(sandbox.license_bearer(), "another", "left out, it stays");
    let same = json!({ "service_prefix": "/service/" });
    assert_eq!(put(&sandbox, &same).status, 200, "the slash does not count");
}
