//! The behaviours: what is set up before a program runs, what it must report, what must have arrived.

use std::time::Duration;

use hr_sandbox::{Call, CardForm, Cut, Fault, Options};
use serde_json::{Value, json};

use super::edges;
use super::expected::{Report, error, sha256};
use super::journal;
use super::stage::{DOCUMENT_NAME, Stage, document};

pub struct Behaviour {
    pub name: &'static str,
    pub prepare: fn() -> Stage,
    pub check: fn(&Stage, &mut Report),
    /// It is about what a wrapper adds: it has no meaning in plain C.
    pub needs_a_wrapper: bool,
    /// The languages in which it has no meaning, or cannot be provoked.
    pub meaningless_in: &'static [&'static str],
}

const fn behaviour(
    name: &'static str,
    prepare: fn() -> Stage,
    check: fn(&Stage, &mut Report),
) -> Behaviour {
    Behaviour {
        name,
        prepare,
        check,
        needs_a_wrapper: false,
        meaningless_in: &[],
    }
}

const fn of_wrappers(
    name: &'static str,
    prepare: fn() -> Stage,
    check: fn(&Stage, &mut Report),
) -> Behaviour {
    Behaviour {
        needs_a_wrapper: true,
        ..behaviour(name, prepare, check)
    }
}

const fn meaningless_in(languages: &'static [&'static str], behaviour: Behaviour) -> Behaviour {
    Behaviour {
        meaningless_in: languages,
        ..behaviour
    }
}

pub const BEHAVIOURS: &[Behaviour] = &[
    behaviour("chain", body_form, chain),
    behaviour("chain_bearer", bearer_form, chain_bearer),
    behaviour("accents", hard_name, accents),
    behaviour("big_number", plain, big_number),
    behaviour("wrong_pin", plain, wrong_pin),
    behaviour("right_pin_after", plain, right_pin_after),
    behaviour("opposed", opposed_patient, opposed),
    behaviour("lost_reply", reply_lost, lost_reply),
    behaviour("cancel", plain, cancel),
    behaviour("cancel_waiting", ticket_held, cancel_waiting),
    behaviour("progress", plain, progress),
    of_wrappers("callback_exception", plain, callback_exception),
    behaviour("log", plain, log),
    behaviour("two_threads", first_ticket_late, two_threads),
    behaviour("use_after_close", plain, use_after_close),
    of_wrappers("collected", plain, collected),
    behaviour("bad_config", plain, bad_config),
    of_wrappers("interior_nul", plain, interior_nul),
    of_wrappers("unknown_code", plain, unknown_code),
    behaviour("all_methods", plain, all_methods),
    behaviour("reason_and_entry", reply_lost, edges::reason_and_entry),
    behaviour("journal", reply_lost, journal::journal),
    behaviour("null_optional_text", plain, edges::null_optional_text),
    behaviour(
        "callback_ends_accepted_upload",
        plain,
        edges::callback_ends_accepted_upload,
    ),
    // In C nothing is allocated after the return. Mono cannot be made to fail at one allocation.
    meaningless_in(
        &["C", "C#"],
        behaviour(
            "out_of_memory_after_accept",
            plain,
            edges::out_of_memory_after_accept,
        ),
    ),
    behaviour("exit_while_logging", plain, edges::exit_while_running),
    behaviour("exit_while_closing", plain, edges::exit_while_running),
    // C has no texts of its own; Python writes numbers alike in every locale.
    meaningless_in(
        &["C", "Python"],
        behaviour("negative_sign_culture", plain, edges::negative_sign_culture),
    ),
];

const FILE_NAME: &str = "lettre de sortie é.pdf";

fn plain() -> Stage {
    Stage::new(Options::default())
}

fn body_form() -> Stage {
    Stage::new(Options {
        strict_form: Some(CardForm::Body),
        ..Options::default()
    })
}

fn bearer_form() -> Stage {
    Stage::new(Options {
        strict_form: Some(CardForm::Bearer),
        ..Options::default()
    })
}

fn hard_name() -> Stage {
    Stage {
        nom: "D'ÉTANG & FILS + CIE",
        prenom: "Anne Marie",
        ..plain()
    }
}

fn opposed_patient() -> Stage {
    Stage {
        nom: "OPPOSÉ",
        prenom: "Dominique",
        ..plain()
    }
}

fn reply_lost() -> Stage {
    let stage = plain();
    let fault = Fault::on(Call::DmpSend).nth(1).act().cut(Cut::Before);
    stage.sandbox.set_fault(fault);
    stage
}

