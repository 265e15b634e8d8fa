//! Whose record a document goes into, and whether it may be opened. The oracle is what the sandbox received.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use hr_sandbox::{Call, Cut, Fault, Sandbox};

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

/// A search failed, and the parameters of the patient before were taken for those of the next.
#[test]
fn r40_after_a_search_without_success_no_parameters_are_read() {
    let (sandbox, host, id) = with_record();
    let reads = || sandbox.requests_of(Call::PatientGet).len();
    let before = reads();
    let long = "x".repeat(2000);
    let lost: [&dyn Fn(); 5] = [
        &|| sandbox.set_fault(Fault::on(Call::PatientSearch).times(1).status(503)),
        &|| sandbox.set_fault(Fault::on(Call::PatientSearch).times(1).cut(Cut::Before)),
        &|| sandbox.set_fault(Fault::on(Call::PatientSearch).times(1).status(404)),
        &|| {
            let page = Fault::on(Call::PatientSearch).times(1).status(200);
            sandbox.set_fault(page.content_type("text/html").body("<html>"));
        },
        &|| {},
    ];
    for (number, arrange) in lost.iter().enumerate() {
        arrange();
        let traits = match number {
            // Nothing is sent at all.
            4 => [Some(&*long), None, None, None],
            _ => OTHER,
        };
        let failed = host.patient_search(traits);
        assert!(failed.code < 0, "{}", failed.text);
        assert_eq!(host.state().json["next"], "hr_patient_search");
        assert_eq!(host.state().json["patient"], false);
        host.patient_get().fails("HR_E_STATE");
        host.patient_update("{}").fails("HR_E_STATE");
    }
    assert_eq!(reads(), before, "no parameters were asked for");
    host.patient_search(QUALIFIED).ok();
    host.read_and_open(&id);
    // The same request by the function for any call.
    sandbox.set_fault(Fault::on(Call::PatientSearch).times(1).status(503));
    host.request("GET", "/patient/search?nom=ESSAI", None)
        .fails("HR_E_SERVER");
    host.patient_get().fails("HR_E_STATE");
    // R115: the same path written otherwise was no search; nor was one with escapes within escapes.
    for path in [
        "/patient/%73earch?nom=X",
        "/patient/search/",
        "/%50atient;v=1/search",
        "/patient/%2573earch?nom=X",
        "/patient%252Fsearch",
        "/patient/%252573earch",
        "/patient%5CSEARCH%20",
        "/patient/search%3Fnom=X",
        "/patient/search.json",
    ] {
        host.patient_search(QUALIFIED).ok();
        assert!(host.request("GET", path, None).code < 0, "{path}");
        host.patient_get().fails("HR_E_STATE");
    }
    host.patient_search(QUALIFIED).ok();
    host.request("POST", "/patient/search", Some("no JSON"))
        .fails("HR_E_ARGUMENT");
    host.patient_get().fails("HR_E_STATE");
    host.request("GET", "/patient/search?nom=EXEMPLE", None)
        .ok();
    host.patient_get().ok();
    assert_eq!(sandbox.documents().len(), 1);
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

/// Straight after the login any record could be opened and fed: whoever left step 6 out left consent out.
#[test]
fn r42_a_record_opens_only_for_a_patient_whose_parameters_were_read() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    let id = host.open_record();
    let login = host.log_in(CPS, PIN);
    let refused = || {
        host.dmp_open(&id, None)
            .fails("HR_E_STATE")
            .outcome("rejected");
        host.dmp_send_bytes(&id, b"x", "a.txt").fails("HR_E_STATE");
    };
    let opened = sandbox.requests_of(Call::DmpOpen).len();
    refused();
    host.patient_search(QUALIFIED).ok();
    refused();
    sandbox.set_fault(Fault::on(Call::PatientGet).times(1).status(500));
    host.patient_get().fails("HR_E_SERVER");
    refused();
    // Another patient's parameters do not concern this one.
    host.patient_search(NOT_QUALIFIED).ok();
    host.patient_get().ok();
    refused();
    // What an earlier login has read does not count, wherever the next one was made.
    host.patient_search(QUALIFIED).ok();
    host.patient_get().ok();
    assert_eq!(
        host.session_set(&login.str("serviceUrl"), &login.str("bearer")),
        0
    );
    refused();
    assert_eq!(sandbox.requests_of(Call::DmpOpen).len(), opened);
    host.patient_search(QUALIFIED).ok();
    host.read_and_open(&id);
    host.dmp_send_bytes(&id, b"x", "a.txt").ok();
    assert_eq!(sandbox.documents().len(), 1);
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
