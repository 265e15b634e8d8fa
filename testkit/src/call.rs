//! A call of an exported C function: the texts that it takes and gives, and its result as a JSON value.

use std::ffi::{CStr, CString, c_char};

use hr::ffi::library;
use serde_json::Value;

use crate::{endings, schema};

/// What a call gave: its code, its text as it came, and the text read as JSON.
#[derive(Debug, Clone)]
pub struct Outcome {
    pub code: i32,
    pub text: String,
    pub json: Value,
}

#[derive(serde::Deserialize)]
struct WithRaw<'a> {
    #[serde(borrow)]
    raw: &'a serde_json::value::RawValue,
}

impl Outcome {
    #[track_caller]
    pub fn ok(self) -> Outcome {
        assert_eq!(self.code, 0, "{}", self.text);
        // Wrappers cut the reply out instead of reading it twice.
        if let Ok(WithRaw { raw }) = serde_json::from_str(&self.text) {
            let before = self.text.strip_suffix('}').and_then(|text| {
                let text = text.trim_end().strip_suffix(raw.get())?;
                text.trim_end().strip_suffix(",\"raw\":")
            });
            assert!(before.is_some(), "{}", self.text);
        }
        self
    }

    /// Asserts the code by its name, and that the error object agrees with it.
    #[track_caller]
    pub fn fails(self, name: &str) -> Outcome {
        let got = unsafe { CStr::from_ptr(library::hr_code_name(self.code)) };
        assert_eq!(got.to_str().unwrap(), name, "{}", self.text);
        assert_eq!(self.json["name"], name);
        self
    }

    #[track_caller]
    pub fn outcome(self, word: &str) -> Outcome {
        assert_eq!(self.json["outcome"], word, "{}", self.text);
        self
    }

    #[track_caller]
    pub fn next(self, name: impl Into<Value>) -> Outcome {
        assert_eq!(self.json["next"], name.into(), "{}", self.text);
        self
    }

    /// Asserts these members, whatever others there are.
    #[track_caller]
    pub fn has(self, members: Value) -> Outcome {
        self.json.has(members);
        self
    }

    /// Asserts a part of a text.
    #[track_caller]
    pub fn says(&self, key: &str, part: &str) {
        self.json.says(key, part);
    }

    pub fn str(&self, key: &str) -> String {
        self.json[key].as_str().unwrap_or_default().to_owned()
    }
}

/// What an object has, and assertions about it.
pub trait Members {
    /// The object with more or other members.
    fn with(self, members: Value) -> Value;

    /// It has these members, whatever others there are.
    fn has(&self, members: Value);

    /// A text in it has this part.
    fn says(&self, key: &str, part: &str);
}

impl Members for Value {
    fn with(mut self, members: Value) -> Value {
        for (name, value) in members.as_object().unwrap() {
            self[name] = value.clone();
        }
        self
    }

    #[track_caller]
    fn has(&self, members: Value) {
        for (name, value) in members.as_object().unwrap() {
            assert_eq!(&self[name], value, "{name} of {self}");
        }
    }

    #[track_caller]
    fn says(&self, key: &str, part: &str) {
        let text = self[key].as_str().unwrap_or_default();
        assert!(text.contains(part), "{part} in {key} of {self}");
    }
}

pub fn c(text: &str) -> CString {
    CString::new(text).unwrap()
}

pub fn opt(text: &Option<CString>) -> *const c_char {
    text.as_ref().map_or(std::ptr::null(), |t| t.as_ptr())
}

/// Runs a call of the function `name` with an output text, and takes the text, which its schema must allow.
#[track_caller]
pub fn call(name: &str, function: impl FnOnce(*mut *mut c_char) -> i32) -> Outcome {
    // Not NULL beforehand: the call itself must clear it.
    let mut out = std::ptr::dangling_mut::<c_char>();
    let code = function(&mut out);
    assert!(!out.is_null(), "no text with code {code}");
    let text = unsafe { CStr::from_ptr(out) }
        .to_str()
        .expect("texts are UTF-8")
        .to_owned();
    unsafe { library::hr_free(out) };
    let json = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
    schema::check(name, code, &json);
    endings::check(name, &json);
    Outcome { code, text, json }
}
