//! The single calls: their arguments, their results and errors; what cannot be passed; what was never opened.

use hr_sandbox::{Call, Cut, Fault, Sandbox};
use serde_json::{Value, json};
use testkit::conversations::{
    Conversation, LETTER, LETTER_SIZE, deposit, leave_one_card, logged_in, open, step,
};

use super::{TALK, bare, by};

fn login(pin: &str) -> Value {
    step("login", json!({"card_token": "$token", "pin_code": pin}))
}

/// `path` stands for one of the conversation's documents.
fn send(path: &str, filename: &str) -> Value {
    let path = format!("FOLDER/{path}");
    let codes = json!({"path": path, "filename": filename, "patient_id": "$patient_id", "activity_type": "10", "type_code": "11503-0"});
    step("dmp_send", codes)
}

const NAME: &str = "Ünïcödé ☃ 🩺 « é ».pdf";
const NUMBERS: &str =
    r#"{"n":123456789012345678901234567890.12345,"e":1.797e309,"t":"Ünïcödé ☃ 🩺"}"#;

fn refused(reason: &str) -> Value {
    let name = if reason == "pin_refused" {
        "HR_E_CARD_STATUS"
    } else {
        "HR_E_PIN_GUARD"
    };
    json!({"raised": name, "operation": "hr_login", "outcome": "rejected", "reason": reason})
}

fn lost() -> Value {
    json!({"raised": "HR_E_IN_DOUBT", "operation": "hr_dmp_send", "at": "service", "outcome": "unknown",
           "cause": "HR_E_INTERRUPTED"})
}

/// One card in the reader; the answers to the first and third document are lost.
fn one_card_and_lost_answers(sandbox: &Sandbox) {
    leave_one_card(sandbox);
    for nth in [1, 3] {
        sandbox.set_fault(Fault::on(Call::DmpSend).nth(nth).act().cut(Cut::Before));
    }
}

fn walk() -> Value {
    json!([
        bare("ticket"),
        bare("ready"),
        login("0000"),
        login("0000"),
        bare("ready"),
        login("0000"),
        step("pin_retry_allow", json!({"card_token": "$token"})),
        login("0000"),
        bare("ready"),
        login("1234"),
        step("patient_search", json!({"nom": "D'ÉTANG & FILS + CIE"})),
        bare("patient_get"),
        step("dmp_open", json!({"patient_id": "$patient_id"})),
        send("a.pdf", NAME),
        send("a.pdf", NAME),
        step("dmp_resend_allow", json!({"entry": "$entry"})),
        send("a.pdf", NAME),
        send("b.pdf", "b.pdf"),
        step("dmp_found", json!({"entry": "$entry"})),
        deposit("D'ÉTANG & FILS + CIE", &["b.pdf"], json!([])),
        step(
            "request",
            json!({"method": "POST", "path": "/echo", "body_json": NUMBERS})
        ),
        by(
            "second",
            step(
                "session_set",
                json!({"service_url": "$serviceUrl", "bearer": "$bearer"})
            )
        ),
        by("second", bare("state"))
    ])
}

fn walked() -> Value {
    let already = json!([{"ending": "sent", "already": true}]);
    json!([
        {"http_status": 200, "next": "hr_ready"},
        {"next": "hr_login"},
        refused("pin_refused"),
        refused("ready_needed"),
        {},
        refused("pin_held"),
        {},
        refused("pin_refused"),
        {},
        {"outcome": "accepted", "identified": true},
        {"raw": {"nom": "D'ÉTANG & FILS + CIE"}},
        {"insQualified": true, "updateNeeded": false},
        {"outcome": "accepted"},
        lost(),
        {"raised": "HR_E_CONFLICT", "operation": "hr_dmp_send", "at": "library", "outcome": "rejected"},
        {},
        {"outcome": "accepted", "http_status": 201, "next": null},
        lost(),
        {},
        {"ending": "sent", "asked": [], "documents": already},
        {"http_status": 200},
        {},
        {"session": true}
    ])
}

/// Each function with arguments that it takes, and how a handle that was opened with nothing refuses it before it sends
/// anything. `<L>` are the labels of a document.
const FUNCTIONS: &str = r#"
    ticket|{}|HR_E_CONFIG
    ticket_set|{"ticket":""}|HR_E_ARGUMENT
    ready|{}|HR_E_STATE
    login|{"card_token":"token","pin_code":"0000"}|HR_E_STATE
    pin_retry_allow|{"card_token":"token"}|HR_E_STATE
    session_set|{"service_url":"","bearer":"bearer"}|HR_E_ARGUMENT
    profile_put|{"payload_json":"{}"}|HR_E_STATE
    profile_select|{"situation_id":"1"}|HR_E_STATE
    patient_search|{"nom":"A","prenom":"B","date_naissance":"C","sexe":"F"}|HR_E_STATE
    patient_get|{}|HR_E_STATE
    patient_update|{"body_json":"{}"}|HR_E_STATE
    request|{"method":"GET","path":"/","body_json":"{}"}|HR_E_STATE
    dmp_open|{"patient_id":"1","body_json":"{}"}|HR_E_STATE
    dmp_send|{"path":"/a.pdf",<L>}|HR_E_STATE
    dmp_send_bytes|{"data":"a",<L>}|HR_E_STATE
    dmp_resend_allow|{"entry":""}|HR_E_ARGUMENT
    dmp_found|{"entry":""}|HR_E_ARGUMENT
    journal|{}|HR_E_CONFIG"#;

