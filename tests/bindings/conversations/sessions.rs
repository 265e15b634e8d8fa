//! The single calls: their arguments, their results and errors; what cannot be passed; what was never opened.

use hr_sandbox::{Call, Cut, Fault, Sandbox};
use serde_json::{Value, json};
use testkit::Members;
use testkit::conversations::{Conversation, LETTER, leave_one_card, read_rows, step};

use super::TALK;

const NAME: &str = "Ünïcödé ☃ 🩺 « é ».pdf";
const NUMBERS: &str =
    r#"{"n":123456789012345678901234567890.12345,"e":1.797e309,"t":"Ünïcödé ☃ 🩺"}"#;

/// One card in the reader; the answers to the first and third document are lost.
fn one_card_and_lost_answers(sandbox: &Sandbox) {
    leave_one_card(sandbox);
    for nth in [1, 3] {
        sandbox.set_fault(Fault::on(Call::DmpSend).nth(nth).act().cut(Cut::Before));
    }
}

/// What a login presents, how it is refused, a document that is sent, and an answer that is lost; `<b>` is [`NUMBERS`].
const WORDS: &str = r#"<p> "card_token":"$token","pin_code":
<r> "operation":"hr_login","outcome":"rejected","reason":
<s> "patient_id":"$patient_id","activity_type":"10","type_code":"11503-0","path":"FOLDER/
<n> Ünïcödé ☃ 🩺 « é ».pdf
<l> {"raised":"HR_E_IN_DOUBT","operation":"hr_dmp_send","at":"service","outcome":"unknown","cause":"HR_E_INTERRUPTED"}"#;

const WALK: &str = r#"
    ticket | | {"http_status":200,"next":"hr_ready"}
    ready | | {"next":"hr_login"}
    call login {<p>"0000"} | | {"raised":"HR_E_CARD_STATUS",<r>"pin_refused"}
    call login {<p>"0000"} | | {"raised":"HR_E_PIN_GUARD",<r>"ready_needed"}
    ready | | {}
    call login {<p>"0000"} | | {"raised":"HR_E_PIN_GUARD",<r>"pin_held"}
    pin_retry_allow {"card_token":"$token"} | | {}
    call login {<p>"0000"} | | {"raised":"HR_E_CARD_STATUS",<r>"pin_refused"}
    ready | | {}
    call login {<p>"1234"} | | {"outcome":"accepted","identified":true}
    patient_search {"nom":"D'ÉTANG & FILS + CIE"} | | {"raw":{"nom":"D'ÉTANG & FILS + CIE"}}
    patient_get | | {"insQualified":true,"updateNeeded":false}
    dmp_open {"patient_id":"$patient_id"} | | {"outcome":"accepted"}
    dmp_send {<s>a.pdf","filename":"<n>"} | | <l>
    dmp_send {<s>a.pdf","filename":"<n>"} | | {"raised":"HR_E_CONFLICT","operation":"hr_dmp_send","at":"library","outcome":"rejected"}
    dmp_resend_allow {"entry":"$entry"} | | {}
    dmp_send {<s>a.pdf","filename":"<n>"} | | {"outcome":"accepted","http_status":201,"next":null}
    dmp_send {<s>b.pdf","filename":"b.pdf"} | | <l>
    dmp_found {"entry":"$entry"} | | {}
    deposit D'ÉTANG_&_FILS_+_CIE b.pdf | | {"ending":"sent","asked":[],"documents":[{"ending":"sent","already":true}]}
    request {"method":"POST","path":"/echo","body_json":<b>} | | {"http_status":200}
    second: session_set {"service_url":"$serviceUrl","bearer":"$bearer"} | | {}
    second: state | | {"session":true}"#;

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

/// One of the client that was opened with nothing.
fn refused(name: &str, with: Value) -> Value {
    step(name, with).with(json!({"client": "empty"}))
}

/// Opens that client first.
fn opened(steps: impl Iterator<Item = (Value, Value)>) -> Vec<(Value, Value)> {
    let open = json!({"call": "open", "client": "empty", "config": {}});
    [(open, json!({}))].into_iter().chain(steps).collect()
}

/// The texts of each function that C would cut at a NUL, one at a time.
fn with_a_nul() -> impl Iterator<Item = Value> {
    functions().flat_map(|(name, with, _)| {
        let arguments: Vec<String> = with.as_object().unwrap().keys().cloned().collect();
        let texts = arguments.into_iter().filter(|name| name != "data");
        texts.map(move |text| refused(name, with.clone().with(json!({text: "A\u{2400}B"}))))
    })
}

pub const ALL: &[Conversation] = &[
    Conversation {
        name: "the single calls, with what they are given and what they give",
        settings: || json!({"identified_field": "/identified"}),
        prepare: one_card_and_lost_answers,
        rows: WALK,
        read: |rows| {
            let rows = rows.replace("<b>", &json!(NUMBERS).to_string());
            let words = WORDS.lines().map(|line| line.split_once(' ').unwrap());
            read_rows(&words.fold(rows, |rows, (word, text)| rows.replace(word, text)))
        },
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
        read: |_| {
            let steps = functions().map(|(name, with, code)| {
                let seen = json!({"raised": code, "operation": format!("hr_{name}")});
                (refused(name, with), seen)
            });
            opened(steps)
        },
        received: &[(Call::Ticket, 0)],
        ..TALK
    },
    Conversation {
        name: "a text with a NUL is refused",
        read: |_| opened(with_a_nul().map(|step| (step, json!({"raised": "argument"})))),
        ..TALK
    },
    Conversation {
        name: "mistakes of a program are raised",
        rows: r#"{"call":"open","client":"wrong","config":{"unknown_key":1}} | |\
                {"raised":"HR_E_CONFIG","operation":"hr_open","at":"library"}
            login | D'ESSAI; 1234 | card pin | open, done
            {"call":"find","request":{},"answers":[]} | | {"raised":"HR_E_ARGUMENT","operation":"hr_patient_find"}"#,
        received: &[(Call::PatientSearch, 0)],
        ..TALK
    },
    Conversation {
        name: "a journal with a document in doubt",
        settings: || json!({"journal": "FOLDER"}),
        prepare: |sandbox| {
            sandbox.set_fault(Fault::on(Call::DmpSend).times(1).act().cut(Cut::Before))
        },
        rows: r#"login | D'ESSAI; 1234 | card pin | open, done
            deposit EXEMPLE LETTER | | {"ending":"in_doubt"}
            deposit EXEMPLE b.pdf | | {"ending":"sent"}
            {"call":"journal","request":{"outcome":"unknown","doubt":true,"since":"2000-01-01T00:00:00Z","limit":1}} | |\
                {"doubts":1,"uploads":2,"more":false,\
                "entries":[{"outcome":"unknown","doubt":true,"permitted":false,"found":false,"bytes":300000}]}
            {"call":"journal","request":{"limit":1}} | | {"entries":[{"outcome":"accepted","doubt":false}],"more":true}
            {"call":"journal","request":{"reference":"none"}} | | {"entries":[]}"#,
        received: &[(Call::DmpSend, 2)],
        stored: Some(&[LETTER, "b.pdf"]),
        ..TALK
    },
];
