//! What `hr_open` refuses, and the settings that it reports.

use std::ffi::c_char;

use hr::ffi::handle;
use serde_json::json;
use testkit::*;

#[test]
fn open_names_what_it_cannot_use() {
    let mut number = 7;
    let none = std::ptr::null();
    let refused = call(|out| unsafe { handle::hr_open(none, &mut number, out) });
    refused.fails("HR_E_ARGUMENT");
    assert_eq!(number, 0, "the handle is 0 on failure");
    let config = c("{}");
    let nowhere = std::ptr::null_mut();
    call(|out| unsafe { handle::hr_open(config.as_ptr(), nowhere, out) }).fails("HR_E_ARGUMENT");
    let invalid: *const c_char = c"{\"a\":\"\xff\"}".as_ptr();
    call(|out| unsafe { handle::hr_open(invalid, &mut number, out) }).fails("HR_E_ARGUMENT");

    for (config, named) in [
        ("", "JSON"),
        ("[]", "JSON"),
        (r#"{"licence_url":"x"}"#, "licence_url"),
        (r#"{"proxy":"none","proxy":"env"}"#, "proxy"),
        (r#"{"timeouts":{"call_ms":"5"}}"#, "timeouts.call_ms"),
        (r#"{"local_url":"http://192.168.1.2:48367"}"#, "local_url"),
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
fn open_reports_the_settings_without_the_secrets() {
    let secret = "planted-license-bearer";
    let config = json!({
        "license_url": "https://license.example/",
        "license_bearer": secret,
        "proxy": "http://user:planted-password@proxy.example:3128",
        "timeouts": { "call_ms": 1234 },
        "language": "fr",
    });
    let (number, settings) = Host::try_open(&config.to_string());
    let (_host, settings) = (Host(number), settings.ok());
    assert_eq!(settings.json["license_url"], "https://license.example");
    assert_eq!(settings.json["license_bearer_set"], true);
    assert_eq!(settings.json["timeouts"]["call_ms"], 1234);
    assert_eq!(settings.json["timeouts"]["login_ms"], 60_000);
    assert_eq!(settings.json["local_url"], "http://127.0.0.1:48367");
    assert_eq!(settings.json["proxy"], "http://proxy.example:3128");
    assert_eq!(settings.json["next"], "hr_ticket");
    assert!(settings.json["damaged"].is_null());
    assert!(!settings.text.contains("planted"), "{}", settings.text);
}
