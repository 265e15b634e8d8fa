use super::*;
use crate::code::Code;
use crate::operation::Task;
use crate::reason::Expected;

mod cases;
mod page;

use cases::{every_case, every_reason};

const LANGUAGES: [Language; 2] = [Language::English, Language::French];

/// Every text, behind what it was made of for the message of an assertion.
fn texts() -> Vec<(String, Case<'static>, Language, ErrorText)> {
    let of = |language: Language| {
        every_case().into_iter().map(move |case| {
            let text = case.text(language);
            let (operation, reason) = (case.operation, case.reason);
            let (origin, outcome) = (case.origin, case.outcome);
            let seen = format!("{operation:?} {reason:?} {origin:?} {outcome:?} {text:?}");
            (seen, case, language, text)
        })
    };
    LANGUAGES.into_iter().flat_map(of).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphabetic() && c != '_' && c != '.')
        .map(|word| word.trim_matches('.'))
        .filter(|word| !word.is_empty())
}

/// Words that only English has; those of identifiers are not among them.
const ENGLISH: [&str; 22] = [
    "the", "and", "of", "not", "is", "was", "must", "with", "expected", "call", "check", "see",
    "an", "it", "this", "that", "by", "no", "from", "be", "give", "raise",
];

#[test]
fn every_text_is_one_line_and_whole() {
    for (seen, _, _, text) in texts() {
        for line in [&text.message, &text.remedy] {
            assert!(line.ends_with('.') && !line.ends_with(".."), "{seen}");
            assert!(!line.contains(['\n', '\r', '{', '}', '`']), "{seen}");
            assert!(!line.contains("  ") && line.trim() == line, "{seen}");
        }
        assert!(text.message.chars().count() <= 200, "{seen}");
        assert!(text.remedy.chars().count() <= 400, "{seen}");
        let first = text.message.chars().next();
        assert!(first.is_some_and(char::is_uppercase), "{seen}");
    }
}

/// A doctor knows neither functions nor keys, codes or numbers.
#[test]
fn a_message_speaks_of_the_doctors_world() {
    for (seen, _, language, text) in texts() {
        let message = &text.message;
        assert!(!message.contains("hr_") && !message.contains('_'), "{seen}");
        assert!(!message.contains(|c: char| c.is_ascii_digit()), "{seen}");
        for word in words(message) {
            let capitals = word.chars().filter(|c| c.is_uppercase()).count();
            assert!(capitals <= 1, "{word} in {seen}");
            assert!(!word.contains('.'), "{word} in {seen}");
        }
        for secret in ["outcome", "JSON", "bearer", "ticket", "token", "statu"] {
            assert!(!message.contains(secret), "{seen}");
        }
        if language == Language::English {
            assert!(message.is_ascii(), "{seen}");
        }
    }
}

#[test]
fn french_is_french() {
    for (seen, _, language, text) in texts() {
        if language != Language::French {
            continue;
        }
        for word in words(&text.message).chain(words(&text.remedy)) {
            assert!(
                !ENGLISH.contains(&word.to_lowercase().as_str()),
                "{word} in {seen}"
            );
        }
    }
    for expected in Expected::ALL {
        let [english, french] = expected.texts();
        for word in words(french) {
            assert!(!ENGLISH.contains(&word), "{word} in {expected:?}");
        }
        assert!(english.is_ascii() && english != french, "{expected:?}");
    }
}

/// Where nobody knows whether a document arrived, no text may lead to sending it again.
#[test]
fn nothing_is_to_be_tried_again_while_it_may_have_happened() {
    let again = [
        "try again",
        "again later",
        "start again",
        "repeat the call",
        "may be repeated",
        "réessay",
        "recommenc",
        "plus tard",
        "peut être répété",
    ];
    for (seen, case, _, text) in texts() {
        let open = matches!(
            case.outcome,
            Some(Outcome::Unknown | Outcome::AcceptedUnreadable)
        ) || (case.operation.task() == Task::Login
            && case.outcome == Some(Outcome::Incomplete));
        for line in [&text.message, &text.remedy].into_iter().filter(|_| open) {
            let line = line.to_lowercase();
            assert!(!again.iter().any(|words| line.contains(words)), "{seen}");
        }
    }
}

#[test]
fn a_remedy_fits_the_call() {
    for (seen, case, _, text) in texts() {
        let mentioned = text.remedy.contains("outcome");
        assert!(!mentioned || case.outcome.is_some(), "{seen}");
        if let Some(outcome) = case.outcome.filter(|_| mentioned) {
            assert!(text.remedy.contains(outcome.word()), "{seen}");
        }
        let decides = matches!(
            case.reason,
            Reason::DoubtReplaced | Reason::NothingToAllow(_)
        );
        if case.outcome.is_none() && !decides {
            for word in ["envoi", "envoy", "renvoy", "resend"] {
                // Another address, or a function whose name has the word.
                let remedy = text.remedy.replace(case.operation.name(), "");
                let moved = *case.reason == Reason::Redirected;
                assert!(moved || !remedy.to_lowercase().contains(word), "{seen}");
                assert!(!text.message.to_lowercase().contains(word), "{seen}");
            }
        }
    }
}

/// What is wrong is named for whoever programs.
#[test]
fn a_remedy_names_what_is_wrong() {
    for reason in every_reason() {
        let seen = format!("{reason:?}");
        let named = seen.split('"').nth(1).unwrap_or_default();
        let error = Error::remote(reason, Origin::Service);
        for language in LANGUAGES {
            let text = Case::new(Operation::Request, &error).text(language);
            assert!(text.remedy.contains(named), "{seen} {text:?}");
        }
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
