//! Texts that are not JSON, that end too early, that nest deeply, that are long.

use hr::code::{HR_E_ABSENT, HR_E_ARGUMENT};
use hr::ffi::service;
use testkit::Host;
use testkit::raw_server::{Server, answer};

use super::*;

/// Values that are none, also as a member on the way to the next.
const NOT_JSON: &str = r#"{ [ [1, [1,] [,1] {"a" {"a": {"a":1, {"a":1,} {1:2} {a:1} {,} {"a"1} {"a":1] ] , : 01 -01 +1 1.
    .5 1e 1e+ - --1 0x10 1_000 Infinity -Infinity NaN nul nulll TRUE tru falsehood 'a' "a "\ "\x" "\u" "\u12" "\u123g"
    "\u+123""#;

#[test]
fn what_is_not_json_is_refused() {
    let blanks = [
        "",
        " ",
        "[1",
        "{\"a\":1",
        "\"",
        "{\"a\":1 \"b\":2}",
        "\"\n\"",
        "\"\t\"",
        "\"\u{1f}\"",
        "/* */ 1",
        "\u{feff}{}",
        "\u{a0}1",
        "\u{b}1",
        "\u{c}1",
    ];
    for text in NOT_JSON.split_whitespace().chain(blanks) {
        assert_eq!(get(text, ""), Err(HR_E_ARGUMENT), "{text:?}");
        let member = format!("{{\"m\":{text},\"n\":0}}");
        assert_eq!(get(&member, "/n"), Err(HR_E_ARGUMENT), "{member:?}");
    }
    for behind in [
        "1 2", "{}{}", "[]x", "\"a\"b", "1 // one", "}", "[1}", "[1 2]",
    ] {
        assert_eq!(get(behind, ""), Err(HR_E_ARGUMENT), "{behind:?}");
    }
}

