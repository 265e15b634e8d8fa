//! Step 4: in which situation the professional works.

use hr_sandbox::{Call, Fault};
use serde_json::{Value, json};
use testkit::*;

use super::{at, choices, stage, with_card};

const PROFILE: &str = r#"{ "demande" : "situations" }"#;

/// The host's configuration says nothing of what step 4 needs.
#[test]
fn a_choice_of_situation_goes_on_without_a_pin() {
    let stage = stage();
    let nothing = json!({"profile": null, "situations_pointer": null});
    let host = Host::with(&stage.sandbox, nothing);
    let asked = with_card(&host, &stage.locum, Some(PIN_MANY), json!({}));
    assert!(choices(asked, "profile").is_empty());
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
    let open = host.connect(Some(&request), None).ok();
    open.has(json!({"card": null, "login": null, "profile": null, "identified": false}));
    // It is chosen: nobody is asked again.
    host.connect(None, None).ok().next("hr_patient_search");
    host.connect(Some("{}"), None).ok();
    stage.received([1, 1, 1, 1, 1]);
    // Another profile by its single step: the situation is to be selected again.
    host.profile_put("{}").ok().next("hr_profile_select");
    assert!(choices(host.connect(None, None), "situation").is_empty());
    host.profile_select("cabinet").ok();
    host.connect(None, None).ok().next("hr_patient_search");
    stage.received([1, 1, 1, 2, 2]);
    assert_eq!(stage.presented(), 1);
}

#[test]
fn a_configured_profile_is_put_once_and_its_situations_are_the_choices() {
    let stage = stage();
    let profile = json!({"demande": "situations"});
    let with = |pointer: &str| json!({"profile": profile, "situations_pointer": pointer});
    let host = Host::with(&stage.sandbox, with("/situations"));
    let asked = with_card(&host, &stage.locum, Some(PIN_MANY), json!({}));
    let asked = choices(asked, "situation");
    assert_eq!(asked.len(), 3);
    for choice in &asked {
        let id = &choice["raw"]["id"];
        choice.has(json!({"value": {"situation_id": id}}));
        choice.says("label", id.as_str().unwrap());
    }
    let put = &stage.sandbox.requests_of(Call::ProfilePut)[0];
    assert_eq!(put.body, profile.to_string().as_bytes());
    let chosen = asked[1]["value"].to_string();
    host.connect(Some(&chosen), None).ok();
    stage.received([1, 1, 1, 1, 1]);
    // Where no list is, the whole reply is given.
    let lost = Host::with(&stage.sandbox, with("/nowhere"));
    let reply = with_card(&lost, &stage.locum, Some(PIN_MANY), json!({}));
    let reply = choices(reply, "situation");
    assert_eq!(reply[0]["raw"]["situations"].as_array().unwrap().len(), 3);
    stage.received([2, 2, 2, 2, 1]);
}

#[test]
fn profile_and_situation_given_at_once_need_no_stop() {
    let stage = stage();
    let host = stage.host();
    let both = json!({"profile": {"a": 1}, "situation_id": "situation/2 é"});
    let open = with_card(&host, &stage.locum, Some(PIN_MANY), both.clone()).ok();
    for step in ["login", "profile", "situation"] {
        assert_eq!(open.json[step]["outcome"], "accepted");
    }
    stage.received([1, 1, 1, 1, 1]);
    let selected = &stage.sandbox.requests_of(Call::ProfileSelect)[0];
    assert!(selected.path.ends_with("/situation%2F2%20%C3%A9/select"));
    // Where the professional is identified they are left out.
    let open = with_card(&host, &stage.doctor, Some(PIN), both.clone()).ok();
    open.has(json!({"profile": null, "situation": null}));
    host.connect(Some(&both.to_string()), None).ok();
    stage.received([1, 2, 2, 1, 1]);
}

