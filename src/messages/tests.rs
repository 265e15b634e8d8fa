use super::*;
use crate::operation::Task;
use crate::reason::{Code, Expected};

mod cases;
mod list;

use cases::{every_case, every_reason};

/// Where nobody knows whether a document arrived, no text may lead to sending it again.
#[test]
fn nothing_is_to_be_tried_again_while_it_may_have_happened() {
    let again = [
        "try again",
        "again later",
        "start again",
        "repeat the call",
        "may be repeated",
        "call again",
        "réessay",
        "refaites l'appel",
        "recommenc",
        "plus tard",
        "peut être refait",
    ];
    let open = every_case().into_iter().filter(|case| match case.outcome {
        Some(Outcome::Unknown | Outcome::AcceptedUnreadable) => true,
        outcome => outcome == Some(Outcome::Incomplete) && case.operation.task() == Task::Login,
    });
    for case in open {
        for text in [case.message(), case.remedy()] {
            for line in Language::ALL.map(|language| text.text(language).to_lowercase()) {
                let seen = format!("{:?} {:?}: {line}", case.operation, case.reason);
                assert!(!again.iter().any(|words| line.contains(words)), "{seen}");
            }
        }
    }
}

#[test]
fn each_key_says_what_its_value_must_be() {
    let schema = include_str!("../../schema/configuration.json");
    let schema: serde_json::Value = serde_json::from_str(schema).unwrap();
    for key in schema["properties"].as_object().unwrap().keys() {
        let reason = Reason::ConfigValue(key.clone(), Expected::OfKey);
        let remedy = Case::new(Operation::Open, &reason.into()).remedy();
        assert!(!remedy.text(Language::English).contains("{}"), "{key}");
    }
}

#[test]
fn every_code_and_every_reason_has_a_case() {
    let (cases, reasons) = (every_case(), every_reason());
    for reason in &reasons {
        // What only functions without a text give is never read.
        let silent = *reason == Reason::BadLevel;
        let seen = cases.iter().any(|case| case.reason == reason);
        assert_ne!(seen, silent, "{reason:?}");
    }
    let names: Vec<String> = reasons.iter().map(|reason| format!("{reason:?}")).collect();
    for name in Reason::NAMES {
        let known = |seen: &String| seen.split('(').next() == Some(name);
        assert!(names.iter().any(known), "{name}");
    }
    let codes: Vec<Code> = reasons.iter().map(Reason::code).collect();
    for code in Code::ALL {
        assert!(codes.contains(code), "no reason leads to {}", code.name());
    }
}