fn ticket_held() -> Stage {
    let mut stage = plain();
    stage.hold = Some(stage.sandbox.hold(Call::Ticket));
    stage
}

fn first_ticket_late() -> Stage {
    let stage = plain();
    let late = Fault::on(Call::Ticket)
        .nth(1)
        .delay(Duration::from_secs(100));
    stage.sandbox.set_fault(late);
    stage
}

fn walked(report: &mut Report, stage: &Stage, identified: Value) {
    report.has("patient_id", "255081416802538");
    report.has("sha256", sha256());
    report.has("bytes", document().len());
    report.has("next", Value::Null);
    report.has("http_status", 201);
    report.has("updateNeeded", false);
    report.has("insQualified", true);
    report.has("identified", identified);
    report.has("modelText", "IAS ECC");
    report.presented(&stage.sandbox, 1);
    report.clean(&stage.sandbox);
}

fn chain(stage: &Stage, report: &mut Report) {
    walked(report, stage, true.into());
    report.stored(&stage.sandbox, [FILE_NAME]);
}

fn chain_bearer(stage: &Stage, report: &mut Report) {
    walked(report, stage, true.into());
    report.stored(&stage.sandbox, [DOCUMENT_NAME]);
}

fn accents(stage: &Stage, report: &mut Report) {
    report.has("nom", stage.nom);
    report.has("prenom", stage.prenom);
    report.has("echo", true);
    report.has("sha256", sha256());
    report.stored(&stage.sandbox, [DOCUMENT_NAME]);
    report.clean(&stage.sandbox);
    let search = stage.sandbox.requests_of(Call::PatientSearch);
    let query = search.first().and_then(|request| request.query.as_deref());
    let wanted = "nom=D%27%C3%89TANG%20%26%20FILS%20%2B%20CIE&prenom=Anne%20Marie";
    report.same("the search's query", query, Some(wanted));
}

fn big_number(_: &Stage, report: &mut Report) {
    let raw = report.value("raw").as_str().unwrap_or_default();
    let exact = ["123456789012345678901234567890.12345", "1.797e309"]
        .iter()
        // The sandbox may write the exponent with its sign.
        .all(|number| raw.replace("e+", "e").contains(number));
    report.that("the numbers are exact", exact);
}

fn refused_pin() -> Value {
    let rejected = json!({"outcome": "rejected"});
    error("hr_login", -207, "HR_E_CARD_STATUS", "card", rejected)
}

fn guarded() -> Value {
    let rejected = json!({"outcome": "rejected"});
    error("hr_login", -8, "HR_E_PIN_GUARD", "library", rejected)
}

fn wrong_pin(stage: &Stage, report: &mut Report) {
    report.errors([refused_pin(), guarded(), guarded()]);
    report.presented(&stage.sandbox, 1);
    report.arrived(&stage.sandbox, Call::Login, 1);
}

fn right_pin_after(stage: &Stage, report: &mut Report) {
    report.errors([refused_pin()]);
    report.has("next", "hr_patient_search");
    report.presented(&stage.sandbox, 2);
}

fn opposed(stage: &Stage, report: &mut Report) {
    report.has("updateNeeded", true);
    report.has("alimentationConsent", false);
    let rejected = json!({"outcome": "rejected"});
    report.errors([error("hr_dmp_open", -4, "HR_E_STATE", "library", rejected)]);
    report.arrived(&stage.sandbox, Call::DmpOpen, 0);
}

fn lost_reply(stage: &Stage, report: &mut Report) {
    let lost = json!({"outcome": "unknown", "cause": "HR_E_INTERRUPTED"});
    let held = json!({"outcome": "rejected"});
    report.errors([
        error("hr_dmp_send", -106, "HR_E_IN_DOUBT", "service", lost),
        error("hr_dmp_send", -204, "HR_E_CONFLICT", "library", held),
    ]);
    report.has("sha256", sha256());
    report.has("sha256_sent", sha256());
    report.arrived(&stage.sandbox, Call::DmpSend, 2);
    // The first was stored though its answer was lost; the second because a person wanted it.
    report.stored(&stage.sandbox, [FILE_NAME, FILE_NAME]);
}

fn cancel(stage: &Stage, report: &mut Report) {
    let outcome = report.value("errors")[0]["outcome"].clone();
    let left = outcome == "not_sent" || outcome == "incomplete";
    report.that("the outcome says that not all was sent", left);
    let more = json!({"outcome": outcome});
    report.errors([error("hr_dmp_send", -9, "HR_E_CANCELLED", "service", more)]);
    report.stored(&stage.sandbox, []);
}

