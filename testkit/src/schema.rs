//! The schemas in `schema/`, and what they say of a text.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use hr_header::schema::FILES;
use jsonschema::{Registry, Validator};
use serde_json::{Value, json};

use crate::folders::read;

/// A file of `schema/`.
pub fn file(name: &str) -> Value {
    let text = read(&format!("schema/{name}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What a function takes and gives.
pub fn index() -> &'static BTreeMap<String, Value> {
    static INDEX: LazyLock<BTreeMap<String, Value>> = LazyLock::new(|| {
        let functions = file("index.json")["functions"].take();
        serde_json::from_value(functions).unwrap()
    });
    &INDEX
}

/// Of the files that hold schemas.
static REGISTRY: LazyLock<Registry<'static>> = LazyLock::new(|| {
    let files = FILES.map(|name| (format!("file:///{name}"), file(name)));
    let registry = Registry::new().extend(files).unwrap();
    registry.prepare().unwrap()
});

/// Of a place such as `results.json#/$defs/login`.
pub fn validator(place: &str) -> Validator {
    let schema = json!({ "$ref": format!("file:///{place}") });
    let options = jsonschema::options().with_registry(&REGISTRY).offline();
    options.build(&schema).unwrap()
}

struct Validators {
    error: Validator,
    results: BTreeMap<&'static str, Validator>,
}

/// Each compiled once.
static VALIDATORS: LazyLock<Validators> = LazyLock::new(|| Validators {
    error: validator("error.json"),
    results: index()
        .iter()
        .map(|(name, entry)| (name.as_str(), validator(entry["result"].as_str().unwrap())))
        .collect(),
});

/// What is wrong with a value, each with its place and the rule.
pub fn faults(validator: &Validator, value: &Value) -> Vec<String> {
    let errors = validator.iter_errors(value);
    let said = |error: jsonschema::ValidationError| {
        format!(
            "{} by {}: {error}",
            error.instance_path(),
            error.schema_path()
        )
    };
    errors.map(said).collect()
}

/// Asserts that a function gave a text that its schema allows.
#[track_caller]
pub fn check(function: &str, code: i32, text: &Value) {
    let validator = match code {
        0 => VALIDATORS.results.get(function),
        _ => Some(&VALIDATORS.error),
    };
    let validator = validator.unwrap_or_else(|| panic!("schema/index.json has no {function}"));
    if !validator.is_valid(text) {
        let faults = faults(validator, text).join("\n");
        panic!("{function} gave a text against its schema:\n{faults}\n{text}");
    }
    if (function, code) == ("hr_last", 0) {
        assert!(is_of_a_call(text), "{text}");
    }
    if code != 0 {
        let stated = (&text["operation"], &text["code"]);
        assert_eq!(stated, (&function.into(), &code.into()), "{text}");
    }
}

/// Whether some function gives this text, but for the replies.
fn is_of_a_call(text: &Value) -> bool {
    let mut whole = text.clone();
    for step in ["login", "profile", "situation"] {
        if let Some(step) = whole.get_mut(step).and_then(Value::as_object_mut) {
            step.insert("raw".into(), Value::Null);
        }
    }
    let mut replied = whole.clone();
    replied["raw"] = Value::Null;
    let others = VALIDATORS
        .results
        .iter()
        .filter(|(name, _)| **name != "hr_last");
    let mut all = others
        .map(|(_, validator)| validator)
        .chain([&VALIDATORS.error]);
    all.any(|validator| validator.is_valid(&whole) || validator.is_valid(&replied))
}
