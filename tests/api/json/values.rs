//! What is read, and what is refused as an argument. Texts and pointers at random are in `random`.

use std::ptr::null_mut;

use hr::code::{HR_E_ABSENT, HR_E_ARGUMENT};
use testkit::functions::NULL;

use super::*;

/// Section 5 of RFC 6901.
#[test]
fn the_pointers_of_the_rfc() {
    let json = r#"{
        "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3,
        "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8
    }"#;
    assert_eq!(get(json, "").as_deref(), Ok(json));
    assert_eq!(get(json, "/foo").as_deref(), Ok(r#"["bar", "baz"]"#));
    assert_eq!(get(json, "/foo/0").as_deref(), Ok("bar"));
    let pointers = [
        "/", "/a~1b", "/c%d", "/e^f", "/g|h", "/i\\j", "/k\"l", "/ ", "/m~0n",
    ];
    let names = ["", "a/b", "c%d", "e^f", "g|h", "i\\j", "k\"l", " ", "m~n"];
    for (value, (pointer, name)) in (0..).zip(pointers.iter().zip(names)) {
        assert_eq!(get(json, pointer), Ok(value.to_string()), "{pointer}");
        assert_eq!(key(json, "", value + 1).as_deref(), Ok(name));
    }
    assert_eq!(count(json, ""), 10);
}

#[test]
fn each_kind_has_its_number_and_its_text() {
    let json = r#"[null, false, -0.5E+30, "a\u00e9\n", [ 1 , 2 ], {"b" : 3}]"#;
    let (absent, refused) = (HR_E_ABSENT, HR_E_ARGUMENT);
    for (pointer, number, text, size, name) in [
        ("/0", 1, Err(absent), absent, Err(absent)),
        ("/1", 2, Ok("false"), refused, Err(refused)),
        ("/2", 3, Ok("-0.5E+30"), refused, Err(refused)),
        ("/3", 4, Ok("aé\n"), refused, Err(refused)),
        ("/4", 5, Ok("[ 1 , 2 ]"), 2, Err(refused)),
        ("/5", 6, Ok(r#"{"b" : 3}"#), 1, Ok("b")),
        ("/6", 0, Err(absent), absent, Err(absent)),
    ] {
        assert_eq!(kind(json, pointer), number, "{pointer}");
        assert_eq!(get(json, pointer), text.map(str::to_owned), "{pointer}");
        assert_eq!(count(json, pointer), size, "{pointer}");
        assert_eq!(key(json, pointer, 0), name.map(str::to_owned), "{pointer}");
    }
    assert_eq!(kind("null", ""), 1);
}

/// The table in docs/contract.md.
#[test]
fn the_examples_of_the_manual() {
    let json = r#"{"cards": [{"serial": 12345678901234567890, "lastName": "D'\u00c9TANG", "model": null}], "next": "hr_login"}"#;
    assert!(include_str!("../../../docs/contract.md").contains(json));
    let text = |pointer: &str| get(json, pointer);
    assert_eq!(text("/cards/0/lastName").as_deref(), Ok("D'ÉTANG"));
    let serial = text("/cards/0/serial");
    assert_eq!(serial.as_deref(), Ok("12345678901234567890"));
    assert_eq!(text("/cards/0/model"), Err(HR_E_ABSENT));
    assert_eq!(kind(json, "/cards/0/model"), 1);
    assert_eq!(kind(json, "/cards/0/none"), 0);
    assert_eq!(count(json, "/cards"), 1);
    assert_eq!(key(json, "/cards/0", 1).as_deref(), Ok("lastName"));
    assert_eq!(quote("D'\"ÉTANG").as_deref(), Ok("\"D'\\\"ÉTANG\""));
    let card = text("/cards/0").unwrap();
    assert_eq!(get(card, "/lastName").as_deref(), Ok("D'ÉTANG"));
}

#[test]
fn a_name_may_be_any_text() {
    let names = [
        "", " ", "/", "~", "~1", "~0", "a/b~c", ".", "0", "-", "é", "e\u{301}", "😀", "\"", "\\",
        "\n", "a", "A", "日本", "~01", "//", "\u{7f}", "\u{1}",
    ];
    let escaped = |name: &str| {
        let units = name.encode_utf16().map(|unit| format!("\\u{unit:04X}"));
        format!("\"{}\"", units.collect::<String>())
    };
    let plain = |name: &str| quote(name).unwrap();
    for write in [&plain as &dyn Fn(&str) -> String, &escaped] {
        let member = |(at, name): (usize, &&str)| format!("{}:{at}", write(name));
        let members: Vec<String> = names.iter().enumerate().map(member).collect();
        let json = format!("{{\"in\":{{{}}}}}", members.join(","));
        for (at, name) in names.iter().enumerate() {
            let pointer = format!("/in/{}", name.replace('~', "~0").replace('/', "~1"));
            assert_eq!(get(&json, &pointer), Ok(at.to_string()), "{pointer}");
            assert_eq!(key(&json, "/in", at as i32).as_deref(), Ok(*name));
        }
        for absent in ["none", "aa", "É", "e", "~0~0", "a~1b", "\\n", "\\u0061"] {
            let pointer = format!("/in/{absent}");
            assert_eq!(get(&json, &pointer), Err(HR_E_ABSENT), "{absent}");
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
    ] {
        assert_eq!(get(twice, "/a").as_deref(), Ok("1"), "{twice}");
        let (inner, element) = (format!("{{\"o\":{twice}}}"), format!("[{twice}]"));
        for (json, pointer) in [(&inner, "/o"), (&element, "/0")] {
            let member = format!("{pointer}/a");
            assert_eq!(all(json, &member), [HR_E_ARGUMENT; 4], "{json}");
            let below = get(json, &format!("{member}/b"));
            assert_eq!(below, Err(HR_E_ARGUMENT), "{json}");
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
    let places = "3 - -1 +0 00 01 0x0 1e0 0.0 ² ٠ ٣ 0a 4294967296 18446744073709551616 \
                  99999999999999999999999999 2147483648 ~01";
    for place in places.split_whitespace().chain([" 0", "0 ", ""]) {
        let wanted = [HR_E_ABSENT, 0, HR_E_ABSENT, HR_E_ABSENT];
        assert_eq!(all(json, &format!("/a/{place}")), wanted, "{place}");
    }
    // In an object each of them is a name.
    assert_eq!(get(r#"{"01":5,"-":6}"#, "/01").as_deref(), Ok("5"));
    assert_eq!(get(r#"{"01":5,"-":6}"#, "/-").as_deref(), Ok("6"));
    // A member's place is a number that is not negative.
    let json = r#"{"b":1,"c":2}"#;
    assert_eq!(key(json, "", 1).as_deref(), Ok("c"));
    assert_eq!(key(json, "", 2), Err(HR_E_ABSENT));
    assert_eq!(key(json, "", i32::MAX), Err(HR_E_ABSENT));
    assert_eq!(key(json, "", -1), Err(HR_E_ARGUMENT));
    assert_eq!(key(json, "", i32::MIN), Err(HR_E_ARGUMENT));
}

#[test]
fn no_argument_may_be_null() {
    let (json, pointer) = (c(r#"{"a":{"b":1}}"#), c("/a"));
    let (json, pointer) = (json.as_ptr(), pointer.as_ptr());
    assert_eq!(each(json, pointer), [0, 6, 1, 0]);
    for (json, pointer) in [(NULL, pointer), (json, NULL), (NULL, NULL)] {
        assert_eq!(each(json, pointer), [HR_E_ARGUMENT; 4]);
    }
    let nowhere = null_mut();
    let codes = unsafe {
        [
            json::hr_json_get(json, pointer, nowhere),
            json::hr_json_key(json, pointer, 0, nowhere),
            json::hr_json_quote(json, nowhere),
        ]
    };
    assert_eq!(codes, [HR_E_ARGUMENT; 3]);
    let quoted = given(|out| unsafe { json::hr_json_quote(NULL, out) });
    assert_eq!(quoted, Err(HR_E_ARGUMENT));
}

#[test]
fn arguments_are_utf8_and_a_pointer_is_one() {
    let json = br#"{"a":{"b":1}}"#;
    for invalid in [&b"caf\xe9"[..], b"\xc3", b"\xed\xa0\x80", b"\xf8"] {
        let pointer = c([b"/", invalid].concat());
        assert_eq!(each(c(json).as_ptr(), pointer.as_ptr()), [HR_E_ARGUMENT; 4]);
        assert_eq!(quote(invalid), Err(HR_E_ARGUMENT));
        let name = [b"{\"", invalid, b"\":0,\"a\":{\"b\":1}}"].concat();
        let text = [b"{\"x\":\"", invalid, b"\",\"a\":{\"b\":1}}"].concat();
        for json in [name, text] {
            assert_eq!(all(&json, "/a"), [HR_E_ARGUMENT; 4], "{invalid:?}");
        }
    }
    // What lies behind the value is not read.
    assert_eq!(get(b"{\"a\":1,\"x\":\"\xc3\"", "/a").as_deref(), Ok("1"));
    assert_eq!(kind(b"{\"a\":{\"\xff", "/a"), 6);
    for pointer in ["a", "a/b", " ", "#/a", "/a/~", "/~2", "/~1~", "/~01~x"] {
        assert_eq!(all(json, pointer), [HR_E_ARGUMENT; 4], "{pointer}");
    }
}

/// Read back by this library and by another reader.
#[track_caller]
fn round_trip(text: &str) {
    let quoted = quote(text).unwrap();
    assert_eq!(serde_json::from_str::<String>(&quoted).unwrap(), text);
    assert_eq!(get(&quoted, "").as_deref(), Ok(text));
    assert_eq!(key(format!("{{{quoted}:1}}"), "", 0).as_deref(), Ok(text));
}

/// But U+0000, at which a text in C ends.
#[test]
fn every_character_comes_back_and_only_what_json_asks_for_is_escaped() {
    let all: Vec<char> = ('\u{1}'..=char::MAX).collect();
    for part in all.chunks(4096) {
        round_trip(&part.iter().collect::<String>());
    }
    for character in all.iter().filter(|c| **c < '\u{800}') {
        round_trip(&character.to_string());
    }
    assert_eq!(quote("").as_deref(), Ok("\"\""));
    let plain = "Hélène /é\u{7f}\u{2028}😀";
    assert_eq!(quote(plain), Ok(format!("\"{plain}\"")));
    let escaped = quote("\"\\\n\r\t\u{8}\u{c}\u{b}");
    assert_eq!(escaped.as_deref(), Ok(r#""\"\\\n\r\t\b\f\u000b""#));
}
