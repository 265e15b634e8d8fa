use super::*;

#[test]
fn entries_keep_order_numbers_and_doubles() {
    let text = r#" {"b":123456789012345678901234567890,"a":"\u0000","b":[1]} "#;
    let entries = entries(text).unwrap();
    let shown: Vec<(&str, &str)> = entries.iter().map(|(k, v)| (&**k, *v)).collect();
    assert_eq!(
        shown,
        [
            ("b", "123456789012345678901234567890"),
            ("a", r#""\u0000""#),
            ("b", "[1]")
        ]
    );
    for bad in ["[1]", "{", "{}x", "null", "", "{\"a\":NaN}", "\u{feff}{}"] {
        assert!(super::entries(bad).is_err(), "{bad}");
    }
}

#[test]
fn check_refuses_what_a_host_could_stumble_over() {
    for good in [
        "null",
        "1.797e309",
        r#"{"a":"\ud83d\ude00","b":"\\ud800"}"#,
        "[[[]]]",
        r#""\u0000""#,
    ] {
        assert_eq!(check(good), Ok(()), "{good}");
    }
    let deep = format!("{}{}", "[".repeat(129), "]".repeat(129));
    assert_eq!(check(&deep), Err(JsonError::Depth));
    let allowed = format!("{}{}", "[".repeat(128), "]".repeat(128));
    assert_eq!(check(&allowed), Ok(()));
    for bad in [
        r#""\ud800""#,
        r#""\udc00""#,
        r#""\ud800\ud800""#,
        r#""\ud800x""#,
        "{} x",
        "'a'",
    ] {
        assert_eq!(check(bad), Err(JsonError::Syntax), "{bad}");
    }
}

#[test]
fn objects_are_written_with_escapes_and_passed_through_text() {
    let mut object = ObjectWriter::with_capacity(0);
    object
        .field("nom", "É\"\u{0}")
        .raw("raw", "{ \"x\" : 1 }")
        .field("none", None::<&str>);
    let buffer = object.finish().unwrap();
    assert_eq!(
        std::str::from_utf8(buffer.as_slice()).unwrap(),
        r#"{"nom":"É\"\u0000","raw":{ "x" : 1 },"none":null}"#
    );
    let empty = ObjectWriter::with_capacity(0).finish().unwrap();
    assert_eq!(empty.as_slice(), b"{}");
}

#[test]
fn strings_are_decoded_as_serde_json_decodes_them() {
    for text in [
        r#""""#,
        r#""a é 😀""#,
        r#""\" \\ \/ \b \f \n \r \t""#,
        r#""\u0000\u00e9\u20AC\ud83d\ude00x""#,
        r#""\ud83d""#,
        r#""\ud83dx""#,
        r#""\ud83d\u0041""#,
        r#""\ude00""#,
        r#""\u00g0""#,
        r#""\u00""#,
        r#""\x""#,
        r#""\""#,
        r#""a"b""#,
        "\"a\nb\"",
        "7",
        "\"",
        "",
    ] {
        let theirs: Result<String, _> = serde_json::from_str(text);
        let ours = string(text);
        assert_eq!(ours.ok().as_deref(), theirs.ok().as_ref(), "{text}");
    }
}

#[test]
fn objects_and_arrays_are_read_as_strictly_as_by_serde_json() {
    for text in [
        "{}",
        " { } ",
        "{\"a\":1}",
        "{\"a\" : 1 , \"b\":[1, 2] }\n",
        "{\"\\u0061\":1}",
        "{,}",
        "{\"a\":1,}",
        "{\"a\":1 \"b\":2}",
        "{\"a\" 1}",
        "{\"a\":}",
        "{\"a\":1x}",
        "{\"a\":\"b\"\"c\":1}",
        "{\"a\":01}",
        "{\"a\n\":1}",
        "{\"a\\q\":1}",
        "{a:1}",
        "{\"a\":1}}",
        "{\"a\":1",
        "{\"a",
        "{",
        "[",
        "\u{a0}{}",
    ] {
        let theirs = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(text);
        let theirs = theirs.map(|map| map.len()).ok();
        assert_eq!(
            super::entries(text).map(|all| all.len()).ok(),
            theirs,
            "{text}"
        );
    }
    for text in [
        "[]",
        "[ ]",
        "[1, \"a\" ,{}]",
        "[,]",
        "[1,]",
        "[1 2]",
        "[1",
        "[1]]",
        "{}",
    ] {
        let theirs = serde_json::from_str::<Vec<serde_json::Value>>(text);
        let ours = items(text, 10).map(|all| all.len()).ok();
        assert_eq!(ours, theirs.map(|list| list.len()).ok(), "{text}");
    }
    assert!(items("[1,2]", 2).is_ok() && items("[1,2,3]", 2).is_err());
}
