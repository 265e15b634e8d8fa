//! Markdown: a sentence of the source as Markdown, and what a page consists of.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use hr_header::Constant;
use regex::{Captures, Regex};

use crate::bindings::Api;

/// A link, whose label may have brackets in it.
const LINK_TEXT: &str = r"\[(?<label>(?:[^\[\]]|\[[^\[\]]*\])*)\]\((?<target>[^)]*)\)";

static LINK: LazyLock<Regex> = LazyLock::new(|| Regex::new(LINK_TEXT).unwrap());

/// Code, a link, or a value between quotation marks at the start of a word.
static SPAN: LazyLock<Regex> = LazyLock::new(|| {
    let value = r#"(?<before>^|[ (\u{a0}\u{202f}])(?<value>"[^"]*")"#;
    Regex::new(&format!("`(?<code>[^`]*)`|(?<link>{LINK_TEXT})|{value}")).unwrap()
});

/// A word that is not one of a language: a name, a value, a path.
static CODE: LazyLock<Regex> = LazyLock::new(|| {
    let camel = "^[[:ascii:]--[A-Z]]*[a-z][A-Z][[:ascii:]]*$";
    Regex::new(&format!(r"[_\\{{<=\[#]|://|^/|{camel}")).unwrap()
});

/// `d'hr_open`, and `hr_open's`.
static NAME: LazyLock<Regex> =
    LazyLock::new(|| Regex::new("^((?:[^']{0,2}')?)(.*?)((?:'s)?)$").unwrap());

/// What the sentences may name: a function, a code or a reason, and its page beside the one that names it.
pub struct Names(BTreeMap<String, String>);

impl Names {
    pub fn of(api: &Api, reasons: &[(String, String)]) -> Names {
        let mut pages = BTreeMap::new();
        let mut add = |name: &str, page: String| pages.insert(name.to_owned(), page);
        for call in &api.functions {
            add(call.name, format!("{}.md", call.name));
        }
        for call in &api.callbacks {
            add(call.name, format!("functions.md#{}", call.name));
        }
        for Constant { name, .. } in api.constants {
            match name.starts_with("HR_E_") {
                true => add(name, format!("{name}.md")),
                false => add(name, "functions.md#constants".to_owned()),
            };
        }
        for (word, _) in reasons {
            add(word, format!("reason-{word}.md"));
        }
        Names(pages)
    }

    /// A sentence with its names as code and as links; `own` is not linked to itself.
    pub fn marked(&self, text: &str, own: &str) -> String {
        let (mut marked, mut end) = (String::new(), 0);
        for span in SPAN.captures_iter(text) {
            let part = |name| span.name(name).map_or("", |part| part.as_str());
            let whole = span.get_match();
            self.mark_words(&text[end..whole.start()], own, &mut marked);
            marked += part("before");
            // What is a link already stays one.
            match (part("link"), part("value"), part("code")) {
                ("", "", code) => marked += &self.code(code, own),
                ("", value, _) => marked += &self.code(value, own),
                (link, ..) => marked += link,
            }
            end = whole.end();
        }
        self.mark_words(&text[end..], own, &mut marked);
        marked
    }

    fn mark_words(&self, text: &str, own: &str, marked: &mut String) {
        for word in text.split_inclusive([' ', '\u{a0}', '\u{202f}']) {
            let end = word.trim_end_matches([' ', '\u{a0}', '\u{202f}', ',', ';', ':', '.']);
            // A bracket that the word itself opened is its own.
            let end = match end.trim_start_matches('(').contains('(') {
                true => end,
                false => end.trim_end_matches([')', ',', ';', ':', '.']),
            };
            // A path that ends with dots, and `.` itself, are no ends of sentences.
            let end = if end.is_empty() { word.trim_end() } else { end };
            let start = end.len() - end.trim_start_matches('(').len();
            let (head, tail) = (&word[..start], &word[end.len()..]);
            *marked += head;
            *marked += &self.word(&end[start..], own);
            *marked += tail;
        }
    }

    fn word(&self, word: &str, own: &str) -> String {
        match NAME.captures(word).map(|parts| parts.extract()) {
            Some((_, [before, name, after])) if CODE.is_match(name) => {
                format!("{before}{}{after}", self.code(name, own))
            }
            _ => word.replace('*', "\\*"),
        }
    }

    fn code(&self, text: &str, own: &str) -> String {
        let fence = if text.contains('`') { "``" } else { "`" };
        let bare = text.trim_matches('"');
        match self.0.get(bare) {
            Some(page) if bare != own => format!("[{fence}{text}{fence}]({page})"),
            _ => format!("{fence}{text}{fence}"),
        }
    }
}

