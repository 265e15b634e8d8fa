//! Each operation in front of a scripted server: what must come before it is answered as it should be,
//! its own request by the script.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};
use testkit::raw_server::{Peer, Request, Server, answer};
use testkit::{Host, Outcome};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Ticket,
    Ready,
    Login,
    Get,
    Update,
    Open,
}

pub const STEPS: [Step; 6] = [
    Step::Ticket,
    Step::Ready,
    Step::Login,
    Step::Get,
    Step::Update,
    Step::Open,
];

impl Step {
    /// The body that makes the operation succeed.
    pub fn body(self) -> &'static str {
        match self {
            Step::Ticket => r#"{"licenseTicket":"ticket-1"}"#,
            Step::Ready => r#"{"status":{"code":0},"data":{"data":{}}}"#,
            Step::Login => r#"{"bearer":"bearer-1","serviceUrl":"https://service.invalid/x"}"#,
            Step::Get => r#"{"patient_id":"187","insQualified":true,"alimentationConsent":true}"#,
            Step::Update | Step::Open => r#"{"done":true}"#,
        }
    }

    /// Whether it changes something, so that its error has an outcome.
    pub fn changes(self) -> bool {
        matches!(self, Step::Login | Step::Update | Step::Open)
    }
}

/// What a call gave, and what arrived for it.
pub struct Run {
    pub step: Step,
    pub outcome: Outcome,
    /// Connections of the call itself.
    pub connections: usize,
    pub requests: Vec<Request>,
}

impl Run {
    pub fn text(&self) -> String {
        format!("{:?}: {}", self.step, self.outcome.text)
    }

    /// The code by name, and the outcome word ("-" for none).
    #[track_caller]
    pub fn is(&self, code: &str, outcome: &str) {
        let name = if self.outcome.code == 0 {
            "HR_OK"
        } else {
            self.outcome.json["name"].as_str().unwrap()
        };
        let word = self.outcome.json["outcome"].as_str().unwrap_or("-");
        assert_eq!((name, word), (code, outcome), "{}", self.text());
    }

    /// As `is`, with the outcome for calls that change something, and that of the login.
    #[track_caller]
    pub fn ends(&self, code: &str, changing: &str, login: &str) {
        match self.step {
            Step::Login => self.is(code, login),
            step if step.changes() => self.is(code, changing),
            _ => self.is(code, "-"),
        }
    }

    #[track_caller]
    pub fn accepted(&self) {
        self.ends("HR_OK", "accepted", "accepted");
    }

    /// A success that cannot be read.
    #[track_caller]
    pub fn unreadable(&self) {
        self.ends("HR_E_REPLY", "accepted_unreadable", "unknown");
    }

    /// Something came that is no answer of the service.
    #[track_caller]
    pub fn senseless(&self) {
        self.ends("HR_E_REPLY", "unknown", "unknown");
    }

    /// No answer came, for this reason.
    #[track_caller]
    pub fn unanswered(&self, cause: &str) {
        if self.step.changes() {
            self.is("HR_E_IN_DOUBT", "unknown");
            assert_eq!(self.outcome.json["cause"], cause, "{}", self.text());
        } else {
            self.is(cause, "-");
        }
    }
}

/// Runs one operation; `script` gets the connection when the request in question was read.
pub fn run(step: Step, config: &Value, script: impl Fn(Peer) + Send + Sync + 'static) -> Run {
    run_with(step, config, move |mut peer| {
        if peer.request().is_some() {
            script(peer);
        }
    })
}

/// As `run`, with a script that reads by itself.
pub fn run_with(step: Step, config: &Value, script: impl Fn(Peer) + Send + Sync + 'static) -> Run {
    static SERIAL: AtomicU32 = AtomicU32::new(1);
    let serial = SERIAL.fetch_add(1, Ordering::SeqCst);
    let cards = json!({"status": {"code": 0}, "data": {"data":
        {"card": [{"serial": format!("{}-{serial}", std::process::id()), "pinAttempt": 3}]}}});
    let before: Arc<Vec<String>> = Arc::new(match step {
        Step::Login => vec![cards.to_string()],
        Step::Update => {
            vec![r#"{"patient_id":"1","insQualified":false,"alimentationConsent":true}"#.into()]
        }
        Step::Open => vec![Step::Get.body().into()],
        _ => vec![],
    });
    let first = before.len();
    let server = Server::start(move |mut peer| match before.get(peer.number) {
        Some(body) => {
            peer.request();
            peer.send(answer("200 OK", "connection: close\r\n", body));
        }
        None => script(peer),
    });
    let mut settings = json!({
        "license_url": server.url(), "license_bearer": "license", "local_url": server.url(),
        "timeouts": {"call_ms": 10_000, "login_ms": 10_000},
    });
    for (key, value) in config.as_object().unwrap() {
        settings[key] = value.clone();
    }
    let host = Host::open(&settings);
    assert_eq!(host.ticket_set("ticket-0"), 0);
    if !matches!(step, Step::Ticket | Step::Ready | Step::Login) {
        assert_eq!(host.session_set(&server.url(), "bearer-0"), 0);
    }
    let outcome = match step {
        Step::Ticket => host.ticket(),
        Step::Ready => host.ready(),
        Step::Login => {
            host.ready().ok();
            host.login("card", "1234")
        }
        Step::Get => host.patient_get(),
        Step::Update => {
            host.patient_get().ok();
            host.patient_update("{}")
        }
        Step::Open => {
            host.patient_get().ok();
            host.dmp_open("187", None)
        }
    };
    drop(host);
    let connections = server.connections() - first;
    let requests = (first..server.connections())
        .flat_map(|number| server.requests_on(number))
        .collect();
    let run = Run {
        step,
        outcome,
        connections,
        requests,
    };
    assert_eq!(run.connections, 1, "one connection: {}", run.text());
    run
}

/// Runs every operation against the same bytes, then FIN; exactly one request arrives for each.
pub fn each(bytes: impl Fn(Step) -> String, check: impl Fn(&Run)) {
    each_ending(bytes, Peer::close, check);
}

pub fn each_ending(
    bytes: impl Fn(Step) -> String,
    end: impl Fn(Peer) + Send + Sync + Copy + 'static,
    check: impl Fn(&Run),
) {
    for step in STEPS {
        let bytes = bytes(step);
        let run = run(step, &json!({}), move |mut peer| {
            peer.send(&bytes);
            end(peer);
        });
        assert_eq!(run.requests.len(), 1, "one request: {}", run.text());
        check(&run);
    }
}
