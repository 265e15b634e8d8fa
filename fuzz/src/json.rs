//! JSON texts read by pointer, against another reader. The input: a pointer, a line end, a text.

use std::ffi::{CStr, CString, c_char};

use hr::code::{HR_E_ABSENT, HR_E_ARGUMENT, HR_OK};
use hr::ffi::json::{hr_json_count, hr_json_get, hr_json_key, hr_json_kind, hr_json_quote};
use hr::ffi::library::hr_free;
use serde_json::Value;
use serde_json::value::RawValue;

use super::call::{c, check_code};
use super::object::Object;

/// More members than this are not asked for their names, one after the other.
const MEMBERS: i32 = 50;

pub fn run(input: &[u8]) {
    let mut parts = input.splitn(2, |byte| *byte == b'\n');
    let pointer = c(parts.next().unwrap_or_default());
    let json = c(parts.next().unwrap_or_default());
    round_trip(&pointer);
    round_trip(&json);
    let found = Found::of(&json, &pointer);
    found.agrees_with_itself();
    let (Ok(text), Ok(path)) = (json.to_str(), pointer.to_str()) else {
        return;
    };
    // The other reader gives members of this name a meaning of its own.
    if text.contains("$serde_json") {
        return;
    }
    match serde_json::from_str::<Value>(text) {
        Ok(_) => found.is(&wanted(text, path), text, path),
        // It has a lower limit of its own.
        Err(error) if error.to_string().contains("recursion limit") => {}
        Err(error) => assert!(
            !path.is_empty() || found.text == Err(HR_E_ARGUMENT),
            "{error}: {text}"
        ),
    }
}

fn given(operation: &str, run: impl FnOnce(*mut *mut c_char) -> i32) -> Result<String, i32> {
    let mut out = std::ptr::dangling_mut::<c_char>();
    let code = run(&mut out);
    check_code(operation, code);
    if code != HR_OK {
        assert!(out.is_null(), "{operation} gave a text with {code}");
        return Err(code);
    }
    // SAFETY: the library gave it, and it is freed once.
    let text = unsafe { CStr::from_ptr(out) }.to_str().map(str::to_owned);
    // SAFETY: as above.
    unsafe { hr_free(out) };
    Ok(text.expect("texts are UTF-8"))
}

fn round_trip(text: &CString) {
    // SAFETY: NUL-terminated.
    let quoted = given("hr_json_quote", |out| unsafe {
        hr_json_quote(text.as_ptr(), out)
    });
    let Ok(plain) = text.to_str() else {
        assert_eq!(quoted, Err(HR_E_ARGUMENT));
        return;
    };
    let quoted = quoted.expect("a string");
    assert_eq!(
        serde_json::from_str::<String>(&quoted).expect("a string"),
        plain
    );
    let (json, pointer) = (c(quoted.as_bytes()), c(b""));
    // SAFETY: both are NUL-terminated.
    let read = given("hr_json_get", |out| unsafe {
        hr_json_get(json.as_ptr(), pointer.as_ptr(), out)
    });
    assert_eq!(read.as_deref(), Ok(plain));
}

/// What the four functions gave.
struct Found {
    text: Result<String, i32>,
    kind: i32,
    count: i32,
    names: Vec<Result<String, i32>>,
}

impl Found {
    fn of(json: &CString, pointer: &CString) -> Found {
        let (json, pointer) = (json.as_ptr(), pointer.as_ptr());
        // SAFETY: both are NUL-terminated.
        unsafe {
            let count = hr_json_count(json, pointer);
            let places = (0..=count.clamp(0, MEMBERS)).collect::<Vec<i32>>();
            let name = |at: &i32| given("hr_json_key", |out| hr_json_key(json, pointer, *at, out));
            Found {
                text: given("hr_json_get", |out| hr_json_get(json, pointer, out)),
                kind: hr_json_kind(json, pointer),
                count,
                names: places.iter().map(name).collect(),
            }
        }
    }