/// The lines, and whether each is outside the blocks of code.
pub fn lines(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut inside = false;
    text.lines().map(move |line| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        (line, !inside && !fence)
    })
}

/// Those outside, with their numbers from 1 on.
pub fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = (1..).zip(lines(text));
    numbered.filter_map(|(number, (line, is_prose))| is_prose.then_some((number, line)))
}

/// The lines of the blocks of code, with their fences.
pub fn blocks(text: &str) -> Vec<Vec<&str>> {
    let lines: Vec<_> = lines(text).collect();
    let runs = lines.chunk_by(|(_, one), (_, other)| one == other);
    let blocks = runs.filter(|run| !run[0].1);
    blocks
        .map(|run| run.iter().map(|(line, _)| *line).collect())
        .collect()
}

/// The levels and texts of the headings.
pub fn headings(text: &str) -> Vec<(usize, &str)> {
    let lines = prose(text).filter_map(|(_, line)| {
        let title = line.trim_start_matches('#');
        let level = line.len() - title.len();
        (level > 0 && title.starts_with(' ')).then(|| (level, title.trim()))
    });
    lines.collect()
}

/// The names by which links find headings, as mdBook and GitHub make them, and those of elements.
pub fn anchors(text: &str) -> Vec<String> {
    let named = prose(text).filter_map(|(_, line)| line.strip_prefix(ELEMENT)?.split('"').next());
    let mut found: Vec<String> = named.map(str::to_owned).collect();
    for (_, title) in headings(text) {
        let name = anchor(title);
        let same = found.iter().filter(|other| **other == name).count();
        let end = (same > 0).then(|| format!("-{same}"));
        found.push(name + &end.unwrap_or_default());
    }
    found
}

pub const ELEMENT: &str = "<a id=\"";

/// A heading with the same name in both languages: it is that of an element before, where the title gives another.
pub fn named(marks: &str, title: &str, name: &str) -> String {
    let element = format!("{ELEMENT}{name}\"></a>\n\n");
    let before = if anchor(title) == name { "" } else { &element };
    format!("{before}{marks} {title}")
}

fn anchor(title: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    let text = without_links(title);
    let text: String = text.chars().filter(kept).collect();
    text.to_lowercase().replace(' ', "-")
}

/// A text in which each link is its label.
pub fn without_links(text: &str) -> String {
    LINK.replace_all(text, "$label").into_owned()
}

/// The targets of the links of a line.
pub fn links(line: &str) -> impl Iterator<Item = &str> {
    let targets = LINK.captures_iter(line).map(|link| link.extract());
    let targets = targets.map(|(_, [_, target])| target);
    targets.filter(|target| !is_outside(target))
}

fn is_outside(target: &str) -> bool {
    target.contains("://") || target.starts_with("mailto:")
}

/// A text whose links to other files have new targets. A link without one becomes its label.
pub fn relinked(text: &str, mut new: impl FnMut(&str) -> Option<String>) -> String {
    let lines = lines(text).map(|(line, is_prose)| {
        let relinked = LINK.replace_all(line, |link: &Captures| {
            let (whole, [label, target]) = link.extract();
            let is_code = line[..link.get_match().end()].matches('`').count() % 2 == 1;
            match !is_prose || is_code || target.starts_with('#') || is_outside(target) {
                true => whole.to_owned(),
                false => new(target).map_or(label.to_owned(), |to| format!("[{label}]({to})")),
            }
        });
        relinked.into_owned() + "\n"
    });
    lines.collect()
}

/// The title of a page: its first heading.
pub fn title(text: &str) -> String {
    let first = headings(text).into_iter().next();
    first.map_or_else(String::new, |(_, title)| {
        without_links(title).replace('`', "")
    })
}

#[cfg(test)]
mod tests {
    use super::relinked;

    #[test]
    fn links_get_new_targets_or_become_their_labels() {
        let new = |target: &str| (target == "a.md#b").then(|| "c.md".to_owned());
        let text = "[`x[0]`](a.md#b), [y [z]](gone.md) [web](https://a.example) [own](#b)\n`[](int x)`\n```\n[](int y)\n```\n";
        let now = "[`x[0]`](c.md), y [z] [web](https://a.example) [own](#b)\n`[](int x)`\n```\n[](int y)\n```\n";
        assert_eq!(relinked(text, new), now);
    }
}
