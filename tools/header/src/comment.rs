//! A comment: what it says first, its notes, parameters, result and codes.

use std::sync::LazyLock;

use regex::Regex;
use serde::Serialize;

/// What a tag says, up to the next one or an empty line.
static TAGGED: LazyLock<Regex> = LazyLock::new(|| {
    let tag = r"^@(?:return|(?<tag>param|retval) (?<name>\S+))";
    Regex::new(&format!(r"(?m){tag} *(?<text>.*(?:\n[^@\n].*)*)\n?")).unwrap()
});

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "is", content = "text")]
pub enum Block {
    /// A paragraph, on one line.
    Paragraph(String),
    /// Lines whose blanks count: a table, a list.
    Aligned(Vec<String>),
}

#[derive(Debug, Default, Serialize)]
pub struct Comment {
    /// The first paragraph.
    pub summary: String,
    /// What else is said of the whole.
    pub notes: Vec<Block>,
    /// `@param`: names and texts.
    pub parameters: Vec<(String, Vec<Block>)>,
    /// `@return`, or empty.
    pub returns: String,
    /// `@retval`: codes and their causes.
    pub codes: Vec<(String, String)>,
}

impl Comment {
    /// From what stands between `/*` and `*/`.
    pub fn parse(inner: &str) -> Comment {
        let inner = inner.strip_prefix('*').unwrap_or(inner);
        let lines: Vec<&str> = inner.lines().map(without_star).collect();
        let text = lines.join("\n");
        let mut comment = Comment::default();
        for tagged in TAGGED.captures_iter(&text) {
            let part = |name| tagged.name(name).map_or("", |part| part.as_str());
            let (name, lines) = (part("name").to_owned(), part("text").lines());
            let lines: Vec<&str> = lines.collect();
            match part("tag") {
                "param" => comment.parameters.push((name, blocks(&lines))),
                "retval" => comment.codes.push((name, joined(&lines))),
                _ => comment.returns = joined(&lines),
            }
        }
        let notes = TAGGED.replace_all(&text, "");
        comment.notes = blocks(&notes.lines().collect::<Vec<_>>());
        if let Some(Block::Paragraph(first)) = comment.notes.first().cloned() {
            comment.summary = first;
            comment.notes.remove(0);
        }
        comment
    }

    pub fn parameter(&self, name: &str) -> &[Block] {
        let found = self.parameters.iter().find(|(known, _)| known == name);
        found.map_or(&[], |(_, blocks)| blocks)
    }
}

fn without_star(line: &str) -> &str {
    let line = line.trim_end().trim_start();
    let line = line.strip_prefix('*').unwrap_or(line);
    line.strip_prefix(' ').unwrap_or(line)
}

fn joined(lines: &[&str]) -> String {
    let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    lines.join(" ").trim().to_owned()
}

/// Indented lines of a table or a list are aligned; others are a paragraph, which ends with an empty line.
fn blocks(lines: &[&str]) -> Vec<Block> {
    let indented = |line: &&str| line.starts_with("  ");
    let columns = |line: &&str| line.trim_start().starts_with("- ") || line.trim().contains("  ");
    let mut found = Vec::new();
    for part in lines.split(|line| line.trim().is_empty()) {
        let runs = part.chunk_by(|one, other| indented(one) == indented(other));
        let marked = runs.flat_map(|run| {
            let aligned = indented(&run[0]) && run.iter().any(columns);
            run.iter().map(move |line| (aligned, *line))
        });
        let marked: Vec<(bool, &str)> = marked.collect();
        for run in marked.chunk_by(|one, other| one.0 == other.0) {
            let lines: Vec<&str> = run.iter().map(|(_, line)| *line).collect();
            found.push(match run[0].0 {
                true => Block::Aligned(lines.into_iter().map(str::to_owned).collect()),
                false => Block::Paragraph(joined(&lines)),
            });
        }
    }
    found
}
