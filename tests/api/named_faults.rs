//! The named faults of the sandbox give the library's outcomes as their texts promise.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicU32, Ordering};

use hr_sandbox::{Call, Options, Sandbox};
use serde_json::{Value, json};
use testkit::*;

const LARGE: usize = 16_000_000;

struct Stage {
    sandbox: Sandbox,
    host: Host,
    patient: String,
}

impl Stage {
    /// A host with an open record.
    fn opened() -> Stage {
        let stage = Stage::found();
        stage.open();
        stage
    }

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

    fn arm(&self, fault: Value) -> Value {
        arm(&self.sandbox, fault)
    }

    fn send(&self, bytes: usize) -> Outcome {
        self.host
            .dmp_send_bytes(&self.patient, &document(bytes), "a.pdf")
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

/// What a fault without further settings makes of an upload.
#[track_caller]
fn upload(name: &str, bytes: usize, code: &str, outcome: &str) -> (Stage, Outcome) {
    let stage = Stage::opened();
    stage.arm(json!({ "name": name, "call": "dmp_send" }));
    let sent = stage.send(bytes).fails(code).outcome(outcome);
    assert_eq!(stage.armed(), json!([]), "one request is enough for it");
    (stage, sent)
}

#[test]
fn a_lost_answer_leaves_a_doubt_about_a_stored_document() {
    let (stage, _) = upload("lost-answer", 3_000, "HR_E_IN_DOUBT", "unknown");
    assert_eq!(stage.sandbox.documents().len(), 1);
}

#[test]
fn an_answer_that_cannot_be_read_is_of_a_stored_document() {
    let (stage, _) = upload(
        "unreadable-answer",
        3_000,
        "HR_E_REPLY",
        "accepted_unreadable",
    );
    assert_eq!(stage.sandbox.documents().len(), 1);
}

#[test]
fn a_page_and_a_failure_of_the_server_decide_nothing() {
    for name in ["maintenance-page", "server-error"] {
        let (stage, _) = upload(name, 3_000, "HR_E_SERVER", "unknown");
        assert!(stage.sandbox.documents().is_empty());
    }
}

#[test]
fn refusals_are_definite() {
    for (name, bytes, code, status) in [
        ("refused", 3_000, "HR_E_REFUSED", 422),
        ("early-413", 3_000, "HR_E_REFUSED", 413),
        ("early-413", LARGE, "HR_E_REFUSED", 413),
        ("session-ended", 3_000, "HR_E_UNAUTHORIZED", 401),
        ("busy", 3_000, "HR_E_RATE_LIMITED", 429),
    ] {
        let (stage, sent) = upload(name, bytes, code, "rejected");
        assert_eq!(sent.json["http_status"], status, "{name}");
        assert!(stage.sandbox.documents().is_empty());
    }
}

#[test]
fn a_large_upload_that_is_cut_is_incomplete() {
    let (stage, _) = upload("cut-upload", LARGE, "HR_E_INTERRUPTED", "incomplete");
    assert!(stage.sandbox.documents().is_empty());
    stage.send(3_000).ok().outcome("accepted");
}

#[test]
fn behind_an_opened_record_the_service_may_be_down() {
    let stage = Stage::found();
    let id = stage.arm(json!({ "name": "service-down" }))["id"].clone();
    stage.open();
    stage.send(3_000).fails("HR_E_CONNECT").outcome("not_sent");
    assert_eq!(stage.sandbox.requests_of(Call::DmpSend).len(), 0);
    let armed = stage.armed();
    assert_eq!(
        (&armed[0]["left"], &armed[0]["down"]),
        (&json!(0), &json!(true))
    );

    let path = format!("/faults/{id}");
    control(&stage.sandbox, "DELETE", &path, &Value::Null);
    until_listening(&stage.sandbox.service_url());
    stage.send(3_000).ok().outcome("accepted");
}

#[test]
fn a_service_over_https_may_be_down_too() {
    let sandbox = start(Options {
        tls: true,
        ..Options::default()
    });
    let ca = TempFile::new("ca.pem", sandbox.ca_pem().unwrap().as_bytes());
    let host = Host::with(&sandbox, json!({"ca_file": ca.path()}));
    let stage = Stage::with(sandbox, host);
    stage.arm(json!({ "name": "service-down" }));
    stage.open();
    stage.send(3_000).fails("HR_E_CONNECT").outcome("not_sent");
}

#[test]
fn a_deposit_meets_a_service_that_is_down_too() {
    let stage = Stage::found();
    stage.arm(json!({ "name": "service-down" }));
    let file = TempFile::new("a.pdf", &document(3_000));
    let [nom, prenom, date, sexe] = QUALIFIED;
    let sent = stage.host.deposit(&json!({
        "patient": {"nom": nom, "prenom": prenom, "date_naissance": date, "sexe": sexe},
        "documents": [{"path": file.path(), "activity_type": "10", "type_code": "11503-0"}],
    }));
    let sent = sent.fails("HR_E_CONNECT");
    assert_eq!(
        sent.json["documents"][0]["outcome"], "not_sent",
        "{}",
        sent.text
    );
}

#[test]
fn a_pulled_card_is_absent() {
    let (sandbox, host, token) = with_card("pulled");
    arm(&sandbox, json!({ "name": "card-pulled" }));
    let login = host.login(&token, PIN).fails("HR_E_CARD_STATUS");
    assert_eq!(login.json["reason"], "card_absent", "{}", login.text);
    assert_eq!(sandbox.pin_presentations("pulled"), 0);
    assert_eq!(host.ready().ok().json["cards"], json!([]));
}

#[test]
fn a_slow_line_outlasts_a_call() {
    let stage = Stage::found();
    stage.arm(json!({ "name": "slow-line" }));
    let delay = stage.armed()[0]["delay_ms"].as_u64().unwrap();
    assert!(delay > 30_000, "longer than the library waits by itself");
    let host = Host::with(&stage.sandbox, json!({"timeouts": {"call_ms": 2_000}}));
    host.log_in(CPS, PIN);
    host.patient_search(QUALIFIED).fails("HR_E_TIMEOUT");
}

/// A listener comes back a moment after its fault is removed.
fn until_listening(url: &str) {
    let address = url.split('/').nth(2).unwrap();
    while TcpStream::connect(address).is_err() {
        std::thread::yield_now();
    }
}
