use super::*;

#[test]
fn entries_keep_order_numbers_and_doubles() {
    let text = r#" {"b":123456789012345678901234567890,"a":"\u0000","b":[1]} "#;
    let entries = entries(text).unwrap();
    let shown: Vec<(&str, &str)> = entries.iter().map(|(k, v)| (&**k, v.get())).collect();
    assert_eq!(
        shown,
        [
            ("b", "123456789012345678901234567890"),
            ("a", r#""\u0000""#),
            ("b", "[1]")
        ]
    );
    for bad in ["[1]", "{", "{}x", "null", "", "{\"a\":NaN}", "\u{feff}{}"] {
        assert!(super::entries(bad).is_none(), "{bad}");
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
    assert_eq!(check(&deep), Err(Flaw::Depth));
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
        assert_eq!(check(bad), Err(Flaw::Syntax), "{bad}");
    }
}

#[test]
fn pointers_follow_the_standard() {
    let text = r#"{"a":{"b/c":[true,{"~":false}]}}"#;
    assert_eq!(pointer(text, "/a/b~1c/0"), Some("true"));
    assert_eq!(pointer(text, "/a/b~1c/1/~0"), Some("false"));
    assert_eq!(pointer(text, ""), Some(text));
    assert_eq!(pointer(text, "/a/x"), None);
    assert_eq!(pointer(text, "/a/b~1c/9"), None);
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
