use super::*;

fn found(setting: &ProxySetting, target: &str) -> ProxyChoice {
    match setting.route(&BaseUrl::parse(target).unwrap()) {
        Route::Known(found) => found,
        Route::Asked(_) => panic!("the system is asked"),
    }
}

#[test]
fn loopback_never_goes_through_a_proxy() {
    for setting in ["http://u:pw@p.example:1", "system", "env"] {
        let setting = ProxySetting::parse(setting).unwrap();
        for local in [
            "http://127.0.0.1:48367",
            "https://localhost",
            "http://[::1]",
        ] {
            assert_eq!(found(&setting, local), Ok(None));
        }
        assert!(!format!("{setting:?}").contains("pw"));
    }
}

#[test]
fn a_setting_is_a_word_or_an_http_address() {
    for (text, described) in [
        ("none", "\"none\""),
        ("env", "\"env\""),
        ("system", "\"system\""),
        ("http://u:pw@p.example:1/", "\"http://p.example:1\""),
    ] {
        let setting = ProxySetting::parse(text).unwrap();
        assert_eq!(serde_json::to_string(&setting).unwrap(), described);
    }
    for text in [
        "System",
        "https://p.example",
        "http://p.example/x",
        "p.example",
    ] {
        assert!(ProxySetting::parse(text).is_none(), "{text}");
    }
}
