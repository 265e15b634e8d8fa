//! What must hold of the manual: both languages have the same pages, each link leads somewhere, the French sentences are all
//! there and are typeset as French is.

use std::collections::BTreeMap;

use super::catalogue::{Catalogue, FILE};
use super::manual::{MARK, Manual, SUMMARY, target};
use super::markdown::{anchors, blocks, headings, links, prose};
use super::source::{ADVICE, Source};
use super::typography;
use crate::Result;
use crate::machine::{root, text};

/// The pages beside the manual whose links are to lead somewhere.
const OTHERS: &str = "README.md ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md RELEASING.md SECURITY.md docs/to-decide.md
    benches/README.md bindings/OTHERS.md bindings/cpp/README.md bindings/csharp/README.md bindings/delphi/README.md
    bindings/python/README.md bindings/vb6/README.md bindings/windev/README.md sandbox/README.md";

/// What is wrong, each with its page and line.
pub fn wrong(source: &Source, manuals: &[Manual; 2], catalogue: &Catalogue) -> Result<Vec<String>> {
    let [english, french] = manuals;
    let mut wrong = Vec::new();
    for manual in manuals {
        summary(manual, &mut wrong);
    }
    links_lead_nowhere(manuals, &mut wrong)?;
    differences(english, french, &mut wrong);
    for (page, text) in french.pages() {
        wrong.extend(typography::faults(&french.path(page), text));
    }
    sentences(catalogue, &mut wrong);
    // What `docs/reasons.json` says of what there is not.
    for name in source.advice.keys() {
        let pages = ["", "reason-"].map(|kind| format!("reference/{kind}{name}.md"));
        let mut reference = english.reference.iter();
        if !reference.any(|page| pages.contains(&page.name)) {
            wrong.push(format!("{ADVICE}: nothing is called {name}"));
        }
    }
    Ok(wrong)
}

/// Each page by hand is in the summary once, and the reference has its place there.
fn summary(manual: &Manual, wrong: &mut Vec<String>) {
    let (place, listed) = (manual.path(SUMMARY), manual.listed());
    if manual.summary.lines().filter(|line| *line == MARK).count() != 1 {
        wrong.push(format!("{place}: the line {MARK} is to be there once"));
    }
    for page in manual.hand.keys() {
        if listed.iter().filter(|other| *other == page).count() != 1 {
            wrong.push(format!("{place}: {page} is to be there once"));
        }
    }
}

/// Links of the pages, the summaries and the project's other pages.
fn links_lead_nowhere(manuals: &[Manual; 2], wrong: &mut Vec<String>) -> Result<()> {
    let mut pages: Vec<(String, String)> = manuals.iter().flat_map(Manual::files).collect();
    for page in OTHERS.split_whitespace() {
        pages.push((page.to_owned(), text(page)?));
    }
    let known = pages.iter().map(|(page, text)| (&**page, anchors(text)));
    let known: BTreeMap<&str, Vec<String>> = known.collect();
    for (page, text) in &pages {
        let links = prose(text).flat_map(|(line, text)| links(text).map(move |it| (line, it)));
        for (line, link) in links {
            let (path, section) = target(page, link);
            let is_manual = manuals.iter().any(|it| path.starts_with(&it.path("")));
            let leads = match known.get(&*path) {
                Some(anchors) => section.is_empty() || anchors.contains(&section),
                None => section.is_empty() && !is_manual && root().join(&path).exists(),
            };
            if !leads {
                wrong.push(format!("{page}, line {line}: nothing is at {link}"));
            }
        }
    }
    Ok(())
}

/// Pages, headings and blocks of code that are not the same in both languages.
fn differences(english: &Manual, french: &Manual, wrong: &mut Vec<String>) {
    if english.listed() != french.listed() {
        wrong.push("docs/en and docs/fr have other pages in their summaries".to_owned());
    }
    for (page, text) in &english.hand {
        let Some(other) = french.hand.get(page) else {
            continue;
        };
        let (name, own_name) = (french.path(page), english.path(page));
        let levels = |text| Vec::from_iter(headings(text).into_iter().map(|(level, _)| level));
        if levels(text) != levels(other) {
            wrong.push(format!("{name} has other headings than {own_name}"));
        }
        let (own, others) = (blocks(text), blocks(other));
        let mut places = 0..own.len().max(others.len());
        if let Some(at) = places.find(|at| own.get(*at) != others.get(*at)) {
            let line = own.get(at).and_then(|block| block.get(1));
            let (line, what) = (line.unwrap_or(&"none"), "another block of code than");
            wrong.push(format!("{name}: {what} {own_name} has: {line}"));
        }
    }
}

/// French sentences that are missing, left over, or without a name that the English one has.
fn sentences(catalogue: &Catalogue, wrong: &mut Vec<String>) {
    let missing = catalogue.missing();
    if let Some((first, _)) = missing.first() {
        let what = format!("{} sentences are missing", missing.len());
        wrong.push(format!("{FILE}: {what}, such as: {first}"));
    }
    for (english, french) in &catalogue.french {
        if !catalogue.asked().contains(english) {
            wrong.push(format!("{FILE}: nothing says any more: {english}"));
        }
        let lacks = typography::names(english).find(|name| !french.contains(name));
        if let Some(name) = lacks.filter(|_| !french.is_empty()) {
            wrong.push(format!("{FILE}: {name} is missing in: {french}"));
        }
    }
}
