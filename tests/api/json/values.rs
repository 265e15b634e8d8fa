//! What is read: the pointers of RFC 6901, every kind of value, results of this library.

use hr::code::{HR_E_ABSENT, HR_E_ARGUMENT};
use serde_json::json;
use testkit::Host;

use super::*;

/// Section 5 of RFC 6901.
#[test]
fn the_pointers_of_the_rfc() {
    let json = r#"{
        "foo": ["bar", "baz"],
        "": 0,
        "a/b": 1,
        "c%d": 2,
        "e^f": 3,
        "g|h": 4,
        "i\\j": 5,
        "k\"l": 6,
        " ": 7,
        "m~n": 8
    }"#;
    for (pointer, value) in [
        ("", json),
        ("/foo", r#"["bar", "baz"]"#),
        ("/foo/0", "bar"),
        ("/", "0"),
        ("/a~1b", "1"),
        ("/c%d", "2"),
        ("/e^f", "3"),
        ("/g|h", "4"),
        ("/i\\j", "5"),
        ("/k\"l", "6"),
        ("/ ", "7"),
        ("/m~0n", "8"),
    ] {
        assert_eq!(get(json, pointer).as_deref(), Ok(value), "{pointer}");
    }
    assert_eq!(count(json, ""), 10);
    let names: Vec<String> = (0..10).map(|index| key(json, "", index).unwrap()).collect();
    let wanted = [
        "foo", "", "a/b", "c%d", "e^f", "g|h", "i\\j", "k\"l", " ", "m~n",
    ];
    assert_eq!(names, wanted);
}

#[test]
fn each_kind_has_its_number_and_its_text() {
    let json = r#"[null, false, -0.5E+30, "a\u00e9\n", [ 1 , 2 ], {"b" : 3}]"#;
    let texts = [
        "null",
        "false",
        "-0.5E+30",
        "aé\n",
        "[ 1 , 2 ]",
        r#"{"b" : 3}"#,
    ];
    for (index, text) in texts.into_iter().enumerate() {
        let (pointer, number) = (format!("/{index}"), i32::try_from(index).unwrap() + 1);
        assert_eq!(kind(json, &pointer), number, "{text}");
        let wanted = if number == 1 {
            Err(HR_E_ABSENT)
        } else {
            Ok(text)
        };
        assert_eq!(get(json, &pointer).as_deref().map_err(|code| *code), wanted);
        let counts = [
            HR_E_ABSENT,
            HR_E_ARGUMENT,
            HR_E_ARGUMENT,
            HR_E_ARGUMENT,
            2,
            1,
        ];
        assert_eq!(count(json, &pointer), counts[index], "{text}");
        let named = match number {
            1 => Err(HR_E_ABSENT),
            6 => Ok("b"),
            _ => Err(HR_E_ARGUMENT),
        };
        let name = key(json, &pointer, 0);
        assert_eq!(name.as_deref().map_err(|code| *code), named, "{text}");
    }
    assert_eq!(kind(json, "/6"), 0);
    assert_eq!(kind("null", ""), 1);
}

#[test]
fn results_and_errors_are_read() {
    let host = Host::open(&json!({}));
    let state = host.state().ok().text;
    assert_eq!(get(&state, "/ticket").as_deref(), Ok("false"));
    let error = host.ready().fails("HR_E_STATE").text;
    assert_eq!(get(&error, "/name").as_deref(), Ok("HR_E_STATE"));
    assert_eq!(get(&error, "/code").as_deref(), Ok("-4"));
    assert_eq!(get(&error, "/http_status"), Err(HR_E_ABSENT));
    assert_eq!(get(&error, "/no_such_key"), Err(HR_E_ABSENT));
}

#[test]
fn what_is_quoted_is_read_as_it_was() {
    for text in [
        "",
        "Anne-Léa \"d'Été\"",
        "C:\\scans\\1.pdf",
        "\u{1}\t\n\u{7f}\u{2028}😀",
    ] {
        assert_eq!(get(quote(text).unwrap(), "").as_deref(), Ok(text));
    }
    assert_eq!(quote("a\"\u{1f}é").as_deref(), Ok("\"a\\\"\\u001fé\""));
}

/// A number is a text here: no reader of the host's rounds it.
#[test]
fn numbers_are_untouched() {
    for number in [
        "0",
        "-0",
        "0.10",
        "1e0",
        "1E+2",
        "-1.50e-07",
        "123456789012345678901234567890",
        "-0.000000000000000000000000000001",
        "1.7976931348623157e309",
        "1e-400",
        "9007199254740993",
        "255081416802538",
    ] {
        for (json, pointer) in [
            (number.to_owned(), ""),
            (format!("[{number}]"), "/0"),
            (format!("{{\"a\": {number} }}"), "/a"),
        ] {
            assert_eq!(get(&json, pointer).as_deref(), Ok(number), "{json}");
            assert_eq!(kind(&json, pointer), 3, "{json}");
        }
    }
}

/// The table in docs/contract.md.
#[test]
fn the_examples_of_the_manual() {
    let json = r#"{"cards": [{"serial": 12345678901234567890, "lastName": "D'\u00c9TANG", "model": null}], "next": "hr_login"}"#;
    let page = include_str!("../../../docs/contract.md");
    assert!(page.contains(json));
    assert_eq!(get(json, "/cards/0/lastName").as_deref(), Ok("D'ÉTANG"));
    assert_eq!(
        get(json, "/cards/0/serial").as_deref(),
        Ok("12345678901234567890")
    );
    assert_eq!(get(json, "/cards/0/model"), Err(HR_E_ABSENT));
    assert_eq!(kind(json, "/cards/0/model"), 1);
    assert_eq!(kind(json, "/cards/0/none"), 0);
    assert_eq!(count(json, "/cards"), 1);
    assert_eq!(key(json, "/cards/0", 1).as_deref(), Ok("lastName"));
    assert_eq!(quote("D'\"ÉTANG").as_deref(), Ok("\"D'\\\"ÉTANG\""));
    let card = get(json, "/cards/0").unwrap();
    assert_eq!(get(card, "/lastName").as_deref(), Ok("D'ÉTANG"));
}
