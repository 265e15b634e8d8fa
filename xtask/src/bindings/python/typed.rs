//! Words, results and requests, out of the schema.

use super::super::api::Api;
use super::{documentation, heading};
use hr_header::schema::{Kind, Member, Object, Schema, Words};

/// Lists of words that a program acts on; of others the text is enough.
const ENUMERATIONS: [&str; 6] = ["ending", "ask", "outcome", "at", "phase", "reason"];

/// `ins_qualified` of `insQualified`.
fn snake(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            text.push('_');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}

fn class_of(words: &str) -> String {
    words[..1].to_uppercase() + &words[1..]
}

/// `__all__`, sorted as Ruff sorts it.
fn exported(names: impl Iterator<Item = String>) -> String {
    let mut names: Vec<String> = names.collect();
    names.sort();
    let lines: String = names
        .iter()
        .map(|name| format!("    \"{name}\",\n"))
        .collect();
    format!("__all__ = [\n{lines}]\n")
}

/// The base of enumerations that take a value that they do not list.
fn open(name: &str, bases: &str, kind: &str) -> String {
    let mut text = format!("\n\nclass {name}({bases}):\n");
    text += "    \"\"\"A value that is not listed stays what it is, without a name.\"\"\"\n\n";
    text += "    @classmethod\n    def _missing_(cls, value: object) -> Self | None:\n";
    text += &format!("        if not isinstance(value, {kind}):\n            return None\n");
    text += &format!("        other = {kind}.__new__(cls, value)\n");
    text += "        other._name_, other._value_ = str(value), value\n        return other\n\n";
    text += "    def __str__(self) -> str:\n        return str(self.value)\n\n";
    text +=
        "    def __format__(self, spec: str) -> str:\n        return format(self.value, spec)\n";
    text
}

pub fn words(api: &Api, schema: &Schema) -> String {
    let lists = || ENUMERATIONS.iter().filter_map(|name| schema.words(name));
    let mut text = heading(
        "The library's codes and words. One that only a newer library has stays what it is.",
    );
    text += "from enum import Enum, IntEnum\nfrom typing import TYPE_CHECKING\n\n";
    text += "if TYPE_CHECKING:\n    from typing_extensions import Self\n\n";
    let names = lists().map(|list| class_of(&list.name));
    text += &exported(names.chain(["Code".to_owned()]));
    text += &open("OpenNumber", "IntEnum", "int");
    text += &open("OpenWord", "str, Enum", "str");
    text += "\n\nclass Code(OpenNumber):\n    \"\"\"What a function returned; equal to its number.\"\"\"\n\n";
    let codes = || {
        api.constants
            .iter()
            .filter(|one| one.name == "HR_OK" || one.name.starts_with("HR_E_"))
    };
    for code in codes() {
        let name = code
            .name
            .trim_start_matches("HR_E_")
            .trim_start_matches("HR_");
        text += &format!("    {name} = {}\n", code.number);
        text += &documentation("    ", &code.comment.summary);
    }
    for list in lists() {
        text += &format!("\n\nclass {}(OpenWord):\n", class_of(&list.name));
        text += &documentation("    ", &list.description);
        text.push('\n');
        for (word, meaning) in &list.words {
            text += &format!("    {} = \"{word}\"\n", word.to_uppercase());
            text += &documentation("    ", meaning);
        }
    }
    text
}

/// The objects that can be reached from some kinds, in the order of the schema.
fn reached(schema: &Schema, from: impl Iterator<Item = Kind>) -> Vec<&Object> {
    let mut names: Vec<String> = Vec::new();
    let mut left: Vec<Kind> = from.collect();
    while let Some(kind) = left.pop() {
        match kind {
            Kind::Array(inner) | Kind::Map(inner) => left.push(*inner),
            Kind::Object(name) if !names.contains(&name) => {
                let members = schema.object(&name).map(|object| &object.members);
                left.extend(
                    members
                        .into_iter()
                        .flatten()
                        .map(|member| member.kind.clone()),
                );
                names.push(name);
            }
            _ => {}
        }
    }
    schema
        .objects
        .iter()
        .filter(|object| names.contains(&object.name))
        .collect()
}

