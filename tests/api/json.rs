//! JSON texts read and written through the C functions. Texts and pointers of every kind are in the fuzz target `json`,
//! against another reader; depth and length in `tests/c/host_environment.c`.

use std::ffi::{CStr, CString, c_char};
use std::ptr::null_mut;

use hr::code::{HR_E_ABSENT, HR_E_ARGUMENT, HR_OK};
use hr::ffi::json::{hr_json_count, hr_json_get, hr_json_key, hr_json_kind, hr_json_quote};
use hr::ffi::library;
use testkit::Host;
use testkit::functions::NULL;
use testkit::raw_server::{Server, answer};

/// What a function gave: a text, or a code.
type Given = Result<String, i32>;

/// Calls a function that gives a text. On failure the text is NULL.
#[track_caller]
fn given(run: impl FnOnce(*mut *mut c_char) -> i32) -> Given {
    let mut text = c"not touched".as_ptr().cast_mut();
    let code = run(&mut text);
    if code != HR_OK {
        assert!(text.is_null(), "{code} with a text");
        return Err(code);
    }
    let copy = unsafe { CStr::from_ptr(text) }.to_str().unwrap().to_owned();
    unsafe { library::hr_free(text) };
    Ok(copy)
}

fn c(text: impl AsRef<[u8]>) -> CString {
    CString::new(text.as_ref()).unwrap()
}

#[track_caller]
fn get(json: impl AsRef<[u8]>, pointer: &str) -> Given {
    let (json, pointer) = (c(json), c(pointer));
    given(|out| unsafe { hr_json_get(json.as_ptr(), pointer.as_ptr(), out) })
}

#[track_caller]
fn quote(text: impl AsRef<[u8]>) -> Given {
    let text = c(text);
    given(|out| unsafe { hr_json_quote(text.as_ptr(), out) })
}

/// The text, kind, size and first name that stand there.
#[track_caller]
fn each(json: *const c_char, pointer: *const c_char) -> (Given, i32, i32, Given) {
    unsafe {
        (
            given(|out| hr_json_get(json, pointer, out)),
            hr_json_kind(json, pointer),
            hr_json_count(json, pointer),
            given(|out| hr_json_key(json, pointer, 0, out)),
        )
    }
}