    fn agrees_with_itself(&self) {
        assert!(
            (0..=6).contains(&self.kind) || self.kind == HR_E_ARGUMENT,
            "{}",
            self.kind
        );
        let absent = self.text == Err(HR_E_ABSENT);
        assert_eq!(
            absent,
            matches!(self.kind, 0 | 1),
            "{:?} {}",
            self.text,
            self.kind
        );
        assert_eq!(
            absent,
            self.count == HR_E_ABSENT,
            "{:?} {}",
            self.text,
            self.count
        );
        assert!(
            self.count < 0 || matches!(self.kind, 5 | 6),
            "{}",
            self.kind
        );
        if self.text.is_ok() && self.kind >= 5 {
            assert!(self.count >= 0, "{:?} {}", self.text, self.count);
        }
    }

    /// `None`: refused.
    fn is(&self, wanted: &Option<Wanted>, text: &str, pointer: &str) {
        let what = format!("{pointer:?} {text:?}");
        let Some(wanted) = wanted else {
            assert_eq!(
                (&self.text, self.kind),
                (&Err(HR_E_ARGUMENT), HR_E_ARGUMENT),
                "{what}"
            );
            return;
        };
        let value = match wanted {
            Wanted::Nothing => {
                assert_eq!((&self.text, self.kind), (&Err(HR_E_ABSENT), 0), "{what}");
                return;
            }
            Wanted::Value(value) => value,
        };
        let written = || Ok(value.get().to_owned());
        let (kind, got) = match value.get().as_bytes()[0] {
            b'n' => (1, Err(HR_E_ABSENT)),
            b't' | b'f' => (2, written()),
            b'"' => (
                4,
                without_nul(serde_json::from_str(value.get()).expect("a string")),
            ),
            b'[' => (5, written()),
            b'{' => (6, written()),
            _ => (3, written()),
        };
        assert_eq!((&self.text, self.kind), (&got, kind), "{what}");
        if kind == 5 {
            let items: Vec<&RawValue> = serde_json::from_str(value.get()).expect("an array");
            assert_eq!(self.count, items.len() as i32, "{what}");
        }
        if kind == 6 {
            let Object(members) = serde_json::from_str(value.get()).expect("an object");
            assert_eq!(self.count, members.len() as i32, "{what}");
            for (at, name) in self.names.iter().enumerate() {
                let wanted = members.get(at).map(|(name, _)| without_nul(name.clone()));
                assert_eq!(name, &wanted.unwrap_or(Err(HR_E_ABSENT)), "{what} {at}");
            }
        }
    }
}

fn without_nul(text: String) -> Result<String, i32> {
    match text.contains('\0') {
        true => Err(HR_E_ARGUMENT),
        false => Ok(text),
    }
}

enum Wanted {
    Nothing,
    Value(Box<RawValue>),
}

/// Where the pointer leads in a text that is JSON; None where it is refused.
fn wanted(text: &str, pointer: &str) -> Option<Wanted> {
    let escaped = pointer.replace("~0", "").replace("~1", "");
    if escaped.contains('~') || !(pointer.is_empty() || pointer.starts_with('/')) {
        return None;
    }
    let mut value: Box<RawValue> = serde_json::from_str(text).expect("JSON");
    for (depth, token) in pointer.split('/').skip(1).enumerate() {
        let token = token.replace("~1", "/").replace("~0", "~");
        let next = match value.get().as_bytes()[0] {
            b'{' => {
                let Object(members) = serde_json::from_str(value.get()).expect("an object");
                let mut named = members.into_iter().filter(|(name, _)| *name == token);
                let first = named.next();
                if depth > 0 && named.next().is_some() {
                    return None;
                }
                first.map(|(_, value)| value)
            }
            b'[' => {
                let items: Vec<Box<RawValue>> =
                    serde_json::from_str(value.get()).expect("an array");
                let place = token.parse::<usize>().ok();
                let place = place.filter(|place| place.to_string() == token);
                place.and_then(|place| items.into_iter().nth(place))
            }
            _ => None,
        };
        match next {
            Some(next) => value = next,
            None => return Some(Wanted::Nothing),
        }
    }
    Some(Wanted::Value(value))
}
