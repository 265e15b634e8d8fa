//! What the reference is made from: the header's comments without the members, `schema/`, `docs/reasons.json` and
//! `docs/snippets`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use anyhow::Context;
use hr_header::schema::Schema;
use hr_header::{Block, Comment, Header};
use regex::Regex;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::signatures::Sources;
use crate::Result;
use crate::bindings;
use crate::machine::{files, json, root, text};

pub struct Source {
    pub header: Header,
    /// What the header says of all functions.
    pub chapters: Vec<Chapter>,
    pub schema: Schema,
    /// What the library says of a call: `schema/messages.json`.
    pub messages: Value,
    /// By codes and reasons.
    pub advice: BTreeMap<String, Advice>,
    pub signatures: Sources,
    /// Parts of programs, by the functions that they show.
    pub snippets: BTreeMap<String, String>,
}

pub const ADVICE: &str = "docs/reasons.json";

#[derive(Serialize)]
pub struct Chapter {
    /// In capitals: `HANDLES`.
    name: String,
    blocks: Vec<Block>,
}

/// What the header and the schema say of places in the header, and what the pages say instead.
const PLACES: &str = "\
listed at the top of this header -> [listed in one place](functions.md#service-calls)
as the start of this header says -> as [the answers](functions.md#answers) say
See ANSWERS. -> See [the answers](functions.md#answers).
one of the list that has the member's name under WORDS -> one of [the list](words.md) that has the member's name
docs/en/journal.md -> [The journal](../journal.md)
this header -> `hr.h`";

/// A sentence without a mention of a place in the header.
pub fn placed(text: &str) -> String {
    let places = PLACES.lines().filter_map(|row| row.split_once(" -> "));
    places.fold(text.to_owned(), |text, (header, page)| {
        text.replace(header, page)
    })
}

impl Source {
    pub fn read() -> Result<Source> {
        let text = bindings::header()?;
        let (first, _) = text.split_once("*/").unwrap_or_default();
        Ok(Source {
            header: Header::parse(&text),
            chapters: chapters(first),
            schema: Schema::read(root())?,
            messages: json("schema/messages.json")?,
            advice: json(ADVICE)?,
            signatures: Sources::read()?,
            snippets: snippets()?,
        })
    }

    /// The code of a reason.
    pub fn code_of(&self, reason: &str) -> Result<&str> {
        let causes = self.messages["messages"].as_array();
        let mut causes = causes.into_iter().flatten();
        let found = causes.find(|cause| cause["reason"] == reason);
        let code = found.and_then(|cause| cause["code"].as_str());
        code.with_context(|| format!("schema/messages.json has no {reason}"))
    }
}

/// `CALLING CONVENTION` of a line that begins so, and what stands behind it.
static CHAPTER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^([A-Z]{2,}(?: [A-Z]{2,})*\b)([.:]?)(.*)$").unwrap());

/// The chapters of the header's first comment: each begins with its name in capitals, which may be the subject of the first
/// sentence.
fn chapters(comment: &str) -> Vec<Chapter> {
    let mut found: Vec<(String, String)> = Vec::new();
    for line in comment.lines().skip(1) {
        let text = line.strip_prefix(" * ").unwrap_or_default();
        let said = match CHAPTER.captures(text).map(|parts| parts.extract()) {
            None => text.to_owned(),
            Some((_, [name, mark, rest])) => {
                found.push((name.to_owned(), String::new()));
                match mark {
                    "" => capital(&name.to_lowercase()) + rest,
                    _ => capital(rest.trim_start()),
                }
            }
        };
        // Where a mark stands for members, a paragraph ends.
        let said = if said.starts_with('{') { "" } else { &said };
        if let Some((_, chapter)) = found.last_mut() {
            *chapter += &format!(" * {said}\n");
        }
    }
    let each = found.into_iter().map(|(name, text)| {
        let Comment { summary, notes, .. } = Comment::parse(&text);
        let first = (!summary.is_empty()).then_some(Block::Paragraph(summary));
        let blocks = first.into_iter().chain(notes).collect();
        Chapter { name, blocks }
    });
    each.collect()
}

/// The lines of a list, each item behind a `-`; or names with what stands beside them. What is further in than the first
/// line goes on with an item.
pub fn rows(lines: Vec<String>) -> Vec<(String, String)> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let first = lines.first().map_or(0, |line| indent(line));
    let mut items: Vec<String> = Vec::new();
    for line in lines {
        match items.last_mut().filter(|_| indent(&line) > first) {
            Some(item) => *item += &format!(" {}", line.trim()),
            None => items.push(line.trim().to_owned()),
        }
    }
    let rows = items.iter().map(|item| {
        let row = match item.strip_prefix("- ") {
            Some(text) => ("-", text),
            None => item.split_once("  ").unwrap_or((item, "")),
        };
        (row.0.to_owned(), row.1.trim().to_owned())
    });
    rows.collect()
}

/// A paragraph up to where it begins to say how long the call blocks and which threads may make it, and the rest.
pub fn split_threads(text: &str) -> (String, String) {
    let begins = ["Blocks ", "Any thread"].map(|start| text.find(start));
    let begin = match text.contains("Any thread") {
        true => begins.into_iter().flatten().min().unwrap_or(text.len()),
        false => text.len(),
    };
    let (said, threads) = text.split_at(begin);
    (said.trim().to_owned(), threads.to_owned())
}

/// With a capital, unless it begins with a name of C.
fn capital(text: &str) -> String {
    let first = text.split(' ').next().unwrap_or_default();
    match first.is_empty() || first.contains('_') {
        true => text.to_owned(),
        false => text[..1].to_uppercase() + &text[1..],
    }
}

/// How the sandbox is made to produce a code or a reason, and what a program does about it: by the languages.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Advice {
    sandbox: BTreeMap<String, String>,
    host: BTreeMap<String, String>,
}

/// The parts of programs that the pages of functions show, by the names of these: in `docs/snippets`, from a line
/// `/* hr_NAME */` to the next empty comment `/**/`, without the indentation.
fn snippets() -> Result<BTreeMap<String, String>> {
    let marked = Regex::new(r"(?ms)^ */\* (hr_\w+) \*/\n(.*?)\n */\*\*/$").unwrap();
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    for (_, path) in files("docs/snippets")? {
        for (_, [name, lines]) in marked
            .captures_iter(&text(path)?)
            .map(|part| part.extract())
        {
            let text = textwrap::dedent(lines);
            // A callback stands before the call that sets it.
            let whole = found.entry(name.to_owned()).or_default();
            *whole += &format!("{}{text}", if whole.is_empty() { "" } else { "\n\n" });
        }
    }
    Ok(found)
}
