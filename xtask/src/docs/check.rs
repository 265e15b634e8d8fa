//! What must hold of the manual: both languages have the same pages, each link leads somewhere, the French sentences are all
//! there and are typeset as French is.

use std::collections::BTreeMap;

use super::catalogue::{self, Catalogue};
use super::manual::{MARK, Manual, SUMMARY, exists, target};
use super::markdown::{anchors, blocks, headings, links, prose};
use super::messages::ADVICE;
use super::pages::{Inputs, Page};
use super::typography;

/// What is wrong, each with its page and line.
pub fn wrong(inputs: &Inputs, manuals: &[Manual; 2], catalogue: &Catalogue) -> Vec<String> {
    let mut wrong = Vec::new();
    let [english, french] = manuals;
    for manual in manuals {
        wrong.extend(summary(manual));
    }
    wrong.extend(links_lead_nowhere(manuals));
    wrong.extend(differences(english, french));
    for (page, text) in french.pages() {
        wrong.extend(typography::faults(&format!("docs/fr/{page}"), text));
    }
    wrong.extend(sentences(catalogue));
    wrong.extend(advice(inputs, english));
    wrong
}

/// Each page by hand is in the summary once, and the reference has its place there.
fn summary(manual: &Manual) -> Vec<String> {
    let place = format!("docs/{}/{SUMMARY}", manual.language);
    let listed = manual.summary();
    let text = manual.hand.get(SUMMARY).map_or("", String::as_str);
    let mut wrong = Vec::new();
    if text.lines().filter(|line| *line == MARK).count() != 1 {
        wrong.push(format!("{place}: the line {MARK} is to be there once"));
    }
    for page in manual.hand.keys().filter(|page| *page != SUMMARY) {
        if listed.iter().filter(|other| *other == page).count() != 1 {
            wrong.push(format!("{place}: {page} is to be there once"));
        }
    }
    wrong
}

/// Links of the pages and the summaries.
fn links_lead_nowhere(manuals: &[Manual; 2]) -> Vec<String> {
    let mut known: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for manual in manuals {
        for (page, text) in manual.pages() {
            known.insert(format!("docs/{}/{page}", manual.language), anchors(text));
        }
    }
    let mut wrong = Vec::new();
    for manual in manuals {
        let folder = format!("docs/{}", manual.language);
        let summary = manual
            .hand
            .get(SUMMARY)
            .map(|text| (SUMMARY.to_owned(), text.as_str()));
        for (page, text) in manual.pages().chain(summary) {
            let page = format!("{folder}/{page}");
            for (line, text) in prose(text) {
                for link in links(text) {
                    let (path, section) = target(&page, link);
                    let leads = match known.get(&path) {
                        Some(anchors) => section.is_empty() || anchors.contains(&section),
                        None => {
                            exists(&path)
                                && !path.starts_with(&format!("{folder}/"))
                                && has(&path, &section)
                        }
                    };
                    if !leads {
                        wrong.push(format!("{page}, line {line}: nothing is at {link}"));
                    }
                }
            }
        }
    }
    wrong
}

/// Whether a page of the repository that is not of the manual has a heading.
fn has(path: &str, section: &str) -> bool {
    let text = std::fs::read_to_string(crate::machine::root().join(path));
    section.is_empty() || text.is_ok_and(|text| anchors(&text).iter().any(|own| own == section))
}

/// Pages, headings and blocks of code that are not the same in both languages.
fn differences(english: &Manual, french: &Manual) -> Vec<String> {
    let mut wrong = Vec::new();
    if english.summary() != french.summary() {
        wrong.push("docs/en and docs/fr have other pages in their summaries".to_owned());
    }
    for (page, text) in &english.hand {
        let Some(other) = french.hand.get(page).filter(|_| page != SUMMARY) else {
            continue;
        };
        let levels = |text| {
            headings(text)
                .into_iter()
                .map(|(level, _)| level)
                .collect::<Vec<_>>()
        };
        if levels(text) != levels(other) {
            wrong.push(format!(
                "docs/fr/{page} has other headings than docs/en/{page}"
            ));
        }
        let (own, others) = (blocks(text), blocks(other));
        let differs = own.iter().zip(&others).find(|(own, other)| own != other);
        if let Some((block, _)) = differs {
            let line = block.lines().nth(1).unwrap_or_default();
            wrong.push(format!(
                "docs/fr/{page}: another block of code than docs/en/{page} has: {line}"
            ));
        } else if own.len() != others.len() {
            wrong.push(format!(
                "docs/fr/{page} has {} blocks of code, docs/en/{page} {}",
                others.len(),
                own.len()
            ));
        }
    }
    wrong
}

/// What `docs/reasons.json` says of what there is not.
fn advice(inputs: &Inputs, english: &Manual) -> Vec<String> {
    let mut wrong = Vec::new();
    let page = |name: &str, page: &Page| {
        let page = page.name.trim_end_matches(".md");
        page == name || page.strip_prefix("reason-") == Some(name)
    };
    for name in inputs.messages.advice.keys() {
        if !english.reference.iter().any(|known| page(name, known)) {
            wrong.push(format!("{ADVICE}: nothing is called {name}"));
        }
    }
    wrong
}

/// French sentences that are missing, left over, without a name that the English one has, or not typeset as French is.
fn sentences(catalogue: &Catalogue) -> Vec<String> {
    let mut wrong = Vec::new();
    let missing = catalogue.missing();
    if let Some((first, _)) = missing.first() {
        wrong.push(format!(
            "{}: {} sentences are missing, such as: {first}",
            catalogue::FILE,
            missing.len()
        ));
    }
    for english in catalogue.stale() {
        wrong.push(format!(
            "{}: nothing says any more: {english}",
            catalogue::FILE
        ));
    }
    for (english, french) in catalogue.entries() {
        let lacks = typography::names(english).find(|name| !french.contains(name));
        if let Some(name) = lacks {
            wrong.push(format!(
                "{}: {name} is missing in: {french}",
                catalogue::FILE
            ));
        }
    }
    wrong
}
