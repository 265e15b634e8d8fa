use super::*;

#[test]
fn loopback_never_goes_through_a_proxy() {
    for setting in ["http://u:pw@p.example:1", "system", "env"] {
        let setting = ProxySetting::parse(setting).unwrap();
        for local in [
            "http://127.0.0.1:48367",
            "https://localhost",
            "http://[::1]",
        ] {
            let local = BaseUrl::parse(local).unwrap();
            assert_eq!(setting.find(&local), Ok(None));
            assert!(!setting.asks_the_system(&local));
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
