//! One table of behaviours, walked by one program in each language through its wrapper. What a program reports
//! is compared with the same expectation for all, and then the sandbox is asked what it received.
#![cfg(target_os = "linux")]

mod behaviours;
mod edges;
mod expected;
mod journal;
mod stage;
mod table;

use crate::programs::LANGUAGES;
use behaviours::BEHAVIOURS;
use stage::Conformance;
use table::Table;

/// `HR_LANGUAGE=Python HR_BEHAVIOUR=chain` runs a part.
fn chosen<T>(variable: &str, known: &'static [T], name: fn(&T) -> &str) -> Vec<&'static T> {
    match std::env::var_os(variable) {
        Some(word) => named(variable, &word.to_string_lossy(), known, name),
        None => known.iter().collect(),
    }
}

fn named<'a, T>(variable: &str, word: &str, known: &'a [T], name: fn(&T) -> &str) -> Vec<&'a T> {
    let is_meant = |one: &&T| name(one).eq_ignore_ascii_case(word);
    let meant: Vec<&T> = known.iter().filter(is_meant).collect();
    let names: Vec<&str> = known.iter().map(name).collect();
    let names = names.join(", ");
    assert!(!meant.is_empty(), "{variable}={word} is none of {names}");
    meant
}

#[test]
fn a_part_is_chosen_by_its_name() {
    let meant = named("HR_LANGUAGE", "pASCAL", LANGUAGES, |l| l.name);
    assert!(matches!(meant[..], [one] if one.name == "Pascal"));
}

#[test]
#[should_panic(expected = "HR_LANGUAGE=Pyton is none of C, C++, Python, C#, Pascal")]
fn a_misspelt_language_is_refused() {
    named("HR_LANGUAGE", "Pyton", LANGUAGES, |l| l.name);
}

#[test]
#[should_panic(expected = "HR_BEHAVIOUR= is none of chain, chain_bearer, ")]
fn a_behaviour_without_a_name_is_refused() {
    named("HR_BEHAVIOUR", "", BEHAVIOURS, |b| b.name);
}

#[test]
fn every_language_behaves_the_same() {
    let languages = chosen("HR_LANGUAGE", LANGUAGES, |l| l.name);
    let behaviours = chosen("HR_BEHAVIOUR", BEHAVIOURS, |b| b.name);
    let mut table = Table::default();
    for language in languages {
        let program = language.build();
        for behaviour in &behaviours {
            let conformance = match &program {
                Some(_) if behaviour.meaningless_in.contains(&language.name) => {
                    Conformance::NotApplicable
                }
                Some(program) => stage::run(program, behaviour),
                None => Conformance::NotRun,
            };
            table.note(language.name, behaviour.name, conformance);
        }
    }
    table.print();
    assert!(table.wrong().is_empty(), "{}", table.wrong().join("\n"));
}
