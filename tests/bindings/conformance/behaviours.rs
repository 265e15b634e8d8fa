//! The behaviours: what is set up before a program runs, what it must tell, what must have arrived.

use std::time::Duration;

use hr_sandbox::{Call, CardForm, Cut, Fault, Options};
use serde_json::{Value, json};

use super::edges;
use super::expected::{Complaints, error, sha256};
use super::stage::{DOCUMENT_NAME, Stage, document};

pub struct Behaviour {
    pub name: &'static str,
    pub prepare: fn() -> Stage,
    pub check: fn(&Stage, &mut Complaints),
    /// It is about what a wrapper adds: it has no meaning in plain C.
    pub needs_a_wrapper: bool,
    /// The languages in which it has no meaning, or cannot be provoked.
    pub meaningless_in: &'static [&'static str],
}

const fn behaviour(
    name: &'static str,
    prepare: fn() -> Stage,
    check: fn(&Stage, &mut Complaints),
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
    check: fn(&Stage, &mut Complaints),
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

fn walked(told: &mut Complaints, stage: &Stage, identified: Value) {
    told.tells("patient_id", "255081416802538");
    told.tells("sha256", sha256());
    told.tells("bytes", document().len());
    told.tells("next", Value::Null);
    told.tells("http_status", 201);
    told.tells("updateNeeded", false);
    told.tells("insQualified", true);
    told.tells("identified", identified);
    told.tells("modelText", "IAS ECC");
    told.presented(&stage.sandbox, 1);
    told.clean(&stage.sandbox);
}

fn chain(stage: &Stage, told: &mut Complaints) {
    walked(told, stage, true.into());
    told.stored(&stage.sandbox, [FILE_NAME]);
}

fn chain_bearer(stage: &Stage, told: &mut Complaints) {
    walked(told, stage, true.into());
    told.stored(&stage.sandbox, [DOCUMENT_NAME]);
}

fn accents(stage: &Stage, told: &mut Complaints) {
    told.tells("nom", stage.nom);
    told.tells("prenom", stage.prenom);
    told.tells("echo", true);
    told.tells("sha256", sha256());
    told.stored(&stage.sandbox, [DOCUMENT_NAME]);
    told.clean(&stage.sandbox);
    let search = stage.sandbox.requests_of(Call::PatientSearch);
    let query = search.first().and_then(|request| request.query.as_deref());
    let wanted = "nom=D%27%C3%89TANG%20%26%20FILS%20%2B%20CIE&prenom=Anne%20Marie";
    told.same("the search's query", query, Some(wanted));
}

fn big_number(_: &Stage, told: &mut Complaints) {
    let raw = told.told("raw").as_str().unwrap_or_default();
    let exact = ["123456789012345678901234567890.12345", "1.797e309"]
        .iter()
        // The sandbox may write the exponent with its sign.
        .all(|number| raw.replace("e+", "e").contains(number));
    told.that("the numbers are exact", exact);
}

fn refused_pin() -> Value {
    let rejected = json!({"outcome": "rejected"});
    error("hr_login", -207, "HR_E_CARD_STATUS", "card", rejected)
}

fn guarded() -> Value {
    let rejected = json!({"outcome": "rejected"});
    error("hr_login", -8, "HR_E_PIN_GUARD", "library", rejected)
}

fn wrong_pin(stage: &Stage, told: &mut Complaints) {
    told.errors([refused_pin(), guarded(), guarded()]);
    told.presented(&stage.sandbox, 1);
    told.arrived(&stage.sandbox, Call::Login, 1);
}

fn right_pin_after(stage: &Stage, told: &mut Complaints) {
    told.errors([refused_pin()]);
    told.tells("next", "hr_patient_search");
    told.presented(&stage.sandbox, 2);
}

fn opposed(stage: &Stage, told: &mut Complaints) {
    told.tells("updateNeeded", true);
    told.tells("alimentationConsent", false);
    let rejected = json!({"outcome": "rejected"});
    told.errors([error("hr_dmp_open", -4, "HR_E_STATE", "library", rejected)]);
    told.arrived(&stage.sandbox, Call::DmpOpen, 0);
}

fn lost_reply(stage: &Stage, told: &mut Complaints) {
    let lost = json!({"outcome": "unknown", "cause": "HR_E_INTERRUPTED"});
    let held = json!({"outcome": "rejected"});
    told.errors([
        error("hr_dmp_send", -106, "HR_E_IN_DOUBT", "service", lost),
        error("hr_dmp_send", -204, "HR_E_CONFLICT", "library", held),
    ]);
    told.tells("sha256", sha256());
    told.tells("sha256_sent", sha256());
    told.arrived(&stage.sandbox, Call::DmpSend, 2);
    // The first was stored though its answer was lost; the second because a person wanted it.
    told.stored(&stage.sandbox, [FILE_NAME, FILE_NAME]);
}

fn cancel(stage: &Stage, told: &mut Complaints) {
    let outcome = told.told("errors")[0]["outcome"].clone();
    let left = outcome == "not_sent" || outcome == "incomplete";
    told.that("the outcome says that not all was sent", left);
    let more = json!({"outcome": outcome});
    told.errors([error("hr_dmp_send", -9, "HR_E_CANCELLED", "service", more)]);
    told.stored(&stage.sandbox, []);
}

fn cancel_waiting(stage: &Stage, told: &mut Complaints) {
    told.errors([error(
        "hr_ticket",
        -9,
        "HR_E_CANCELLED",
        "license",
        Value::Null,
    )]);
    // The first cancellation may come before the request has left.
    let arrived = stage.sandbox.requests_of(Call::Ticket).len();
    told.that("it was sent once at most", arrived <= 1);
}

fn progress(stage: &Stage, told: &mut Complaints) {
    let calls = told.told("calls").as_u64().unwrap_or(0);
    told.that("it was told more than at both ends", calls > 2);
    told.tells("first_done", 0);
    told.tells("last_done", document().len());
    told.tells("total", document().len());
    told.tells("rising", true);
    told.tells("same_thread", true);
    told.tells("bytes", document().len());
    told.stored(&stage.sandbox, [FILE_NAME]);
}

fn callback_exception(stage: &Stage, told: &mut Complaints) {
    told.tells("raised", "own");
    told.tells("sha256", sha256());
    let attached = told.told("library_error");
    told.same(
        "library_error's name",
        &attached["name"],
        &"HR_E_CANCELLED".into(),
    );
    told.same(
        "library_error's family",
        &attached["family"],
        &"caller".into(),
    );
    // The first sending ended early; the second, without the callback, arrived.
    told.stored(&stage.sandbox, [FILE_NAME]);
}

fn log(stage: &Stage, told: &mut Complaints) {
    let lines = told.told("lines").as_u64().unwrap_or(0);
    told.that("each call was told", lines >= 7);
    told.tells("has_dmp_send", true);
    told.tells("after_off", 0);
    told.tells("leak", false);
    told.same("documents", stage.sandbox.documents().len(), 1);
}

fn two_threads(stage: &Stage, told: &mut Complaints) {
    told.errors([
        error("hr_ticket", -3, "HR_E_BUSY", "library", Value::Null),
        error("hr_ticket", -9, "HR_E_CANCELLED", "license", Value::Null),
    ]);
    told.tells("other", "ok");
    told.arrived(&stage.sandbox, Call::Ticket, 2);
}

fn use_after_close(stage: &Stage, told: &mut Complaints) {
    told.errors([error("hr_state", -2, "HR_E_HANDLE", "library", Value::Null)]);
    told.same("requests", stage.sandbox.requests().len(), 0);
}

fn collected(_: &Stage, told: &mut Complaints) {
    told.tells("code", -2);
}

fn bad_config(_: &Stage, told: &mut Complaints) {
    told.errors([error("hr_open", -5, "HR_E_CONFIG", "library", Value::Null)]);
}

fn interior_nul(stage: &Stage, told: &mut Complaints) {
    told.tells("refused", true);
    told.arrived(&stage.sandbox, Call::PatientSearch, 0);
}

fn unknown_code(_: &Stage, told: &mut Complaints) {
    let seen = &told.told("errors")[0];
    told.same("family", &seen["family"], &"other".into());
    told.same("code", &seen["code"], &(-12345).into());
}

/// On a handle opened with nothing, so that each call is refused before it sends anything.
const WITHOUT_ANYTHING: [(&str, &str); 16] = [
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
];

fn all_methods(stage: &Stage, told: &mut Complaints) {
    let wanted: serde_json::Map<String, Value> = WITHOUT_ANYTHING
        .iter()
        .map(|(name, code)| ((*name).to_owned(), Value::from(*code)))
        .collect();
    told.tells("names", wanted);
    told.same("requests", stage.sandbox.requests().len(), 0);
}
