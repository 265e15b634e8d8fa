//! Step 4: in which situation the professional works.

use hr_sandbox::{Call, Fault};
use serde_json::{Value, json};
use testkit::*;

use super::{Stage, at, choices, stage, with_card};

const PROFILE: &str = r#"{ "demande" : "situations" }"#;

/// A host of the sandbox whose configuration does not say what step 4 needs.
fn unprofiled(stage: &Stage) -> Host {
    let nothing = json!({"profile": null, "situations_pointer": null});
    Host::with(&stage.sandbox, nothing)
}

#[test]
fn a_choice_of_situation_goes_on_without_a_pin() {
    let stage = stage();
    let host = unprofiled(&stage);
    let nothing = with_card(&host, &stage.locum, Some(PIN_MANY), json!({}));
    assert!(choices(nothing, "profile").is_empty());
    stage.received([1, 1, 1, 0, 0]);
    assert!(choices(host.connect(None, None), "profile").is_empty());
    stage.received([1, 1, 1, 0, 0]);

    let profile = format!(r#"{{"profile": {PROFILE} }}"#);
    let asked = choices(host.connect(Some(&profile), None), "situation");
    assert_eq!((asked.len(), &asked[0]["value"]), (1, &Value::Null));
    let reply = &asked[0]["raw"];
    assert_eq!(reply["situations"].as_array().unwrap().len(), 3);
    let put = &stage.sandbox.requests_of(Call::ProfilePut)[0];
    assert_eq!(put.body, PROFILE.as_bytes(), "byte for byte");
    stage.received([1, 1, 1, 1, 0]);

    // What was accepted is not put again.
    let id = &reply["situations"][1]["id"];
    let request = format!(r#"{{"profile": {PROFILE} , "situation_id": {id}}}"#);
    let open = host
        .connect(Some(&request), None)
        .ok()
        .next("hr_patient_search");
    for absent in ["card", "login", "profile"] {
        assert_eq!(open.json[absent], Value::Null);
    }
    assert_eq!(open.json["situation"]["raw"]["situation"]["id"], *id);
    assert_eq!(open.json["identified"], false);
    stage.received([1, 1, 1, 1, 1]);
    // It is chosen: nobody is asked again.
    host.connect(None, None).ok().next("hr_patient_search");
    host.connect(Some("{}"), None).ok();
    stage.received([1, 1, 1, 1, 1]);
    assert_eq!(stage.presented(), 1);
}

/// What the sandbox writes for a host is enough: one login, one question, one answer.
#[test]
fn the_sandbox_s_own_configuration_leads_to_the_choice_of_a_situation() {
    let stage = stage();
    let host = Host::of(&stage.sandbox);
    let asked = with_card(&host, &stage.locum, Some(PIN_MANY), json!({}));
    let asked = asked.fails("HR_E_CHOICE");
    asked
        .json
        .has(json!({"ask": "situation", "ending": "open"}));
    let chosen = asked.json["choices"][1]["value"].to_string();
    let open = host.connect(Some(&chosen), None).ok();
    assert_eq!(open.str("ending"), "open");
    open.next("hr_patient_search");
    stage.received([1, 1, 1, 1, 1]);
    assert_eq!(stage.presented(), 1);
}

/// The configuration says once what every login needs.
#[test]
fn a_configured_profile_is_put_once_and_its_situations_are_the_choices() {
    let stage = stage();
    let profile = json!({"demande": "situations"});
    let with = |pointer: &str| json!({"profile": profile, "situations_pointer": pointer});
    let host = Host::with(&stage.sandbox, with("/situations"));
    let asked = choices(
        with_card(&host, &stage.locum, Some(PIN_MANY), json!({})),
        "situation",
    );
    assert_eq!(asked.len(), 3);
    for choice in &asked {
        assert_eq!(
            choice["value"],
            json!({"situation_id": choice["raw"]["id"]})
        );
        let label = choice["label"].as_str().unwrap();
        assert!(
            label.contains(choice["raw"]["id"].as_str().unwrap()),
            "{label}"
        );
    }
    let id = &asked[1]["raw"]["id"];
    let put = &stage.sandbox.requests_of(Call::ProfilePut)[0];
    assert_eq!(put.body, profile.to_string().as_bytes());
    let chosen = asked[1]["value"].to_string();
    host.connect(Some(&chosen), None)
        .ok()
        .next("hr_patient_search");
    stage.received([1, 1, 1, 1, 1]);
    // Whoever is identified needs none.
    with_card(&host, &stage.doctor, Some(PIN), json!({})).ok();
    stage.received([1, 2, 2, 1, 1]);
    // Where no list is, the whole reply is given.
    let lost = Host::with(&stage.sandbox, with("/nowhere"));
    let reply = choices(
        with_card(&lost, &stage.locum, Some(PIN_MANY), json!({})),
        "situation",
    );
    assert_eq!(reply[0]["raw"]["situations"].as_array().unwrap().len(), 3);
    // A situation that the host knows is selected behind the profile.
    let known = json!({"situation_id": id});
    let other = Host::with(&stage.sandbox, with("/situations"));
    with_card(&other, &stage.locum, Some(PIN_MANY), known).ok();
    let calls =
        [Call::ProfilePut, Call::ProfileSelect].map(|call| stage.sandbox.requests_of(call).len());
    assert_eq!(calls, [3, 2]);
}

#[test]
fn profile_and_situation_given_at_once_need_no_stop() {
    let stage = stage();
    let host = Host::of(&stage.sandbox);
    let both = json!({"profile": {"a": 1}, "situation_id": "situation/2 é"});
    let open = with_card(&host, &stage.locum, Some(PIN_MANY), both).ok();
    assert_eq!(open.json["profile"]["outcome"], "accepted");
    assert_eq!(open.json["situation"]["outcome"], "accepted");
    assert!(open.json["login"]["bearer"].is_string());
    open.next("hr_patient_search");
    stage.received([1, 1, 1, 1, 1]);
    let selected = &stage.sandbox.requests_of(Call::ProfileSelect)[0];
    assert!(selected.path.ends_with("/situation%2F2%20%C3%A9/select"));
}

#[test]
fn step_4_is_left_out_where_the_professional_is_identified() {
    let stage = stage();
    let host = Host::of(&stage.sandbox);
    let both = json!({"profile": {}, "situation_id": "1"});
    let open = with_card(&host, &stage.doctor, Some(PIN), both.clone()).ok();
    open.json.has(json!({"profile": null, "situation": null}));
    host.connect(Some(&both.to_string()), None).ok();
    stage.received([1, 1, 1, 0, 0]);
}

#[test]
fn where_the_login_does_not_say_nothing_is_asked_for() {
    let stage = stage();
    let host = Host::with(&stage.sandbox, json!({"identified_field": null}));
    let open = with_card(&host, &stage.locum, Some(PIN_MANY), json!({})).ok();
    assert_eq!(open.json["identified"], Value::Null);
    stage.received([1, 1, 1, 0, 0]);
    let profile = r#"{"profile":{}}"#;
    choices(host.connect(Some(profile), None), "situation");
    stage.received([1, 1, 1, 1, 0]);
}

#[test]
fn a_failure_of_step_4_leaves_the_session() {
    let stage = stage();
    let host = Host::of(&stage.sandbox);
    let both = json!({"profile": {}, "situation_id": "cabinet"});
    stage.fault(Fault::on(Call::ProfilePut).status(500).times(1));
    let failed = with_card(&host, &stage.locum, Some(PIN_MANY), both.clone());
    let failed = failed.fails("HR_E_SERVER").outcome("unknown");
    at(failed, Some("hr_profile_put"), true);
    stage.received([1, 1, 1, 1, 0]);
    stage.fault(Fault::on(Call::ProfileSelect).status(404).times(1));
    let failed = host.connect(Some(&both.to_string()), None);
    let failed = failed.fails("HR_E_NOT_FOUND").outcome("rejected");
    at(failed, Some("hr_profile_select"), true);
    host.state().ok().next("hr_profile_select");
    let only = r#"{"situation_id":"cabinet"}"#;
    host.connect(Some(only), None)
        .ok()
        .next("hr_patient_search");
    stage.received([1, 1, 1, 2, 2]);
    assert_eq!(stage.presented(), 1);
}

#[test]
fn a_session_that_the_service_ended_is_not_said_to_be_open() {
    let stage = stage();
    let host = Host::of(&stage.sandbox);
    stage.fault(Fault::on(Call::ProfilePut).status(401));
    let ended = with_card(&host, &stage.locum, Some(PIN_MANY), json!({"profile": {}}));
    at(
        ended.fails("HR_E_UNAUTHORIZED"),
        Some("hr_profile_put"),
        false,
    );
    assert_eq!(host.state().json["session"], false);
    stage.received([1, 1, 1, 1, 0]);
}

#[test]
fn steps_and_calls_mix() {
    let stage = stage();
    let host = unprofiled(&stage);
    host.ticket().ok();
    let token = host.token(&stage.locum);
    host.login(&token, PIN_MANY).ok();
    choices(host.connect(None, None), "profile");
    host.profile_put("{}").ok();
    host.connect(Some(r#"{"situation_id":"cabinet"}"#), None)
        .ok();
    // Another profile: the situation is to be selected again.
    host.profile_put("{}").ok().next("hr_profile_select");
    assert!(choices(host.connect(None, None), "situation").is_empty());
    host.profile_select("cabinet").ok();
    host.connect(None, None).ok().next("hr_patient_search");
    stage.received([1, 1, 1, 2, 2]);

    let login = host.login(&host.token(&stage.locum), PIN_MANY).ok();
    choices(host.connect(None, None), "profile");
    let other = Host::of(&stage.sandbox);
    assert_eq!(
        other.session_set(&login.str("serviceUrl"), &login.str("bearer")),
        0
    );
    let open = other.connect(None, None).ok();
    assert_eq!(open.json["identified"], Value::Null);
}
