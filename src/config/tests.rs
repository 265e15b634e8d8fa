use super::*;
use crate::operation::Operation;
use crate::system::owner::Owner;

fn reason(text: &str) -> Reason {
    Config::parse(text).unwrap_err()
}

#[test]
fn the_empty_object_gives_the_defaults() {
    let config = Config::parse("{}").unwrap();
    assert_eq!(config.local_url.as_str(), "http://127.0.0.1:48367");
    assert_eq!(config.max_reply_bytes, 16 << 20);
    let (own, unknown) = (Owner::Own, Owner::Unknown);
    let accepted = |owner| config.card_client_owners.check(owner).is_ok();
    assert!(accepted(own) && accepted(unknown) == cfg!(not(windows)));
    let not_asked = config.card_client_owners.check(Owner::NotAsked);
    assert_eq!(not_asked, Err(Reason::NoMemory));
    assert_eq!(config.first_step(), Operation::TicketSet);
}

#[test]
fn unknown_double_and_misformed_keys_are_named() {
    assert_eq!(reason("[]"), Reason::ConfigNotJson);
    assert_eq!(
        reason(r#"{"kolor":1}"#),
        Reason::ConfigUnknownKey(Some("kolor".into()))
    );
    assert_eq!(
        reason(r#"{"timeouts":{"read_ms":1}}"#),
        Reason::ConfigUnknownKey(Some("timeouts.read_ms".into()))
    );
    assert_eq!(
        reason(r#"{"language":"fr","language":"en"}"#),
        Reason::ConfigTwice(Some("language".into()))
    );
    for (text, key) in [
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
        (r#"{"local_url":"http://10.0.0.1:48367"}"#, "local_url"),
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
        (r#"{"patients_pointer":"patients"}"#, "patients_pointer"),
        (r#"{"patients_pointer":[]}"#, "patients_pointer"),
        (r#"{"proxy":"socks5://x"}"#, "proxy"),
        (r#"{"user_agent":"a\r\nb"}"#, "user_agent"),
    ] {
        match reason(text) {
            Reason::ConfigValue(named, _) => assert_eq!(named, key, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn a_list_may_be_the_whole_reply_and_a_boolean_may_not() {
    let pointer = |value: &str| {
        let text = format!(r#"{{"patients_pointer":{value}}}"#);
        Config::parse(&text).unwrap().patients_pointer
    };
    assert_eq!(pointer(r#""""#).as_deref(), Some(""));
    assert_eq!(pointer("null"), None);
    let refused = Reason::ConfigValue("identified_field".into(), Expected::JsonPointer);
    assert_eq!(reason(r#"{"identified_field":""}"#), refused);
}

#[test]
fn a_secret_in_the_place_of_a_key_is_not_repeated() {
    let long = "a".repeat(41);
    for key in [
        "hr secret: x",
        "eyJhbGciOiJ.x",
        "k3y",
        "A",
        "a-b",
        "a.b",
        "é",
        "",
        &long,
    ] {
        let unknown = Reason::ConfigUnknownKey(None);
        assert_eq!(reason(&format!(r#"{{"{key}":1}}"#)), unknown, "{key}");
        assert_eq!(reason(&format!(r#"{{"timeouts":{{"{key}":1}}}}"#)), unknown);
        let twice = reason(&format!(r#"{{"{key}":1,"{key}":2}}"#));
        assert_eq!(twice, Reason::ConfigTwice(None));
    }
}
