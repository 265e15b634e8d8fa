//! The low-level session: one method a function, and its twin for asyncio.

use std::collections::BTreeSet;

use hr_header::Block;

use super::super::api::{Api, Argument, Call, Kind};
use super::super::prose::{WIDTH, wrapped};
use super::heading;

/// What the client and the handle do with a handle.
const BY_HAND: [&str; 4] = ["hr_close", "hr_cancel", "hr_set_progress", "hr_set_stop"];

/// The type of a parameter, and its value as the library takes it.
fn parameter(call: &Call, argument: &Argument) -> (&'static str, String) {
    let name = argument.short();
    let (kind, value) = match argument.kind {
        Kind::Bytes => return ("Data", "*document(data)".to_owned()),
        Kind::Int => return ("int", format!("number({name}, \"{name}\")")),
        _ if name == "pin_code" && argument.nullable => {
            return ("Pin | None", "Secret(pin_code)".to_owned());
        }
        _ if name == "pin_code" => return ("Pin", "Secret(pin_code)".to_owned()),
        _ if name != argument.name => ("Json", format!("json_text({name}, \"{name}\")")),
        _ if name == "path" && call.name == "hr_dmp_send" => {
            ("str | os.PathLike[str]", "file_path(path)".to_owned())
        }
        _ => ("str", format!("text({name}, \"{name}\")")),
    };
    match (argument.nullable, kind) {
        (false, _) => (kind, value),
        (true, "Json") => (
            "Json | None",
            format!("None if {name} is None else {value}"),
        ),
        (true, _) => ("str | None", format!("None if {name} is None else {value}")),
    }
}

/// The class of the result.
fn class(call: &Call) -> Option<String> {
    let result = call.result.map_or("str", |object| &object.name);
    call.gives().then(|| result.to_owned())
}

/// `def name(self, ...) -> Result:`, as Ruff breaks it.
fn head(call: &Call, start: &str) -> String {
    let mut parts = vec!["self".to_owned()];
    for argument in call.taken() {
        let (kind, _) = parameter(call, argument);
        let default = match call.may_end_before(argument) {
            true => " = None",
            false => "",
        };
        parts.push(format!("{}: {kind}{default}", argument.short()));
    }
    let class = class(call);
    let tail = format!(" -> {}:", class.as_deref().unwrap_or("None"));
    broken(
        &format!("    {start}def {}", call.short()),
        &parts,
        &tail,
        4,
    )
}

fn body(call: &Call) -> String {
    let mut parts = vec![format!("\"{}\"", call.name)];
    parts.extend(class(call));
    parts.extend(call.taken().map(|argument| parameter(call, argument).1));
    let start = match call.gives() {
        true => "return self._call",
        false => "self._do",
    };
    broken(&format!("        {start}"), &parts, "", 8)
}

fn documentation(call: &Call) -> String {
    let comment = call.comment;
    let summary = format!("\"\"\"{}", comment.summary);
    let mut text = wrapped("        ", &summary);
    for note in &comment.notes {
        text += &format!("\n{}", block("        ", note));
    }
    let mut named = String::new();
    for argument in call.taken() {
        let name = argument.short();
        named += &hanging(
            "        ",
            &match argument.object() {
                Some(class) => format!("{name}: JSON, see {class}"),
                None => format!("{name}: {}", argument.said),
            },
        );
    }
    for (code, cause) in call.failures() {
        named += &hanging("        ", &format!("{code}: {cause}"));
    }
    if !named.is_empty() {
        text += &format!("\n{named}");
    }
    format!("{}        \"\"\"\n", text.replace('\\', "\\\\"))
}

fn block(start: &str, block: &Block) -> String {
    match block {
        Block::Paragraph(words) => wrapped(start, words),
        Block::Aligned(lines) => {
            let lines = lines
                .iter()
                .map(|line| format!("{start}{}\n", line.trim_end()));
            lines.collect()
        }
    }
}

/// Lines of which all but the first are further in.
pub fn hanging(start: &str, text: &str) -> String {
    let lines = wrapped(&format!("{start}    "), text);
    lines.replacen(&format!("{start}    "), start, 1)
}

/// A list of parameters or arguments on one line, on one line of its own, or on one line each.
pub fn broken(head: &str, parts: &[String], tail: &str, indent: usize) -> String {
    let one = format!("{head}({}){tail}\n", parts.join(", "));
    if one.trim_end().len() <= WIDTH {
        return one;
    }
    let (outer, inner) = (" ".repeat(indent), " ".repeat(indent + 4));
    let own = format!("{inner}{}\n", parts.join(", "));
    if own.trim_end().len() <= WIDTH {
        return format!("{head}(\n{own}{outer}){tail}\n");
    }
    let each = parts.iter().map(|part| format!("{inner}{part},\n"));
    let each: String = each.collect();
    format!("{head}(\n{each}{outer}){tail}\n")
}

/// The classes of the results, as they are imported.
fn results(api: &Api) -> String {
    let calls = api.of_handle(&BY_HAND).filter(|call| call.gives());
    let names = calls.filter_map(|call| Some(call.result?.name.as_str()));
    let names: BTreeSet<&str> = names.collect();
    let each = names.iter().map(|name| format!("    {name},\n"));
    format!("from .results import (\n{})\n", each.collect::<String>())
}

pub fn session(api: &Api) -> String {
    let mut methods = String::new();
    for call in api.of_handle(&BY_HAND) {
        let (head, body) = (head(call, ""), body(call));
        methods += &format!("\n    @sealed\n{head}{}{body}", documentation(call));
    }
    let heading = heading("A session: one method a function of the library.");
    let results = results(api);
    format!(
        "{heading}import os

from ._boundary import Data, Json, Pin, Secret, document, file_path, json_text, number, text
from ._handle import Handle
from ._sealed import sealed
{results}

class Session(Handle):
    __doc__ = Handle.__doc__
{methods}"
    )
}

pub fn twin(api: &Api) -> String {
    let mut methods = String::new();
    for call in api.of_handle(&BY_HAND) {
        let name = call.short();
        let mut parts = vec![format!("self.blocking.{name}")];
        parts.extend(call.taken().map(|argument| argument.short().to_owned()));
        let start = if call.gives() { "return " } else { "" };
        methods += &format!("\n    @sealed_async\n{}", head(call, "async "));
        methods += &format!("        \"\"\"As Session.{name}.\"\"\"\n");
        methods += &broken(&format!("        {start}await self._run"), &parts, "", 8);
    }
    let heading =
        heading("The session for asyncio: the same methods, each in a thread of its own.");
    let results = results(api);
    format!(
        "{heading}import os

from ._boundary import Data, Json, Pin
from ._sealed import sealed_async
from ._threads import AsyncHandle
{results}

class AsyncSession(AsyncHandle):
    __doc__ = AsyncHandle.__doc__
{methods}"
    )
}
