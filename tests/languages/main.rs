//! One table of behaviours, walked by one program in each language through its wrapper. What a program tells
//! is compared with the same expectation for all, and then the sandbox is asked what it received.
#![cfg(target_os = "linux")]

mod behaviours;
#[path = "../support/c.rs"]
mod c;
mod expected;
mod programs;
#[path = "../support/shipped.rs"]
mod shipped;
mod stage;
#[path = "../support/mod.rs"]
mod support;
mod table;

use behaviours::BEHAVIOURS;
use programs::LANGUAGES;
use stage::Verdict;
use table::Table;

/// `HR_LANGUAGE=Python HR_BEHAVIOUR=chain` runs a part.
fn chosen(variable: &str, name: &str) -> bool {
    std::env::var(variable).map_or(true, |wanted| wanted.eq_ignore_ascii_case(name))
}

#[test]
fn every_language_behaves_the_same() {
    let mut table = Table::default();
    for language in LANGUAGES.iter().filter(|l| chosen("HR_LANGUAGE", l.name)) {
        let program = language.build();
        for behaviour in BEHAVIOURS.iter().filter(|b| chosen("HR_BEHAVIOUR", b.name)) {
            let verdict = match &program {
                Some(program) => stage::run(program, behaviour),
                None => Verdict::NotRun,
            };
            table.note(language.name, behaviour.name, verdict);
        }
    }
    table.print();
    assert!(table.wrong().is_empty(), "{}", table.wrong().join("\n"));
}
