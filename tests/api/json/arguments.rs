//! What is passed: NULL, bytes that are not UTF-8, what is not a pointer.

use std::ptr::null_mut;

use hr::code::{HR_E_ABSENT, HR_E_ARGUMENT};
use hr::ffi::json;
use testkit::functions::NULL;

use super::*;

/// Every function on a text and a pointer; those that give a text give none.
#[track_caller]
fn all(json: *const c_char, pointer: *const c_char) -> [i32; 4] {
    let code = |run: &dyn Fn(*mut *mut c_char) -> i32| given(run).map_or_else(|code| code, |_| 0);
    [
        code(&|out| unsafe { json::hr_json_get(json, pointer, out) }),
        unsafe { json::hr_json_kind(json, pointer) },
        unsafe { json::hr_json_count(json, pointer) },
        code(&|out| unsafe { json::hr_json_key(json, pointer, 0, out) }),
    ]
}

#[test]
fn no_argument_may_be_null() {
    let (json, pointer) = (c(r#"{"a":{"b":1}}"#), c("/a"));
    assert_eq!(all(json.as_ptr(), pointer.as_ptr()), [0, 6, 1, 0]);
    assert_eq!(all(NULL, pointer.as_ptr()), [HR_E_ARGUMENT; 4]);
    assert_eq!(all(json.as_ptr(), NULL), [HR_E_ARGUMENT; 4]);
    assert_eq!(all(NULL, NULL), [HR_E_ARGUMENT; 4]);
    let (json, pointer) = (json.as_ptr(), pointer.as_ptr());
    unsafe {
        assert_eq!(json::hr_json_get(json, pointer, null_mut()), HR_E_ARGUMENT);
        assert_eq!(
            json::hr_json_key(json, pointer, 0, null_mut()),
            HR_E_ARGUMENT
        );
        assert_eq!(json::hr_json_quote(json, null_mut()), HR_E_ARGUMENT);
    }
    let quoted = given(|out| unsafe { json::hr_json_quote(NULL, out) });
    assert_eq!(quoted, Err(HR_E_ARGUMENT));
}

#[test]
fn arguments_are_utf8() {
    let (json, pointer) = (c(r#"{"a":{"b":1}}"#), c("/a"));
    for invalid in [&b"/caf\xe9"[..], b"/\xc3", b"/\xed\xa0\x80", b"/\xf8"] {
        assert_eq!(all(json.as_ptr(), c(invalid).as_ptr()), [HR_E_ARGUMENT; 4]);
        assert_eq!(quote(invalid), Err(HR_E_ARGUMENT));
    }
    for invalid in [
        &b"{\"caf\xe9\":0,\"a\":{\"b\":1}}"[..],
        b"{\"x\":\"\xc3\",\"a\":{\"b\":1}}",
        b"{\"x\":\"\xed\xa0\x80\",\"a\":{\"b\":1}}",
        b"{\"a\xff\":{\"b\":1}}",
    ] {
        assert_eq!(
            all(c(invalid).as_ptr(), pointer.as_ptr()),
            [HR_E_ARGUMENT; 4]
        );
    }
    // What lies behind the value is not read.
    assert_eq!(get(b"{\"a\":1,\"x\":\"\xc3\"", "/a").as_deref(), Ok("1"));
    assert_eq!(kind(b"{\"a\":{\"\xff", "/a"), 6);
}

#[test]
fn a_pointer_begins_with_a_slash_and_escapes_the_tilde() {
    let json = r#"{"a":{"~":1},"":{"":2}}"#;
    for pointer in [
        "a", "a/b", " ", "#/a", "/a/~", "/~", "/~2", "/a~", "/~1~", "/~01~x",
    ] {
        assert_eq!(
            all(c(json).as_ptr(), c(pointer).as_ptr()),
            [HR_E_ARGUMENT; 4],
            "{pointer}"
        );
    }
    assert_eq!(get(json, "/a/~0").as_deref(), Ok("1"));
    assert_eq!(get(json, "//").as_deref(), Ok("2"));
    assert_eq!(get(json, "/~0"), Err(HR_E_ABSENT));
}

#[test]
fn an_index_is_a_place() {
    let json = r#"{"a":{"b":1,"c":2}}"#;
    assert_eq!(key(json, "/a", 1).as_deref(), Ok("c"));
    for (index, code) in [
        (2, HR_E_ABSENT),
        (i32::MAX, HR_E_ABSENT),
        (-1, HR_E_ARGUMENT),
        (i32::MIN, HR_E_ARGUMENT),
    ] {
        assert_eq!(key(json, "/a", index), Err(code), "{index}");
    }
}
