//! An object, read without a tree: its fields in their order, those that are there twice included, values unread.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

#[derive(Debug)]
pub struct Object(pub Vec<(String, Box<RawValue>)>);

/// The keys of an error object, always all of them.
const ERROR_KEYS: [&str; 27] = [
    "code",
    "name",
    "operation",
    "call_id",
    "step",
    "at",
    "message",
    "message_fr",
    "remedy",
    "remedy_fr",
    "reason",
    "http_status",
    "service_code",
    "service_message",
    "outcome",
    "phase",
    "cause",
    "retry_after_s",
    "sha256",
    "bytes",
    "entry",
    "journal",
    "ending",
    "ask",
    "session",
    "choices",
    "documents",
];

const OUTCOMES: [&str; 5] = [
    "not_sent",
    "incomplete",
    "rejected",
    "unknown",
    "accepted_unreadable",
];
const PHASES: [&str; 6] = ["resolve", "connect", "tls", "send", "wait", "read"];

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(parser: D) -> Result<Object, D::Error> {
        struct Fields;

        impl<'de> Visitor<'de> for Fields {
            type Value = Object;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Object(fields))
            }
        }

        parser.deserialize_map(Fields)
    }
}

impl Object {
    /// A text of the library's: it must be one object, each key once.
    pub fn read(text: &str) -> Object {
        let object: Object =
            serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        for (at, (key, _)) in object.0.iter().enumerate() {
            let twice = object.0.iter().skip(at + 1).any(|(other, _)| other == key);
            assert!(!twice, "{key} is given twice: {text}");
        }
        object
    }

    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(key, value)| (key.as_str(), value.get()))
    }

    /// The JSON text of a field that must be there.
    pub fn get(&self, key: &str) -> &str {
        let found = self.fields().find(|(known, _)| *known == key);
        found.unwrap_or_else(|| panic!("no {key} in {self:?}")).1
    }

    pub fn has(&self, key: &str) -> bool {
        self.fields().any(|(known, _)| known == key)
    }

    /// A field's text; None when it is no string.
    pub fn string(&self, key: &str) -> Option<String> {
        serde_json::from_str(self.get(key)).ok()
    }

    /// Asserts the form of an error object of a function.
    pub fn check_error(&self, operation: &str, code: i32, name: &str) {
        let keys: Vec<&str> = self.fields().map(|(key, _)| key).collect();
        assert_eq!(keys, ERROR_KEYS);
        assert_eq!(self.get("code"), code.to_string());
        assert_eq!(self.string("name").as_deref(), Some(name));
        assert_eq!(self.string("operation").as_deref(), Some(operation));
        let among = |key: &str, words: &[&str]| {
            let word = self.string(key);
            let fits = word
                .as_ref()
                .is_some_and(|word| words.contains(&word.as_str()));
            assert!(fits, "{key}: {}", self.get(key));
        };
        among("at", &["license", "card", "service", "library"]);
        if self.get("outcome") != "null" {
            among("outcome", &OUTCOMES);
        }
        if self.get("phase") != "null" {
            among("phase", &PHASES);
        }
        for key in ["message", "message_fr", "remedy", "remedy_fr"] {
            let line = self.string(key).expect("a text");
            assert!(!line.is_empty() && !line.contains(['\n', '\r']), "{line}");
        }
        for key in ["http_status", "retry_after_s", "bytes"] {
            let number = self.get(key);
            assert!(
                number == "null" || number.parse::<u64>().is_ok(),
                "{number}"
            );
        }
        if let Some(message) = self.string("service_message") {
            assert!(!message.contains(char::is_control), "{message:?}");
        }
    }
}
