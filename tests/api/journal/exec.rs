//! A host that becomes another program in the middle of a call, as one does that updates itself: it is the same process,
//! and nothing of the call is left.
#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdout, Stdio};
use std::time::Duration;

use hr::ffi::test_hooks;
use hr_sandbox::Call;
use serde_json::{Value, json};
use testkit::raw_server::Peer;
use testkit::*;

use super::stage::*;

/// A process that makes a call, and becomes another program when the test says so; it does not outlive the test.
struct Updating(Child, BufReader<ChildStdout>);

impl Drop for Updating {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Updating {
    fn new(orders: &Value) -> Updating {
        let mut command = testkit::process::again(module_path!(), "the_host");
        command.env("HR_TEST_ORDERS", orders.to_string());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Updating(child, output)
    }

    /// What the same call gives after that; the process goes on.
    fn becomes_another(&mut self) -> Value {
        use std::io::Write;
        let stdin = self.0.stdin.as_mut().unwrap();
        stdin.write_all(b"now\n").unwrap();
        let mut line = String::new();
        while !line.contains("again ") {
            line.clear();
            assert!(self.1.read_line(&mut line).unwrap() > 0);
        }
        assert!(self.0.try_wait().unwrap().is_none());
        serde_json::from_str(line.split_once("again ").unwrap().1).unwrap()
    }
}

fn call() -> Outcome {
    let orders: Value = serde_json::from_str(&std::env::var("HR_TEST_ORDERS").unwrap()).unwrap();
    match (orders["url"].as_str(), orders["serial"].as_str()) {
        (Some(url), _) => send(&host_at(url, &orders["config"]), b"document"),
        (_, Some(serial)) => {
            let host = Host::open(&orders["config"]);
            host.ticket().ok();
            let token = host.token(serial);
            host.login(&token, PIN)
        }
        _ => unreachable!(),
    }
}

#[test]
#[ignore = "run by the others, in a process of its own"]
fn the_host() {
    std::thread::spawn(call);
    std::io::stdin().read_line(&mut String::new()).unwrap();
    let error = testkit::process::again(module_path!(), "the_new_program").exec();
    panic!("{error}");
}

#[test]
#[ignore = "run by the others, in a process of its own"]
fn the_new_program() {
    println!("again {}", call().json);
    std::io::stdin().read_line(&mut String::new()).unwrap();
}

/// The document was in use until the host ended, since a process of its number was there, and no permit helped.
#[test]
fn r220_an_upload_of_a_host_that_became_another_program_is_a_doubt() {
    testkit::alone!();
    let stage = Stage::new(|mut peer: Peer| {
        peer.request();
        peer.mark("received");
        peer.hold();
    });
    let mut process = Updating::new(&json!({"config": stage.config(), "url": stage.server.url()}));
    stage.server.until("received");
    let host = stage.host();
    assert_eq!(only(&host, &json!({}))["in_use"], true);
    let again = process.becomes_another();
    assert_eq!(again["name"], "HR_E_CONFLICT", "{again}");
    let doubt = only(&host, &json!({"doubt": true}));
    assert_eq!(
        (&again["entry"], &again["reason"]),
        (&doubt["entry"], &Value::Null)
    );
    let held = send(&host, b"document").fails("HR_E_CONFLICT");
    assert_eq!(held.json["entry"], doubt["entry"]);
    assert_eq!(host.dmp_found(&held.str("entry")), 0);
    assert_eq!(stage.received(), 1);
}

/// The card was in use until the host ended, and no permit helped.
#[test]
fn r221_a_login_of_a_host_that_became_another_program_is_held() {
    testkit::alone!();
    let (sandbox, _, _) = with_card("r221");
    let folder = TempFile::new("folder", b"");
    let mut config = sandbox.config_json();
    config["journal"] = json!(folder.0.with_file_name("records.hrj"));
    let hold = sandbox.hold(Call::Login);
    let mut process = Updating::new(&json!({"config": config, "serial": "r221"}));
    assert!(sandbox.wait_for(Call::Login, 1, Duration::from_secs(20)));
    let login = || {
        test_hooks::forget();
        let host = Host::open(&config);
        host.ticket().ok();
        let token = host.token("r221");
        (host.login(&token, PIN), host)
    };
    assert_eq!(
        login().0.fails("HR_E_PIN_GUARD").json["reason"],
        "pin_in_use"
    );
    let again = process.becomes_another();
    assert_eq!(again["reason"], "pin_held", "{again}");
    let (held, host) = login();
    assert_eq!(held.fails("HR_E_PIN_GUARD").json["reason"], "pin_held");
    drop(hold);
    assert_eq!(host.pin_retry_allow_last(), 0);
    login().0.ok();
    assert_eq!(sandbox.requests_of(Call::Login).len(), 2);
}
