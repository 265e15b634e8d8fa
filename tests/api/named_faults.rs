//! The named faults of the sandbox give the library's outcomes as their texts promise.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicU32, Ordering};

use hr_sandbox::{Call, Options, Sandbox};
use serde_json::{Value, json};
use testkit::*;

/// What a fault without further settings makes of an upload of so many bytes; the status of the answer; and how many
/// documents are stored.
const UPLOADS: &str = "
    lost-answer           3000 HR_E_IN_DOUBT     unknown               - 1
    unreadable-answer     3000 HR_E_REPLY        accepted_unreadable 201 1
    maintenance-page      3000 HR_E_SERVER       unknown             503 0
    server-error          3000 HR_E_SERVER       unknown             503 0
    refused               3000 HR_E_REFUSED      rejected            422 0
    early-413             3000 HR_E_REFUSED      rejected            413 0
    early-413         16000000 HR_E_REFUSED      rejected            413 0
    session-ended         3000 HR_E_UNAUTHORIZED rejected            401 0
    busy                  3000 HR_E_RATE_LIMITED rejected            429 0
    cut-upload        16000000 HR_E_INTERRUPTED  incomplete            - 0";

struct Stage {
    sandbox: Sandbox,
    host: Host,
    patient: String,
}

impl Stage {
    /// A host that has read its patient.
    fn found() -> Stage {
        let sandbox = sandbox();
        let host = Host::of(&sandbox);
        Stage::with(sandbox, host)
    }

    fn with(sandbox: Sandbox, host: Host) -> Stage {
        host.log_in(CPS, PIN);
        host.patient_search(QUALIFIED).ok();
        let patient = host.patient_get().ok().str("patient_id");
        Stage {
            sandbox,
            host,
            patient,
        }
    }

    fn open(&self) {
        self.host.dmp_open(&self.patient, None).ok();
    }

    fn send(&self, bytes: usize) -> Outcome {
        let document = document(bytes);
        self.host.dmp_send_bytes(&self.patient, &document, "a.pdf")
    }

    fn armed(&self) -> Value {
        control(&self.sandbox, "GET", "/faults", &Value::Null)["armed"].clone()
    }
}

/// Asks the control interface.
#[track_caller]
fn control(sandbox: &Sandbox, method: &str, path: &str, body: &Value) -> Value {
    let url = sandbox.control_url();
    let host = url.rsplit('/').next().unwrap();
    let body = body.to_string();
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    let mut stream = TcpStream::connect(host).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    assert!(reply.starts_with("HTTP/1.1 200 "), "{reply}");
    let (_, body) = reply.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap()
}

fn arm(sandbox: &Sandbox, fault: Value) -> Value {
    control(sandbox, "POST", "/faults", &fault)
}

/// Another one each time: the guard against doubles is the process's.
fn document(bytes: usize) -> Vec<u8> {
    static COUNT: AtomicU32 = AtomicU32::new(1);
    let number = COUNT.fetch_add(1, Ordering::SeqCst);
    let mut document = format!("named fault {number} of {}\n", std::process::id()).into_bytes();
    document.resize(bytes, b'x');
    document
}

#[test]
fn uploads_end_as_the_names_of_their_faults_say() {
    let stage = Stage::found();
    for row in UPLOADS.trim().lines() {
        let row: Vec<&str> = row.split_whitespace().collect();
        stage.host.log_in(CPS, PIN);
        stage.host.patient_search(QUALIFIED).ok();
        stage.host.read_and_open(&stage.patient);
        let stored = stage.sandbox.documents().len();
        arm(&stage.sandbox, json!({"name": row[0], "call": "dmp_send"}));
        let sent = stage.send(row[1].parse().unwrap());
        let sent = sent.fails(row[2]).outcome(row[3]);
        let status = row[4].parse::<u16>().ok();
        assert_eq!(sent.json["http_status"], json!(status), "{}", sent.text);
        let stored = stage.sandbox.documents().len() - stored;
        assert_eq!(stored.to_string(), row[5], "{}", row[0]);
        assert_eq!(stage.armed(), json!([]), "one request is enough for it");
    }
    stage.send(3_000).ok().outcome("accepted");
}

#[test]
fn behind_an_opened_record_the_service_may_be_down() {
    let stage = Stage::found();
    let id = arm(&stage.sandbox, json!({"name": "service-down"}))["id"].clone();
    stage.open();
    stage.send(3_000).fails("HR_E_CONNECT").outcome("not_sent");
    assert_eq!(stage.sandbox.requests_of(Call::DmpSend).len(), 0);
    stage.armed()[0].has(json!({"left": 0, "down": true}));
    let path = format!("/faults/{id}");
    control(&stage.sandbox, "DELETE", &path, &Value::Null);
    // A listener comes back a moment after its fault is removed.
    let url = stage.sandbox.service_url();
    while TcpStream::connect(url.split('/').nth(2).unwrap()).is_err() {
        std::thread::yield_now();
    }
    stage.send(3_000).ok().outcome("accepted");

    let sandbox = start(Options {
        tls: true,
        ..Options::default()
    });
    let ca = TempFile::new("ca.pem", sandbox.ca_pem().unwrap().as_bytes());
    let host = Host::with(&sandbox, json!({"ca_file": ca.path()}));
    let secure = Stage::with(sandbox, host);
    arm(&secure.sandbox, json!({"name": "service-down"}));
    secure.open();
    secure.send(3_000).fails("HR_E_CONNECT").outcome("not_sent");
}

#[test]
fn a_pulled_card_is_absent() {
    let (sandbox, host, token) = with_card("pulled");
    arm(&sandbox, json!({ "name": "card-pulled" }));
    let login = host.login(&token, PIN).fails("HR_E_CARD_STATUS");
    login.has(json!({"reason": "card_absent"}));
    assert_eq!(sandbox.pin_presentations("pulled"), 0);
    assert_eq!(host.ready().ok().json["cards"], json!([]));
}

#[test]
fn a_slow_line_outlasts_a_call() {
    let stage = Stage::found();
    arm(&stage.sandbox, json!({ "name": "slow-line" }));
    let delay = stage.armed()[0]["delay_ms"].as_u64().unwrap();
    assert!(delay > 30_000, "longer than the library waits by itself");
    let host = Host::with(&stage.sandbox, json!({"timeouts": {"call_ms": 2_000}}));
    host.log_in(CPS, PIN);
    host.patient_search(QUALIFIED).fails("HR_E_TIMEOUT");
}
