//! The library against a server that was written from the interface description alone, by somebody who
//! had not seen this project (`tests/api/independent_server/`). It is strict about one form of each call, chooses its own
//! shapes where the interface is silent, and records a complaint for everything it finds wrong.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use testkit::*;

struct IndependentServer {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    addresses: Value,
}

impl IndependentServer {
    /// None, loudly, where there is no Python.
    fn start(arguments: &[&str]) -> Option<IndependentServer> {
        if !testkit::tools::has("python3", "the independent server") {
            return None;
        }
        let script = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/api/independent_server/server.py"
        );
        let spawned = Command::new("python3")
            .arg("-B")
            .arg(script)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut process = spawned.unwrap();
        let input = process.stdin.take().unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let addresses = serde_json::from_str(&line).unwrap();
        Some(IndependentServer {
            process,
            input,
            output,
            addresses,
        })
    }

    fn dump(&mut self) -> Value {
        writeln!(self.input, "dump").unwrap();
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }
}

impl Drop for IndependentServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// All nine calls, following `next`; the situation is found where this server puts it.
fn walk(server: &mut IndependentServer, keys: Value, document: &[u8]) {
    let addresses = server.addresses.clone();
    let mut config = json!({
        "license_url": addresses["license_url"],
        "license_bearer": addresses["license_bearer"],
        "local_url": addresses["local_url"],
        "identified_field": "/isKnown",
    });
    for (key, value) in keys.as_object().unwrap() {
        config[key] = value.clone();
    }
    let host = Host::open(&config);
    host.ticket().ok();
    let ready = host.ready().ok();
    let token = ready.json["cards"][0]["token"].as_str().unwrap();
    assert_eq!(
        ready.json["cards"][0]["manufacturerText"],
        "Imprimerie & Cie"
    );
    let login = host.login(token, addresses["pin"].as_str().unwrap()).ok();
    if login.json["identified"] == false {
        login.clone().next("hr_profile_put");
        let profiles = host.profile_put("{\"demande\":\"liste\"}").ok();
        let id = profiles.json["raw"]["situations"][0]["id"]
            .as_str()
            .unwrap()
            .to_owned();
        host.profile_select(&id).ok();
    }
    host.patient_search([
        Some("L'ÉTÉ & CIE + 1"),
        Some("Anne Marie"),
        Some("1955-08-14"),
        Some("F"),
    ])
    .ok();
    let patient = host.patient_get().ok().next("hr_patient_update");
    let id = patient.str("patient_id");
    assert_eq!(id, addresses["patient_id"].as_str().unwrap());
    let updated = host.patient_update(r#"{"insQualified":true}"#).ok();
    updated.json.has(json!({"http_status": 204, "raw": null}));
    host.dmp_open(&id, None).ok().next("hr_dmp_send");
    let sent = host
        .dmp_send_bytes(&id, document, "Été \"2026\".pdf")
        .ok()
        .outcome("accepted");
    assert_eq!(sent.json["http_status"], 201);

    let dump = server.dump();
    for request in dump["requests"].as_array().unwrap() {
        assert_eq!(request["complaint"], Value::Null, "{request}");
    }
    let documents = dump["documents"].as_array().unwrap();
    assert_eq!(documents.len(), 1);
    assert_eq!(documents[0]["sha256"], sent.json["sha256"]);
    assert_eq!(documents[0]["bytes"], document.len());
    assert_eq!(documents[0]["filename"], "Été \"2026\".pdf");
    assert_eq!(documents[0]["patient_id"], id.as_str());
    let steps = if login.json["identified"] == false {
        10
    } else {
        8
    };
    assert_eq!(
        dump["requests"].as_array().unwrap().len(),
        steps,
        "each call is one request"
    );
}

/// One after the other: they all have the same card, which the PIN guard knows.
#[test]
fn a_server_written_by_somebody_else_is_served_without_change_of_code() {
    let mut ran = 0;
    for form in ["body", "bearer"] {
        for framing in ["length", "chunked", "close"] {
            for case in ["lower", "upper", "title"] {
                let more: &[&str] = match ran % 4 {
                    0 => &["--prefix", "/very/deep", "--trailing-slash"],
                    1 => &["--identified", "--keep-alive", "off"],
                    2 => &[
                        "--prefix",
                        "/p%20q/r",
                        "--license-prefix",
                        "/lic",
                        "--json-type",
                        "none",
                    ],
                    _ => &["--per-login-path", "--license-auth", "raw"],
                };
                let method = if form == "body" { "POST" } else { "GET" };
                let mut arguments = vec!["--form", form, "--framing", framing];
                arguments.extend(["--header-case", case, "--ticket-method", method]);
                arguments.extend(more);
                let Some(mut server) = IndependentServer::start(&arguments) else {
                    return;
                };
                let raw = more.contains(&"raw");
                let keys = json!({
                    "card_form": form,
                    "ticket_method": method,
                    "license_auth": if raw { "raw" } else { "bearer" },
                });
                println!("{arguments:?}");
                walk(&mut server, keys, format!("document {ran}").as_bytes());
                ran += 1;
            }
        }
    }
    assert_eq!(ran, 18);
}
