//! The library against a second reader of what it sends: a server that shares no code with the sandbox.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use testkit::digests::sha256;
use testkit::*;

const SERVER: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/api/independent_server/server.py"
);

/// All nine calls; gives what the server has received.
fn walk(options: &Value, document: &[u8]) -> Value {
    let mut server = Command::new("python3");
    server.args(["-B", SERVER, &options.to_string()]);
    server.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut server = server.spawn().unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let mut line = || -> Value { serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap() };
    let mut config = line();
    config["card_form"] = options["form"].clone();
    config["ticket_method"] = options["method"].clone();
    let auth = if options["scheme"] == "" {
        "raw"
    } else {
        "bearer"
    };
    config["license_auth"] = json!(auth);
    config["identified_field"] = json!("/isKnown");

    let host = Host::open(&config);
    host.ticket().ok();
    let ready = host.ready().ok();
    let card = &ready.json["cards"][0];
    assert_eq!(card["manufacturerText"], "Imprimerie & Cie");
    let login = host.login(card["token"].as_str().unwrap(), "0815").ok();
    login.next("hr_profile_put");
    let profiles = host.profile_put("{\"demande\":\"liste\"}").ok();
    let situation = &profiles.json["raw"]["situations"][0]["id"];
    host.profile_select(situation.as_str().unwrap()).ok();
    let traits = ["L'ÉTÉ & CIE + 1", "Anne Marie", "1955-08-14", "F"];
    host.patient_search(traits.map(Some)).ok();
    let patient = host.patient_get().ok().next("hr_patient_update");
    let id = patient.str("patient_id");
    let updated = host.patient_update(r#"{"insQualified":true}"#).ok();
    updated.has(json!({"http_status": 204, "raw": null}));
    host.dmp_open(&id, None).ok().next("hr_dmp_send");
    let sent = host.dmp_send_bytes(&id, document, "Été \"2026\".pdf").ok();
    sent.outcome("accepted").has(json!({"http_status": 201}));

    server.stdin.as_mut().unwrap().write_all(b"\n").unwrap();
    let received = line();
    drop(server.stdin.take());
    server.wait().unwrap();
    received
}

#[test]
fn another_reader_finds_nothing_to_complain_about() {
    if !testkit::tools::has("python3", "the independent server") {
        return;
    }
    for (form, framing, method, scheme, prefix) in [
        ("body", "length", "POST", "Bearer ", ""),
        ("bearer", "chunked", "GET", "", "/p%20q/r"),
        ("body", "close", "POST", "Bearer ", "/very/deep/"),
    ] {
        let options = json!({
            "form": form, "framing": framing, "method": method, "scheme": scheme, "prefix": prefix,
        });
        let document = format!("document\r\n--x\r\n of {framing}");
        let received = walk(&options, document.as_bytes());
        let fields = json!({
            "file": sha256(document.as_bytes()), "filename": "Été \"2026\".pdf",
            "activity_type": "10", "type_code": "11503-0",
        });
        let wanted = json!({"requests": 10, "complaints": [], "documents": [fields]});
        received.has(wanted);
    }
}