fn request_objects(schema: &Schema) -> Vec<&Object> {
    let requests = schema
        .functions
        .iter()
        .filter_map(|function| function.request.as_ref());
    reached(schema, requests.map(|request| request.kind.clone()))
}

pub fn results(schema: &Schema) -> String {
    let requests = request_objects(schema);
    let given = schema
        .functions
        .iter()
        .map(|function| &function.result)
        .chain([&schema.error]);
    let mut objects = reached(schema, given.map(|name| Kind::Object(name.clone())));
    objects.retain(|object| requests.iter().all(|request| request.name != object.name));
    let known = |name: &str| objects.iter().any(|object| object.name == name);
    let mut text = heading(
        "What the functions give, and what an error says: one class a kind of JSON object.",
    );
    text += "from typing import Any\n\nfrom ._members import Members\n";
    text += &format!(
        "from .words import {}\n\n",
        ENUMERATIONS.map(class_of_sorted).join(", ")
    );
    let talk = ["Conclusion", "Question"].map(str::to_owned);
    text += &exported(objects.iter().map(|object| object.name.clone()).chain(talk));
    text += &conversation(schema);
    for object in &objects {
        text += &format!("\n\nclass {}(Members):\n", object.name);
        let others = if object.open {
            " Read others with get()."
        } else {
            ""
        };
        text += &documentation("    ", &format!("{}{others}", object.description));
        for member in &object.members {
            let (kind, read) = reader(member, &known);
            text += &format!(
                "\n    @property\n    def {}(self) -> {kind}:\n",
                snake(&member.name)
            );
            text += &documentation("        ", &member.description);
            text += &format!("        return {read}\n");
        }
    }
    text
}

/// The names sorted, as an import has them.
fn class_of_sorted(words: &str) -> String {
    let mut sorted = ENUMERATIONS;
    sorted.sort_unstable();
    let at = ENUMERATIONS
        .iter()
        .position(|name| *name == words)
        .unwrap_or(0);
    class_of(sorted[at])
}

/// The type of a member, and the expression that reads it.
fn reader(member: &Member, known: &dyn Fn(&str) -> bool) -> (String, String) {
    let name = &member.name;
    if let Kind::Array(inner) = &member.kind
        && let Some(inner) = class(inner, known)
    {
        return (
            format!("tuple[{inner}, ...]"),
            format!("self._each(\"{name}\", {inner})"),
        );
    }
    match class(&member.kind, known) {
        Some(class) if member.required && !member.nullable => {
            let read = format!("self._required(\"{name}\", {class})");
            (class, read)
        }
        Some(class) => (
            format!("{class} | None"),
            format!("self._optional(\"{name}\", {class})"),
        ),
        None => ("Any".to_owned(), format!("self.get(\"{name}\")")),
    }
}

/// The class of a value; none where any JSON may stand.
fn class(kind: &Kind, known: &dyn Fn(&str) -> bool) -> Option<String> {
    Some(match kind {
        Kind::Text => "str".to_owned(),
        Kind::Integer => "int".to_owned(),
        Kind::Boolean => "bool".to_owned(),
        Kind::Word(name) if ENUMERATIONS.contains(&name.as_str()) => class_of(name),
        Kind::Word(_) => "str".to_owned(),
        Kind::Object(name) if known(name) => name.clone(),
        _ => return None,
    })
}

pub fn requests(schema: &Schema) -> String {
    let objects = request_objects(schema);
    let mut text = heading(
        "What the functions take, for who wants it checked: any mapping with these members will do.",
    );
    text += "from collections.abc import Mapping, Sequence\nfrom typing import Any, Literal, TypedDict\n\n";
    text += &exported(objects.iter().map(|object| object.name.clone()));
    for object in &objects {
        let (needed, others): (Vec<&Member>, Vec<&Member>) =
            object.members.iter().partition(|member| member.required);
        let mut base = "TypedDict".to_owned();
        if !needed.is_empty() {
            base = format!("_Needed{}", object.name);
            text += &format!("\n\nclass {base}(TypedDict):\n");
            needed
                .iter()
                .for_each(|member| text += &entry(schema, member));
        }
        text += &format!("\n\nclass {}({base}, total=False):\n", object.name);
        text += &documentation("    ", &object.description);
        if !others.is_empty() {
            text.push('\n');
        }
        others
            .iter()
            .for_each(|member| text += &entry(schema, member));
    }
    text
}

