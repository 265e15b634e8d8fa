//! What a measurement writes down: values by their keys, each with words for the page.

use hr_sandbox::Bilingual;
use serde_json::{Map, Value, json};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// English, French.
pub(super) type Words = (&'static str, &'static str);

/// What was measured, or why not.
pub(super) type Measured = Result<Value, Bilingual>;

/// This system does not have it.
pub(super) const NOT_HERE: Words = (
    "this system does not have it",
    "n'existe pas sur ce système",
);
pub(super) const NOT_ASKED: Words = ("not asked for", "non demandé");
pub(super) const OFFLINE: Words = (
    "left out by --offline",
    "laissé de côté à cause de --offline",
);

pub(super) struct Entry {
    pub key: &'static str,
    pub words: Words,
    pub measured: Measured,
}

#[derive(Default)]
pub(super) struct Content {
    pub entries: Vec<Entry>,
    /// What whoever reads the page should see first.
    pub findings: Vec<Bilingual>,
}

/// Shared with the thread that measures: what it wrote stays when it does not end.
#[derive(Clone, Default)]
pub(super) struct Report(Arc<Mutex<Content>>);

impl Report {
    pub(super) fn content(&self) -> MutexGuard<'_, Content> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn put(&self, key: &'static str, words: Words, value: impl Into<Value>) {
        self.put_result(key, words, Ok(value.into()));
    }

    pub(super) fn missing(&self, key: &'static str, words: Words, why: impl Into<Bilingual>) {
        self.put_result(key, words, Err(why.into()));
    }

    pub(super) fn put_result(&self, key: &'static str, words: Words, measured: Measured) {
        self.content().entries.push(Entry {
            key,
            words,
            measured,
        });
    }

    pub(super) fn found(&self, en: impl Into<String>, fr: impl Into<String>) {
        self.content().findings.push(Bilingual {
            en: en.into(),
            fr: fr.into(),
        });
    }

    /// `values` has every key, `missing` the reason for each null.
    pub(super) fn json(&self) -> (Value, Value, Value) {
        let content = self.content();
        let (mut values, mut missing) = (Map::new(), Map::new());
        for entry in &content.entries {
            let value = match &entry.measured {
                Ok(value) => value.clone(),
                Err(why) => {
                    missing.insert(entry.key.into(), both(why));
                    Value::Null
                }
            };
            values.insert(entry.key.into(), value);
        }
        let findings = content.findings.iter().map(both).collect();
        (values.into(), missing.into(), findings)
    }
}

pub(super) fn both(text: &Bilingual) -> Value {
    json!({ "en": text.en, "fr": text.fr })
}

/// Times of several rounds in milliseconds.
pub(super) fn times(rounds: &[f64]) -> Value {
    let mut sorted = rounds.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = |index: usize| sorted.get(index).map(|ms| round(*ms));
    json!({
        "rounds": sorted.len(),
        "min_ms": at(0),
        "median_ms": at(sorted.len() / 2),
        "max_ms": at(sorted.len().wrapping_sub(1)),
    })
}

pub(super) fn round(ms: f64) -> f64 {
    (ms * 1000.0).round() / 1000.0
}

pub(super) fn ms_of(time: std::time::Duration) -> f64 {
    round(time.as_secs_f64() * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_no_round_one_and_several() {
        let none = times(&[]);
        assert_eq!(
            (&none["rounds"], &none["max_ms"]),
            (&json!(0), &Value::Null)
        );
        let several = times(&[3.0, 1.0, 2.0004]);
        let wanted = json!({"rounds": 3, "min_ms": 1.0, "median_ms": 2.0, "max_ms": 3.0});
        assert_eq!(several, wanted);
    }

    #[test]
    fn a_null_has_its_reason() {
        let report = Report::default();
        report.put("a", ("a", "a"), 1);
        report.missing("b", ("b", "b"), OFFLINE);
        let (values, missing, findings) = report.json();
        assert_eq!(values, json!({"a": 1, "b": null}));
        assert_eq!(missing["b"]["en"], "left out by --offline");
        assert_eq!(findings, json!([]));
    }
}
