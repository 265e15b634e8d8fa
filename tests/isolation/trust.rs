//! Roots that the environment names. One test in one process: it changes the environment.
#![cfg(target_os = "linux")]

use std::ffi::CString;
use std::time::Duration;

use hr_sandbox::{Options, Sandbox};
use serde_json::{Value, json};
use testkit::*;

const NO_ROOTS: &str = "HR_E_TLS";

/// Sets both variables, opens a handle and asks for a ticket, within a time that is none for a regular file.
fn ticket(sandbox: &Sandbox, file: Option<&str>, folders: Option<&str>, more: Value) -> Outcome {
    for (name, value) in [("SSL_CERT_FILE", file), ("SSL_CERT_DIR", folders)] {
        // SAFETY: this process has one test, and no other thread reads the environment now.
        unsafe {
            match value {
                Some(value) => std::env::set_var(name, value),
                None => std::env::remove_var(name),
            }
        }
    }
    let mut config = sandbox.config_json();
    for (key, value) in more.as_object().unwrap() {
        config[key] = value.clone();
    }
    let config = config.to_string();
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
    let sandbox = Sandbox::start(Options {
        tls: true,
        ..Options::default()
    })
    .unwrap();
    let pem = sandbox.ca_pem().unwrap();
    let ca = TempFile::new("root.pem", pem.as_bytes());
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
