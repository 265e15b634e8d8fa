use super::*;
use crate::json::scan::MAX_DEPTH;

/// A text that panics when more of it is read than is allowed.
struct Limited<'t>(&'t [u8], usize);

impl<'t> JsonText<'t> for Limited<'t> {
    fn byte(&mut self, at: usize) -> u8 {
        assert!(at < self.1, "read at {at}");
        self.0.get(at).copied().unwrap_or(0)
    }

    fn first(&self, bytes: usize) -> &'t [u8] {
        self.0.get(..bytes).unwrap_or_default()
    }
}

fn whole(text: &str) -> Limited<'_> {
    Limited(text.as_bytes(), usize::MAX)
}

fn at(text: &str, pointer: &str) -> Result<String, JsonError> {
    get(whole(text), pointer).map(|value| value.to_owned())
}

/// Section 5 of RFC 6901.
#[test]
fn the_pointers_of_the_rfc() {
    let text = r#"{"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8}"#;
    for (pointer, value) in [
        ("", text),
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
        assert_eq!(at(text, pointer).as_deref(), Ok(value), "{pointer}");
    }
    for pointer in ["foo", "/foo~", "/~2", "/a~1b~", " "] {
        assert_eq!(at(text, pointer), Err(JsonError::Unfit), "{pointer}");
    }
    for pointer in [
        "/foo/2",
        "/foo/-",
        "/foo/00",
        "/foo/01",
        "/foo/+1",
        "/foo/x",
        "/foo/0/1",
        "/bar",
        "/foo/18446744073709551616",
    ] {
        assert_eq!(at(text, pointer), Err(JsonError::Absent), "{pointer}");
    }
}

