//! What a program's own callbacks receive, and what comes of what they raise: it never crosses the library, ends the call,
//! comes out of it, and hides nothing that took effect.

use hr_sandbox::Call;
use serde_json::{Value, json};
use testkit::conversations::{Conversation, LETTER, LETTER_SIZE, deposit, find, logged_in, open};

use super::{TALK, bare, by, letter};

fn raising(at: &str) -> Value {
    let mut step = letter();
    step["at"] = at.into();
    step["do"] = "raise".into();
    step
}

fn log(level: i32) -> Value {
    json!({"call": "log", "level": level})
}

/// The log's lines of a step, each with its level.
fn lines(step: &Value) -> Vec<(i64, &str)> {
    let lines = step["log"].as_array().into_iter().flatten();
    lines
        .map(|line| (line[0].as_i64().unwrap(), line[1].as_str().unwrap()))
        .collect()
}

pub const ALL: &[Conversation] = &[
    Conversation {
        name: "nothing but a PIN answers pin, and a PIN nothing else, no choice an update, and what is empty nothing",
        settings: || json!({"patients_pointer": null}),
        calls: || {
            let login = |answers| json!({"call": "login", "request": {}, "answers": answers});
            let card = json!({"choice": "D'ESSAI"});
            let (pin, patient) = (json!({"code": "5678"}), json!({"choice": "ESSAI"}));
            let other = by("second", login(json!([{"choice": "DU TEST"}, pin, pin])));
            json!([
                other,
                login(json!([card, {"code": "97531"}, card])),
                login(json!([card, {"enter": {"pin": "1234"}}])),
                login(json!([card, {"code": ""}])),
                login(json!([pin])),
                logged_in(),
                find("EXEMPLE", json!([pin])),
                deposit("ESSAI", &[LETTER], json!([patient, patient]))
            ])
        },
        expected: || {
            let refused = json!({"raised": "argument"});
            let unanswered = json!({"ending": "login_needed", "asked": ["card", "pin"]});
            json!([
                refused,
                refused,
                refused,
                unanswered,
                refused,
                open(),
                refused,
                refused
            ])
        },
        received: &[(Call::Login, 3), (Call::PatientUpdate, 0)],
        ..TALK
    },
    Conversation {
        name: "progress, on the thread of the call",
        calls: || json!([logged_in(), letter()]),
        expected: || {
            let all_sent =
                json!({"ending": "sent", "here": true, "documents": [{"ending": "sent"}]});
            json!([open(), all_sent])
        },
        received: &[(Call::DmpSend, 1)],
        stored: Some(&[LETTER]),
        check: |_, seen| {
            let reports: Vec<(usize, usize)> =
                serde_json::from_value(seen[1]["reports"].clone()).unwrap();
            let whole = reports.iter().all(|(_, total)| *total == LETTER_SIZE);
            let ends =
                [reports.first(), reports.last()].map(|report| report.map(|(done, _)| *done));
            let right =
                ends == [Some(0), Some(LETTER_SIZE)] && reports.len() > 2 && reports.is_sorted();
            match whole && right {
                true => Vec::new(),
                false => vec![format!("the reports are {reports:?}")],
            }
        },
        ..TALK
    },
    Conversation {
        name: "progress that raises ends the upload",
        calls: || json!([logged_in(), raising("first"), letter()]),
        expected: || {
            let stopped = json!([{"ending": "cancelled", "outcome": "not_sent", "already": false}]);
            json!([
                open(),
                {"raised": "own", "ending": "cancelled", "done": false, "documents": stopped},
                {"ending": "sent", "documents": [{"ending": "sent", "already": false}]}
            ])
        },
        stored: Some(&[LETTER]),
        ..TALK
    },
    Conversation {
        name: "progress that raises when the document is accepted hides nothing",
        calls: || json!([logged_in(), raising("last"), letter()]),
        expected: || {
            let sent = |already| json!({"ending": "sent", "documents": [{"ending": "sent", "already": already}]});
            json!([open(), sent(false), sent(true)])
        },
        received: &[(Call::DmpSend, 1)],
        stored: Some(&[LETTER]),
        ..TALK
    },
    Conversation {
        name: "progress that raises between two documents hides neither",
        calls: || {
            let both = deposit("EXEMPLE", &["a.pdf", LETTER], json!([]));
            let mut raising = both.clone();
            raising["at"] = "begun".into();
            raising["do"] = "raise".into();
            json!([logged_in(), raising, both])
        },
        expected: || {
            let ended = json!([{"ending": "sent", "already": false}, {"ending": "cancelled"}]);
            let sent =
                json!([{"ending": "sent", "already": true}, {"ending": "sent", "already": false}]);
            json!([open(), {"ending": "cancelled", "documents": ended}, {"ending": "sent", "documents": sent}])
        },
        stored: Some(&["a.pdf", LETTER]),
        ..TALK
    },
    Conversation {
        name: "a question that raises ends the login",
        calls: || {
            let answers = json!([{"choice": "D'ESSAI"}, {"raise": true}]);
            json!([{"call": "login", "request": {}, "answers": answers}, logged_in()])
        },
        expected: || json!([{"raised": "own", "ending": "login_needed", "done": false}, open()]),
        received: &[(Call::Login, 1)],
        ..TALK
    },
    Conversation {
        name: "a log with levels, and without secrets",
        calls: || {
            let empty = json!({"call": "open", "client": "empty", "config": {}});
            let refused = by("empty", bare("ready"));
            let state = bare("state");
            json!([
                log(3),
                logged_in(),
                letter(),
                log(1),
                log(9),
                empty,
                refused,
                log(0),
                refused,
                state
            ])
        },
        expected: || {
            let refused = json!({"raised": "HR_E_STATE"});
            json!([{}, open(), {"ending": "sent"}, {}, {}, {}, refused, {}, refused, {}])
        },
        received: &[(Call::DmpSend, 1)],
        stored: Some(&[LETTER]),
        check: |_, seen| {
            let mut wrong = Vec::new();
            let all: Vec<_> = seen.iter().flat_map(lines).collect();
            for secret in ["1234", "EXEMPLE", "D'ESSAI", "bilan", "127.0.0.1"] {
                wrong.extend(
                    all.iter()
                        .filter(|line| line.1.contains(secret))
                        .map(|line| format!("{line:?}")),
                );
            }
            let levels = |steps: &[Value]| {
                let mut levels: Vec<i64> =
                    steps.iter().flat_map(lines).map(|line| line.0).collect();
                levels.sort_unstable();
                levels.dedup();
                levels
            };
            let seen_levels = [levels(&seen[..3]), levels(&seen[5..7]), levels(&seen[8..])];
            if seen_levels != [vec![1, 2, 3], vec![1], vec![]]
                && seen_levels != [vec![2, 3], vec![1], vec![]]
            {
                wrong.push(format!("the levels are {seen_levels:?}"));
            }
            if !["HR_E_ARGUMENT", "argument"]
                .map(Value::from)
                .contains(&seen[4]["raised"])
            {
                wrong.push(format!("a level that is none: {}", seen[4]));
            }
            if !all.iter().any(|line| line.1.contains("hr_dmp_send")) {
                wrong.push("no line is about the deposit".to_owned());
            }
            wrong
        },
        ..TALK
    },
    Conversation {
        name: "a log that raises changes nothing",
        calls: || json!([{"call": "log", "level": 3, "raise": true}, logged_in(), letter()]),
        expected: || json!([{}, open(), {"ending": "sent"}]),
        received: &[(Call::DmpSend, 1)],
        stored: Some(&[LETTER]),
        check: |_, seen| match lines(&seen[2]).len() {
            0..=2 => vec!["the receiver is not called any more".to_owned()],
            _ => Vec::new(),
        },
        ..TALK
    },
    Conversation {
        name: "a program that ends while threads open, log and close",
        calls: || json!([{"call": "keep_running"}]),
        expected: || json!([{"running": true}]),
        ..TALK
    },
];
