//! Addresses that a session may not be used with: refused wherever they come from, and nothing is sent
//! behind them.

mod table;

use hr::code::{HR_E_ARGUMENT, HR_OK};
use hr_sandbox::{Call, Options};
use serde_json::{Value, json};
use table::*;
use testkit::fault_proxy::{End, Endpoint, FaultProxy, Oracle, SandboxResponse, Script, Sends};
use testkit::*;

/// A PIN that no ticket or port holds by chance.
const SECRET: &str = "730152649184";

/// Logs in at a card client that gives this address; gives what is wrong.
fn through_login(
    make: impl Fn(&FaultProxy) -> Option<Value>,
    plain: bool,
    word: &str,
) -> Vec<String> {
    let mut options = own_cards(Options::default());
    options.scenario.cards[0].pin = Some(SECRET.to_owned());
    let fault_proxy = FaultProxy::start(options, None).unwrap();
    let planted = [
        ("pin", SECRET.to_owned()),
        ("license", fault_proxy.sandbox().license_bearer()),
    ];
    let mut config = fault_proxy.config_json();
    config["allow_plain_http"] = plain.into();
    let host = Host::open(&config);
    host.ticket().ok();
    let ready = host.ready().ok();
    let serial = serial_of(&ready, CPS);
    let token = host.token(CPS);
    let url = make(&fault_proxy);
    let shown = format!("{url:?}");
    let reply = Sends::made(move |answer: &SandboxResponse| {
        let mut body: Value = serde_json::from_slice(&answer.body).unwrap();
        assert!(body["bearer"].is_string(), "{body}");
        match &url {
            Some(url) => body["serviceUrl"] = url.clone(),
            None => drop(body.as_object_mut().unwrap().remove("serviceUrl")),
        }
        answer.body(body.to_string()).with("")
    });
    let end = End::Close;
    fault_proxy.arm(
        Call::Login,
        1,
        Script {
            sends: reply,
            end,
            ..Script::default()
        },
    );
    let (connections, requests) = fault_proxy.counts();
    let login = host.login(&token, SECRET);
    let afterwards = [
        host.patient_get(),
        host.patient_search(QUALIFIED),
        host.request("GET", "/x", None),
        host.dmp_open("1", None),
    ];
    let state = host.state();
    let once = (connections + 1, requests + 1);
    let quiet = fault_proxy.counts() == once;
    drop(host);
    let oracle: Oracle = fault_proxy.finish();
    let silent = [Endpoint::Service, Endpoint::Decoy]
        .iter()
        .all(|endpoint| oracle.connections(*endpoint) == 0);
    let mut wrong = Vec::new();
    let mut must = |fact: bool, what: &str| {
        if !fact {
            wrong.push(format!("{shown}: {what}: {}", login.text));
        }
    };
    must(login.json["name"] == "HR_E_REPLY", "refused");
    must(login.json["outcome"] == word, word);
    must(login.str("remedy").contains("serviceUrl"), "named");
    must(quiet && silent, "nothing is sent afterwards");
    must(
        oracle
            .issued_secrets()
            .iter()
            .any(|(name, _)| *name == "bearer"),
        "a bearer was given",
    );
    must(oracle.misplaced(&planted).is_empty(), "no secret elsewhere");
    must(
        oracle.sandbox.pin_presentations(&serial) == 1,
        "one presentation",
    );
    must(state.json["session"] == false, "no session");
    must(
        afterwards.iter().all(|it| it.json["name"] == "HR_E_STATE"),
        "HR_E_STATE afterwards",
    );
    wrong
}

