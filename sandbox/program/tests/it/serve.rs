//! `hr-sandbox serve` as a program.

use crate::client::*;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

fn serve(arguments: &[&str]) -> (Child, Value) {
    start(Command::new(env!("CARGO_BIN_EXE_hr-sandbox")), arguments)
}

fn start(mut program: Command, arguments: &[&str]) -> (Child, Value) {
    let mut child = program
        .args(["--lang", "en", "serve", "--port", "0", "--exit-with-stdin"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut line).unwrap();
    (child, serde_json::from_str(&line).unwrap())
}

fn end(mut child: Child) -> String {
    drop(child.stdin.take());
    let mut said = String::new();
    let mut stderr = child.stderr.take().unwrap();
    stderr.read_to_string(&mut said).unwrap();
    assert!(child.wait().unwrap().success());
    said
}

/// The number of no patient.
const UNKNOWN: &str = "199999999999999";

/// The start message, and the lines behind it.
fn parts(said: &str) -> (&str, Vec<&str>) {
    let (start, lines) = said.rsplit_once("\n\n").expect("an empty line");
    (start, lines.lines().collect())
}

/// A folder of this run alone: the tests may run twice at a time.
pub fn folder() -> PathBuf {
    let name = format!("serve-{}", std::process::id());
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// An address, and a path behind it.
fn at(addresses: &Value, key: &str, path: &str) -> String {
    format!("{}{path}", addresses[key].as_str().unwrap())
}

fn ticket(addresses: &Value) -> String {
    let auth = at(addresses, "license_bearer", "");
    let url = at(addresses, "license_url", "/v1/license/ticket");
    let reply = send("GET", &url, &[("Authorization", &auth)], b"").json();
    reply["licenseTicket"].as_str().unwrap().into()
}

fn log_in(addresses: &Value, ticket: &str, token: &Value, pin: &str) -> Reply {
    let payload = json!({ "licenseTicket": ticket, "token": token, "pinCode": pin });
    let url = at(addresses, "local_url", "/direct/login");
    send("POST", &url, &[], payload.to_string().as_bytes())
}

#[test]
fn it_tells_its_addresses_and_what_arrives_without_secrets() {
    let (child, addresses) = serve(&[]);
    let at = |key, path| at(&addresses, key, path);
    assert_eq!(addresses["ca_file"], Value::Null);
    assert_eq!(at("console_url", ""), at("control_url", "/"));
    for key in ["license_url", "local_url", "service_url", "control_url"] {
        assert!(at(key, "").starts_with("http://127.0.0.1:"), "{key}");
    }
    let ticket = ticket(&addresses);
    let url = format!("{}/dmp/{PATIENT}", at("service_url", ""));
    send("PUT", &url, &[("Authorization", "Bearer secret")], b"");
    log_in(&addresses, &ticket, &json!("t"), "98764531");
    send("PIN90617245", &at("service_url", ""), &[], b"");

    let said = end(child);
    let (_, lines) = parts(&said);
    let wanted = [
        "license  GET /v1/license/ticket 200",
        "PUT /service/dmp/{patient_id} 401",
        "no card in the reader has this token",
        "resource ? (unknown path) 404",
    ];
    assert_eq!(lines.len(), wanted.len(), "{said}");
    for (line, wanted) in lines.iter().zip(wanted) {
        assert!(line.contains(wanted), "{wanted}: {said}");
    }
    let license = at("license_bearer", "");
    for secret in [PATIENT, "secret", "98764531", "90617245", &ticket, &license] {
        assert!(!said.contains(secret), "{secret}");
    }
}

#[test]
fn it_begins_with_what_is_at_hand() {
    let (child, addresses) = serve(&[]);
    let said = end(child);
    let (start, lines) = parts(&said);
    assert!(lines.is_empty(), "{said}");
    let row = |text: &str| {
        let row = start.lines().find(|line| line.contains(text));
        row.unwrap_or_else(|| panic!("{text} in {said}"))
    };
    assert!(row("Console").contains(addresses["console_url"].as_str().unwrap()));
    assert!(row(ONE).contains("PIN 1234  Zoé D'ESSAI"));
    assert!(row("EXEMPLE Hélène  ").contains("1955-08-14 F  NIR 2550…38  "));
    assert!(!said.contains(PATIENT));
    let column = |name: &str| row(name).split("NIR").next().map(|it| it.chars().count());
    assert_eq!(column("EXEMPLE Hélène  "), column("D'ÉTANG"));
}

#[test]
fn it_speaks_french_and_shows_numbers_whole_on_request() {
    let (child, addresses) = serve(&["--lang", "fr", "--show-nir"]);
    let ticket = ticket(&addresses);
    let state = send("GET", &at(&addresses, "control_url", "/state"), &[], b"").json();
    let token = &state["cards"][0]["token"];
    log_in(&addresses, &ticket, token, "98764531");
    let session = log_in(&addresses, &ticket, token, "1234").json();
    let auth = format!("Bearer {}", session["bearer"].as_str().unwrap());
    let url = at(&addresses, "service_url", &format!("/dmp/{UNKNOWN}"));
    send("PUT", &url, &[("Authorization", &auth)], b"");
    let said = end(child);
    let (start, lines) = parts(&said);
    for part in ["code 1234", PATIENT] {
        assert!(start.contains(part), "{start}");
    }
    for line in [
        "carte 2000000001 : code erroné, essais restants : 2",
        "card     POST /direct/login 200",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    assert!(lines.last().unwrap().contains(UNKNOWN), "{said}");
    for secret in ["98764531", "Bearer", &at(&addresses, "license_bearer", "")] {
        assert!(!said.contains(secret), "{secret}");
    }
}

#[cfg(unix)]
#[test]
fn it_starts_a_browser_or_says_that_none_starts() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder().join("browser");
    let empty = folder.join("empty");
    fs::create_dir_all(&empty).unwrap();
    let pipe = folder.join("opened");
    let _ = fs::remove_file(&pipe);
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let script = folder.join("xdg-open");
    let text = format!("#!/bin/sh\necho \"$1\" > '{}'\n", pipe.display());
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let with = |path: &PathBuf| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_hr-sandbox"));
        program.env("PATH", path);
        start(program, &["--open"])
    };

    let (child, addresses) = with(&folder);
    // Waits until the script writes.
    let opened = fs::read_to_string(&pipe).unwrap();
    assert_eq!(opened.trim_end(), addresses["console_url"]);
    assert!(!end(child).contains("no browser"));

    let (child, addresses) = with(&empty);
    let said = end(child);
    let problem = said.lines().find(|line| line.contains("no browser starts"));
    let url = addresses["console_url"].as_str().unwrap();
    assert!(problem.is_some_and(|line| line.contains(url)), "{said}");
}

#[test]
fn it_writes_its_authority_and_reads_a_scenario() {
    let scenario = folder().join("right.json");
    let config = folder().join("config.json");
    let folder = folder().join("tls");
    fs::write(&scenario, r#"{"license_bearer":"autre"}"#).unwrap();
    let (child, addresses) = serve(&[
        "--config",
        config.to_str().unwrap(),
        "--tls",
        folder.to_str().unwrap(),
        "--scenario",
        scenario.to_str().unwrap(),
        "--service-prefix",
        "/api/",
        "--quiet",
    ]);
    assert_eq!(addresses["license_bearer"], json!("autre"));
    let at = |key| at(&addresses, key, "");
    assert!(at("license_url").starts_with("https://"));
    assert!(at("local_url").starts_with("http://"));
    assert!(at("service_url").ends_with("/api/"));
    let ca = fs::read_to_string(addresses["ca_file"].as_str().unwrap()).unwrap();
    assert!(ca.starts_with("-----BEGIN CERTIFICATE-----"));
    assert!(!ca.contains("PRIVATE"));
    let config: Value = serde_json::from_str(&fs::read_to_string(config).unwrap()).unwrap();
    let mut expected = json!({
        "identified_field": "/identified",
        "profile": {},
        "situations_pointer": "/situations",
        "patients_pointer": "/patients",
        "card_codes": {"pin_refused": [4], "card_locked": [5], "card_absent": [3]},
    });
    for key in ["license_url", "local_url", "license_bearer", "ca_file"] {
        expected[key] = addresses[key].clone();
    }
    assert_eq!(config, expected);
    assert_eq!(end(child), "");
}

#[cfg(unix)]
#[test]
fn it_serves_and_ends_on_sigterm_though_nobody_reads_its_standard_error() {
    let (mut child, addresses) = serve(&[]);
    // More lines than a pipe holds.
    for _ in 0..1000 {
        ticket(&addresses);
    }
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-TERM", &pid]).status();
    assert!(sent.unwrap().success());
    assert!(child.wait().unwrap().success());
}

/// What a program says of options that it cannot use names them, and a standard error that nobody reads changes nothing.
#[test]
fn what_cannot_be_used_is_named_and_ends_with_its_status() {
    let folder = folder();
    let here = folder.to_str().unwrap();
    let file = folder.join("a-file");
    fs::write(&file, "").unwrap();
    let file = file.to_str().unwrap();
    let missing = folder.join("none/none.json");
    let missing = missing.to_str().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().port().to_string();
    let in_use = format!("port {taken} cannot be used, the system says: ");
    let inside = format!("{file}/below");
    let wrong = folder.join("wrong.json");
    fs::write(&wrong, r#"{"cartes":[]}"#).unwrap();
    let wrong = wrong.to_str().unwrap();
    for (arguments, status, named) in [
        (["serve", "--scenario", missing], 1, missing),
        (["serve", "--scenario", wrong], 1, "cartes"),
        (["serve", "--config", missing], 1, missing),
        (["serve", "--tls", &inside], 1, &*inside),
        (["serve", "--service-prefix", "no-slash"], 1, "no-slash"),
        (["serve", "--license-port", &taken], 1, &*in_use),
        (["serve", "--control-port", "70000"], 2, "--control-port"),
        (["serve", "--strict-form", "both"], 2, "--strict-form"),
        (["serve", "--lang", "de"], 2, "--lang"),
        (["serve", "--nothing", "x"], 2, "--nothing"),
        (["demo", missing, "--pin=1"], 2, missing),
        (["demo", here, "--pin=1"], 2, "not a regular file"),
        (["demo", "--pin=1", "--open"], 2, "--console"),
    ] {
        let program = || {
            let mut program = Command::new(env!("CARGO_BIN_EXE_hr-sandbox"));
            program.args(arguments).stdin(Stdio::null());
            if arguments[0] == "serve" {
                program.args(["--port", "0"]);
            }
            program
        };
        let output = program().output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(named), "{arguments:?}: {said}");

        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let unread = program().stdout(Stdio::null()).stderr(writer).status();
        assert_eq!(unread.unwrap().code(), Some(status), "{arguments:?}");
    }
}
