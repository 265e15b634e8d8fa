//! No secret is left in the memory of a host that closed its handles, also not after errors.
//! The host is a C program with the library as it is shipped; it looks through all of its own memory.
#![cfg(target_os = "linux")]

use std::process::Command;
use std::time::Duration;

use hr_sandbox::{Call, Card, Cut, Fault, Options, Sandbox};
use serde_json::json;
use testkit::TempFile;
use testkit::c_compiler::{self, C11};
use testkit::tools::has;

const SERIAL: &str = "2000000777";
/// With characters that JSON escapes.
const PIN: &str = r#"73"9105\46281750"#;
const WRONG: &str = "850316942753";
const LICENSE: &str = "license-bearer-Zq8vK1xW4tYb7Rm2";

/// What the program printed for one look: its moment, the bytes looked at, the copies found.
#[derive(Debug)]
struct Look {
    when: String,
    bytes: u64,
    copies: u64,
}

fn look(line: &str) -> Look {
    let number = |after: &str| {
        let rest = line.split(after).nth(1).expect(line);
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().expect(line)
    };
    Look {
        when: line.split(':').next().unwrap().to_owned(),
        bytes: number(": bytes "),
        copies: number(" copies "),
    }
}

fn looks(tls: bool) -> Vec<Look> {
    let mut options = Options {
        tls,
        ..Options::default()
    };
    options.scenario.license_bearer = LICENSE.into();
    options.scenario.cards = vec![Card::cps(SERIAL, PIN)];
    let sandbox = Sandbox::start(options).unwrap();
    let ca = sandbox
        .ca_pem()
        .map(|pem| TempFile::new("ca.pem", pem.as_bytes()));
    // Not acted upon, so that the card's counter shows that the PIN was not consumed.
    let late = |nth| {
        let fault = Fault::on(Call::Login).nth(nth).status(503);
        fault.delay(Duration::from_secs(3))
    };
    sandbox.set_fault(Fault::on(Call::Login).nth(2).cut(Cut::Before));
    sandbox.set_fault(late(3));
    sandbox.set_fault(late(4));
    sandbox.set_fault(Fault::on(Call::PatientGet).nth(2).status(401));

    let mut config = sandbox.config_json();
    if let Some(ca) = &ca {
        config["ca_file"] = ca.path().into();
    }
    config["timeouts"] = json!({"connect_ms": 60_000, "call_ms": 60_000, "login_ms": 60_000});
    let patient = config.to_string();
    config["timeouts"]["login_ms"] = 500.into();
    let input = format!(
        "{patient}\n{config}\n{SERIAL}\n{PIN}\n{WRONG}\n{LICENSE}\n{}\n",
        sandbox.service_url()
    );

    let mut program = Command::new(c_compiler::compile(&C11, "tests/c/memory.c"));
    let ended = c_compiler::run(&mut program, &input);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    for line in ended.out.lines() {
        let way = if tls { "over TLS" } else { "over http" };
        println!("memory {way}, {line}");
    }
    ended.out.lines().map(look).collect()
}

#[track_caller]
fn assert_clean(looks: &[Look]) {
    let whens: Vec<&str> = looks.iter().map(|look| &*look.when).collect();
    assert_eq!(whens, ["logged in", "during an upload", "afterwards"]);
    // The program sees what is there while it is there.
    assert!(looks[0].copies > 0, "{looks:?}");
    assert!(looks[2].bytes > 100_000, "{looks:?}");
    assert_eq!(looks[2].copies, 0, "{looks:?}");
}

#[test]
fn no_secret_is_left_over_http() {
    if has(C11.tool, "the memory of a host") {
        assert_clean(&looks(false));
    }
}

#[test]
fn no_secret_is_left_over_tls() {
    if has(C11.tool, "the memory of a host, over TLS") {
        assert_clean(&looks(true));
    }
}
