//! The named faults of the sandbox give the library's outcomes as their texts promise.

use std::io::{Read, Write};
use std::net::TcpStream;

use hr_sandbox::Sandbox;
use serde_json::{Value, json};
use testkit::*;

/// A fault without further settings, the step that it meets, and of the chain up to an upload of so many bytes: code, outcome
/// and status of what fails, and how many documents are stored.
const FAULTS: &str = "
    lost-answer        dmp_send            3000  HR_E_IN_DOUBT      unknown              -    1
    unreadable-answer  dmp_send            3000  HR_E_REPLY         accepted_unreadable  201  1
    maintenance-page   dmp_send            3000  HR_E_SERVER        unknown              503  0
    server-error       dmp_send            3000  HR_E_SERVER        unknown              503  0
    refused            dmp_send            3000  HR_E_REFUSED       rejected             422  0
    early-413          dmp_send            3000  HR_E_REFUSED       rejected             413  0
    early-413          dmp_send        16000000  HR_E_REFUSED       rejected             413  0
    session-ended      dmp_send            3000  HR_E_UNAUTHORIZED  rejected             401  0
    busy               dmp_send            3000  HR_E_RATE_LIMITED  rejected             429  0
    cut-upload         dmp_send        16000000  HR_E_INTERRUPTED   incomplete           -    0
    service-down       dmp_open            3000  HR_E_CONNECT       not_sent             -    0
    slow-line          patient_search      3000  HR_E_TIMEOUT       -                    -    0
    card-pulled        login               3000  HR_E_CARD_STATUS   rejected             200  0";

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

#[test]
fn calls_end_as_the_names_of_their_faults_say() {
    for (number, row) in FAULTS.trim().lines().enumerate() {
        let row: Vec<&str> = row.split_whitespace().collect();
        let sandbox = sandbox();
        let host = Host::with(&sandbox, json!({"timeouts": {"call_ms": 2000}}));
        host.ticket().ok();
        let token = host.token(CPS);
        // Another one each time: the guard against doubles is the process's.
        let mut document = format!("named fault {number}").into_bytes();
        document.resize(row[2].parse().unwrap(), b'x');
        let id = "255081416802538";
        let steps: [(&str, &dyn Fn() -> Outcome); 5] = [
            ("login", &|| host.login(&token, PIN)),
            ("patient_search", &|| host.patient_search(QUALIFIED)),
            ("patient_get", &|| host.patient_get()),
            ("dmp_open", &|| host.dmp_open(id, None)),
            ("dmp_send", &|| host.dmp_send_bytes(id, &document, "a.pdf")),
        ];
        let failed = steps.iter().find_map(|(name, step)| {
            if *name == row[1] {
                let fault = json!({"name": row[0], "call": name});
                control(&sandbox, "POST", "/faults", &fault);
            }
            Some(step()).filter(|outcome| outcome.code != 0)
        });
        let failed = failed.unwrap().fails(row[3]);
        let word = Some(row[4]).filter(|word| *word != "-");
        let status = row[5].parse::<u16>().ok();
        failed.has(json!({"outcome": word, "http_status": status}));
        assert_eq!(sandbox.documents().len().to_string(), row[6], "{row:?}");
        let armed = control(&sandbox, "GET", "/faults", &Value::Null)["armed"].take();
        let is_down = row[0] == "service-down";
        assert_eq!(
            armed != json!([]),
            is_down,
            "one request is enough: {armed}"
        );
    }
}
