//! What must hold of the manual: both languages have the same pages, each link leads somewhere, the French sentences are all
//! there and are typeset as French is.

use std::collections::BTreeMap;

use super::catalogue::{Catalogue, FILE};
use super::manual::{MARK, Manual, SUMMARY, target};
use super::markdown::{anchors, blocks, headings, links, prose};
use super::source::{ADVICE, Source};
use super::typography;
use crate::machine::{root, text};

/// What is wrong, each with its page and line.
pub fn wrong(source: &Source, manuals: &[Manual; 2], catalogue: &Catalogue) -> Vec<String> {
    let [english, french] = manuals;
    let mut wrong = Vec::new();
    for manual in manuals {
        summary(manual, &mut wrong);
    }
    links_lead_nowhere(manuals, &mut wrong);
    differences(english, french, &mut wrong);
    for (page, text) in french.pages() {
        wrong.extend(typography::faults(&french.path(page), text));
    }
    sentences(catalogue, &mut wrong);
    // What `docs/reasons.json` says of what there is not.
    for name in source.advice.keys() {
        let pages = ["", "reason-"].map(|kind| format!("reference/{kind}{name}.md"));
        if !english
            .reference
            .iter()
            .any(|page| pages.contains(&page.name))
        {
            wrong.push(format!("{ADVICE}: nothing is called {name}"));
        }
    }
    wrong
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

/// Links of the pages and the summaries.
fn links_lead_nowhere(manuals: &[Manual; 2], wrong: &mut Vec<String>) {
    let pages = manuals.iter().flat_map(|manual| {
        let pages = manual.pages();
        pages.map(|(page, text)| (manual.path(page), anchors(text)))
    });
    let known: BTreeMap<String, Vec<String>> = pages.collect();
    for manual in manuals {
        let summary = (SUMMARY, &*manual.summary);
        for (page, text) in manual.pages().chain([summary]) {
            let page = manual.path(page);
            let links = prose(text).flat_map(|(line, text)| links(text).map(move |it| (line, it)));
            for (line, link) in links {
                let (path, section) = target(&page, link);
                let leads = match known.get(&path) {
                    Some(anchors) => section.is_empty() || anchors.contains(&section),
                    None => !path.starts_with(&manual.path("")) && has(&path, &section),
                };
                if !leads {
                    wrong.push(format!("{page}, line {line}: nothing is at {link}"));
                }
            }
        }
    }
}

/// Whether the repository has a file or folder that is not of the manual, with a heading if it is named.
fn has(path: &str, section: &str) -> bool {
    match section.is_empty() {
        true => root().join(path).exists(),
        false => text(path).is_ok_and(|text| anchors(&text).iter().any(|own| own == section)),
    }
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
        let differs = own.iter().zip(&others).find(|(own, other)| own != other);
        if let Some((block, _)) = differs {
            let line = block.get(1).unwrap_or(&"");
            let what = "another block of code than";
            wrong.push(format!("{name}: {what} {own_name} has: {line}"));
        } else if own.len() != others.len() {
            let (own, others) = (own.len(), others.len());
            wrong.push(format!(
                "{name} has {others} blocks of code, {own_name} {own}"
            ));
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
