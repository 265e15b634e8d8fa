//! Whose record a document goes into, and whether it may be opened. The oracle is what the sandbox received.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use hr_sandbox::{Call, Fault, Sandbox};
use serde_json::json;

use testkit::*;

/// The patient of one search, whose chain is complete.
fn with_record() -> (Sandbox, Host, String) {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    let id = host.open_record();
    // The resend guard is one for the process: tests at the same time send different documents.
    static DOCUMENTS: AtomicUsize = AtomicUsize::new(0);
    let document = format!("document {}", DOCUMENTS.fetch_add(1, Ordering::Relaxed));
    host.dmp_send_bytes(&id, document.as_bytes(), "a.txt").ok();
    (sandbox, host, id)
}

const OTHER: [Option<&str>; 4] = [Some("ESSAI"), Some("Mireille"), None, None];

/// A search failed, and the parameters of the patient before were taken for those of the next. Each way to fail is in
/// tests/api/find and one_session; here it is made by the function for any call.
#[test]
fn r40_after_a_search_without_success_no_parameters_are_read() {
    let (sandbox, host, _) = with_record();
    let unknown = || {
        host.state()
            .has(json!({"next": "hr_patient_search", "patient": false}));
        host.patient_get().fails("HR_E_STATE");
        host.patient_update("{}").fails("HR_E_STATE");
    };
    let long = "x".repeat(2000);
    let unsent = host.patient_search([Some(&*long), None, None, None]);
    unsent.fails("HR_E_ARGUMENT");
    unknown();
    host.patient_search(QUALIFIED).ok();
    sandbox.set_fault(Fault::on(Call::PatientSearch).times(1).status(503));
    let failed = host.request("GET", "/patient/search?nom=ESSAI", None);
    failed.fails("HR_E_SERVER");
    unknown();
    // R115: the same path written otherwise was no search; nor was one with escapes within escapes.
    let paths = "/patient/%73earch?nom=X /patient/search/ /%50atient;v=1/search /patient/%2573earch?nom=X \
                 /patient%252Fsearch /patient/%252573earch /patient%5CSEARCH%20 /patient/search%3Fnom=X \
                 /patient/search.json";
    for path in paths.split_whitespace() {
        host.patient_search(QUALIFIED).ok();
        assert!(host.request("GET", path, None).code < 0, "{path}");
        host.patient_get().fails("HR_E_STATE");
    }
    host.patient_search(QUALIFIED).ok();
    let refused = host.request("POST", "/patient/search", Some("no JSON"));
    refused.fails("HR_E_ARGUMENT");
    unknown();
    let found = host.request("GET", "/patient/search?nom=EXEMPLE", None);
    found.ok();
    host.patient_get().ok();
}

/// As r40, for a search that another thread's call kept from being made.
#[test]
fn r41_a_search_that_found_the_handle_busy_did_not_succeed() {
    let (sandbox, host, _) = with_record();
    let hold = sandbox.hold(Call::PatientGet);
    let before = sandbox.requests_of(Call::PatientGet).len();
    std::thread::scope(|threads| {
        let (done, read) = mpsc::channel();
        let host = &host;
        threads.spawn(move || done.send(host.patient_get().code).unwrap());
        let patience = std::time::Duration::from_secs(20);
        assert!(sandbox.wait_for(Call::PatientGet, before + 1, patience));
        host.patient_search(OTHER).fails("HR_E_BUSY");
        drop(hold);
        assert_eq!(read.recv().unwrap(), 0);
    });
    host.patient_get().fails("HR_E_STATE");
}

/// The reply to an update, or the update itself, said no, and the record could be opened.
#[test]
fn r43_an_update_that_says_no_is_not_made() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    host.log_in(CPS, PIN);
    host.patient_search(NOT_QUALIFIED).ok();
    let id = host.patient_get().ok().str("patient_id");
    let closed = |updated: Outcome| {
        updated.ok().next("hr_patient_update");
        host.dmp_open(&id, None).fails("HR_E_STATE");
        assert_eq!(host.state().json["updateNeeded"], true);
    };
    for reply in [
        r#"{"insQualified":false}"#,
        r#"{"insQualified":true,"alimentationConsent":false}"#,
        r#"{"alimentationConsent":"no"}"#,
        r#"{"insQualified":true,"insQualified":false}"#,
        // R114: only the outermost object was looked at.
        r#"{"patient":{"alimentationConsent":false}}"#,
        r#"[{"alimentationConsent":false}]"#,
    ] {
        let says = Fault::on(Call::PatientUpdate).times(1).status(200);
        sandbox.set_fault(says.content_type("application/json").body(reply));
        closed(host.patient_update(r#"{"insQualified":true}"#));
    }
    closed(host.patient_update(r#"{"insQualified":true,"alimentationConsent":false}"#));
    closed(host.patient_update(r#"{"insQualified":false,"alimentationConsent":true}"#));
    assert!(sandbox.requests_of(Call::DmpOpen).is_empty());
    host.patient_update(r#"{"insQualified":true,"alimentationConsent":true}"#)
        .ok()
        .next("hr_dmp_open");
    host.dmp_open(&id, None).ok();
}
