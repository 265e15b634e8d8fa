//! Roots that the environment names. One test in one process: it changes the environment.
#![cfg(target_os = "linux")]

use std::ffi::CString;
use std::time::Duration;

use hr_sandbox::Sandbox;
use serde_json::{Value, json};
use testkit::*;

use testkit::process::set_environment;

const NO_ROOTS: &str = "HR_E_TLS";

/// Sets both variables, opens a handle and asks for a ticket, within a time that is none for a regular file.
fn ticket(sandbox: &Sandbox, file: Option<&str>, folders: Option<&str>, more: Value) -> Outcome {
    // SAFETY: this process has one test, and no other thread reads the environment now.
    unsafe { set_environment(&[("SSL_CERT_FILE", file), ("SSL_CERT_DIR", folders)]) };
    let config = sandbox.config_json().with(more).to_string();
    let (end, ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let (number, settings) = Host::try_open(&config);
        let host = Host(number);
        end.send((settings.ok().str("trust"), host.ticket())).ok();
    });
    let (trust, outcome) = ended
        .recv_timeout(Duration::from_secs(20))
        .expect("it ends");
    let named = match (file, folders) {
        (None, None) => "system",
        (Some(_), None) => "SSL_CERT_FILE",
        (None, Some(_)) => "SSL_CERT_DIR",
        (Some(_), Some(_)) => "SSL_CERT_FILE, SSL_CERT_DIR",
    };
    assert_eq!(trust, named);
    outcome
}

/// R94: a pipe held a call for ever, a device was read without end, and nothing said that the variables count.
#[test]
fn the_environment_names_roots_within_bounds() {
    testkit::alone!();
    let (sandbox, ca) = secure();
    let pem = sandbox.ca_pem().unwrap();
    let folder = format!("{}.d", ca.path());
    std::fs::create_dir_all(format!("{folder}/folder")).unwrap();
    let pipe = format!("{folder}/pipe");
    let name = CString::new(pipe.as_str()).unwrap();
    // SAFETY: the name is NUL-terminated.
    assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
    let large = TempFile::new("large.pem", b"");
    let file = std::fs::File::create(large.path()).unwrap();
    file.set_len((16 << 20) + 1).unwrap();
    let several = format!("/nowhere::{folder}");
    let no_more = || json!({});
    let go = |file, folders| ticket(&sandbox, file, folders, no_more());

    go(None, None).fails(NO_ROOTS);
    go(Some(ca.path()), None).ok();
    go(None, None).fails(NO_ROOTS);
    for bad in [
        &pipe,
        "/dev/zero",
        "/dev/stdin",
        large.path(),
        &folder,
        "/nowhere",
        "",
    ] {
        go(Some(bad), None).fails(NO_ROOTS);
        // Roots that a host names count beside them.
        ticket(&sandbox, Some(bad), None, json!({"ca_file": ca.path()})).ok();
    }
    go(None, Some(&folder)).fails(NO_ROOTS);
    std::fs::write(
        format!("{folder}/broken.pem"),
        "-----BEGIN CERTIFICATE-----\nAAAA\n",
    )
    .unwrap();
    std::fs::write(format!("{folder}/root.pem"), pem.as_bytes()).unwrap();
    go(None, Some(&folder)).ok();
    go(None, Some(&several)).ok();
    go(Some(&pipe), Some(&folder)).ok();
    std::fs::remove_dir_all(folder).unwrap();
}

/// A new handle trusted what an older one had read, as long as that lived: roots that were replaced were trusted
/// still, and those that came were not.
#[test]
fn r231_a_new_handle_trusts_what_the_files_hold_today() {
    testkit::alone!();
    let [(old, _), (new, _)] = [(); 2].map(|()| secure());
    let [old_root, new_root] = [&old, &new].map(|sandbox| sandbox.ca_pem().unwrap().to_owned());
    let file = TempFile::new("roots.pem", old_root.as_bytes());
    let folder = format!("{}.d", file.path());
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(format!("{folder}/old.pem"), &old_root).unwrap();
    for (variable, path) in [("SSL_CERT_FILE", file.path()), ("SSL_CERT_DIR", &folder)] {
        let none = [("SSL_CERT_FILE", None), ("SSL_CERT_DIR", None)];
        // SAFETY: this process has one test, and no other thread reads the environment now.
        unsafe {
            set_environment(&none);
            set_environment(&[(variable, Some(path))]);
        }
        let before = Host::of(&old);
        before.ticket().ok();
        Host::of(&new).ticket().fails(NO_ROOTS);
        if variable == "SSL_CERT_FILE" {
            std::fs::write(path, &new_root).unwrap();
        } else {
            std::fs::write(format!("{path}/new.pem"), &new_root).unwrap();
            Host::of(&old).ticket().ok();
            std::fs::remove_file(format!("{path}/old.pem")).unwrap();
        }
        Host::of(&new).ticket().ok();
        Host::of(&old).ticket().fails(NO_ROOTS);
    }
    std::fs::remove_dir_all(folder).unwrap();
}
