//! JSON texts with long names and values.

use std::ffi::c_char;

use hr::ffi::{json, library};
use testkit::c;

use super::calls::escaped;
use super::{Ended, Fixture, LONG, code, fixture, run, x};

/// A text that need not be JSON: only whether there is one counts.
fn given(function: impl FnOnce(*mut *mut c_char) -> i32) -> Ended {
    let mut out = std::ptr::null_mut();
    let ended = code(function(&mut out));
    assert_eq!(out.is_null(), ended.code != 0);
    unsafe { library::hr_free(out) };
    ended
}

pub fn every_case() {
    let bare = || -> Fixture { fixture(&vec![]) };
    let (long, plain) = (escaped(LONG), x(LONG));
    let text = c(&format!(
        "{{\"{long}\":1,\"a\":[\"{long}\",{{\"b\":\"{plain}\"}}]}}"
    ));
    let text = text.as_ptr();
    for pointer in ["/a/0", "/a", "/a/1/b", "", "/none"] {
        let path = c(pointer);
        run(&format!("hr_json_get {pointer:?}"), bare, |_| {
            given(|out| unsafe { json::hr_json_get(text, path.as_ptr(), out) })
        });
        run(&format!("hr_json_kind {pointer:?}"), bare, |_| {
            code(unsafe { json::hr_json_kind(text, path.as_ptr()) })
        });
        run(&format!("hr_json_count {pointer:?}"), bare, |_| {
            code(unsafe { json::hr_json_count(text, path.as_ptr()) })
        });
    }
    run("hr_json_key", bare, |_| {
        given(|out| unsafe { json::hr_json_key(text, c"".as_ptr(), 0, out) })
    });
    let quotes = c(&"\"".repeat(LONG));
    run("hr_json_quote", bare, |_| {
        given(|out| unsafe { json::hr_json_quote(quotes.as_ptr(), out) })
    });
}
