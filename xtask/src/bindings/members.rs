//! The paragraphs of `include/hr.h` on members of JSON objects, out of `schema/`.
//!
//! A request's members follow the comment of the argument that `schema/index.json` names, a result's that of `out_json`, but
//! where it says `as for` another function. In the comment of the file `{members of ...}` stands for those of the places that
//! it names, and `{words}` for the lists of `words.json`. What was said once is referred to.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use anyhow::Context;
use hr_header::schema::{Function, Kind, Member, Object, Request, Schema, Words};
use indexmap::IndexMap;
use minijinja::value::Serde;
use minijinja::{Environment, Template, Value, context};
use regex::{Captures, Regex};

use super::prose;
use crate::Result;

/// Characters of a line, the star and the blanks before it included.
const WIDTH: usize = 110;

const ERRORS: &str = "ERRORS";

/// Behind members that another place describes.
const KNOWN: &str = ": as in ";

/// A comment, with the name of the function behind it; or a line with a mark.
static PLACE: LazyLock<Regex> = LazyLock::new(|| {
    let comment = r"/\*\*\n(?<comment>(?: \*.*\n)*?) \*/\nHR_API[^(]*\b(?<name>\w+)\(";
    Regex::new(&format!(r"(?m)^(?:{comment}| \* \{{(?<mark>.*)\}}\n)")).unwrap()
});

/// A parameter in a comment, and what is said of it.
static PARAMETER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?m)^ \* @param (\S+).*\n(?: \* [^@\n].*\n)*").unwrap());

/// The header that cbindgen makes, with the members in its comments.
pub fn with_members<'s>(
    header: &str,
    schema: &'s Schema,
    templates: &'s Environment,
) -> Result<String> {
    let mut writer = Writer {
        schema,
        template: templates.get_template("member")?,
        members: BTreeMap::new(),
        objects: BTreeMap::new(),
    };
    let (mut text, mut end) = (String::new(), 0);
    for place in PLACE.captures_iter(header) {
        let whole = place.get_match();
        text += &header[end..whole.start()];
        end = whole.end();
        let named = place.name("name");
        match named.and_then(|name| schema.function(name.as_str())) {
            Some(function) => text += &writer.comment(function, whole.as_str()),
            None if named.is_some() => text += whole.as_str(),
            None => text += &starred(writer.mark(&place["mark"])?),
        }
    }
    Ok(text + &header[end..])
}

/// Lines of a comment.
fn starred(lines: impl IntoIterator<Item = String>) -> String {
    let lines = lines.into_iter();
    lines.map(|line| format!(" * {line}\n")).collect()
}

struct Writer<'s> {
    schema: &'s Schema,
    /// What is said of a member.
    template: Template<'s, 's>,
    /// Where a member was described, by its home and its name.
    members: BTreeMap<(&'s str, &'s str), String>,
    /// Where an object was.
    objects: BTreeMap<&'s str, String>,
}

/// What a table is about: as others refer to it, and whether it is a request.
type Table<'t> = (&'t str, bool);

impl<'s> Writer<'s> {
    fn mark(&mut self, mark: &str) -> Result<Vec<String>> {
        if mark == "words" {
            let words = self.schema.words.iter();
            let shared = words.filter(|words| words.shared && words.meant);
            return Ok(shared.flat_map(list).collect());
        }
        let places = mark.strip_prefix("members of ");
        let places = places.with_context(|| format!("{{{mark}}} is no mark"))?;
        let mut members = Vec::new();
        for place in places.split(", ") {
            let found = self.schema.members_at(place);
            members.extend(found.with_context(|| format!("nothing has the members of {place}"))?);
        }
        let errors = places == "error.json";
        let label = if errors { ERRORS } else { "RESULTS" };
        Ok(self.table((label, false), &members, 2))
    }

    /// A comment with the members of the function's request and result.
    fn comment(&mut self, function: &'s Function, comment: &str) -> String {
        let with_members = PARAMETER.replace_all(comment, |parameter: &Captures| {
            let lines = parameter[0].lines().map(|line| line[" *".len()..].trim());
            let mut said = lines.collect::<Vec<_>>().join(" ");
            let request = function.request.as_ref();
            let request = request.filter(|request| request.argument == parameter[1]);
            let added = match request {
                _ if said.contains(" as for hr_") => Vec::new(),
                Some(request) => self.request(&function.name, request, &mut said),
                None if &parameter[1] == "out_json" => {
                    self.result(&function.name, &function.result, &mut said)
                }
                None => Vec::new(),
            };
            starred(wrapped("", "", &said).into_iter().chain(added))
        });
        with_members.into_owned()
    }

    fn request(&mut self, name: &str, request: &'s Request, said: &mut String) -> Vec<String> {
        let Kind::Object(object) = &request.kind else {
            *said += &format!(". {}", request.description.trim_end_matches('.'));
            return Vec::new();
        };
        said.push(':');
        let label = format!("{} of {name}", request.argument);
        self.object(object, (&label, true), 2)
    }