fn functions() -> impl Iterator<Item = (&'static str, Value, &'static str)> {
    const LABELS: &str =
        r#""filename":"a.pdf","patient_id":"1","activity_type":"10","type_code":"11503-0""#;
    FUNCTIONS.trim_start_matches('\n').lines().map(|row| {
        let cells: Vec<&str> = row.trim_start().split('|').collect();
        let with = cells[1].replace("<L>", LABELS);
        (cells[0], serde_json::from_str(&with).unwrap(), cells[2])
    })
}

fn empty() -> Value {
    json!({"call": "open", "client": "empty", "config": {}})
}

/// The texts of each function that C would cut at a NUL, one at a time.
fn with_a_nul() -> Vec<Value> {
    let mut steps = vec![empty()];
    for (name, with, _) in functions() {
        for argument in with
            .as_object()
            .unwrap()
            .keys()
            .filter(|name| *name != "data")
        {
            let mut with = with.clone();
            with[argument] = "A\u{2400}B".into();
            steps.push(by("empty", step(name, with)));
        }
    }
    steps
}

pub const ALL: &[Conversation] = &[
    Conversation {
        name: "the single calls, with what they are given and what they give",
        settings: || json!({"identified_field": "/identified"}),
        prepare: one_card_and_lost_answers,
        calls: walk,
        expected: walked,
        received: &[(Call::Login, 3), (Call::DmpSend, 3)],
        stored: Some(&[NAME, NAME, "b.pdf"]),
        check: |sandbox, seen| {
            let searches = sandbox.requests_of(Call::PatientSearch);
            let query = searches[0].query.as_deref().unwrap_or_default();
            let echoed = seen[20]["text"].as_str().unwrap_or_default();
            let exact = [
                "123456789012345678901234567890.12345",
                "1.797e309",
                "Ünïcödé ☃ 🩺",
            ];
            let mut wrong = Vec::new();
            if query != "nom=D%27%C3%89TANG%20%26%20FILS%20%2B%20CIE" {
                wrong.push(format!("the search's query is {query}"));
            }
            if !exact
                .iter()
                .all(|part| echoed.replace("e+", "e").contains(part))
            {
                wrong.push(format!("the reply is not as it came: {echoed}"));
            }
            wrong
        },
        ..TALK
    },
    Conversation {
        name: "each function says what the library says",
        calls: || {
            let calls = functions().map(|(name, with, _)| by("empty", step(name, with)));
            std::iter::once(empty()).chain(calls).collect()
        },
        expected: || {
            let refused = |(name, _, code): (&str, Value, &str)| json!({"raised": code, "operation": format!("hr_{name}")});
            std::iter::once(json!({}))
                .chain(functions().map(refused))
                .collect()
        },
        received: &[(Call::Ticket, 0)],
        ..TALK
    },
    Conversation {
        name: "a text with a NUL is refused",
        calls: || with_a_nul().into(),
        expected: || {
            let refused = with_a_nul()
                .into_iter()
                .skip(1)
                .map(|_| json!({"raised": "argument"}));
            std::iter::once(json!({})).chain(refused).collect()
        },
        ..TALK
    },
    Conversation {
        name: "mistakes of a program are raised",
        calls: || {
            let wrong = json!({"call": "open", "client": "wrong", "config": {"unknown_key": 1}});
            let nobody = json!({"call": "find", "request": {}, "answers": []});
            json!([wrong, logged_in(), nobody])
        },
        expected: || {
            json!([
                {"raised": "HR_E_CONFIG", "operation": "hr_open", "at": "library"},
                open(),
                {"raised": "HR_E_ARGUMENT", "operation": "hr_patient_find"}
            ])
        },
        received: &[(Call::PatientSearch, 0)],
        ..TALK
    },
    Conversation {
        name: "a journal with a document in doubt",
        settings: || json!({"journal": "FOLDER"}),
        prepare: |sandbox| {
            sandbox.set_fault(Fault::on(Call::DmpSend).times(1).act().cut(Cut::Before))
        },
        calls: || {
            let journal = |filter: Value| json!({"call": "journal", "request": filter});
            json!([
                logged_in(),
                deposit("EXEMPLE", &[LETTER], json!([])),
                deposit("EXEMPLE", &["b.pdf"], json!([])),
                journal(
                    json!({"outcome": "unknown", "doubt": true, "since": "2000-01-01T00:00:00Z", "limit": 1})
                ),
                journal(json!({"limit": 1})),
                journal(json!({"reference": "none"}))
            ])
        },
        expected: || {
            let doubt = json!({"outcome": "unknown", "doubt": true, "permitted": false, "found": false, "bytes": LETTER_SIZE});
            let newest = json!({"outcome": "accepted", "doubt": false});
            json!([
                open(),
                {"ending": "in_doubt"},
                {"ending": "sent"},
                {"entries": [doubt], "doubts": 1, "uploads": 2, "more": false},
                {"entries": [newest], "more": true},
                {"entries": []}
            ])
        },
        received: &[(Call::DmpSend, 2)],
        stored: Some(&[LETTER, "b.pdf"]),
        ..TALK
    },
];