#[test]
fn where_the_login_does_not_say_nothing_is_asked_for() {
    let stage = stage();
    let host = Host::with(&stage.sandbox, json!({"identified_field": null}));
    let open = with_card(&host, &stage.locum, Some(PIN_MANY), json!({})).ok();
    open.has(json!({"identified": null}));
    stage.received([1, 1, 1, 0, 0]);
    let profile = r#"{"profile":{}}"#;
    choices(host.connect(Some(profile), None), "situation");
    stage.received([1, 1, 1, 1, 0]);
}

#[test]
fn a_failure_of_step_4_leaves_the_session_unless_the_service_ended_it() {
    let stage = stage();
    let host = stage.host();
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
    let only = r#"{"situation_id":"cabinet"}"#;
    host.connect(Some(only), None).ok();
    stage.received([1, 1, 1, 2, 2]);
    assert_eq!(stage.presented(), 1);

    stage.fault(Fault::on(Call::ProfilePut).status(401));
    let ended = with_card(&host, &stage.locum, Some(PIN_MANY), json!({"profile": {}}));
    let ended = ended.fails("HR_E_UNAUTHORIZED");
    at(ended, Some("hr_profile_put"), false);
    assert_eq!(host.state().json["session"], false);
}

/// What had no answer may be taken later, behind another one that was accepted.
#[test]
fn another_choice_behind_one_without_an_answer_needs_a_new_login() {
    let stage = stage();
    let host = stage.host();
    let log_in = || drop(with_card(&host, &stage.locum, Some(PIN_MANY), json!({})));
    let choose = |profile: &str, situation: &str| {
        let request = json!({"profile": {"a": profile}, "situation_id": situation});
        host.connect(Some(&request.to_string()), None)
    };
    for (call, step, profile, situation) in [
        (Call::ProfilePut, "hr_profile_put", "r", "cabinet"),
        (
            Call::ProfileSelect,
            "hr_profile_select",
            "p",
            "situation/2 é",
        ),
    ] {
        log_in();
        choose("p", "cabinet").ok();
        stage.fault(Fault::on(call).status(504).times(1));
        let failed = choose(profile, situation).fails("HR_E_SERVER");
        at(failed, Some(step), true);
        // Which one it is now, a person says. A profile is put again with the next one.
        if call == Call::ProfileSelect {
            choices(host.connect(None, None), "situation");
        }
        choose(profile, situation).ok();
        let before = stage.sandbox.requests_of(call).len();
        let ended = choose("q", "cabinet").fails("HR_E_STATE");
        at(ended, Some(step), false).has(json!({"ending": "login_needed"}));
        assert_eq!(stage.sandbox.requests_of(call).len(), before);
        log_in();
        choose("q", "cabinet").ok();
    }
}

/// R230: the profile of before counted as the one that the service has.
#[test]
fn a_profile_is_put_again_behind_another_one() {
    let stage = stage();
    let host = stage.host();
    let wanted = |profile: &str| json!({"profile": {"a": profile}, "situation_id": "cabinet"});
    let open = with_card(&host, &stage.locum, Some(PIN_MANY), wanted("p")).ok();
    let choose = |profile: &str| host.connect(Some(&wanted(profile).to_string()), None);
    choose("p").ok();
    assert_eq!(stage.sandbox.requests_of(Call::ProfilePut).len(), 1);
    // One that another handle of the session has put, and one whose answer says nothing.
    let [url, bearer] = ["serviceUrl", "bearer"].map(|name| open.json["login"][name].as_str());
    let other = stage.host();
    assert_eq!(other.session_set(url.unwrap(), bearer.unwrap()), 0);
    other.profile_put(r#"{"a":"r"}"#).ok();
    choose("p").ok();
    let acted = Fault::on(Call::ProfilePut).act().status(500).times(1);
    stage.fault(acted);
    choose("r").fails("HR_E_SERVER");
    choose("p").ok();
    let put = stage.sandbox.requests_of(Call::ProfilePut);
    let put = put.iter().map(|put| put.body.as_slice());
    let [p, r] = [&br#"{"a":"p"}"#[..], &br#"{"a":"r"}"#[..]];
    assert_eq!(put.collect::<Vec<_>>(), [p, r, p, r, p]);
}
