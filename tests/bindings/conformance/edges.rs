//! The behaviours of issue 12: what comes out when memory is short, a callback interferes, the program ends, a text is
//! left out, or the language writes numbers otherwise. What has taken effect is never hidden.

use hr_sandbox::Call;
use serde_json::Value;

use super::expected::{Report, sha256};
use super::stage::Stage;

/// A wrong PIN, the same at once, the same after `ready`, the same once a person typed it again: for another card by
/// mistake, which permits nothing, and then for this one. Then the right one, and a document whose reply is lost and
/// that goes out again by the permit for its `entry`.
pub fn reason_and_entry(stage: &Stage, report: &mut Report) {
    let first = ["pin_refused", "ready_needed", "pin_held"].map(Value::from);
    let confirmed = [Value::Null, "pin_held".into(), "pin_refused".into()];
    report.has("reasons", [first, confirmed].concat());
    report.presented(&stage.sandbox, 3);
    let entry = report.value("entry").as_str().unwrap_or_default();
    let is_id = entry.len() == 32 && entry.bytes().all(|b| b.is_ascii_hexdigit());
    report.that("the entry is an id", is_id);
    report.has("same_entry", true);
    report.same("stored", stage.sandbox.documents().len(), 2);
}

pub fn null_optional_text(stage: &Stage, report: &mut Report) {
    report.has("nom", stage.nom);
    let search = stage.sandbox.requests_of(Call::PatientSearch);
    let query = search.first().and_then(|request| request.query.as_deref());
    report.same("the search's query", query, Some("nom=EXEMPLE"));
}

/// At the last report: the document is stored by then.
pub fn callback_ends_accepted_upload(stage: &Stage, report: &mut Report) {
    report.has("outcome", "accepted");
    report.has("sha256", sha256());
    report.same("stored", stage.sandbox.documents().len(), 1);
}

/// One upload for each allocation that fails after the library's return, and one without.
pub fn out_of_memory_after_accept(stage: &Stage, report: &mut Report) {
    report.has("hidden", 0);
    report.has("accepted", 1);
    let unreadable = report.value("unreadable").as_u64().unwrap_or(0);
    report.that("some were unreadable", unreadable > 2);
    let stored = stage.sandbox.documents().len() as u64;
    report.same("stored", stored, unreadable + 1);
}

/// That the program ends with 0 and without a word is asked of all of them.
pub fn exit_while_running(_: &Stage, report: &mut Report) {
    report.has("running", true);
}

pub fn negative_sign_culture(_: &Stage, report: &mut Report) {
    report.has("call_ms", 1_234_567);
    let message = report.value("message").as_str().unwrap_or_default();
    report.that("the code is written as in C", message.contains("-12345"));
}
