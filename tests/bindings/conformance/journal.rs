//! An upload whose reply is lost, as the journal states it: in doubt, then permitted, then found by a person.

use serde_json::{Value, json};

use super::expected::{Report, error};
use super::stage::{Stage, document};

/// The upload as every program writes it, once its moments were looked at.
fn upload(report: &mut Report, key: &str, wanted: Value) {
    let mut seen = report.value(key).clone();
    for moment in ["time", "ended"] {
        let text = seen[moment].take();
        let in_utc = text.as_str().is_some_and(|text| text.ends_with('Z'));
        report.that(&format!("{key}: {moment} is in UTC"), in_utc);
    }
    report.same(key, seen, wanted);
}

/// Listed with every member of the filter; with a reference that no upload has; after each decision of a person. Then
/// what the library says to a session without a journal, and of a file that is none.
pub fn journal(stage: &Stage, report: &mut Report) {
    let mut doubt = json!({
        "entry": report.value("entry"), "time": null, "ended": null, "outcome": "unknown", "doubt": true,
        "permitted": false, "found": false, "in_use": false, "bytes": document().len(), "reference": null,
        "name": "HR_E_IN_DOUBT", "http_status": null, "damaged": false,
    });
    upload(report, "before", doubt.clone());
    for (count, wanted) in [("doubts", 1), ("uploads", 1), ("damaged", 0), ("torn", 0)] {
        report.has(count, wanted);
    }
    report.has("more", false);
    report.has("referenced", 0);
    report.has("permitted", true);
    for (member, wanted) in [
        ("outcome", "accepted".into()),
        ("doubt", false.into()),
        ("found", Value::Bool(true)),
    ] {
        doubt[member] = wanted;
    }
    upload(report, "after", doubt);
    report.has("completed", Value::Null);
    report.errors([
        error("hr_journal", -5, "HR_E_CONFIG", "library", Value::Null),
        error("hr_open", -13, "HR_E_JOURNAL", "library", Value::Null),
    ]);
    report.same("stored", stage.sandbox.documents().len(), 1);
}
