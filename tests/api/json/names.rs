//! Names of members and places of elements.

use hr::code::{HR_E_ABSENT, HR_E_ARGUMENT};

use super::*;

#[test]
fn a_name_may_be_any_text() {
    let names = [
        "",
        " ",
        "/",
        "~",
        "~1",
        "~0",
        "a/b~c",
        ".",
        "a.b",
        "0",
        "-",
        "*",
        "é",
        "e\u{301}",
        "état civil",
        "😀",
        "\"",
        "\\",
        "\n",
        "$ref",
        "a",
        "A",
        "constructor",
        "日本",
        "~01",
        "//",
        "\u{7f}",
        "\u{1}",
    ];
    let plain: Vec<String> = names.iter().map(|name| quote(name).unwrap()).collect();
    // The same names with every character escaped.
    let units = |name: &str| {
        name.encode_utf16()
            .map(|unit| format!("\\u{unit:04X}"))
            .collect::<String>()
    };
    let escaped: Vec<String> = names
        .iter()
        .map(|name| format!("\"{}\"", units(name)))
        .collect();
    for written in [plain, escaped] {
        let members: Vec<String> = written
            .iter()
            .zip(0..)
            .map(|(name, at): (_, i32)| format!("{name}:{at}"))
            .collect();
        let json = format!("{{{}}}", members.join(","));
        for (inside, json) in [("", json.clone()), ("/in", format!("{{\"in\":{json}}}"))] {
            assert_eq!(count(&json, inside), i32::try_from(names.len()).unwrap());
            for (at, name) in names.iter().enumerate() {
                let token = name.replace('~', "~0").replace('/', "~1");
                let pointer = format!("{inside}/{token}");
                assert_eq!(
                    get(&json, &pointer),
                    Ok(at.to_string()),
                    "{pointer} in {json}"
                );
                assert_eq!(
                    key(&json, inside, i32::try_from(at).unwrap()).as_deref(),
                    Ok(*name)
                );
            }
            for absent in [
                "none", "aa", "É", "\u{fffd}", "e", "~0~0", "a~1b", "\\n", "\\u0061",
            ] {
                assert_eq!(
                    get(&json, &format!("{inside}/{absent}")),
                    Err(HR_E_ABSENT),
                    "{absent}"
                );
            }
        }
    }
}

/// Which of two would be meant? The outermost object is the library's own, and is not read to its end.
#[test]
fn a_member_that_is_there_twice_is_refused() {
    for twice in [
        r#"{"a":1,"a":2}"#,
        r#"{"a":1,"b":{"a":3},"a":1}"#,
        r#"{"a":1,"\u0061":2}"#,
        r#"{"x":0, "a" : null , "a" : null}"#,
    ] {
        let wanted = if twice.contains("null") {
            Err(HR_E_ABSENT)
        } else {
            Ok("1")
        };
        assert_eq!(
            get(twice, "/a").as_deref().map_err(|code| *code),
            wanted,
            "{twice}"
        );
        let (inner, element) = (format!("{{\"o\":{twice}}}"), format!("[{twice}]"));
        for (json, pointer) in [(&inner, "/o"), (&element, "/0")] {
            let member = format!("{pointer}/a");
            assert_eq!(get(json, &member), Err(HR_E_ARGUMENT), "{json}");
            assert_eq!(kind(json, &member), HR_E_ARGUMENT, "{json}");
            assert_eq!(count(json, &member), HR_E_ARGUMENT, "{json}");
            assert_eq!(key(json, &member, 0), Err(HR_E_ARGUMENT), "{json}");
            assert_eq!(
                get(json, &format!("{member}/b")),
                Err(HR_E_ARGUMENT),
                "{json}"
            );
            // The object itself is given as it is written; each member counts, and has its place.
            assert_eq!(get(json, pointer).as_deref(), Ok(twice));
            assert_eq!(kind(json, pointer), 6);
            let members = count(json, pointer);
            assert_eq!(key(json, pointer, members - 1).as_deref(), Ok("a"));
            assert_eq!(key(json, pointer, members), Err(HR_E_ABSENT));
        }
    }
    // A second member of another name, or further inside, is nobody's question.
    let json = r#"{"o":{"a":1,"b":2,"b":3,"c":{"a":4,"a":5}}}"#;
    assert_eq!(get(json, "/o/a").as_deref(), Ok("1"));
    assert_eq!(get(json, "/o/c").as_deref(), Ok(r#"{"a":4,"a":5}"#));
    assert_eq!(get(json, "/o/b"), Err(HR_E_ARGUMENT));
}

#[test]
fn an_element_has_one_way_to_be_written() {
    let json = r#"{"a":["x","y",["z"]]}"#;
    assert_eq!(get(json, "/a/0").as_deref(), Ok("x"));
    assert_eq!(get(json, "/a/2/0").as_deref(), Ok("z"));
    for place in [
        "3",
        "-",
        "-1",
        "+0",
        "00",
        "01",
        "0x0",
        "1e0",
        "0.0",
        " 0",
        "0 ",
        "",
        "²",
        "٠",
        "٣",
        "0a",
        "4294967296",
        "18446744073709551616",
        "99999999999999999999999999",
        "2147483648",
        "~01",
    ] {
        let pointer = format!("/a/{place}");
        assert_eq!(get(json, &pointer), Err(HR_E_ABSENT), "{place}");
        assert_eq!(kind(json, &pointer), 0, "{place}");
        assert_eq!(count(json, &pointer), HR_E_ABSENT, "{place}");
        assert_eq!(key(json, &pointer, 0), Err(HR_E_ABSENT), "{place}");
    }
    // In an object each of them is a name.
    assert_eq!(get(r#"{"01":5,"-":6}"#, "/01").as_deref(), Ok("5"));
    assert_eq!(get(r#"{"01":5,"-":6}"#, "/-").as_deref(), Ok("6"));
}

#[test]
fn nothing_is_below_a_scalar() {
    for scalar in ["null", "true", "0", "-1.5", "\"text\"", "[]", "{}"] {
        let json = format!("{{\"a\":{scalar}}}");
        for pointer in ["/a/0", "/a/b", "/a/", "/a/b/c", "/b/c"] {
            assert_eq!(get(&json, pointer), Err(HR_E_ABSENT), "{json} {pointer}");
            assert_eq!(kind(&json, pointer), 0, "{json} {pointer}");
        }
    }
}
