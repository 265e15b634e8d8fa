//! Texts written as JSON strings.

use super::*;

/// Read back by this library and by another reader.
#[track_caller]
fn round_trip(text: &str) {
    let quoted = quote(text).unwrap();
    assert_eq!(serde_json::from_str::<String>(&quoted).unwrap(), text);
    assert_eq!(get(&quoted, "").as_deref(), Ok(text));
    assert_eq!(get(format!("[{quoted}]"), "/0").as_deref(), Ok(text));
    assert_eq!(key(format!("{{{quoted}:1}}"), "", 0).as_deref(), Ok(text));
}

/// But U+0000, at which a text in C ends.
#[test]
fn every_character_comes_back() {
    let all: Vec<char> = ('\u{1}'..=char::MAX).collect();
    assert_eq!(all.len(), 0x11_0000 - 0x800 - 1);
    for part in all.chunks(4096) {
        round_trip(&part.iter().collect::<String>());
    }
    for character in all.iter().filter(|c| **c < '\u{800}') {
        round_trip(&character.to_string());
    }
}

#[test]
fn only_what_json_asks_for_is_escaped() {
    assert_eq!(quote("").as_deref(), Ok("\"\""));
    assert_eq!(
        quote("Hélène /é\u{7f}\u{2028}😀").as_deref(),
        Ok("\"Hélène /é\u{7f}\u{2028}😀\"")
    );
    assert_eq!(
        quote("\"\\\n\r\t\u{8}\u{c}\u{b}").as_deref(),
        Ok(r#""\"\\\n\r\t\b\f\u000b""#)
    );
}
