//! What a program's own callbacks receive, and what comes of what they raise: it never crosses the library, ends the call,
//! comes out of it, and hides nothing that took effect.

use hr_sandbox::Call;
use serde_json::{Value, json};
use testkit::conversations::{Conversation, LETTER, LETTER_SIZE};

use super::{SENT, TALK};

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
        rows: r#"second: login | DU TEST; 5678; 5678 | {"raised":"argument"}
            login | D'ESSAI; 97531; D'ESSAI | {"raised":"argument"}
            login | D'ESSAI; {"pin":"1234"} | {"raised":"argument"}
            login {"answers":[{"choice":"D'ESSAI"},{"code":""}]} | | {"ending":"login_needed","asked":["card","pin"]}
            login | 5678 | {"raised":"argument"}
            login | D'ESSAI; 1234 | card pin | open, done
            find EXEMPLE | 5678 | {"raised":"argument"}
            find EXEMPLE | {"nom":"JUMEAU"} | {"raised":"argument"}
            deposit ESSAI LETTER | ESSAI; ESSAI | {"raised":"argument"}"#,
        received: &[(Call::Login, 3), (Call::PatientUpdate, 0)],
        ..TALK
    },
    Conversation {
        name: "progress, on the thread of the call",
        rows: r#"login | D'ESSAI; 1234 | card pin | open, done
            deposit EXEMPLE LETTER | | {"ending":"sent","here":true,"documents":[{"ending":"sent"}]}"#,
        check: |_, seen| {
            let reports: Vec<(usize, usize)> =
                serde_json::from_value(seen[1]["reports"].clone()).unwrap();
            let whole = reports.iter().all(|(_, total)| *total == LETTER_SIZE);
            let ends =
                [reports.first(), reports.last()].map(|report| report.map(|(done, _)| *done));
            let right =
                ends == [Some(0), Some(LETTER_SIZE)] && reports.len() > 2 && reports.is_sorted();
            Vec::from_iter((!whole || !right).then(|| format!("the reports are {reports:?}")))
        },
        ..SENT
    },
    Conversation {
        name: "progress that raises ends the upload",
        rows: r#"login | D'ESSAI; 1234 | card pin | open, done
            deposit EXEMPLE LETTER {"at":"first","do":"raise"} | | {"raised":"own","ending":"cancelled","done":false,\
                "documents":[{"ending":"cancelled","outcome":"not_sent","already":false}]}
            deposit EXEMPLE LETTER | | {"ending":"sent","documents":[{"ending":"sent","already":false}]}"#,
        stored: Some(&[LETTER]),
        ..TALK
    },
    Conversation {
        name: "progress that raises when the document is accepted hides nothing",
        rows: r#"login | D'ESSAI; 1234 | card pin | open, done
            deposit EXEMPLE LETTER {"at":"last","do":"raise"} | | {"ending":"sent","documents":[{"ending":"sent","already":false}]}
            deposit EXEMPLE LETTER | | {"ending":"sent","documents":[{"ending":"sent","already":true}]}"#,
        ..SENT
    },
    Conversation {
        name: "progress that raises between two documents hides neither",
        rows: r#"login | D'ESSAI; 1234 | card pin | open, done
            deposit EXEMPLE a.pdf LETTER {"at":"begun","do":"raise"} | | {"ending":"cancelled",\
                "documents":[{"ending":"sent","already":false},{"ending":"cancelled"}]}
            deposit EXEMPLE a.pdf LETTER | | {"ending":"sent",\
                "documents":[{"ending":"sent","already":true},{"ending":"sent","already":false}]}"#,
        stored: Some(&["a.pdf", LETTER]),
        ..TALK
    },
    Conversation {
        name: "a question that raises ends the login",
        rows: r#"login {"answers":[{"choice":"D'ESSAI"},{"raise":true}]} | | {"raised":"own","ending":"login_needed","done":false}
            login | D'ESSAI; 1234 | card pin | open, done"#,
        received: &[(Call::Login, 1)],
        ..TALK
    },
    Conversation {
        name: "a log with levels, and without secrets",
        rows: r#"{"call":"log","level":3} | | {}
            login | D'ESSAI; 1234 | card pin | open, done
            deposit EXEMPLE LETTER | | {"ending":"sent"}
            {"call":"log","level":1} | | {}
            {"call":"log","level":9} | | {}
            {"call":"open","client":"empty","config":{}} | | {}
            empty: ready | | {"raised":"HR_E_STATE"}
            {"call":"log","level":0} | | {}
            empty: ready | | {"raised":"HR_E_STATE"}
            state | | {}"#,
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
        ..SENT
    },
    Conversation {
        name: "a log that raises changes nothing",
        rows: r#"{"call":"log","level":3,"raise":true} | | {}
            login | D'ESSAI; 1234 | card pin | open, done
            deposit EXEMPLE LETTER | | {"ending":"sent"}"#,
        check: |_, seen| match lines(&seen[2]).len() {
            0..=2 => vec!["the receiver is not called any more".to_owned()],
            _ => Vec::new(),
        },
        ..SENT
    },
    Conversation {
        name: "a program that ends while threads open, log and close",
        rows: r#"{"call":"keep_running"} | | {"running":true}"#,
        ..TALK
    },
];