fn cancel_waiting(stage: &Stage, report: &mut Report) {
    report.errors([error(
        "hr_ticket",
        -9,
        "HR_E_CANCELLED",
        "license",
        Value::Null,
    )]);
    // The first cancellation may come before the request has left.
    let arrived = stage.sandbox.requests_of(Call::Ticket).len();
    report.that("it was sent once at most", arrived <= 1);
}

fn progress(stage: &Stage, report: &mut Report) {
    let calls = report.value("calls").as_u64().unwrap_or(0);
    report.that("it was report more than at both ends", calls > 2);
    report.has("first_done", 0);
    report.has("last_done", document().len());
    report.has("total", document().len());
    report.has("rising", true);
    report.has("same_thread", true);
    report.has("bytes", document().len());
    report.stored(&stage.sandbox, [FILE_NAME]);
}

fn callback_exception(stage: &Stage, report: &mut Report) {
    report.has("raised", "own");
    report.has("sha256", sha256());
    let attached = report.value("library_error");
    report.same(
        "library_error's name",
        &attached["name"],
        &"HR_E_CANCELLED".into(),
    );
    report.same(
        "library_error's family",
        &attached["family"],
        &"caller".into(),
    );
    // The first sending ended early; the second, without the callback, arrived.
    report.stored(&stage.sandbox, [FILE_NAME]);
}

fn log(stage: &Stage, report: &mut Report) {
    let lines = report.value("lines").as_u64().unwrap_or(0);
    report.that("each call was report", lines >= 7);
    report.has("has_dmp_send", true);
    report.has("after_off", 0);
    report.has("leak", false);
    report.same("documents", stage.sandbox.documents().len(), 1);
}

fn two_threads(stage: &Stage, report: &mut Report) {
    report.errors([
        error("hr_ticket", -3, "HR_E_BUSY", "library", Value::Null),
        error("hr_ticket", -9, "HR_E_CANCELLED", "license", Value::Null),
    ]);
    report.has("other", "ok");
    report.arrived(&stage.sandbox, Call::Ticket, 2);
}

fn use_after_close(stage: &Stage, report: &mut Report) {
    report.errors([error("hr_state", -2, "HR_E_HANDLE", "library", Value::Null)]);
    report.same("requests", stage.sandbox.requests().len(), 0);
}

fn collected(_: &Stage, report: &mut Report) {
    report.has("code", -2);
}

fn bad_config(_: &Stage, report: &mut Report) {
    report.errors([error("hr_open", -5, "HR_E_CONFIG", "library", Value::Null)]);
}

fn interior_nul(stage: &Stage, report: &mut Report) {
    report.has("refused", true);
    report.arrived(&stage.sandbox, Call::PatientSearch, 0);
}

fn unknown_code(_: &Stage, report: &mut Report) {
    let seen = &report.value("errors")[0];
    report.same("family", &seen["family"], &"other".into());
    report.same("code", &seen["code"], &(-12345).into());
}

/// On a handle opened with nothing, so that each call is refused before it sends anything.
const WITHOUT_ANYTHING: [(&str, &str); 18] = [
    ("ticket", "HR_E_CONFIG"),
    ("ticket_set", "HR_E_ARGUMENT"),
    ("ready", "HR_E_STATE"),
    ("login", "HR_E_STATE"),
    ("pin_retry_allow", "HR_E_STATE"),
    ("session_set", "HR_E_ARGUMENT"),
    ("profile_put", "HR_E_STATE"),
    ("profile_select", "HR_E_STATE"),
    ("patient_search", "HR_E_STATE"),
    ("patient_get", "HR_E_STATE"),
    ("patient_update", "HR_E_STATE"),
    ("request", "HR_E_STATE"),
    ("dmp_open", "HR_E_STATE"),
    ("dmp_send", "HR_E_STATE"),
    ("dmp_send_bytes", "HR_E_STATE"),
    ("dmp_resend_allow", "HR_E_ARGUMENT"),
    ("dmp_found", "HR_E_ARGUMENT"),
    ("journal", "HR_E_CONFIG"),
];

fn all_methods(stage: &Stage, report: &mut Report) {
    let wanted: serde_json::Map<String, Value> = WITHOUT_ANYTHING
        .iter()
        .map(|(name, code)| ((*name).to_owned(), Value::from(*code)))
        .collect();
    report.has("names", wanted);
    report.same("requests", stage.sandbox.requests().len(), 0);
}
