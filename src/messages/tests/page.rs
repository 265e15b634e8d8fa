//! The page with all texts, `docs/en/messages.md`. To renew it: `HR_BLESS=1 cargo test --lib messages`.

use std::fmt::Write;

use super::cases::{every_case, every_reason, with_text};
use super::*;

/// The code of a reason, and its word.
fn code(reason: &Reason) -> String {
    let words = [Some(reason.code().name()), reason.word()];
    Vec::from_iter(words.into_iter().flatten()).join(" ")
}

/// A sentence in both languages, and the outcomes and codes that have it.
type Row = ([String; 2], [Vec<String>; 2]);

fn rows(functions: &[Operation]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let cases = every_case().into_iter();
    for case in cases.filter(|case| functions.contains(&case.operation)) {
        let texts = Language::ALL.map(|language| case.message().text(language));
        let at = rows.iter().position(|(known, _)| known[0] == texts[0]);
        let at = at.unwrap_or(rows.len());
        if at == rows.len() {
            rows.push((texts.clone(), Default::default()));
        }
        let (known, words) = &mut rows[at];
        assert_eq!(*known, texts, "one English sentence, two in French");
        let outcome = case.outcome.map_or("none", Outcome::word);
        for (words, word) in words
            .iter_mut()
            .zip([outcome.to_owned(), code(case.reason)])
        {
            if !words.contains(&word) {
                words.push(word);
            }
        }
    }
    rows
}

fn doctor(page: &mut String) {
    let functions = with_text();
    let other = |one: &Operation| one.task() == Task::Other;
    let same = |one: &Operation, next: &Operation| !other(one) && one.task() == next.task();
    for (at, first) in functions.iter().enumerate() {
        if functions[..at].iter().any(|before| same(before, first)) {
            continue;
        }
        let rest = functions[at + 1..].iter().filter(|next| same(first, next));
        let functions: Vec<Operation> = [first].into_iter().chain(rest).copied().collect();
        let names = functions.iter().map(|one| format!("`{}`", one.name()));
        writeln!(page, "\n### {}\n", Vec::from_iter(names).join(", ")).unwrap();
        page.push_str("| English | French | Outcome | Codes |\n|---|---|---|---|\n");
        for (texts, words) in rows(&functions) {
            let words = words.map(|words| words.join(", "));
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
        let remedies =
            Language::ALL.map(|language| case.remedy().text(language).replace('|', "\\|"));
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
        for outcome in &Outcome::ALL[1..] {
            let mut error = Error::remote(Reason::Interrupted, Origin::Service);
            error.outcome = Some(*outcome);
            let [english, french] = developer::effect(&Case::new(operation, &error));
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
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/en/messages.md");
    let made = page();
    if std::env::var_os("HR_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept.replace("\r\n", "\n") == made,
        "docs/en/messages.md is old; renew it with HR_BLESS=1 cargo test --lib messages"
    );
}
