//! The page with all texts, `docs/messages.md`. To renew it: `HR_BLESS=1 cargo test --lib messages`.

use std::fmt::Write;

use super::cases::{every_case, every_reason, with_text};
use super::*;

/// Rows with the same sentence are one.
struct TableRow {
    texts: [String; 2],
    outcomes: Vec<&'static str>,
    codes: Vec<String>,
}

fn note<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// The code of a reason, and its word.
fn code(reason: &Reason) -> String {
    let word = reason.word().map(|word| format!(" {word}"));
    reason.code().name().to_owned() + &word.unwrap_or_default()
}

fn rows(functions: &[Operation]) -> Vec<TableRow> {
    let mut rows: Vec<TableRow> = Vec::new();
    let mut cases = every_case();
    cases.retain(|case| functions.contains(&case.operation));
    for case in cases {
        let texts = LANGUAGES.map(|language| case.text(language).message);
        let at = rows.iter().position(|row| row.texts[0] == texts[0]);
        let at = at.unwrap_or_else(|| {
            rows.push(TableRow {
                texts: texts.clone(),
                outcomes: Vec::new(),
                codes: Vec::new(),
            });
            rows.len() - 1
        });
        let row = &mut rows[at];
        assert_eq!(row.texts, texts, "one English sentence, two in French");
        note(
            &mut row.outcomes,
            case.outcome.map_or("none", Outcome::word),
        );
        note(&mut row.codes, code(case.reason));
    }
    rows
}

fn doctor(page: &mut String) {
    let functions = with_text();
    let same = |one: &Operation, other: &Operation| {
        one == other || (one.task() == other.task() && one.task() != Task::Other)
    };
    for (at, first) in functions.iter().enumerate() {
        if functions[..at].iter().any(|before| same(before, first)) {
            continue;
        }
        let of_task = functions.iter().copied().filter(|other| same(first, other));
        let functions: Vec<Operation> = of_task.collect();
        let names: Vec<String> = functions
            .iter()
            .map(|f| format!("`{}`", f.name()))
            .collect();
        writeln!(page, "\n### {}\n", names.join(", ")).unwrap();
        page.push_str("| English | French | Outcome | Codes |\n|---|---|---|---|\n");
        for row in rows(&functions) {
            let [texts, words] = [row.texts, [row.outcomes.join(", "), row.codes.join(", ")]];
            writeln!(page, "| {} | {} |", texts.join(" | "), words.join(" | ")).unwrap();
        }
    }
}

/// The remedies of the reasons alone, for a call without an outcome.
fn programmer(page: &mut String) {
    page.push_str("\n| Code | English | French |\n|---|---|---|\n");
    let mut reasons = every_reason();
    reasons.sort_by_key(|reason| Code::ALL.iter().position(|code| *code == reason.code()));
    for reason in reasons {
        let origin = match reason {
            Reason::CardClientAbsent | Reason::WrongForm(_) | Reason::CardStatus => Origin::Card,
            _ => Origin::Service,
        };
        let error = Error::remote(reason, origin);
        let case = Case::new(Operation::Request, &error);
        let remedies = LANGUAGES.map(|language| case.text(language).remedy.replace('|', "\\|"));
        let (name, remedies) = (code(&error.reason), remedies.join(" | "));
        writeln!(page, "| {name} | {remedies} |").unwrap();
    }
}

/// What follows the remedy of a call that changes something.
fn effects(page: &mut String) {
    page.push_str("\n| Call | Outcome | English | French |\n|---|---|---|---|\n");
    for (name, operation) in [
        ("`hr_login`", Operation::Login),
        ("`hr_dmp_send`, `hr_dmp_send_bytes`", Operation::DmpSend),
        ("others", Operation::PatientUpdate),
    ] {
        for outcome in [
            Outcome::NotSent,
            Outcome::Incomplete,
            Outcome::Rejected,
            Outcome::Unknown,
            Outcome::AcceptedUnreadable,
        ] {
            let [english, french] = developer::effect(&Case {
                operation,
                reason: &Reason::Interrupted,
                origin: Origin::Service,
                outcome: Some(outcome),
                tally: None,
            });
            if !english.is_empty() {
                let word = outcome.word();
                writeln!(page, "| {name} | {word} | {english} | {french} |").unwrap();
            }
        }
    }
}

fn page() -> String {
    let mut page = String::from(
        "# Messages\n\n\
         What the error object says, in both languages. Made by a test: `HR_BLESS=1 cargo test --lib messages` renews it.\n\n\
         ## For the doctor: `message`, `message_fr`\n\n\
         Chosen by function, code, reason and outcome; can be shown as they are. A message that several codes share stands \
         once. A function that gives a code alone has no message.\n",
    );
    doctor(&mut page);
    page.push_str(
        "\n## For the programmer: `remedy`, `remedy_fr`\n\n\
         Here for the service; the license server and the card client are named where the error is theirs.\n",
    );
    programmer(&mut page);
    page.push_str("\nOf a call that changes something, this is said behind it:\n");
    effects(&mut page);
    page
}

#[test]
fn the_page_has_the_texts() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/messages.md");
    let made = page();
    if std::env::var_os("HR_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept.replace("\r\n", "\n") == made,
        "docs/messages.md is old; renew it with HR_BLESS=1 cargo test --lib messages"
    );
}