#[test]
fn half_a_surrogate_pair_is_refused() {
    let halves = r"\ud800 \uDBFF \udc00 \uDFFF \ud800x \ud800\n \ud800\u0041 \ud800\ud800 \ud83d\ud83d\ude00 \ude00\ud83d \
                  \ud83d\\ude00 \ud83d\ude0";
    for half in halves.split_whitespace().filter(|half| half.len() > 1) {
        let half = format!("\"{half}\"");
        assert_eq!(get(&half, ""), Err(HR_E_ARGUMENT), "{half}");
        assert_eq!(kind(&half, ""), HR_E_ARGUMENT, "{half}");
        assert_eq!(count(format!("[1,{half}]"), ""), HR_E_ARGUMENT, "{half}");
        let object = format!("{{{half}:0,\"a\":1}}");
        assert_eq!(get(&object, "/a"), Err(HR_E_ARGUMENT), "{object}");
        assert_eq!(key(&object, "", 0), Err(HR_E_ARGUMENT), "{object}");
    }
    for (whole, character) in [
        (r#""\ud83d\ude00""#, "😀"),
        (r#""\uD800\uDC00""#, "\u{10000}"),
        (r#""\udbff\udfff""#, "\u{10ffff}"),
    ] {
        assert_eq!(get(whole, "").as_deref(), Ok(character));
    }
}

/// A text in C would end there.
#[test]
fn the_null_character_is_never_cut() {
    for text in [r#""\u0000""#, r#""PIN\u0000 rest""#, r#""end\u0000""#] {
        assert_eq!(get(text, ""), Err(HR_E_ARGUMENT), "{text}");
        assert_eq!(get(format!("[{text}]"), "/0"), Err(HR_E_ARGUMENT), "{text}");
        assert_eq!(kind(text, ""), 4, "{text}");
        let object = format!("{{{text}:1,\"b\":[{text}]}}");
        assert_eq!(key(&object, "", 0), Err(HR_E_ARGUMENT), "{text}");
        assert_eq!(key(&object, "", 1).as_deref(), Ok("b"), "{text}");
        assert_eq!(
            get(&object, "/b").as_deref(),
            Ok(&*format!("[{text}]")),
            "as it is written"
        );
        // A name without its end is another name.
        assert_eq!(get(&object, "/PIN"), Err(HR_E_ABSENT), "{text}");
    }
    assert_eq!(get(r#""\\u0000""#, "").as_deref(), Ok(r"\u0000"));
}

/// Wherever a text ends, the answer is that of the whole text, or that it is none; and nothing behind it is read.
#[test]
fn every_cut_is_refused_or_changes_nothing() {
    let json = r#" { "a" : [ 12.5e+3 , true, null, "\u00e9\ud83d\ude00é😀\n" , { } ] , "b" : { "c~/d" : { "x" : -7, "y" : [ ] }, "e" : "f" } , "n" : 0 } "#;
    let answers = |json: &[u8], pointer: &str| {
        let texts = [get(json, pointer), key(json, pointer, 1)];
        let numbers = [kind(json, pointer), count(json, pointer)].map(|it| Ok(it.to_string()));
        let refused = Ok(HR_E_ARGUMENT.to_string());
        let numbers = numbers.map(|it| {
            if it == refused {
                Err(HR_E_ARGUMENT)
            } else {
                it
            }
        });
        [texts, numbers].concat()
    };
    let pointers = " /a /a/0 /a/1 /a/2 /a/3 /a/4 /a/5 /a/- /b /b/c~0~1d /b/c~0~1d/x /b/c~0~1d/y /b/e /b/none /n /none /n/none";
    let mut refused = 0;
    for pointer in pointers.split(' ') {
        let whole = answers(json.as_bytes(), pointer);
        for end in 0..json.len() {
            let cut = answers(&json.as_bytes()[..end], pointer);
            for (cut, whole) in cut.iter().zip(&whole) {
                let fine = cut == whole || *cut == Err(HR_E_ARGUMENT);
                assert!(fine, "{pointer}, cut at {end}: {cut:?}");
            }
            refused += usize::from(cut[0].is_err());
        }
    }
    assert!(refused > 1000, "{refused}");
}

/// The objects and arrays within each other that are read.
const DEEPEST: usize = 136;

#[test]
fn depth_has_a_limit_and_takes_no_stack() {
    let nested =
        |open: &str, close: &str, depth: usize| open.repeat(depth) + "0" + &close.repeat(depth);
    for (open, close, step) in [
        ("[", "]", "/0"),
        ("{\"a\":", "}", "/a"),
        ("[{\"a\":", "}]", "/0/a"),
    ] {
        let each = open.matches(['[', '{']).count();
        let (deepest, deeper) = (DEEPEST / each, DEEPEST / each + 1);
        let json = nested(open, close, deepest);
        assert_eq!(get(&json, "").as_deref(), Ok(&*json));
        assert_eq!(get(&json, &step.repeat(deepest)).as_deref(), Ok("0"));
        let json = nested(open, close, deeper);
        assert_eq!(get(&json, ""), Err(HR_E_ARGUMENT));
        assert_eq!(count(&json, ""), HR_E_ARGUMENT);
        assert_eq!(get(&json, &step.repeat(deeper)), Err(HR_E_ARGUMENT));
        assert_eq!(
            kind(&json, ""),
            if open.starts_with('[') { 5 } else { 6 },
            "only its first byte is read"
        );
    }
    let endless = "[".repeat(1_000_000);
    assert_eq!(get(&endless, ""), Err(HR_E_ARGUMENT));
    assert_eq!(get(&endless, "/0/0"), Err(HR_E_ARGUMENT));
    assert_eq!(
        get(format!("{{\"a\":1,\"b\":{endless}"), "/a").as_deref(),
        Ok("1")
    );
}

/// 16 MB, read and skipped.
#[test]
fn long_texts() {
    let long = "é".repeat(8 * 1024 * 1024);
    let json = format!(
        "{{\"before\":\"{long}\",\"{long}\":1,\"a\":[\"{long}\"],\"n\":{}}}",
        "9".repeat(1_000_000)
    );
    assert_eq!(get(&json, "/a/0").as_deref(), Ok(&*long));
    assert_eq!(get(&json, &format!("/{long}")).as_deref(), Ok("1"));
    assert_eq!(key(&json, "", 1).as_deref(), Ok(&*long));
    assert_eq!(get(&json, "/n").map(|number| number.len()), Ok(1_000_000));
    assert_eq!(get(quote(&long).unwrap(), "").as_deref(), Ok(&*long));
    let many = format!("[{}1]", "1,".repeat(1_000_000));
    assert_eq!(count(&many, ""), 1_000_001);
    assert_eq!(get(&many, "/1000000").as_deref(), Ok("1"));
    assert_eq!(get(&many, "/1000001"), Err(HR_E_ABSENT));
}

/// The text goes on where nobody may read: 16 MB behind the value take no time. The benches measure it.
#[test]
#[cfg(unix)]
fn reading_stops_where_the_value_ends() {
    let run = |json: &str, pointer: &str| {
        let (json, pointer) = (Fenced::without_end(json.as_bytes()), c(pointer));
        let (json, pointer) = (json.as_ptr(), pointer.as_ptr());
        given(|out| unsafe { json::hr_json_get(json, pointer, out) })
    };
    for (json, pointer, value) in [
        (r#"{"a":"x""#, "/a", "x"),
        (r#"{"a":12,"#, "/a", "12"),
        (r#"{"a":true}"#, "/a", "true"),
        (r#"{"a":[1,{"b":2}]"#, "/a", r#"[1,{"b":2}]"#),
        (r#"{"a":{"b":[]}"#, "/a", r#"{"b":[]}"#),
        (r#"{"z":[1,2],"a":["x","y""#, "/a/1", "y"),
        // An object below the outermost is read to its end, to see whether it has the member twice.
        (r#"{"a":{"b":"x","c":1}"#, "/a/b", "x"),
        (r#"[0,[["x""#, "/1/0/0", "x"),
    ] {
        assert_eq!(run(json, pointer).as_deref(), Ok(value), "{json}");
    }
    for (json, pointer, number) in [
        ("{\"a\":{", "/a", 6),
        ("[[", "/0", 5),
        ("{\"a\":null,", "/a", 1),
        ("{", "", 6),
    ] {
        let (text, pointer) = (Fenced::without_end(json.as_bytes()), c(pointer));
        let found = unsafe { json::hr_json_kind(text.as_ptr(), pointer.as_ptr()) };
        assert_eq!(found, number, "{json}");
    }
    let (text, pointer) = (Fenced::without_end(b"{\"a\":[1,2,{}]"), c("/a"));
    assert_eq!(
        unsafe { json::hr_json_count(text.as_ptr(), pointer.as_ptr()) },
        3
    );
    let (text, pointer) = (Fenced::without_end(b"{\"a\":1,\"b\":"), c(""));
    let named = given(|out| unsafe { json::hr_json_key(text.as_ptr(), pointer.as_ptr(), 1, out) });
    assert_eq!(named.as_deref(), Ok("b"));
}

#[test]
fn the_depth_is_counted_from_the_outermost_value() {
    let arrays = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    // Where a value was left, its depth does not count.
    let siblings = format!("[{0},{{}},[],{0}]", arrays(DEEPEST - 1));
    assert_eq!(get(&siblings, "").as_deref(), Ok(&*siblings));
    assert_eq!(count(&siblings, ""), 4);
    let deeper = format!("{{\"a\":1,\"x\":{siblings}}}");
    assert_eq!(get(&deeper, "/x"), Err(HR_E_ARGUMENT));
    assert_eq!(get(&deeper, "/x/1").as_deref(), Err(&HR_E_ARGUMENT));
    assert_eq!(get(&deeper, "/a").as_deref(), Ok("1"));
}

/// What may be passed on can be read in the result that has it.
#[test]
fn the_deepest_reply_can_be_read() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let server = Server::start(move |mut peer| {
        while let Some(request) = peer.request() {
            let depth = if request.starts("GET /deepest") {
                128
            } else {
                129
            };
            if !peer.send(answer("200 OK", "", &nested(depth))) {
                return;
            }
        }
    });
    let host = Host::open(&serde_json::json!({}));
    assert_eq!(host.session_set(&server.url(), "bearer"), 0);
    let (method, path) = (c("GET"), c("/deepest"));
    // Other readers, that of this test among them, go no deeper than 128.
    let (method, path, none) = (method.as_ptr(), path.as_ptr(), std::ptr::null());
    let text =
        given(|out| unsafe { service::hr_request(host.0, method, path, none, out) }).unwrap();
    assert_eq!(
        get(&text, &format!("/raw{}", "/0".repeat(127))).as_deref(),
        Ok("[]")
    );
    assert_eq!(get(&text, ""), Ok(text));
    host.request("GET", "/deeper", None).fails("HR_E_REPLY");
}
