//! Words, results and requests, out of the schema.

use super::super::api::Api;
use super::{documentation, heading};
use hr_header::schema::{Kind, Member, Schema, Words};

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
    let lines = names.iter().map(|name| format!("    \"{name}\",\n"));
    let lines: String = lines.collect();
    format!("__all__ = [\n{lines}]\n")
}

/// The base of enumerations that take a value that they do not list.
fn open(name: &str, bases: &str, kind: &str) -> String {
    format!(
        "

class {name}({bases}):
    \"\"\"A value that is not listed stays what it is, without a name.\"\"\"

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, {kind}):
            return None
        other = {kind}.__new__(cls, value)
        other._name_, other._value_ = str(value), value
        return other

    def __str__(self) -> str:
        return str(self.value)

    def __format__(self, spec: str) -> str:
        return format(self.value, spec)
"
    )
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
    let constants = api.constants.iter();
    for code in constants.filter(|it| it.name == "HR_OK" || it.name.starts_with("HR_E_")) {
        let name = code.name.replace("HR_E_", "").replace("HR_", "");
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

pub fn results(schema: &Schema) -> String {
    let objects = || schema.objects.iter().filter(|object| !object.taken);
    let known = |name: &str| objects().any(|object| object.name == name);
    let mut text = heading(
        "What the functions give, and what an error says: one class a kind of JSON object.",
    );
    text += "from typing import Any\n\nfrom ._json import Members\n";
    let mut imported = ENUMERATIONS.map(class_of);
    imported.sort();
    text += &format!("from .words import {}\n\n", imported.join(", "));
    let talk = ["Conclusion", "Question"].map(str::to_owned);
    text += &exported(objects().map(|object| object.name.clone()).chain(talk));
    text += &conversation(schema, &known);
    for object in objects() {
        let others = if object.open {
            " Read others with get()."
        } else {
            ""
        };
        let says = documentation("    ", &format!("{}{others}", object.description));
        text += &format!("\n\nclass {}(Members):\n{says}", object.name);
        for member in &object.members {
            let (kind, read) = reader(member, &known);
            text += &property(&snake(&member.name), &kind, &member.description, &read);
        }
    }
    text
}

fn property(name: &str, kind: &str, says: &str, value: &str) -> String {
    let says = documentation("        ", says);
    format!(
        "
    @property
    def {name}(self) -> {kind}:
{says}        return {value}
"
    )
}

/// The type of a member, and the expression that reads it.
fn reader(member: &Member, known: &dyn Fn(&str) -> bool) -> (String, String) {
    let name = &member.name;
    if let Kind::Array(inner) = &member.kind
        && let Some(inner) = class(inner, known)
    {
        let read = format!("self._each(\"{name}\", {inner})");
        return (format!("tuple[{inner}, ...]"), read);
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
    let objects = || schema.objects.iter().filter(|object| object.taken);
    let mut text = heading(
        "What the functions take, for who wants it checked: any mapping with these members will do.",
    );
    text += "from collections.abc import Mapping, Sequence\nfrom typing import Any, Literal, TypedDict\n\n";
    text += &exported(objects().map(|object| object.name.clone()));
    for object in objects() {
        let members = object.members.iter();
        let (needed, others): (Vec<&Member>, Vec<&Member>) =
            members.partition(|member| member.required);
        let entries = |members: &[&Member]| -> String {
            members.iter().map(|member| entry(schema, member)).collect()
        };
        let mut base = "TypedDict".to_owned();
        if !needed.is_empty() {
            base = format!("_Needed{}", object.name);
            text += &format!("\n\nclass {base}(TypedDict):\n{}", entries(&needed));
        }
        let blank = if others.is_empty() { "" } else { "\n" };
        text += &format!(
            "\n\nclass {}({base}, total=False):\n{}{blank}{}",
            object.name,
            documentation("    ", &object.description),
            entries(&others)
        );
    }
    text
}

fn entry(schema: &Schema, member: &Member) -> String {
    let kind = taken(schema, &member.kind);
    let null = match member.nullable && kind != "Any" {
        true => " | None",
        false => "",
    };
    let says = documentation("    ", &member.with_default());
    format!("    {}: {kind}{null}\n{says}", member.name)
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

/// What a person is asked, and how a call ended: members that results and errors of the calls that ask share, with the names
/// that they have here.
const QUESTION: [(&str, &str); 4] = [
    ("ask", "kind"),
    ("message", "sentence"),
    ("message_fr", "sentence_fr"),
    ("choices", "choices"),
];
const CONCLUSION: [(&str, &str); 4] = [
    ("ending", "ending"),
    ("message", "sentence"),
    ("message_fr", "sentence_fr"),
    ("documents", "documents"),
];

/// What a conclusion is asked: whether the call ended so.
const DONE: [[&str; 3]; 3] = [
    [
        "is_open",
        "open",
        "A session is open, and nothing is asked.",
    ],
    ["is_found", "found", "One patient was found and read."],
    ["is_complete", "sent", "Every document is in the record."],
];

fn conversation(schema: &Schema, known: &dyn Fn(&str) -> bool) -> String {
    let mut text = String::new();
    for (class, says, names, required) in [
        ("Question", "What a person is asked.", QUESTION, true),
        (
            "Conclusion",
            "How a call ended that may ask.",
            CONCLUSION,
            false,
        ),
    ] {
        text += &format!("\n\nclass {class}(Members):\n    \"\"\"{says}\"\"\"\n");
        let error = schema.object(&schema.error);
        for (member, name) in names {
            let Some(member) = error.and_then(|error| error.member(member)) else {
                continue;
            };
            let nullable = !required;
            let member = Member {
                required,
                nullable,
                ..member.clone()
            };
            let (mut kind, mut read) = reader(&member, known);
            if kind == "str | None" {
                kind = "str".to_owned();
                read += " or \"\"";
            }
            text += &property(name, &kind, &member.description, &read);
        }
    }
    for [name, ending, says] in DONE {
        text += &property(
            name,
            "bool",
            says,
            &format!("self.ending == \"{ending}\" and self.get(\"code\") is None"),
        );
    }
    text
}
