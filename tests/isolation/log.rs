//! What the log contains, and what it never contains. One test: a process has one log.

use std::ffi::{CStr, c_char, c_void};
use std::sync::Mutex;

use hr::ffi::{handle, library};
use hr_sandbox::{Call, Cut, Fault};
use testkit::*;

static LINES: Mutex<Vec<(i32, String)>> = Mutex::new(Vec::new());

fn set(level: i32) -> i32 {
    unsafe { library::hr_set_log(Some(keep), 42 as *mut c_void, level) }
}

fn taken() -> Vec<(i32, String)> {
    std::mem::take(&mut *LINES.lock().unwrap())
}

#[test]
fn the_log_names_calls_and_no_secrets() {
    testkit::alone!();
    for bad in [-1, 4] {
        assert!(unsafe { library::hr_set_log(Some(keep), std::ptr::null_mut(), bad) } < 0);
    }
    assert_eq!(set(0), 0);
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    host.ticket().ok();
    assert!(taken().is_empty());

    assert_eq!(set(3), 0);
    let host = Host::of(&sandbox);
    let ticket = host.ticket().ok().str("licenseTicket");
    let token = host.token(CPS);
    host.login(&token, "0000").fails("HR_E_CARD_STATUS");
    let token = host.token(CPS);
    let login = host.login(&token, PIN).ok();
    host.patient_search([Some("EXEMPLE"), Some("Hélène"), None, None])
        .ok();
    let id = host.patient_get().ok().str("patient_id");
    host.dmp_open(&id, None).ok();
    sandbox.set_fault(Fault::on(Call::DmpSend).times(1).cut(Cut::Before));
    host.dmp_send_bytes(&id, b"content of a document", "Bilan-secret.pdf")
        .fails("HR_E_IN_DOUBT");
    host.request("GET", "/echo?nom=EXEMPLE", None).ok();
    drop(host);
    let lines = taken();
    let all: Vec<&str> = lines.iter().map(|(_, line)| line.as_str()).collect();
    let text = all.join("\n");
    for (level, line) in &lines {
        assert!(
            (1..=3).contains(level) && !line.contains('\n'),
            "{level} {line}"
        );
    }
    for expected in [
        "hr_ticket POST /v1/license/ticket -> 200 in ",
        "POST /direct/login -> HR_E_CARD_STATUS in ",
        "GET /patient/search -> 200 in ",
        "PUT /dmp/{patient_id} -> 200 in ",
        "hr_dmp_send POST /dmp/{patient_id}/unique/doc/send -> HR_E_IN_DOUBT in ",
        "GET /{path} -> 200 in ",
    ] {
        assert!(text.contains(expected), "{expected} is not in\n{text}");
    }
    let bearer = login.str("bearer");
    let license = sandbox.license_bearer();
    for secret in [
        &ticket,
        &token,
        &bearer,
        &license,
        "0000",
        PIN,
        &id,
        "EXEMPLE",
        "Hélène",
        "Bilan",
        "content",
        "127.0.0.1",
        "http",
    ] {
        assert!(!text.contains(secret), "{secret} is in\n{text}");
    }

    assert_eq!(set(1), 0);
    let host = Host::of(&sandbox);
    host.ticket().ok();
    host.patient_get().fails("HR_E_STATE");
    let lines = taken();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].1.contains("hr_patient_get HR_E_STATE"));
    assert_eq!(
        unsafe { library::hr_set_log(None, std::ptr::null_mut(), 3) },
        0
    );
    host.patient_get().fails("HR_E_STATE");
    assert!(taken().is_empty());
}

unsafe extern "C" fn keep(user: *mut c_void, level: i32, text: *const c_char) {
    assert_eq!(user as usize, 42);
    let text = unsafe { CStr::from_ptr(text) }.to_str().unwrap().to_owned();
    LINES.lock().unwrap().push((level, text));
    // The receiver may call the library, also with a handle that it does not have.
    handle::hr_close(0);
    library::hr_abi_version();
}