#[test]
fn reading_stops_where_the_value_ends() {
    let text = br#"{"a":{"b":1},"c":"x","raw":"#;
    for (pointer, value, end) in [("/a", r#"{"b":1}"#, 12), ("/a/b", "1", 12), ("/c", "x", 20)] {
        let limited = Limited(text, end);
        assert_eq!(
            get(limited, pointer).map(|v| v.to_owned()).as_deref(),
            Ok(value)
        );
    }
    assert_eq!(kind(Limited(text, 6), "/a"), Ok(Kind::Object));
    assert_eq!(name(Limited(text, 5), "", 0).as_deref(), Ok("a"));
}

#[test]
fn a_second_member_of_the_name_is_refused_but_in_the_outermost_object() {
    assert_eq!(at(r#"{"a":1,"a":2}"#, "/a").as_deref(), Ok("1"));
    assert_eq!(
        at(r#"{"x":{"a":1,"b":0,"\u0061":2}}"#, "/x/a"),
        Err(JsonError::Unfit)
    );
    assert_eq!(
        at(r#"{"x":{"a":1,"b":0,"b":2}}"#, "/x/a").as_deref(),
        Ok("1")
    );
}

#[test]
fn what_is_no_json_is_refused() {
    for text in [
        "",
        " ",
        "{",
        "[",
        "[1",
        "[1,",
        "[1,]",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "{\"a\":1,}",
        "{1:2}",
        "{,}",
        "[,]",
        "01",
        "+1",
        "1.",
        ".5",
        "1e",
        "1e+",
        "-",
        "nul",
        "nulll",
        "tru",
        "\"",
        "\"\\",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\ud800\"",
        "\"\\udc00\"",
        "\"\\ud800\\u0041\"",
        "\"\n\"",
        "1 2",
        "{}{}",
        "NaN",
        "'a'",
        "]",
        "}",
    ] {
        assert_eq!(at(text, ""), Err(JsonError::Syntax), "{text}");
    }
    let invalid = Limited(b"{\"a\xff\":1,\"b\":2}", usize::MAX);
    assert_eq!(get(invalid, "/b").err(), Some(JsonError::Syntax));
    let invalid = Limited(b"{\"a\":1,\"b\":\"\xc3\"}", usize::MAX);
    assert_eq!(
        get(invalid, "/a").map(|v| v.to_owned()).as_deref(),
        Ok("1"),
        "what lies behind is not read"
    );
}

#[test]
fn values_are_texts() {
    for (text, value) in [
        (r#""a\u00e9\ud83d\ude00\/\"\n""#, Ok("aé😀/\"\n")),
        (r#""\u0000""#, Err(JsonError::Unfit)),
        ("null", Err(JsonError::Absent)),
        ("true", Ok("true")),
        (
            "-123456789012345678901234567890.5E+7",
            Ok("-123456789012345678901234567890.5E+7"),
        ),
        (" [ 1 , 2 ] ", Ok("[ 1 , 2 ]")),
        ("{ }", Ok("{ }")),
    ] {
        assert_eq!(at(text, "").as_deref(), value.as_deref(), "{text}");
    }
}

#[test]
fn counts_and_names() {
    let text = r#"{"a":[1,[2,3],{}],"b\u0041":{"x":null,"":{}},"c":[],"d":{},"e":5}"#;
    for (pointer, expected) in [
        ("", Ok(5)),
        ("/a", Ok(3)),
        ("/a/1", Ok(2)),
        ("/bA", Ok(2)),
        ("/c", Ok(0)),
        ("/d", Ok(0)),
        ("/e", Err(JsonError::Unfit)),
        ("/f", Err(JsonError::Absent)),
    ] {
        assert_eq!(count(whole(text), pointer), expected, "{pointer}");
    }
    for (pointer, index, expected) in [
        ("", 1, Ok("bA")),
        ("", 4, Ok("e")),
        ("", 5, Err(JsonError::Absent)),
        ("/bA", 1, Ok("")),
        ("/d", 0, Err(JsonError::Absent)),
        ("/a", 0, Err(JsonError::Unfit)),
        ("/e", 0, Err(JsonError::Unfit)),
    ] {
        assert_eq!(
            name(whole(text), pointer, index).as_deref(),
            expected.as_ref().map(|name| *name),
            "{pointer} {index}"
        );
    }
    for (pointer, expected) in [
        ("", Kind::Object),
        ("/a", Kind::Array),
        ("/a/0", Kind::Number),
        ("/bA/x", Kind::Null),
    ] {
        assert_eq!(kind(whole(text), pointer), Ok(expected));
    }
}

#[test]
fn deep_texts_neither_recurse_nor_pass() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    assert!(at(&nested(MAX_DEPTH), "").is_ok());
    assert_eq!(at(&nested(MAX_DEPTH + 1), ""), Err(JsonError::Depth));
    let objects = "{\"a\":".repeat(MAX_DEPTH) + "1" + &"}".repeat(MAX_DEPTH);
    assert_eq!(at(&objects, &"/a".repeat(MAX_DEPTH)).as_deref(), Ok("1"));
}

#[test]
fn the_depth_is_counted_from_the_outermost_value() {
    let nested = "[".repeat(MAX_DEPTH) + "7" + &"]".repeat(MAX_DEPTH);
    for entered in [0, 1, 100, MAX_DEPTH - 1, MAX_DEPTH] {
        assert!(at(&nested, &"/0".repeat(entered)).is_ok(), "{entered}");
    }
    let deeper = format!("[{nested}]");
    for entered in [0, 1, 100, MAX_DEPTH] {
        let found = at(&deeper, &"/0".repeat(entered));
        assert_eq!(found, Err(JsonError::Depth), "{entered}");
    }
    assert_eq!(
        at(&format!("{{\"a\":1,\"b\":{deeper}}}"), "/a").as_deref(),
        Ok("1")
    );
    // Where a value was left, its depth does not count.
    let siblings = format!(
        "[{0},{{}},[],{0}]",
        "[".repeat(MAX_DEPTH - 1) + &"]".repeat(MAX_DEPTH - 1)
    );
    assert_eq!(at(&siblings, "").as_deref(), Ok(&*siblings));
    assert_eq!(
        at(&format!("{{\"x\":{siblings}}}"), "/x"),
        Err(JsonError::Depth)
    );
    assert_eq!(count(whole(&siblings), ""), Ok(4));
}

/// A cut number would be another number.
#[test]
fn a_number_or_word_ends_at_what_may_follow_it() {
    for text in [
        "{\"a\":12",
        "{\"a\":true",
        "{\"a\":12x}",
        "{\"a\":12\"\"}",
        "{\"a\":nullx}",
        "[12",
        "{\"a\":012}",
    ] {
        for pointer in ["/a", "/0"]
            .iter()
            .filter(|p| (**p == "/0") == text.starts_with('['))
        {
            assert_eq!(at(text, pointer), Err(JsonError::Syntax), "{text}");
            assert_eq!(kind(whole(text), pointer), Err(JsonError::Syntax), "{text}");
        }
    }
    for text in ["{\"a\":12 ", "{\"a\":12,", "{\"a\":12}", "{\"a\":12\n"] {
        assert_eq!(at(text, "/a").as_deref(), Ok("12"), "{text}");
    }
}

/// Without knowing who wrote the text: no object may have the member twice.
#[test]
fn values_are_found_as_they_are_written() {
    let text = r#"{"a":{"b/c":[true, {"~":false} ]}, "s" : "\u0041" }"#;
    for (pointer, value) in [
        ("/a/b~1c/0", Some("true")),
        ("/a/b~1c/1", Some(r#"{"~":false}"#)),
        ("/a/b~1c/1/~0", Some("false")),
        ("/s", Some(r#""\u0041""#)),
        ("", Some(text)),
        ("/a/x", None),
        ("/a/b~1c/9", None),
        ("/a/b~1c/00", None),
        ("/s/0", None),
        ("s", None),
    ] {
        assert_eq!(written(text, pointer).ok(), value, "{pointer}");
    }
    let twice = Err(JsonError::Unfit);
    assert_eq!(written(r#"{"a":1,"a":1}"#, "/a"), twice);
    assert_eq!(written(r#"{"o":{"a":1,"a":1}}"#, "/o/a"), twice);
    assert_eq!(written(r#"{"a":1,"b":2,"b":3}"#, "/a"), Ok("1"));
}
