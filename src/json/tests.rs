//! What hosts read is judged in tests/api/json; here is what only the library's own callers can ask for.

use serde_json::{Map, Value};

use super::*;

#[test]
fn texts_are_taken_apart_as_strictly_as_by_serde_json() {
    for text in [r#""\u0041é""#, r#""\""#, r#""a"b""#, "\"a\nb\"", "7"] {
        let theirs: Result<String, _> = serde_json::from_str(text);
        assert_eq!(string(text).ok().as_deref(), theirs.ok().as_ref(), "{text}");
    }
    for text in [" { } ", " {\"a\" : 1 , \"\\u0062\":[1, 2] }\n", "{}}"] {
        let theirs: Option<Map<String, Value>> = serde_json::from_str(text).ok();
        let ours = entries(text).map(|entries| entries.len()).ok();
        assert_eq!(ours, theirs.map(|map| map.len()), "{text}");
    }
    assert_eq!(check("{} x"), Err(JsonError::Syntax));
    assert_eq!(items("[1, 2]", 2), Ok(vec!["1", "2"]));
    assert_eq!(items("[1,2,3]", 2), Err(JsonError::Syntax));
    let empty = ObjectWriter::with_capacity(0).finish().unwrap();
    assert_eq!(empty.as_slice(), b"{}");
}

/// Without knowing who wrote the text: no object may have the member twice, the outermost neither.
#[test]
fn values_are_found_as_they_are_written() {
    let text = r#"{"a":{"b/c":[true, {"~":false} ]}, "s" : "\u0041" }"#;
    for (pointer, value) in [
        ("/a/b~1c/1", Some(r#"{"~":false}"#)),
        ("/s", Some(r#""\u0041""#)),
        ("/a/x", None),
        ("s", None),
    ] {
        assert_eq!(lookup::written(text, pointer).ok(), value, "{pointer}");
    }
    let twice = lookup::written(r#"{"a":1,"a":1}"#, "/a");
    assert_eq!(twice, Err(JsonError::Unfit));
}