#[test]
fn a_login_that_gives_a_bad_address_opens_nothing() {
    let mut wrong = Vec::new();
    let (mut texts, mut others) = (0, 0);
    for (patterns, plain) in [(bad(), true), (PLAIN.map(str::to_owned).into(), false)] {
        for pattern in patterns {
            let make = |fault_proxy: &FaultProxy| Some(placed(&pattern, fault_proxy).into());
            wrong.extend(through_login(make, plain, "rejected"));
            texts += 1;
        }
    }
    let nul = |_: &FaultProxy| Some("https://service.example\0.example".into());
    wrong.extend(through_login(nul, true, "rejected"));
    texts += 1;
    for value in no_texts() {
        wrong.extend(through_login(|_| Some(value.clone()), true, "unknown"));
        others += 1;
    }
    wrong.extend(through_login(|_| None, true, "unknown"));
    println!(
        "serviceUrl of a login: {texts} bad addresses and {} values that are no address, wrong {}",
        others + 1,
        wrong.len()
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What makes the table above mean something: these are taken.
#[test]
fn good_addresses_are_taken() {
    let host = Host::open(&json!({}));
    for url in GOOD {
        assert_eq!(host.session_set(url, "bearer"), HR_OK, "{url}");
        let config = json!({ "license_url": url }).to_string();
        Host(Host::try_open(&config).0).state().ok();
    }
    for url in &GOOD[5..] {
        Host::open(&json!({ "local_url": url }));
    }
    let plain = Host::open(&json!({"allow_plain_http": true}));
    for url in PLAIN {
        let url = url.replace("{port}", "1");
        assert_eq!(plain.session_set(&url, "bearer"), HR_OK, "{url}");
    }
}

#[test]
fn a_bad_address_is_refused_as_an_argument_and_in_the_configuration() {
    let fault_proxy = FaultProxy::start(own_cards(Options::default()), None).unwrap();
    let mut tried = [0; 3];
    for (patterns, plain) in [(bad(), true), (PLAIN.map(str::to_owned).into(), false)] {
        let host = Host::open(&json!({ "allow_plain_http": plain }));
        for url in patterns.iter().map(|pattern| placed(pattern, &fault_proxy)) {
            assert_eq!(host.session_set(&url, "bearer"), HR_E_ARGUMENT, "{url}");
            assert_eq!(host.state().json["session"], false);
            host.patient_get().fails("HR_E_STATE");
            tried[0] += 1;
            in_the_configuration("license_url", &json!(url), plain);
            tried[1] += 1;
            // The card client may have a name: where it leads is looked at when it is reached.
            let named = !plain && url.contains(".example");
            if !named {
                in_the_configuration("local_url", &json!(url), plain);
                tried[2] += 1;
            }
        }
    }
    for value in no_texts() {
        in_the_configuration("license_url", &value, true);
        in_the_configuration("local_url", &value, true);
        tried[1] += 1;
        tried[2] += 1;
    }
    for url in [
        "https://10.0.0.1:48367",
        "http://8.8.8.8",
        "https://[2001:db8::1]",
        "http://169.254.0.1:48367",
        "http://[fe80::1]:48367",
        "http://128.0.0.1",
    ] {
        in_the_configuration("local_url", &json!(url), true);
        tried[2] += 1;
    }
    // SAFETY: NULL is what is tried.
    let null = unsafe {
        let bearer = c("bearer");
        let host = Host::open(&json!({}));
        hr::ffi::card::hr_session_set(
            host.0,
            std::ptr::null(),
            bearer.as_ptr(),
            std::ptr::null_mut(),
        )
    };
    assert_eq!(null, HR_E_ARGUMENT);
    assert_eq!(fault_proxy.counts(), (0, 0));
    println!(
        "refused: {} of hr_session_set, {} license_url, {} local_url; requests 0",
        tried[0] + 1,
        tried[1],
        tried[2]
    );
}

#[track_caller]
fn in_the_configuration(key: &str, url: &Value, plain: bool) {
    let config = json!({ key: url, "allow_plain_http": plain }).to_string();
    let (handle, outcome) = Host::try_open(&config);
    assert_eq!(handle, 0, "{key} {url}");
    let refused = outcome.fails("HR_E_CONFIG");
    refused.says("remedy", key);
}
