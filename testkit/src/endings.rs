//! Which `ending` and `ask` a text must have by the table `schema/endings.json`, read from the text's other members.

use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::schema;

static ROWS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let rows = schema::file("endings.json")["rows"].take();
    serde_json::from_value(rows).unwrap()
});

/// Asserts what a text of `function` says of its ending, if it says anything.
#[track_caller]
pub fn check(function: &str, text: &Value) {
    // hr_last gives what another function gave.
    if text["ending"].is_null() || function == "hr_last" {
        return;
    }
    let documents = text["documents"].as_array().map_or(&[][..], |all| all);
    for document in documents {
        assert_one_of(&ends(&facts_of_document(document)), document, &Value::Null);
    }
    let held = documents.iter().any(is_held) && documents.iter().all(leaves_turn);
    let mut ends = ends(&facts(function, text, documents));
    if held {
        for end in &mut ends {
            let ask = end["ask"].take();
            end["ask"] = if ask.is_null() { json!("doubt") } else { ask };
        }
    }
    assert_one_of(&ends, text, &text["ask"]);
}

#[track_caller]
fn assert_one_of(ends: &[Value], text: &Value, ask: &Value) {
    let fits = |end: &Value| end["ending"] == text["ending"] && end["ask"] == *ask;
    assert!(ends.iter().any(fits), "{ends:?}: {text}");
}

fn is_held(document: &Value) -> bool {
    document["ending"] == "in_doubt" && document["outcome"] == "rejected"
}

/// Whether the documents behind it have their turn.
fn leaves_turn(document: &Value) -> bool {
    let status = document["http_status"].as_u64();
    let refused = matches!(status, Some(400 | 402..=407 | 409..=428 | 430..=499));
    let refused = refused && document["ending"] == "rejected";
    let alone = is_held(document) || document["name"] == "HR_E_FILE";
    document["outcome"] == "accepted" || alone || refused
}

fn ends(facts: &Value) -> Vec<Value> {
    let counts = |row: &&Value| {
        let mut when = row["when"].as_object().unwrap().iter();
        when.all(|(fact, wanted)| match wanted {
            Value::Array(words) => words.contains(&facts[fact]),
            word => *word == facts[fact],
        })
    };
    let row = ROWS.iter().find(counts).unwrap();
    row["then"].as_array().unwrap().clone()
}

fn facts(function: &str, text: &Value, documents: &[Value]) -> Value {
    // Of documents the text has no outcome; that of the last one with this status counts.
    let sending = text["step"] == "hr_dmp_send";
    let mut latest = documents.iter().rev().filter(|_| sending);
    let own = latest.find(|it| {
        let failed = it["outcome"] != "accepted" && !it["code"].is_null();
        failed && it["http_status"] == text["http_status"]
    });
    let outcome = &own.unwrap_or(text)["outcome"];
    let code = text.get("name").cloned().unwrap_or("HR_OK".into());
    json!({
        "function": function,
        "session": text["session"],
        "step": text["step"],
        "code": code,
        "reason": text["reason"],
        "outcome": outcome,
        "at": text["at"],
        "http_status": text["http_status"],
        "refused": is_refused(text, outcome),
    })
}

fn facts_of_document(document: &Value) -> Value {
    let of_service = document["http_status"].is_u64();
    json!({
        "step": "hr_dmp_send",
        "code": document["name"],
        "reason": document["reason"],
        "outcome": document["outcome"],
        "at": of_service.then_some("service"),
        "http_status": document["http_status"],
        "refused": is_refused(document, &document["outcome"]),
    })
}

fn is_refused(text: &Value, outcome: &Value) -> bool {
    let by_status = matches!(text["http_status"].as_u64(), Some(300..=407 | 409..=499));
    let by_code = text["step"] == "hr_login" && text["name"] == "HR_E_CARD_STATUS";
    let definite = outcome.is_null() || outcome == "rejected";
    definite && text["name"] != "HR_E_REPLY" && (by_status || by_code)
}