fn entry(schema: &Schema, member: &Member) -> String {
    let kind = taken(schema, &member.kind);
    let null = if member.nullable && kind != "Any" {
        " | None"
    } else {
        ""
    };
    let default = member
        .default
        .as_ref()
        .map(|value| format!(" Default: {value}."));
    let says = format!("{}{}", member.description, default.unwrap_or_default());
    format!(
        "    {}: {kind}{null}\n{}",
        member.name,
        documentation("    ", &says)
    )
}

fn taken(schema: &Schema, kind: &Kind) -> String {
    match kind {
        Kind::Text => "str".to_owned(),
        Kind::Integer => "int".to_owned(),
        Kind::Boolean => "bool".to_owned(),
        Kind::Word(name) => literal(schema.words(name)),
        Kind::Object(name) => name.clone(),
        Kind::Array(inner) => format!("Sequence[{}]", taken(schema, inner)),
        Kind::Map(inner) => format!("Mapping[str, {}]", taken(schema, inner)),
        Kind::Any => "Any".to_owned(),
    }
}

fn literal(list: Option<&Words>) -> String {
    let words = list.map(|list| &list.words).into_iter().flatten();
    let words: Vec<String> = words.map(|(word, _)| format!("\"{word}\"")).collect();
    format!("Literal[{}]", words.join(", "))
}

/// What a person is asked, and how a call ended: members that results and errors of the calls that ask share.
fn conversation(schema: &Schema) -> String {
    let question = [
        ("ask", "kind", "Ask", "self._required(\"ask\", Ask)"),
        (
            "message",
            "sentence",
            "str",
            "self._required(\"message\", str)",
        ),
        (
            "message_fr",
            "sentence_fr",
            "str",
            "self._required(\"message_fr\", str)",
        ),
        (
            "choices",
            "choices",
            "tuple[Choice, ...]",
            "self._each(\"choices\", Choice)",
        ),
    ];
    let conclusion = [
        (
            "ending",
            "ending",
            "Ending | None",
            "self._optional(\"ending\", Ending)",
        ),
        (
            "message",
            "sentence",
            "str",
            "self._optional(\"message\", str) or \"\"",
        ),
        (
            "message_fr",
            "sentence_fr",
            "str",
            "self._optional(\"message_fr\", str) or \"\"",
        ),
        (
            "documents",
            "documents",
            "tuple[Document, ...]",
            "self._each(\"documents\", Document)",
        ),
    ];
    let mut text = String::new();
    for (class, says, members) in [
        ("Question", "What a person is asked.", question),
        ("Conclusion", "How a call ended that may ask.", conclusion),
    ] {
        text += &format!("\n\nclass {class}(Members):\n    \"\"\"{says}\"\"\"\n");
        for (member, name, kind, read) in members {
            let error = schema.object(&schema.error).into_iter();
            let known = error
                .flat_map(|error| &error.members)
                .find(|known| known.name == member);
            text += &format!("\n    @property\n    def {name}(self) -> {kind}:\n");
            text += &documentation("        ", known.map_or("", |known| &known.description));
            text += &format!("        return {read}\n");
        }
    }
    let done = [
        ("is_open", "open", "A session is open."),
        ("is_found", "found", "One patient was found and read."),
        ("is_complete", "sent", "Every document is in the record."),
    ];
    for (name, ending, says) in done {
        text += &format!("\n    @property\n    def {name}(self) -> bool:\n");
        text += &documentation("        ", says);
        text += &format!("        return self.ending == \"{ending}\"\n");
    }
    text
}
