//! What an error states.

use super::ready_with;
use testkit::*;

/// A bearer in the place of a key was named in the error.
#[test]
fn r28_what_does_not_look_like_a_key_is_not_shown() {
    for secret in ["dG9rZW4tMTIz", "eyJhbGciOi.J9", "0123456789abcdef"] {
        for config in [
            format!(r#"{{"{secret}":1}}"#),
            format!(r#"{{"{secret}":1,"{secret}":1}}"#),
            format!(r#"{{"timeouts":{{"{secret}":1}}}}"#),
        ] {
            let refused = Host::try_open(&config).1.fails("HR_E_CONFIG");
            assert!(!refused.text.contains(secret), "{}", refused.text);
        }
    }
    let refused = Host::try_open(r#"{"timeouts":{"read_ms":1}}"#).1;
    assert!(refused.str("remedy").contains("timeouts.read_ms"));
}

/// A card client's message of megabytes was searched for secrets, to keep 200 letters of it.
#[test]
fn r29_a_message_nobody_could_read_is_left_out() {
    for (length, shown) in [
        (60_000, "x".repeat(200).into()),
        (70_000, serde_json::Value::Null),
    ] {
        let message = "x".repeat(length);
        let body = format!(r#"{{"status":{{"code":9,"message":"{message}"}}}}"#);
        let refused = ready_with(body).fails("HR_E_CARD_STATUS");
        assert_eq!(refused.json["service_code"], 9);
        assert_eq!(refused.json["service_message"], shown);
    }
}
