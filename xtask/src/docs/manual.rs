//! The manual of one language: the pages by hand in `docs/LANGUAGE`, in the order of their summary, and those of the reference.

use std::collections::BTreeMap;

use relative_path::RelativePath;

use super::catalogue::Language;
use super::markdown::{links, relinked};
use super::pages::Page;
use super::source::Source;
use crate::Result;
use crate::machine::{files, text};

pub struct Manual {
    pub language: Language,
    /// The pages by hand in their order, without those of the reference.
    pub summary: String,
    /// These pages, by their names in the folder.
    pub hand: BTreeMap<String, String>,
    pub reference: Vec<Page>,
}

/// The line of the summary where the reference is put in.
pub const MARK: &str = "<!-- reference -->";

pub const SUMMARY: &str = "SUMMARY.md";

impl Manual {
    pub fn read(source: &Source, language: Language) -> Result<Manual> {
        let mut pages = files(format!("docs/{}", language.folder()))?;
        pages.retain(|(name, _)| name.ends_with(".md"));
        let read = |(name, path)| Ok((name, text(&path)?));
        let mut hand: BTreeMap<_, _> = pages.into_iter().map(read).collect::<Result<_>>()?;
        let summary = hand.remove(SUMMARY).unwrap_or_default();
        let reference = source.pages(&language)?;
        Ok(Manual {
            language,
            summary,
            hand,
            reference,
        })
    }

    /// The path of a page in the repository.
    pub fn path(&self, page: &str) -> String {
        format!("docs/{}/{page}", self.language.folder())
    }

    /// The pages that the summary has, in its order.
    pub fn listed(&self) -> Vec<&str> {
        self.summary.lines().flat_map(links).collect()
    }

    /// The summary with the pages of the reference.
    pub fn whole_summary(&self) -> String {
        let lines = self.reference.iter().map(|page| {
            let (indent, title) = ("  ".repeat(page.depth), page.title.replace('_', "\\_"));
            format!("{indent}- [{title}]({})", page.name)
        });
        let chapters = lines.collect::<Vec<_>>().join("\n");
        self.summary.replace(MARK, &chapters)
    }

    /// All pages and the summary, by their paths.
    pub fn files(&self) -> Vec<(String, String)> {
        let pages = self.pages();
        let pages = pages.map(|(name, text)| (self.path(name), text.to_owned()));
        let summary = (self.path(SUMMARY), self.whole_summary());
        pages.chain([summary]).collect()
    }

    /// All pages but the summary, by their names in the folder.
    pub fn pages(&self) -> impl Iterator<Item = (&str, &str)> {
        let hand = self.hand.iter().map(|(name, text)| (&**name, &**text));
        let reference = self.reference.iter();
        hand.chain(reference.map(|page| (&*page.name, &*page.text)))
    }
}

/// A page for another place: its links lead from there to the places of the files that they led to. Without a place a link
/// becomes its label.
pub fn moved(
    text: &str,
    from: &str,
    to: &str,
    mut place: impl FnMut(String) -> Option<String>,
) -> String {
    relinked(text, |link| {
        let (path, section) = target(from, link);
        Some(way(to, &place(path)?, &section))
    })
}

/// Where a link of a page leads: a path in the repository, and the name of a heading. Both names have `/`.
pub fn target(page: &str, link: &str) -> (String, String) {
    let (file, section) = link.split_once('#').unwrap_or((link, ""));
    if file.is_empty() {
        return (page.to_owned(), section.to_owned());
    }
    let folder = RelativePath::new(page).parent();
    let path = folder.map(|folder| folder.join_normalized(file));
    (path.unwrap_or_default().into_string(), section.to_owned())
}

/// The way from one page to a heading of another file, or to the file, both by their paths from the same folder.
fn way(from: &str, to: &str, section: &str) -> String {
    let way = RelativePath::new(from).join("..").relative(to);
    let hash = if section.is_empty() { "" } else { "#" };
    format!("{way}{hash}{section}")
}

#[cfg(test)]
mod tests {
    use super::{target, way};

    #[test]
    fn links_are_followed_and_made() {
        let at = |page, link| target(page, link).0;
        assert_eq!(at("docs/en/journal.md", "../../SECURITY.md"), "SECURITY.md");
        assert_eq!(
            at("docs/en/reference/hr_open.md", "../journal.md"),
            "docs/en/journal.md"
        );
        assert_eq!(
            target("docs/en/a.md", "#b"),
            ("docs/en/a.md".into(), "b".into())
        );
        assert_eq!(way("docs/en/reference/a.md", "docs/en/b.md", ""), "../b.md");
        assert_eq!(
            way("docs/en/a.md", "files/schema/x.json", ""),
            "../../files/schema/x.json"
        );
        assert_eq!(way("docs/en/a.md", "docs/en/a.md", "b"), "a.md#b");
    }
}
