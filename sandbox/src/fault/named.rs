//! Faults that have a name, for those who look for a failure and not for a status.

use super::{Cut, Fault};
use crate::call::Call;
use std::time::Duration;

/// A fault that a name is enough for.
#[derive(Debug)]
pub(crate) struct NamedFault {
    pub name: &'static str,
    /// The call that it is for when none is named.
    pub call: Call,
    /// The calls that it makes sense for.
    pub calls: &'static [Call],
    pub text: &'static str,
    change: fn(Fault) -> Fault,
}

/// Longer than the library waits for an answer.
const SLOW: Duration = Duration::from_secs(40);

/// Time enough for a program that notices and tries again.
const DOWN: Duration = Duration::from_secs(30);

const ANY: &[Call] = &Call::ALL;

const UPLOAD: &[Call] = &[Call::DmpSend];

const RESOURCE: &[Call] = &[
    Call::ProfilePut,
    Call::ProfileSelect,
    Call::PatientSearch,
    Call::PatientGet,
    Call::PatientUpdate,
    Call::DmpOpen,
    Call::DmpSend,
];

const JSON: &str = "application/json";

const PAGE: &str = "<!DOCTYPE html><html><head><title>Maintenance</title></head>\
    <body><h1>The service is being maintained</h1></body></html>";

impl NamedFault {
    pub(crate) fn of(name: &str) -> Option<&'static NamedFault> {
        NAMED.iter().find(|named| named.name == name)
    }

    pub(crate) fn all() -> &'static [NamedFault] {
        NAMED
    }

    pub(crate) fn fault(&self, call: Call) -> Fault {
        (self.change)(Fault::on(call))
    }
}

static NAMED: &[NamedFault] = &[
    NamedFault {
        name: "lost-answer",
        call: Call::DmpSend,
        calls: ANY,
        text: "The request is acted upon, then the connection is cut before the answer. The outcome of an upload is `unknown`.",
        change: |fault| fault.act().cut(Cut::Before),
    },
    NamedFault {
        name: "service-down",
        call: Call::DmpOpen,
        calls: ANY,
        text: "The request is answered as usual, then the service takes no connection for 30 seconds. The outcome of an upload that comes then is `not_sent`.",
        change: |fault| fault.down(DOWN),
    },
    NamedFault {
        name: "cut-upload",
        call: Call::DmpSend,
        calls: UPLOAD,
        text: "The connection is reset once 64 KiB of the upload have arrived. The outcome of a large document (16 MB) is `incomplete`.",
        change: |fault| fault.after_bytes(64 * 1024).cut(Cut::Before).reset(),
    },
    NamedFault {
        name: "refused",
        call: Call::DmpSend,
        calls: RESOURCE,
        text: "The service answers 422 with its reason in JSON, and does nothing. The outcome of an upload is `rejected`.",
        change: |fault| {
            let reason = r#"{"error":"the content cannot be accepted"}"#;
            fault.status(422).body(reason).content_type(JSON)
        },
    },
    NamedFault {
        name: "early-413",
        call: Call::DmpSend,
        calls: UPLOAD,
        text: "The service answers 413 on the head alone and closes the connection. The outcome of an upload is `rejected`.",
        change: |fault| {
            let reason = r#"{"error":"the document is longer than the service accepts"}"#;
            let fault = fault.after_bytes(0).status(413).body(reason);
            fault.content_type(JSON).header("Connection", "close")
        },
    },
    NamedFault {
        name: "unreadable-answer",
        call: Call::DmpSend,
        calls: RESOURCE,
        text: "The request is acted upon and its status is the usual one, but the body of the answer breaks off in the middle. The outcome of an upload is `accepted_unreadable`.",
        change: |fault| fault.act().cut(Cut::MidBody),
    },
    NamedFault {
        name: "maintenance-page",
        call: Call::DmpSend,
        calls: ANY,
        text: "A page in HTML comes with 503 instead of an answer, and nothing is done. The outcome of an upload is `unknown`.",
        change: |fault| {
            let fault = fault.status(503).body(PAGE);
            fault.content_type("text/html; charset=utf-8")
        },
    },
    NamedFault {
        name: "server-error",
        call: Call::DmpSend,
        calls: ANY,
        text: "The service answers 503 with a reason in JSON, and does nothing. The outcome of an upload is `unknown`.",
        change: |fault| {
            let reason = r#"{"error":"the service is not available"}"#;
            fault.status(503).body(reason).content_type(JSON)
        },
    },
    NamedFault {
        name: "busy",
        call: Call::PatientSearch,
        calls: ANY,
        text: "The service answers 429 with `Retry-After: 5`, and does nothing.",
        change: |fault| {
            let reason = r#"{"error":"too many requests"}"#;
            let fault = fault.status(429).header("Retry-After", "5");
            fault.body(reason).content_type(JSON)
        },
    },
    NamedFault {
        name: "slow-line",
        call: Call::PatientSearch,
        calls: ANY,
        text: "The request is acted upon and answered after 40 seconds, longer than the library waits (30 seconds, for an upload 10 minutes).",
        change: |fault| fault.delay(SLOW),
    },
    NamedFault {
        name: "session-ended",
        call: Call::PatientSearch,
        calls: RESOURCE,
        text: "The service answers 401, as for a session that has ended, and does nothing.",
        change: |fault| {
            let reason = r#"{"error":"the session has ended"}"#;
            fault.status(401).body(reason).content_type(JSON)
        },
    },
    NamedFault {
        name: "card-pulled",
        call: Call::Login,
        calls: &[Call::Ready, Call::Login],
        text: "Every card leaves the reader as the request arrives, before it is acted upon.",
        change: Fault::remove_cards,
    },
];
