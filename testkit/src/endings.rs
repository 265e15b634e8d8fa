//! Which `ending` and `ask` a text of the three calls must have: the table of docs/two-calls.md, read from the text's other
//! members.

use serde_json::Value;

const WITH_ENDING: [&str; 4] = [
    "hr_connect",
    "hr_patient_find",
    "hr_deposit",
    "hr_deposit_bytes",
];

/// Asserts what an error object says of its ending.
#[track_caller]
pub fn check(error: &Value) {
    let word = |key: &str| error[key].as_str();
    let operation = word("operation").unwrap_or_default();
    if !WITH_ENDING.contains(&operation) {
        assert!(
            error["ending"].is_null() && error["ask"].is_null(),
            "{error}"
        );
        return;
    }
    let documents = error["documents"].as_array().map_or(&[][..], |all| all);
    documents.iter().for_each(check_document);
    let (ending, ask) = expected(error, word("step"));
    assert_eq!(word("ending"), Some(ending), "{error}");
    let held = documents.iter().any(is_held);
    let ask = ask.or(held.then_some("doubt"));
    assert_eq!(word("ask"), ask, "{error}");
    check_choices(&error["choices"], ask);
}

/// What there is to choose from, by the question.
#[track_caller]
fn check_choices(choices: &Value, ask: Option<&str>) {
    let Some(ask) = ask else {
        assert!(choices.is_null(), "{choices}");
        return;
    };
    let choices = choices.as_array().unwrap();
    let (least, most, members): (usize, usize, &[&str]) = match ask {
        "card" => (1, usize::MAX, &["card"]),
        "pin" => (1, 1, &["card", "confirmed"]),
        "retry" => (1, 1, &["card", "retry"]),
        "situation" => (0, usize::MAX, &["situation_id"]),
        "profile" => (0, 0, &[]),
        "traits" => (2, usize::MAX, &[]),
        "patient" | "update" => (1, 1, &["patient_id"]),
        "doubt" => (2, 2, &["doubts"]),
        _ => panic!("{ask}"),
    };
    assert!(
        (least..=most).contains(&choices.len()),
        "{ask}: {choices:?}"
    );
    for choice in choices {
        let keys: Vec<_> = choice.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["label", "label_fr", "raw", "value"], "{choice}");
        assert!(choice["label"].is_string() && choice["label_fr"].is_string());
        let value = choice["value"].as_object();
        let mut named = value.into_iter().flat_map(|value| value.keys());
        assert!(
            named.all(|name| members.contains(&name.as_str())),
            "{choice}"
        );
        let may_be_null = matches!(ask, "situation" | "traits");
        assert!(may_be_null || !choice["value"].is_null(), "{choice}");
    }
}

fn is_held(document: &Value) -> bool {
    document["ending"] == "in_doubt" && document["outcome"] == "rejected"
}

fn check_document(document: &Value) {
    let outcome = document["outcome"].as_str().unwrap_or_default();
    let status = document["http_status"].as_u64();
    let held = document["name"] == "HR_E_CONFLICT" && status.is_none();
    let expected = match outcome {
        "accepted" => "sent",
        "unknown" | "accepted_unreadable" => "in_doubt",
        _ if document["reason"] == "document_in_use" => "in_use",
        "rejected" if held => "in_doubt",
        _ if status == Some(401) => "login_needed",
        "rejected" if status.is_some() => "rejected",
        _ if document["name"] == "HR_E_CANCELLED" => "cancelled",
        _ => "not_sent",
    };
    let left = document["name"] == "HR_E_STATE" || document["name"] == "HR_E_HANDLE";
    assert!(
        left || document["ending"] == expected,
        "{expected}: {document}"
    );
}

/// Without what documents say.
fn expected<'e>(error: &'e Value, step: Option<&str>) -> (&'e str, Option<&'e str>) {
    let name = error["name"].as_str().unwrap_or_default();
    if name == "HR_E_CHOICE" {
        let ask = error["ask"].as_str().unwrap_or_default();
        let ending = match ask {
            "card" | "pin" => "login_needed",
            "situation" | "profile" => "open",
            "update" => "consent_needed",
            "patient" => "unverified",
            "traits" => "several",
            _ => panic!("{error}"),
        };
        return (ending, Some(ask));
    }
    match error["reason"].as_str() {
        // Which of the two depends on what a person was asked before.
        Some("pin_held") => {
            assert!(error["entry"].is_string(), "{error}");
            let retry = error["ask"].as_str().filter(|ask| *ask == "retry");
            return ("pin_held", retry.or(Some("pin")));
        }
        Some("pin_refused") => return ("pin_refused", Some("pin")),
        Some("card_locked") => return ("card_locked", None),
        Some("card_absent") => return ("no_card", None),
        Some("pin_in_use" | "document_in_use" | "session_in_use") => return ("in_use", None),
        _ => {}
    }
    let at_service = error["at"] == "service";
    let status = error["http_status"].as_u64();
    // Of documents the error has no outcome; theirs decides.
    let documents = error["documents"].as_array();
    let sending = step == Some("hr_dmp_send");
    let own = documents.filter(|_| sending).and_then(|all| {
        let own =
            |it: &&Value| it["http_status"] == error["http_status"] && it["outcome"] != "accepted";
        all.iter()
            .rev()
            .filter(own)
            .find(|it| !it["code"].is_null())
    });
    let outcome = own.unwrap_or(error)["outcome"].as_str();
    let refused = matches!(status, Some(300..=407 | 409..=499))
        || step == Some("hr_login") && name == "HR_E_CARD_STATUS";
    match (name, outcome) {
        ("HR_E_NO_CARD", _) => ("no_card", None),
        ("HR_E_BUSY", _) => ("in_use", None),
        ("HR_E_OTHER_PATIENT", _) => ("other_patient", None),
        ("HR_E_IN_DOUBT", _) if sending => (
            "in_doubt",
            error["ask"].as_str().filter(|ask| *ask == "doubt"),
        ),
        (_, Some("unknown" | "accepted_unreadable")) if sending => ("in_doubt", None),
        (_, Some("unknown" | "accepted_unreadable" | "incomplete")) if step == Some("hr_login") => {
            ("not_open", None)
        }
        _ if at_service && status == Some(401) => ("login_needed", None),
        ("HR_E_STATE", _) if error["ending"] == "login_needed" => ("login_needed", None),
        (_, Some("rejected")) if step == Some("hr_login") && refused => ("refused", Some("pin")),
        (_, Some("rejected")) if sending && refused => ("rejected", None),
        ("HR_E_CANCELLED", _) => ("cancelled", None),
        _ if sending => ("not_sent", None),
        ("HR_E_NOT_FOUND", _) if matches!(step, Some("hr_patient_search" | "hr_patient_get")) => {
            ("nobody", None)
        }
        _ if refused && name != "HR_E_REPLY" => ("refused", None),
        _ => ("failed", None),
    }
}