#[test]
fn each_kind_has_its_number_and_its_text() {
    let json = r#"[null, false, -0.5E+30, "a\u00e9\n", [ 1 , 2 ], {"b~/c" : 3, "" : 4}]"#;
    let (absent, refused) = (HR_E_ABSENT, HR_E_ARGUMENT);
    for (pointer, kind, text, size, name) in [
        ("/0", 1, Err(absent), absent, Err(absent)),
        ("/1", 2, Ok("false"), refused, Err(refused)),
        ("/2", 3, Ok("-0.5E+30"), refused, Err(refused)),
        ("/3", 4, Ok("aé\n"), refused, Err(refused)),
        ("/4", 5, Ok("[ 1 , 2 ]"), 2, Err(refused)),
        ("/5", 6, Ok(r#"{"b~/c" : 3, "" : 4}"#), 2, Ok("b~/c")),
        ("/5/b~0~1c", 3, Ok("3"), refused, Err(refused)),
        ("/5/", 3, Ok("4"), refused, Err(refused)),
        ("/6", 0, Err(absent), absent, Err(absent)),
        ("/01", 0, Err(absent), absent, Err(absent)),
        ("1", refused, Err(refused), refused, Err(refused)),
        ("/1~", refused, Err(refused), refused, Err(refused)),
    ] {
        let (json, at) = (c(json), c(pointer));
        let found = each(json.as_ptr(), at.as_ptr());
        let wanted = (text.map(str::to_owned), kind, size, name.map(str::to_owned));
        assert_eq!(found, wanted, "{pointer}");
    }
    let (json, top) = (c(r#"{"b":1,"c":2}"#), c(""));
    let key = |at| given(|out| unsafe { hr_json_key(json.as_ptr(), top.as_ptr(), at, out) });
    assert_eq!(key(1).as_deref(), Ok("c"));
    assert_eq!([key(2), key(i32::MAX)], [Err(absent), Err(absent)]);
    assert_eq!([key(-1), key(i32::MIN)], [Err(refused), Err(refused)]);
}

/// The table in docs/en/rules.md.
#[test]
fn the_examples_of_the_manual() {
    let json = r#"{"cards": [{"serial": 12345678901234567890, "lastName": "D'\u00c9TANG", "model": null}], "next": "hr_login"}"#;
    assert!(include_str!("../../docs/en/rules.md").contains(json));
    for (pointer, text) in [
        ("/cards/0/lastName", Ok("D'ÉTANG")),
        ("/cards/0/serial", Ok("12345678901234567890")),
        ("/cards/0/model", Err(HR_E_ABSENT)),
        ("/cards/0/none", Err(HR_E_ABSENT)),
    ] {
        assert_eq!(get(json, pointer), text.map(str::to_owned), "{pointer}");
    }
    let card = get(json, "/cards/0").unwrap();
    assert_eq!(get(card, "/lastName").as_deref(), Ok("D'ÉTANG"));
    assert_eq!(quote("D'\"ÉTANG").as_deref(), Ok("\"D'\\\"ÉTANG\""));
    let quoted = quote("\"\\\n\t\u{8}\u{b} Hélène /\u{7f}\u{2028}😀");
    let escaped = "\"\\\"\\\\\\n\\t\\b\\u000b Hélène /\u{7f}\u{2028}😀\"";
    assert_eq!(quoted.as_deref(), Ok(escaped));
}

#[test]
fn arguments_are_neither_null_nor_another_encoding() {
    let (json, pointer) = (c(r#"{"a":{"b":1}}"#), c("/a"));
    let (json, pointer) = (json.as_ptr(), pointer.as_ptr());
    let refused = || {
        let code = HR_E_ARGUMENT;
        (Err(code), code, code, Err(code))
    };
    for (json, pointer) in [(NULL, pointer), (json, NULL), (NULL, NULL)] {
        assert_eq!(each(json, pointer), refused());
    }
    let codes = unsafe {
        [
            hr_json_get(json, pointer, null_mut()),
            hr_json_key(json, pointer, 0, null_mut()),
            hr_json_quote(json, null_mut()),
        ]
    };
    assert_eq!(codes, [HR_E_ARGUMENT; 3]);
    let quoted = given(|out| unsafe { hr_json_quote(NULL, out) });
    assert_eq!(quoted, Err(HR_E_ARGUMENT));
    for invalid in [&b"caf\xe9"[..], b"\xc3", b"\xed\xa0\x80", b"\xf8"] {
        assert_eq!(quote(invalid), Err(HR_E_ARGUMENT));
        let at = c([b"/", invalid].concat());
        assert_eq!(each(json, at.as_ptr()), refused());
        let text = c([b"{\"", invalid, b"\":0,\"a\":{\"b\":1}}"].concat());
        assert_eq!(each(text.as_ptr(), pointer), refused(), "{invalid:?}");
    }
}

/// A text right before memory that nobody may read: who reads behind it ends the process.
#[cfg(unix)]
struct Fenced {
    start: *mut u8,
    mapped: usize,
    text: *const c_char,
}

#[cfg(unix)]
impl Fenced {
    fn new(text: &[u8]) -> Fenced {
        use testkit::libc;
        let page = 16 * 1024;
        let room = text.len().next_multiple_of(page);
        // SAFETY: new memory, of which the first `room` bytes are written.
        unsafe {
            let access = libc::PROT_READ | libc::PROT_WRITE;
            let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let start = libc::mmap(null_mut(), room + page, access, kind, -1, 0);
            assert_ne!(start, libc::MAP_FAILED);
            let start = start.cast::<u8>();
            let at = start.add(room - text.len());
            at.copy_from_nonoverlapping(text.as_ptr(), text.len());
            let fence = start.add(room).cast();
            assert_eq!(libc::mprotect(fence, page, libc::PROT_NONE), 0);
            Fenced {
                start,
                mapped: room + page,
                text: at.cast_const().cast(),
            }
        }
    }
}

#[cfg(unix)]
impl Drop for Fenced {
    fn drop(&mut self) {
        // SAFETY: it was mapped in `new`, and nobody has a pointer any more.
        unsafe { testkit::libc::munmap(self.start.cast(), self.mapped) };
    }
}

/// The text goes on where nobody may read: 16 MB behind the value take no time. The benches measure it. Nor is anything
/// read behind the NUL of a text.
#[test]
#[cfg(unix)]
fn reading_stops_where_the_value_ends() {
    for (json, pointer, value) in [
        (r#"{"a":"x""#, "/a", "x"),
        (r#"{"a":12,"#, "/a", "12"),
        (r#"{"a":[1,{"b":2}]"#, "/a", r#"[1,{"b":2}]"#),
        (r#"{"z":[1,2],"a":["x","y""#, "/a/1", "y"),
        // An object below the outermost is read to its end, to see whether it has the member twice.
        (r#"{"a":{"b":"x","c":1}"#, "/a/b", "x"),
        (r#"[0,[["x""#, "/1/0/0", "x"),
        ("{\"a\":12}\0", "", "{\"a\":12}"),
    ] {
        let (text, pointer) = (Fenced::new(json.as_bytes()), c(pointer));
        let found = given(|out| unsafe { hr_json_get(text.text, pointer.as_ptr(), out) });
        assert_eq!(found.as_deref(), Ok(value), "{json}");
    }
    let refused = HR_E_ARGUMENT;
    for (json, pointer, number) in [
        ("{\"a\":{", "/a", 6),
        ("[[", "/0", 5),
        ("{\"a\":\"\\u00\0", "/b", refused),
        ("{\"a\":[1,\0", "/b", refused),
        ("{\"a\0", "/b", refused),
    ] {
        let (text, pointer) = (Fenced::new(json.as_bytes()), c(pointer));
        let found = unsafe { hr_json_kind(text.text, pointer.as_ptr()) };
        assert_eq!(found, number, "{json}");
    }
}

/// What may be passed on can be read in the result that has it; others read no deeper than 128.
#[test]
fn the_deepest_reply_can_be_read() {
    let server = Server::start(move |mut peer| {
        while let Some(request) = peer.request() {
            let depth = 128 + usize::from(request.starts("GET /deeper"));
            let nested = "[".repeat(depth) + &"]".repeat(depth);
            if !peer.send(answer("200 OK", "", &nested)) {
                return;
            }
        }
    });
    let host = Host::at(&server.url(), &serde_json::json!({}));
    let (method, path) = (c("GET"), c("/deepest"));
    let text = given(|out| unsafe {
        hr::ffi::service::hr_request(host.0, method.as_ptr(), path.as_ptr(), NULL, out)
    });
    let text = text.unwrap();
    let innermost = get(&text, &format!("/raw{}", "/0".repeat(127)));
    assert_eq!(innermost.as_deref(), Ok("[]"));
    assert_eq!(get(&text, ""), Ok(text));
    host.request("GET", "/deeper", None).fails("HR_E_REPLY");
}
