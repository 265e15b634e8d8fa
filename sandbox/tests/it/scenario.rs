//! Scenarios and settings that can, or cannot, be played.

use crate::client::*;
use hr_sandbox::{Card, Options, Sandbox, Scenario, StartError};
use serde_json::json;

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
fn what_cannot_be_played_is_named() {
    let card = |change: &str| {
        format!(r#"{{"cards":[{{"serial":"1","type":"CPS","holder":{{}},{change}}}]}}"#)
    };
    for (text, word) in [
        ("[", "cannot be read"),
        (r#"{"licence_bearer":"x"}"#, "licence_bearer"),
        (r#"{"license_bearer":"é"}"#, "license_bearer"),
        (r#"{"identified_field":"bearer"}"#, "identified_field"),
        (r#"{"pin_attempt":"both"}"#, "both"),
        (&card(r#""situations":[{"id":"1"}]"#), "needs a pin"),
        (&card(r#""pin":"1""#), "needs a situation"),
        (
            &card(r#""pin":"1","tries":0,"situations":[{"id":"1"}]"#),
            "at least 1",
        ),
        (
            &card(r#""pin":"1","situations":[{"id":"1"},{"id":"1"}]"#),
            "differ",
        ),
        (&card(r#""pin":"1","reader":1"#), "reader"),
    ] {
        let error = Scenario::from_json(text).unwrap_err().to_string();
        assert!(error.contains(word), "{text}: {error}");
    }
}

#[test]
fn a_scenario_built_by_hand_is_checked_too() {
    let scenario = Scenario {
        cards: vec![Card::cps("1", "1234"), Card::vitale("1")],
        ..Scenario::default()
    };
    let started = Sandbox::start(Options {
        scenario,
        ..Options::default()
    });
    assert!(matches!(started, Err(StartError::Scenario(_))));
}

#[test]
fn settings_of_the_scenario_are_played() {
    let scenario = Scenario::from_json(
        r#"{"license_bearer":"L","identified_field":"estIdentifie","service_prefix":"/api/"}"#,
    );
    let sandbox = Sandbox::start(Options {
        scenario: scenario.unwrap(),
        ..Options::default()
    })
    .unwrap();
    assert!(sandbox.service_url().ends_with("/api/"));
    assert_eq!(sandbox.license_bearer(), "L");
    assert_eq!(
        sandbox.config_json()["identified_field"],
        json!("/estIdentifie")
    );
    let login = try_login(&sandbox, ONE, "1234").json();
    assert_eq!(login["estIdentifie"], json!(true));
}

#[test]
fn a_port_in_use_and_a_bad_prefix_are_told() {
    let first = sandbox();
    let port = first
        .local_url()
        .rsplit_once(':')
        .unwrap()
        .1
        .parse()
        .unwrap();
    let second = Sandbox::start(Options {
        card_port: port,
        ..Options::default()
    });
    let text = second.err().unwrap().to_string();
    assert!(
        text.contains("card client") && text.contains(&port.to_string()),
        "{text}"
    );
    for prefix in ["service", "/a//b", "/{a}", "/é"] {
        let started = Sandbox::start(Options {
            service_prefix: prefix.into(),
            ..Options::default()
        });
        assert!(matches!(started, Err(StartError::Prefix(_))), "{prefix}");
    }
}
