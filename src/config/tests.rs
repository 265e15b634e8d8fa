use super::*;
use crate::operation::Operation;
use crate::system::owner::Owner;

fn reason(text: &str) -> Reason {
    Config::parse(text).err().unwrap()
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
fn unknown_and_double_keys_are_named() {
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