    fn result(&mut self, name: &str, object: &'s str, said: &mut String) -> Vec<String> {
        let label = format!("the result of {name}");
        let lines = self.object(object, (&label, false), 2);
        match &lines[..] {
            [] => lines,
            [only] if only.contains(KNOWN) => {
                let known = only.trim().replace(KNOWN, ", as in ");
                *said += &format!(". The result has {known}");
                Vec::new()
            }
            _ => {
                *said += ". The result has:";
                lines
            }
        }
    }

    fn object(&mut self, name: &'s str, table: Table, indent: usize) -> Vec<String> {
        let Some(Object { members, .. }) = self.schema.object(name) else {
            return Vec::new();
        };
        self.objects.entry(name).or_insert(table.0.to_owned());
        let members: Vec<&Member> = members.iter().collect();
        self.table(table, &members, indent)
    }

    fn table(&mut self, table: Table, members: &[&'s Member], indent: usize) -> Vec<String> {
        let (label, request) = table;
        let blank = " ".repeat(indent);
        let key = |member: &'s Member| (member.home.as_str(), member.name.as_str());
        let known = |member: &&&'s Member| self.members.contains_key(&key(member));
        let (known, new): (Vec<&Member>, Vec<&Member>) = members.iter().partition(known);
        let widths = new.iter().map(|member| member.name.len());
        let width = widths.max().unwrap_or(0);
        let mut lines = Vec::new();
        for member in new {
            self.members.insert(key(member), label.to_owned());
            let (nested, elsewhere) = self.nested(member, table, indent + 2);
            let values = context! { member => Value::from(Serde(member)), request, elsewhere };
            let mut said = self.template.render(values).unwrap();
            if !nested.is_empty() && said.ends_with('.') {
                said.pop();
                said.push(':');
            }
            let head = format!("{blank}{:width$}  ", member.name);
            lines.extend(wrapped(&head, &" ".repeat(head.len()), &said));
            lines.extend(nested);
        }
        let mut places: IndexMap<&String, Vec<&str>> = IndexMap::new();
        for member in known {
            let place = &self.members[&key(member)];
            places.entry(place).or_default().push(&member.name);
        }
        for (place, names) in places {
            let said = format!("{}{KNOWN}{place}", names.join(", "));
            lines.extend(wrapped(&blank, &format!("{blank}  "), &said));
        }
        lines
    }

    /// The lines below a member on what it holds; or where that was said before.
    fn nested(
        &mut self,
        member: &'s Member,
        (label, request): Table,
        indent: usize,
    ) -> (Vec<String>, Option<String>) {
        let kind = match &member.kind {
            Kind::Array(inner) | Kind::Map(inner) => inner,
            other => other,
        };
        match kind {
            Kind::Object(name) => match self.objects.get(name.as_str()) {
                Some(place) => (Vec::new(), Some(place.clone())),
                // An error comes before the functions that describe what it holds.
                None if label == ERRORS => (Vec::new(), self.owner(name)),
                None => (self.object(name, (label, request), indent), None),
            },
            Kind::Word(name) if request => match self.schema.words(name) {
                Some(words) if words.meant && !words.shared => (rows(words, indent), None),
                _ => Default::default(),
            },
            _ => Default::default(),
        }
    }

    /// The result that an object is a part of.
    fn owner(&self, name: &str) -> Option<String> {
        let holds = |member: &Member| match &member.kind {
            Kind::Array(inner) => **inner == Kind::Object(name.to_owned()),
            other => *other == Kind::Object(name.to_owned()),
        };
        let mut functions = self.schema.functions.iter();
        let found = functions.find(|function| {
            let object = self.schema.object(&function.result);
            object.is_some_and(|object| object.members.iter().any(holds))
        });
        found.map(|function| format!("the result of {}", function.name))
    }
}

/// A list under its name.
fn list(words: &Words) -> Vec<String> {
    let said = words.description.trim_end_matches('.');
    let mut lines = wrapped(&format!("  {}  ", words.name), "    ", &format!("{said}:"));
    lines.extend(rows(words, 4));
    lines
}

fn rows(words: &Words, indent: usize) -> Vec<String> {
    let widths = words.words.iter().map(|(word, _)| word.len() + 2);
    let width = widths.max().unwrap_or(0);
    let row = |(word, meaning): &(String, String)| {
        let head = format!("{:indent$}{:width$}  ", "", format!("\"{word}\""));
        wrapped(&head, &" ".repeat(head.len()), meaning)
    };
    words.words.iter().flat_map(row).collect()
}

/// Words in lines that fit into a comment.
fn wrapped(head: &str, start: &str, text: &str) -> Vec<String> {
    prose::wrapped(head, start, text, WIDTH - " * ".len())
}
