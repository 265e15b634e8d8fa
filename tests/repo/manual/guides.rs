//! What the guides list is what header, schema and library have, in both languages.

use std::collections::{BTreeMap, BTreeSet};

use testkit::folders::root;
use testkit::header;
use testkit::header::schema::Schema;

use super::{links, manual, read, table, words};

/// The first cells of a table of a page, in both languages, by its heading in each.
fn first_cells(page: &str, headings: [&str; 2]) -> [Vec<String>; 2] {
    [("en", headings[0]), ("fr", headings[1])].map(|(language, heading)| {
        let rows = table(&format!("docs/{language}/{page}.md"), heading);
        rows.into_iter().map(|row| row[0].clone()).collect()
    })
}

fn sorted<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names
}

fn assert_lists(page: &str, headings: [&str; 2], wanted: &[&str]) {
    for cells in first_cells(page, headings) {
        let listed = sorted(cells.iter().flat_map(|cell| cell.split(", ")));
        assert_eq!(listed, wanted, "{page}: {}", headings[0]);
    }
}

/// What the names of these functions or codes in a table are, those that are named on the way among them.
fn assert_names(page: &str, headings: [&str; 2], prefix: &str, wanted: &BTreeSet<&str>) {
    for cells in first_cells(page, headings) {
        let named = cells.iter().flat_map(|cell| words(cell, prefix));
        assert_eq!(named.collect::<BTreeSet<_>>(), *wanted, "{page}");
    }
}

#[test]
fn questions_endings_and_outcomes_are_listed() {
    let schema = Schema::read(root()).unwrap();
    let asked = [
        "What a person is asked",
        "Ce qui est demandé à une personne",
    ];
    let ended = ["How a call ended", "Comment un appel s'est terminé"];
    let outcomes = ["The six outcomes", "Les six issues"];
    for (name, page, headings) in [
        ("ask", "conversation", asked),
        ("ending", "conversation", ended),
        ("outcome", "document", outcomes),
    ] {
        let known = schema.words(name).unwrap().words.iter();
        assert_lists(page, headings, &sorted(known.map(|(word, _)| &**word)));
    }
}

/// Each may be logged or not: a new member of an error is in neither row.
#[test]
fn the_members_of_an_error_are_listed() {
    let schema = Schema::read(root()).unwrap();
    let members = &schema.object(&schema.error).unwrap().members;
    let members = sorted(members.iter().map(|member| &*member.name));
    let headings = ["What may be logged", "Ce qui peut entrer dans une trace"];
    assert_lists("errors", headings, &members);
}

/// The functions whose errors have no outcome, or not always.
#[test]
fn the_functions_without_an_outcome_are_listed() {
    let schema = Schema::read(root()).unwrap();
    let changes = |result: &str| {
        let members = schema.object(result).map(|object| object.members.iter());
        let mut members = members.into_iter().flatten();
        members.any(|member| member.name == "outcome" && member.required)
    };
    let never = schema.functions.iter();
    let never = never.filter(|function| !changes(&function.result));
    let mut wanted: BTreeSet<&str> = never.map(|function| &*function.name).collect();
    wanted.extend(["hr_connect", "hr_deposit", "hr_deposit_bytes"]);
    let headings = ["An error without an outcome", "Une erreur sans issue"];
    assert_names("errors", headings, "hr_", &wanted);
}

#[test]
fn each_code_says_when_to_call_again() {
    let codes = header::constants();
    let codes = codes.iter().map(|(name, _)| &**name);
    let wanted = codes.filter(|name| name.starts_with("HR_E_")).collect();
    let headings = ["When to call again", "Quand refaire l'appel"];
    assert_names("errors", headings, "HR_E_", &wanted);
}

/// What the doctor may read of an error, in English and French: why, without what failed before it and what to do behind.
fn sentences() -> Vec<[String; 2]> {
    let source = read("src/messages/doctor.rs");
    let code = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let code: Vec<_> = code.collect();
    let code = code.join("\n");
    let texts = code.split('"').skip(1).step_by(2);
    let texts = texts.filter(|text| text.contains(' ') && text.ends_with(['.', '}']));
    let french: serde_json::Value = serde_json::from_str(&read("src/messages/fr.json")).unwrap();
    let pairs = texts.map(|text| [reason(text), reason(french[text].as_str().unwrap())]);
    let pairs: Vec<_> = pairs.collect();
    assert!(pairs.len() > 100, "{pairs:?}");
    pairs
}

fn reason(text: &str) -> String {
    let why = text.strip_prefix("{failed}").unwrap_or(text);
    let why = why.trim_start_matches([' ', ':']);
    let why = why.split(". ").next().unwrap();
    why.trim_end_matches('.').to_owned()
}

#[test]
fn each_sentence_for_the_doctor_is_explained() {
    for (language, peer) in [("en", "[server]"), ("fr", "[serveur]")] {
        let page = read(&format!("docs/{language}/troubleshooting.md"));
        // Those that do not break a line.
        let page = page.replace(['\u{a0}', '\u{202f}'], " ");
        for [english, french] in sentences() {
            let sentence = if language == "en" { english } else { french };
            let sentence = sentence.replace("{peer}", peer);
            assert!(page.contains(&sentence), "{language}: {sentence}");
        }
    }
}

fn numbers(text: &str) -> BTreeSet<&str> {
    let numbers = text.split(|c: char| !c.is_ascii_digit() && c != ',');
    let numbers = numbers.map(|number| number.trim_matches(','));
    numbers.filter(|number| !number.is_empty()).collect()
}

#[test]
fn the_readme_repeats_numbers_of_the_page_on_reliability() {
    let page = read("docs/en/reliability.md");
    for row in table("README.md", "What was tried") {
        let row = row.join(" ");
        assert!(numbers(&row).is_subset(&numbers(&page)), "{row}");
    }
}

/// Where a maintainer must decide.
#[test]
fn what_is_to_be_decided_is_listed() {
    let text = read("docs/to-decide.md");
    let mut listed = BTreeMap::new();
    for link in links(&text) {
        let page = link.strip_prefix("en/").unwrap().split('#').next().unwrap();
        *listed.entry(page.to_owned()).or_insert(0) += 1;
    }
    for (language, mark) in [("en", "**To decide:**"), ("fr", "**À décider\u{a0}:**")] {
        let mut marked = BTreeMap::new();
        for page in manual() {
            let marks = read(&page).matches(mark).count();
            let name = page.strip_prefix(&format!("docs/{language}/"));
            if let Some(name) = name.filter(|_| marks > 0) {
                marked.insert(name.to_owned(), marks);
            }
        }
        assert_eq!(marked, listed, "{language}");
    }
}
