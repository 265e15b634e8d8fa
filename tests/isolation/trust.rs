//! Roots that the environment names. One test in one process: it changes the environment.
#![cfg(target_os = "linux")]

use std::ffi::CString;

use hr_sandbox::Sandbox;
use rcgen::{BasicConstraints, IsCa};
use serde_json::{Value, json};
use testkit::fault_proxy::{Authority, CertificateFlaw};
use testkit::raw_server::{Server, answer};
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
    let (trust, outcome) = ended.recv_timeout(SOON).expect("it ends");
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

/// Debian's `ssl-cert` puts a server's own certificate among the roots: whoever had its key could vouch for any server.
#[test]
fn a_servers_own_certificate_in_a_folder_vouches_for_nobody() {
    testkit::alone!();
    let beside = TempFile::new("beside", b"");
    let folder = format!("{}.d", beside.path());
    std::fs::create_dir(&folder).unwrap();
    for (says, trusted) in [
        (IsCa::ExplicitNoCa, false),
        (IsCa::Ca(BasicConstraints::Unconstrained), true),
        // As the first roots were made.
        (IsCa::NoCa, true),
    ] {
        let authority = Authority::of(says);
        let tls = authority.config(CertificateFlaw::None);
        let server = Server::launch(Some(tls), |mut peer| {
            peer.request();
            peer.send(answer("200 OK", "", "{}").as_bytes());
        });
        std::fs::write(format!("{folder}/root.pem"), authority.ca_pem()).unwrap();
        // SAFETY: this process has one test, and no other thread reads the environment now.
        unsafe { set_environment(&[("SSL_CERT_FILE", None), ("SSL_CERT_DIR", Some(&folder))]) };
        let asked = Host::at(&server.url(), &json!({})).request("GET", "/x", None);
        assert_eq!(asked.code == 0, trusted, "{:?}", asked.json);
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// What could not be read for want of a descriptor was missing for as long as the handle lived.
#[test]
fn roots_that_a_scarce_moment_hid_are_read_later() {
    testkit::alone!();
    let ((sandbox, ca), (_, other)) = (secure(), secure());
    // SAFETY: this process has one test, and no other thread reads the environment now.
    unsafe { set_environment(&[("SSL_CERT_FILE", Some(ca.path())), ("SSL_CERT_DIR", None)]) };
    let more = json!({"ca_file": other.path(), "timeouts": {"connect_ms": 500}});
    let few = libc::rlimit {
        rlim_cur: 256,
        rlim_max: 256,
    };
    // SAFETY: the limit is read and kept by the system alone.
    assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &few) }, 0);
    for free in 0..4 {
        let scarce = |host: &Host| {
            let mut taken: Vec<_> =
                std::iter::from_fn(|| std::fs::File::open("/dev/null").ok()).collect();
            taken.truncate(taken.len() - free);
            host.ticket().code < 0 || free > 1
        };
        // The sandbox is in this process: a connection that ends there meanwhile gives a descriptor back.
        let mut hosts = (0..50).map(|_| Host::with(&sandbox, more.clone()));
        let host = hosts.find(scarce).expect("a moment without descriptors");
        host.ticket().ok();
    }
}

/// A diagnosis said that all was well where there was no file.
#[test]
fn a_diagnosis_sees_that_there_are_no_roots() {
    testkit::alone!();
    let (sandbox, ca) = secure();
    let found = |file, more| {
        // SAFETY: this process has one test, and no other thread reads the environment now.
        unsafe { set_environment(&[("SSL_CERT_FILE", Some(file)), ("SSL_CERT_DIR", None)]) };
        let found = Host::with(&sandbox, more).diagnose().ok();
        let checks = found.json["checks"].as_array().unwrap().iter();
        let mut checks = checks.filter(|check| check["name"] == "trust_store");
        checks.next().unwrap()["ok"].clone()
    };
    assert_eq!(found("/nowhere", json!({})), false);
    assert_eq!(found("/nowhere", json!({"ca_file": ca.path()})), true);
    assert_eq!(found(ca.path(), json!({})), true);
}
