//! A call is ended from outside: by Thread.Abort in C#, by the cancel of a task that has a timeout in Python, by a stop
//! from another thread in C++ and Pascal. Nothing is sent twice, and what was accepted is known.

use std::time::Duration;

use hr_sandbox::{Call, Fault};
use serde_json::{Value, json};
use testkit::conversations::{Conversation, LETTER, Waiting, deposit, find, logged_in, open};

use super::{TALK, bare, by, letter};

fn interrupted(how: &str, mut step: Value) -> Value {
    step["interrupt"] = how.into();
    if how == "report" {
        step["at"] = "last".into();
        step["do"] = "interrupt".into();
    }
    step
}

fn document(ending: &str, already: bool) -> Value {
    json!([{"ending": ending, "already": already}])
}

/// At the first report of a deposit.
fn beside(mut deposit: Value, steps: Value) -> Value {
    deposit["at"] = "first".into();
    deposit["do"] = steps;
    deposit
}

pub const ALL: &[Conversation] = &[
    Conversation {
        name: "a call that is interrupted when its document is accepted",
        calls: || json!([logged_in(), interrupted("report", letter()), letter()]),
        expected: || {
            let sent = |already| json!({"ending": "sent", "documents": document("sent", already)});
            json!([open(), sent(false), sent(true)])
        },
        received: &[(Call::DmpSend, 1)],
        stored: Some(&[LETTER]),
        ..TALK
    },
    Conversation {
        name: "a call that is interrupted before its document was sent",
        calls: || json!([logged_in(), interrupted("line", letter()), letter()]),
        expected: || {
            json!([
                open(),
                {"ending": "cancelled", "done": false, "documents": document("not_sent", false)},
                {"ending": "sent", "documents": document("sent", false)}
            ])
        },
        received: &[(Call::PatientSearch, 2), (Call::DmpSend, 1)],
        waiting: Waiting::Held(Call::PatientSearch),
        stored: Some(&[LETTER]),
        ..TALK
    },
    Conversation {
        name: "a call that is interrupted while its answer is awaited",
        prepare: |sandbox| {
            sandbox.set_fault(
                Fault::on(Call::DmpSend)
                    .times(1)
                    .act()
                    .delay(Duration::from_secs(100)),
            )
        },
        calls: || {
            let found = json!([{"choice": "est dans le dossier"}]);
            json!([
                logged_in(),
                interrupted("line", deposit("EXEMPLE", &["a.pdf"], json!([]))),
                deposit("EXEMPLE", &["a.pdf"], json!([])),
                deposit("EXEMPLE", &["a.pdf"], found)
            ])
        },
        expected: || {
            json!([
                open(),
                {"ending": "in_doubt", "asked": [], "documents": [{"ending": "in_doubt", "outcome": "unknown"}]},
                {"ending": "in_doubt", "asked": ["doubt"], "documents": document("in_doubt", false)},
                {"ending": "sent", "asked": ["doubt"], "documents": document("sent", true)}
            ])
        },
        received: &[(Call::DmpSend, 1)],
        waiting: Waiting::Stored,
        stored: Some(&["a.pdf"]),
        ..TALK
    },
    Conversation {
        name: "a stop from the deposit's own progress",
        calls: || {
            json!([
                logged_in(),
                beside(letter(), json!("stop")),
                by("second", logged_in()),
                by("second", letter())
            ])
        },
        expected: || {
            json!([
                open(),
                {"ending": "cancelled", "done": false},
                open(),
                {"ending": "sent", "documents": document("sent", false)}
            ])
        },
        stored: Some(&[LETTER]),
        ..TALK
    },
    Conversation {
        name: "a stop while a person is asked presents no PIN, and touches no other call",
        calls: || {
            let login = |answer: Value| json!({"call": "login", "request": {}, "answers": [{"choice": "D'ESSAI"}, answer]});
            json!([
                bare("stop"),
                login(json!({"code": "1234", "stop": true})),
                login(json!({"stop": true})),
                logged_in()
            ])
        },
        expected: || {
            let cancelled = json!({"ending": "cancelled", "asked": ["card", "pin"], "done": false});
            json!([{}, cancelled, cancelled, open()])
        },
        received: &[(Call::Login, 1)],
        ..TALK
    },
    Conversation {
        name: "a stop of another call ends no upload",
        calls: || {
            let mut stopped = find("EXEMPLE", json!([]));
            stopped["stopped"] = true.into();
            let steps = json!([stopped, by("second", bare("stop")), bare("state")]);
            json!([
                logged_in(),
                by("second", logged_in()),
                beside(letter(), steps)
            ])
        },
        expected: || {
            json!([
                open(),
                open(),
                {"ending": "sent", "beside": [{}, {}, {"session": true}], "documents": document("sent", false)}
            ])
        },
        received: &[(Call::PatientSearch, 1)],
        stored: Some(&[LETTER]),
        check: |_, seen| {
            let stopped = &seen[2]["beside"][0];
            let said = [&stopped["ending"], &stopped["raised"]];
            let known = ["in_use", "cancelled", "HR_E_BUSY", "HR_E_CANCELLED"];
            match said.iter().any(|word| known.iter().any(|one| *word == one)) {
                true => Vec::new(),
                false => vec![format!("the stopped call: {stopped}")],
            }
        },
        ..TALK
    },
    Conversation {
        name: "one call at a time, and other clients meanwhile",
        calls: || {
            let other = by("second", find("EXEMPLE", json!([])));
            let steps = json!([bare("ready"), bare("state"), other]);
            json!([
                logged_in(),
                by("second", logged_in()),
                beside(letter(), steps)
            ])
        },
        expected: || {
            let meanwhile =
                json!([{"raised": "HR_E_BUSY"}, {"session": true}, {"ending": "found"}]);
            json!([open(), open(), {"ending": "sent", "beside": meanwhile}])
        },
        received: &[(Call::DmpSend, 1)],
        stored: Some(&[LETTER]),
        ..TALK
    },
    Conversation {
        name: "an upload that is cancelled, and one whose session is closed",
        calls: || {
            let one = |name| json!([bare(name)]);
            json!([
                logged_in(),
                beside(letter(), one("cancel")),
                beside(letter(), one("close")),
                find("EXEMPLE", json!([])),
                bare("close"),
                bare("state")
            ])
        },
        expected: || {
            let closed = json!({"raised": "HR_E_HANDLE"});
            let ended = json!({"ending": "cancelled", "beside": [{}]});
            json!([open(), ended, ended, closed, {}, closed])
        },
        ..TALK
    },
];
