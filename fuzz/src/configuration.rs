//! The JSON given to hr_open. What follows a NUL is the content of the file `input.pem`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use hr::ffi::handle::{hr_close, hr_open};
use serde_json::{Value, json};

use super::call::{Ran, c, name_of, run as call};
use super::files;
use super::fixture::Fixture;
use super::object::Object;

/// Every key, and what its absence means.
static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let text = include_str!("../../schema/configuration.json");
    serde_json::from_str(text).expect("the schema is JSON")
});

/// The keys of an object of the schema, each with its default; null where it has none.
fn defaults(properties: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let properties = properties.as_object().expect("an object");
    properties
        .iter()
        .map(|(key, schema)| (key.as_str(), &schema["default"]))
}

/// Stands for each secret of a configuration.
const CANARY: &str = "canary-configuration-91c2";

pub fn run(bytes: &[u8]) {
    let _stage = Fixture::enter();
    if let Some(end) = bytes.iter().position(|byte| *byte == 0) {
        let path = files::folder().join("input.pem");
        std::fs::write(path, &bytes[end + 1..]).expect("the file is written");
    }
    let text = c(bytes);
    if !files::are_here(text.as_bytes()) {
        return;
    }
    let ran = open(text.as_bytes());
    let Ok(text) = text.to_str() else {
        assert_eq!(name_of(ran.code), "HR_E_ARGUMENT");
        return;
    };
    let unmarked = text.strip_prefix('\u{feff}').unwrap_or(text);
    let given: Option<BTreeMap<String, Value>> = serde_json::from_str(unmarked).ok();
    match ran.code {
        0 => settings(
            &given.expect("what is accepted is an object"),
            &ran.object(),
        ),
        code => {
            assert_eq!(name_of(code), "HR_E_CONFIG");
            assert_eq!(ran.object().string("at").as_deref(), Some("library"));
        }
    }
    secrets(text, ran.code);
}

fn open(text: &[u8]) -> Ran {
    let text = c(text);
    let mut number = -1;
    // SAFETY: the text is NUL-terminated and the outputs are writable.
    let ran = call("hr_open", true, |out| unsafe {
        hr_open(text.as_ptr(), &mut number, out)
    });
    assert_eq!(ran.code == 0, number > 0);
    if ran.code == 0 {
        assert_eq!(hr_close(number), 0);
    } else {
        assert_eq!(number, 0);
    }
    ran
}

/// The settings in force are those that were given, or the defaults.
fn settings(given: &BTreeMap<String, Value>, effective: &Object) {
    let keys = &SCHEMA["properties"];
    for key in given.keys() {
        assert!(!keys[key].is_null(), "accepted {key}");
    }
    for (key, default) in defaults(keys) {
        let value = given.get(key).unwrap_or(default);
        match key {
            "license_bearer" => assert!(!effective.has(key)),
            "timeouts" => timeouts(value, effective),
            "card_codes" => card_codes(value, effective),
            // Without them the library has its own.
            "user_agent" if !given.contains_key(key) => {}
            "card_client_owners" if !given.contains_key(key) => {
                owners(&json!(["unknown"]), effective)
            }
            "card_client_owners" => owners(value, effective),
            // Told in their normal form.
            "license_url" | "local_url" | "proxy" if given.contains_key(key) => {
                let shown = effective.string(key).expect("an address");
                let raw = value.as_str().expect("a text").to_ascii_lowercase();
                let address = shown.rsplit("://").next().unwrap_or_default();
                let host = address.split(['/', ']']).next().unwrap_or_default();
                let lower = host.to_ascii_lowercase();
                // An IPv6 address may be written in several ways.
                assert!(host.starts_with('[') || raw.contains(&lower), "{shown}");
            }
            _ => assert_eq!(effective.get(key), value.to_string(), "{key}"),
        }
    }
    let bearer = ["license_bearer", "license_bearer_file"];
    let bearer = bearer.iter().any(|key| given.contains_key(*key));
    assert_eq!(effective.get("license_bearer_set"), bearer.to_string());
    let plain = given.get("allow_plain_http") == Some(&Value::Bool(true));
    if let Some(url) = effective.string("license_url") {
        let local = ["http://127.", "http://[::1]", "http://localhost"];
        let near = local.iter().any(|start| url.starts_with(start));
        assert!(plain || near || url.starts_with("https://"), "{url}");
    }
    let number = effective.get("max_reply_bytes").parse::<i32>();
    assert!(number.is_ok_and(|number| number > 0));
}

/// Each word once, in the order of the library.
fn owners(value: &Value, effective: &Object) {
    let given = value.as_array().expect("a list");
    let words = ["service", "http_sys", "unknown"].map(Value::from);
    assert!(given.iter().all(|word| words.contains(word)));
    let accepted = words.iter().filter(|word| given.contains(word));
    let accepted: Value = accepted.cloned().collect();
    assert_eq!(effective.get("card_client_owners"), accepted.to_string());
}

fn timeouts(value: &Value, effective: &Object) {
    let effective = Object::read(effective.get("timeouts"));
    let given = value.as_object().expect("an object");
    let keys = &SCHEMA["$defs"]["timeouts"]["properties"];
    for key in given.keys() {
        assert!(!keys[key].is_null(), "accepted {key}");
    }
    for (key, default) in defaults(keys) {
        let wanted = given.get(key).map_or(default.to_string(), Value::to_string);
        assert_eq!(effective.get(key), wanted, "{key}");
        assert!(effective.get(key).parse::<i32>().is_ok_and(|ms| ms > 0));
    }
}

/// The lists that were given, and empty ones for the rest.
fn card_codes(value: &Value, effective: &Object) {
    let effective = Object::read(effective.get("card_codes"));
    let given = value.as_object().expect("an object");
    for key in ["pin_refused", "card_locked", "card_absent"] {
        let wanted = given.get(key).map_or("[]".to_owned(), Value::to_string);
        assert_eq!(effective.get(key), wanted, "{key}");
    }
    assert!(given.keys().all(|key| effective.has(key)));
}

/// The same configuration with other secrets in it: neither the settings nor an error repeats them.
fn secrets(text: &str, code: i32) {
    let Ok(Value::Object(mut given)) = serde_json::from_str(text) else {
        return;
    };
    let mut any = false;
    if let Some(value) = given.get_mut("license_bearer") {
        any |= value.is_string();
        if value.is_string() {
            *value = CANARY.into();
        }
    }
    if let Some(Value::String(proxy)) = given.get_mut("proxy")
        && let Some((_, address)) = proxy.rsplit_once('@')
    {
        *proxy = format!("http://{CANARY}:{CANARY}@{address}");
        any = true;
    }
    if !any {
        return;
    }
    let ran = open(Value::Object(given).to_string().as_bytes());
    assert!(!ran.text.is_some_and(|text| text.contains(CANARY)), "told");
    // Better secrets cannot make it worse.
    assert!(code != 0 || ran.code == 0);
}
