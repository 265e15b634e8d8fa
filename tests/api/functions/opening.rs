//! What `hr_open` refuses, and the settings that it reports.

use std::ffi::c_char;

use hr::ffi::handle;
use serde_json::json;
use testkit::*;

#[test]
fn open_names_what_it_cannot_use() {
    let mut number = 7;
    let none = std::ptr::null();
    let refused = call("hr_open", |out| unsafe {
        handle::hr_open(none, &mut number, out)
    });
    refused.fails("HR_E_ARGUMENT");
    assert_eq!(number, 0, "the handle is 0 on failure");
    let config = c("{}");
    let nowhere = std::ptr::null_mut();
    call("hr_open", |out| unsafe {
        handle::hr_open(config.as_ptr(), nowhere, out)
    })
    .fails("HR_E_ARGUMENT");
    let invalid: *const c_char = c"{\"a\":\"\xff\"}".as_ptr();
    call("hr_open", |out| unsafe {
        handle::hr_open(invalid, &mut number, out)
    })
    .fails("HR_E_ARGUMENT");

    for (config, named) in [
        ("", "JSON"),
        ("[]", "JSON"),
        (r#"{"licence_url":"x"}"#, "licence_url"),
        (r#"{"proxy":"none","proxy":"env"}"#, "proxy"),
        (r#"{"timeouts":{"read_ms":1}}"#, "timeouts.read_ms"),
        (r#"{"timeouts":{"call_ms":1,"call_ms":1}}"#, "call_ms"),
        (r#"{"timeouts":{"call_ms":"5"}}"#, "timeouts.call_ms"),
        (r#"{"timeouts":{"call_ms":0}}"#, "timeouts.call_ms"),
        (r#"{"timeouts":{"call_ms":1.5}}"#, "timeouts.call_ms"),
        (r#"{"timeouts":[]}"#, "timeouts"),
        (r#"{"max_reply_bytes":2147483648}"#, "max_reply_bytes"),
        (r#"{"allow_plain_http":"true"}"#, "allow_plain_http"),
        (r#"{"allow_plain_http":1}"#, "allow_plain_http"),
        (r#"{"ticket_method":"post"}"#, "ticket_method"),
        (r#"{"card_form":null}"#, "card_form"),
        (r#"{"license_url":"http://license.example"}"#, "license_url"),
        (r#"{"license_bearer":"a b"}"#, "license_bearer"),
        (r#"{"local_url":"http://192.168.1.2:48367"}"#, "local_url"),
        (r#"{"local_url":"http://127.0.0.1:99999"}"#, "local_url"),
        (r#"{"card_client_owners":"service"}"#, "card_client_owners"),
        (r#"{"card_client_owners":["own"]}"#, "card_client_owners"),
        (r#"{"card_client_owners":["other"]}"#, "card_client_owners"),
        (
            r#"{"card_client_owners":["Service"]}"#,
            "card_client_owners",
        ),
        (r#"{"card_client_owners":[null]}"#, "card_client_owners"),
        (r#"{"identified_field":"identified"}"#, "identified_field"),
        (r#"{"identified_field":"/a~2"}"#, "identified_field"),
        (r#"{"identified_field":""}"#, "identified_field"),
        (r#"{"card_types":"CPS"}"#, "card_types"),
        (r#"{"card_types":[""]}"#, "card_types"),
        (r#"{"card_types":[1]}"#, "card_types"),
        (r#"{"profile":"{}"}"#, "profile"),
        (r#"{"profile":[]}"#, "profile"),
        (
            r#"{"situations_pointer":"situations"}"#,
            "situations_pointer",
        ),
        (r#"{"patients_pointer":"patients"}"#, "patients_pointer"),
        (r#"{"patients_pointer":[]}"#, "patients_pointer"),
        (r#"{"proxy":"socks5://x"}"#, "proxy"),
        (r#"{"user_agent":"a\r\nb"}"#, "user_agent"),
        (r#"{"ca_file":"/nowhere/ca.pem"}"#, "ca_file"),
    ] {
        let (number, outcome) = Host::try_open(config);
        assert_eq!(number, 0);
        let error = outcome.fails("HR_E_CONFIG");
        assert!(error.str("remedy").contains(named), "{}", error.text);
        assert!(error.str("remedy_fr").contains(named), "{}", error.text);
    }
}

#[test]
fn a_secret_in_the_place_of_a_key_is_not_repeated() {
    let long = "a".repeat(41);
    for key in [
        "eyJhbGciOiJ.x",
        "k3y",
        "OurKey",
        "qq-zz",
        "qq.zz",
        "qq zz",
        "qq\u{e9}",
        &long,
    ] {
        for config in [
            format!(r#"{{"{key}":1}}"#),
            format!(r#"{{"timeouts":{{"{key}":1}}}}"#),
            format!(r#"{{"{key}":1,"{key}":2}}"#),
        ] {
            let error = Host::try_open(&config).1.fails("HR_E_CONFIG");
            assert!(!error.text.contains(key), "{}", error.text);
        }
    }
}

#[test]
fn open_reports_the_settings_without_the_secrets() {
    let secret = "planted-license-bearer";
    let config = json!({
        "license_url": "https://license.example/",
        "license_bearer": secret,
        "proxy": "http://user:planted-password@proxy.example:3128",
        "timeouts": { "call_ms": 1234 },
        "language": "fr",
        "patients_pointer": null,
    });
    let (number, settings) = Host::try_open(&config.to_string());
    let (_host, settings) = (Host(number), settings.ok());
    assert_eq!(settings.json["license_url"], "https://license.example");
    assert_eq!(settings.json["license_bearer_set"], true);
    assert_eq!(settings.json["timeouts"]["call_ms"], 1234);
    assert_eq!(settings.json["timeouts"]["login_ms"], 60_000);
    assert_eq!(settings.json["local_url"], "http://127.0.0.1:48367");
    assert_eq!(settings.json["proxy"], "http://proxy.example:3128");
    assert_eq!(settings.json["max_reply_bytes"], 16 << 20);
    let owners: &[&str] = if cfg!(windows) { &[] } else { &["unknown"] };
    assert_eq!(settings.json["card_client_owners"], json!(owners));
    assert_eq!(settings.json["next"], "hr_ticket");
    assert!(settings.json["damaged"].is_null());
    assert!(!settings.text.contains("planted"), "{}", settings.text);
}
