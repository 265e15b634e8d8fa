//! What the pages of the reference say, in one language.

use hr_header::schema::{Member, Object, Schema, Words};
use hr_header::{Block, Comment, Constant, Function};
use serde::Serialize;

use super::catalogue::Catalogue;
use super::kinds::{Labels, meant, place};
use super::source::{Source, placed};
use crate::Result;

/// The language of a manual.
#[derive(Clone, Copy)]
pub enum Language<'c> {
    English,
    French(&'c Catalogue),
}

impl Language<'_> {
    /// The one of two texts that is in this language.
    pub fn of<'t>(self, english: &'t str, french: &'t str) -> &'t str {
        match self {
            Language::English => english,
            Language::French(_) => french,
        }
    }

    pub fn say(self, english: &str) -> String {
        let english = placed(english);
        match self {
            _ if english.is_empty() => english,
            Language::English => english,
            Language::French(catalogue) => catalogue.french(&english),
        }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
pub enum Part {
    Paragraph(String),
    List(Vec<String>),
    /// Names with what is said of them.
    Table(Vec<(String, String)>),
}

#[derive(Serialize)]
pub struct Reference {
    pub functions: Vec<Call>,
    pub callbacks: Vec<Call>,
    pub constants: Vec<Named>,
    pub chapters: Vec<(String, Vec<Part>)>,
    pub objects: Vec<Table>,
    /// The members that several results have.
    pub common: Vec<Row>,
    pub words: Vec<List>,
}

/// A function, or the type of a callback.
#[derive(Serialize)]
pub struct Call {
    pub name: String,
    pub summary: String,
    pub notes: Vec<Part>,
    /// What must have come before.
    pub before: Option<String>,
    pub parameters: Vec<(String, Vec<Part>)>,
    pub returns: String,
    pub codes: Vec<(String, String)>,
    pub threads: Vec<String>,
    /// The names of the objects that it takes and gives, and the argument that holds the first.
    pub request: Option<(String, String)>,
    pub result: Option<String>,
}

#[derive(Serialize)]
pub struct Named {
    pub name: String,
    pub number: i32,
    pub text: String,
}

/// An object of `schema/`.
#[derive(Serialize)]
pub struct Table {
    pub name: String,
    pub text: String,
    pub taken: bool,
    /// The page on which it stands, and the heading there.
    pub page: &'static str,
    pub anchor: String,
    pub members: Vec<Row>,
}

/// A member.
#[derive(Serialize)]
pub struct Row {
    pub name: String,
    /// What it may be, in words.
    pub kind: String,
    pub text: String,
}

#[derive(Serialize)]
pub struct List {
    pub name: String,
    pub text: String,
    pub shared: bool,
    pub words: Vec<(String, String)>,
}

/// What the header says of all functions in chapters; the others are pages of their own.
const CHAPTERS: [&str; 8] = [
    "HANDLES",
    "TEXTS",
    "RESULTS",
    "ERRORS",
    "ANSWERS",
    "CODES OF EVERY SERVICE CALL",
    "THREADS",
    "CALLING CONVENTION",
];
const LAST_CHAPTER: &str = "THE END OF A WINDOWS PROCESS";

/// The parts of `schema/` that the header describes once, for all results.
const COMMON: [&str; 4] = [
    "results.json#/$defs/reply",
    "results.json#/$defs/accepted",
    "results.json#/$defs/recorded",
    "question.json",
];

impl Reference {
    pub fn of(source: &Source, language: Language) -> Result<Reference> {
        let Source { header, schema, .. } = source;
        let labels = Labels::of(language)?;
        let calls = |functions: &[Function]| {
            let each = functions.iter();
            each.map(|function| call(function, schema, language))
                .collect()
        };
        let constant = |constant: &Constant| Named {
            name: constant.name.clone(),
            number: constant.number,
            text: language.say(&constant.comment.summary),
        };
        let chapters = source.chapters.iter().filter(|chapter| {
            let name = &*chapter.name;
            CHAPTERS.contains(&name) || name == LAST_CHAPTER
        });
        let row = |member: &Member, taken: bool| Row {
            name: member.name.clone(),
            kind: labels.kind(schema, member, taken),
            text: language.say(&member.description),
        };
        let table = |object: &Object| {
            let (page, anchor) = place(object);
            let members = object.members.iter();
            Table {
                name: object.name.clone(),
                text: language.say(&object.description),
                taken: object.taken,
                page,
                anchor,
                members: members.map(|member| row(member, object.taken)).collect(),
            }
        };
        let common = COMMON.iter().filter_map(|place| schema.members_at(place));
        Ok(Reference {
            functions: calls(&header.functions),
            callbacks: calls(&header.callbacks),
            constants: header.constants.iter().map(constant).collect(),
            chapters: chapters
                .map(|chapter| (chapter.name.clone(), parts(&chapter.text, language)))
                .collect(),
            objects: schema.objects.iter().map(table).collect(),
            common: common.flatten().map(|member| row(member, false)).collect(),
            // Where no word has a meaning, they are named where one of them is expected.
            words: schema
                .words
                .iter()
                .filter(|words| meant(words))
                .map(|words| list(words, language))
                .collect(),
        })
    }
}

fn call(function: &Function, schema: &Schema, language: Language) -> Call {
    let comment = &function.comment;
    let described = schema.function(&function.name);
    let request = described.and_then(|function| function.request.as_ref());
    let object = request.and_then(|request| Some((request, request.kind.object()?)));
    let summary = language.say(&comment.summary);
    let (mut notes, mut threads) = (Vec::new(), Vec::new());
    for block in &comment.notes {
        match block {
            Block::Paragraph(text) => {
                let (said, thread) = text.split_at(begin_of_threads(text));
                notes.extend(paragraph(said.trim(), language));
                threads.extend((!thread.is_empty()).then(|| language.say(thread)));
            }
            Block::Aligned(lines) => notes.push(aligned(lines, language)),
        }
    }
    let (returns, thread) = comment.returns.split_at(begin_of_threads(&comment.returns));
    threads.extend((!thread.is_empty()).then(|| language.say(thread)));
    let needs = blocks_text(comment.parameter("handle")).filter(|text| text.contains(", with"));
    let before = needs.map(|text| language.say(text));
    let parameters = comment.parameters.iter();
    let parameters = parameters.filter(|(name, _)| name != "handle" || before.is_none());
    let parameters = parameters.map(|(name, text)| (name.clone(), blocks(text, language)));
    let parameters = parameters.collect();
    let codes = comment.codes.iter();
    Call {
        name: function.name.clone(),
        summary,
        notes,
        before,
        parameters,
        returns: language.say(returns.trim()),
        codes: codes
            .map(|(code, cause)| (code.clone(), language.say(cause)))
            .collect(),
        threads,
        request: object.map(|(request, name)| (request.argument.clone(), name.to_owned())),
        result: described.map(|function| function.result.clone()),
    }
}

/// The text of a comment that is one paragraph.
fn blocks_text(blocks: &[Block]) -> Option<&str> {
    match blocks {
        [Block::Paragraph(text)] => Some(text),
        _ => None,
    }
}

/// Where a paragraph begins to say how long the call blocks and which threads may make it.
fn begin_of_threads(text: &str) -> usize {
    let begins = ["Blocks ", "Any thread"].map(|start| text.find(start));
    let begins = begins.into_iter().flatten();
    match text.contains("Any thread") {
        true => begins.min().unwrap_or(text.len()),
        false => text.len(),
    }
}

fn paragraph(text: &str, language: Language) -> Option<Part> {
    let said = !text.is_empty();
    said.then(|| Part::Paragraph(language.say(text)))
}

fn parts(comment: &Comment, language: Language) -> Vec<Part> {
    let mut all: Vec<Part> = paragraph(&comment.summary, language).into_iter().collect();
    all.extend(blocks(&comment.notes, language));
    all
}

fn blocks(blocks: &[Block], language: Language) -> Vec<Part> {
    let each = blocks.iter().filter_map(|block| match block {
        Block::Paragraph(text) => paragraph(text, language),
        Block::Aligned(lines) => Some(aligned(lines, language)),
    });
    each.collect()
}

/// The items of a list, each on one line; or names with what stands beside them.
fn aligned(lines: &[String], language: Language) -> Part {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let first = lines.first().map_or(0, |line| indent(line));
    let mut items: Vec<String> = Vec::new();
    for line in lines {
        match items.last_mut().filter(|_| indent(line) > first) {
            Some(item) => *item += &format!(" {}", line.trim()),
            None => items.push(line.trim().to_owned()),
        }
    }
    match items.iter().all(|item| item.starts_with("- ")) {
        true => Part::List(items.iter().map(|item| language.say(&item[2..])).collect()),
        false => {
            let rows = items.iter().map(|item| {
                let (name, text) = item.split_once("  ").unwrap_or((item, ""));
                (name.to_owned(), language.say(text.trim()))
            });
            Part::Table(rows.collect())
        }
    }
}

fn list(words: &Words, language: Language) -> List {
    let each = words.words.iter();
    List {
        name: words.name.clone(),
        text: language.say(&words.description),
        shared: words.shared,
        words: each
            .map(|(word, meaning)| (word.clone(), language.say(meaning)))
            .collect(),
    }
}
