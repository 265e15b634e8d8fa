//! The low-level session: one method a function, and its twin for asyncio.

use hr_header::Block;

use super::super::api::{Api, Argument, Call, Kind};
use super::super::prose::wrapped;
use super::{WIDTH, heading};
use hr_header::schema::{self, Schema};

/// What the client and the handle do with a handle.
const BY_HAND: [&str; 4] = ["hr_close", "hr_cancel", "hr_set_progress", "hr_set_stop"];

struct Method<'a> {
    name: &'a str,
    /// Name, type, and whether nothing may be given.
    parameters: Vec<(String, String, bool)>,
    /// As the library takes them.
    arguments: Vec<String>,
    /// The class of the result; empty without one.
    result: String,
    /// Parameters, and the classes that have their members.
    classes: Vec<(String, String)>,
    call: &'a Call<'a>,
}

fn methods<'a>(api: &'a Api<'a>, schema: &Schema) -> Vec<Method<'a>> {
    let of_handle = |call: &&Call| {
        call.arguments
            .first()
            .is_some_and(|first| first.name == "handle")
    };
    let calls = api.functions.iter().filter(of_handle);
    calls
        .filter(|call| !BY_HAND.contains(&call.name))
        .map(|call| method(call, schema))
        .collect()
}

fn method<'a>(call: &'a Call<'a>, schema: &Schema) -> Method<'a> {
    let known = schema
        .functions
        .iter()
        .find(|function| function.name == call.name);
    let text = call
        .arguments
        .iter()
        .any(|argument| argument.kind == Kind::OutText);
    let mut made = Method {
        name: call.name,
        parameters: Vec::new(),
        arguments: Vec::new(),
        result: if text {
            known.map_or("str".to_owned(), |known| known.result.clone())
        } else {
            String::new()
        },
        classes: Vec::new(),
        call,
    };
    for argument in &call.arguments[1..] {
        let request = known.and_then(|known| known.request.as_ref());
        let request = request
            .filter(|request| request.argument == argument.name)
            .map(|request| &request.kind);
        made.take(argument, request);
    }
    made
}

impl<'a> Method<'a> {
    fn take(&mut self, argument: &Argument<'a>, request: Option<&schema::Kind>) {
        let null = says(self.call.comment.parameter(argument.name)).contains("NULL");
        let name = argument.name.trim_end_matches("_json");
        let (kind, value) = match argument.kind {
            Kind::OutText => return,
            Kind::Bytes => ("Data".to_owned(), "*document(data)".to_owned()),
            Kind::Int
                if self
                    .arguments
                    .last()
                    .is_some_and(|last| last.starts_with("*document")) =>
            {
                return;
            }
            Kind::Int => ("int".to_owned(), format!("number({name}, \"{name}\")")),
            _ if name == "pin_code" => ("Pin".to_owned(), "Secret(pin_code)".to_owned()),
            _ if name != argument.name => {
                if let Some(schema::Kind::Object(class)) = request {
                    self.classes.push((name.to_owned(), class.clone()));
                }
                let kind = "Json".to_owned();
                (kind, format!("json_text({name}, \"{name}\")"))
            }
            _ if name == "path" && self.name == "hr_dmp_send" => (
                "str | os.PathLike[str]".to_owned(),
                "file_path(path)".to_owned(),
            ),
            _ => ("str".to_owned(), format!("text({name}, \"{name}\")")),
        };
        let null = null && argument.kind != Kind::Bytes;
        let optional = null && name != "pin_code";
        self.arguments.push(if optional {
            format!("None if {name} is None else {value}")
        } else {
            value
        });
        self.parameters.push((name.to_owned(), kind, null));
    }

    fn short(&self) -> &str {
        &self.name["hr_".len()..]
    }

    fn gives(&self) -> &str {
        if self.result.is_empty() {
            "None"
        } else {
            &self.result
        }
    }

    /// `def name(self, ...) -> Result:`, as Ruff breaks it.
    fn head(&self, start: &str) -> String {
        let mut parts = vec!["self".to_owned()];
        for (at, (name, kind, null)) in self.parameters.iter().enumerate() {
            let last = self.parameters[at..].iter().all(|(_, _, null)| *null);
            let default = if last { " = None" } else { "" };
            let null = if *null { " | None" } else { "" };
            parts.push(format!("{name}: {kind}{null}{default}"));
        }
        broken(
            &format!("    {start}def {}", self.short()),
            &parts,
            &format!(" -> {}:", self.gives()),
            4,
        )
    }

    fn body(&self) -> String {
        let (call, class) = match self.result.as_str() {
            "" => ("_do", None),
            "str" => ("_call", Some("str".to_owned())),
            class => ("_call", Some(class.to_owned())),
        };
        let mut parts = vec![format!("\"{}\"", self.name)];
        parts.extend(class);
        parts.extend(self.arguments.iter().cloned());
        let start = if self.result.is_empty() {
            ""
        } else {
            "return "
        };
        broken(&format!("        {start}self.{call}"), &parts, "", 8)
    }

    fn documentation(&self) -> String {
        let comment = self.call.comment;
        let mut text = wrapped(
            "        ",
            &format!("\"\"\"{}", comment.summary.replace('\\', "\\\\")),
            WIDTH,
        );
        for note in &comment.notes {
            text.push('\n');
            text += &block("        ", note);
        }
        let mut named = String::new();
        for (name, blocks) in &comment.parameters {
            if !matches!(name.as_str(), "handle" | "out_json" | "length") {
                let name = name.trim_end_matches("_json");
                let class = self.classes.iter().find(|(known, _)| known == name);
                let text = match class {
                    Some((_, class)) => format!("{name}: JSON, see {class}"),
                    None => format!("{name}: {}", says(blocks)),
                };
                named += &hanging("        ", &text);
            }
        }
        for (code, cause) in &comment.codes {
            if code != "HR_OK" {
                named += &hanging("        ", &format!("{code}: {cause}"));
            }
        }
        if !named.is_empty() {
            text = format!("{text}\n{}", named.replace('\\', "\\\\"));
        }
        text + "        \"\"\"\n"
    }
}

fn block(start: &str, block: &Block) -> String {
    match block {
        Block::Paragraph(words) => wrapped(start, &words.replace('\\', "\\\\"), WIDTH),
        Block::Aligned(lines) => lines
            .iter()
            .map(|line| format!("{start}{}\n", line.trim_end()))
            .collect(),
    }
}

fn says(blocks: &[Block]) -> String {
    let lines = blocks.iter().map(|block| match block {
        Block::Paragraph(words) => words.clone(),
        Block::Aligned(lines) => lines.join(" "),
    });
    lines.collect::<Vec<_>>().join(" ")
}

/// Lines of which all but the first are further in.
pub fn hanging(start: &str, text: &str) -> String {
    let lines = wrapped(&format!("{start}    "), text, WIDTH);
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
    let each: String = parts
        .iter()
        .map(|part| format!("{inner}{part},\n"))
        .collect();
    format!("{head}(\n{each}{outer}){tail}\n")
}

/// The names out of some that a text uses.
fn used(names: &[&str], text: &str) -> String {
    let word = |c: char| !(c.is_alphanumeric() || c == '_');
    let words: Vec<&str> = text.split(word).collect();
    let names: Vec<&str> = names
        .iter()
        .copied()
        .filter(|name| words.contains(name))
        .collect();
    names.join(", ")
}

fn results(schema: &Schema, text: &str) -> String {
    let given = schema
        .functions
        .iter()
        .map(|function| function.result.as_str());
    let mut names: Vec<&str> = given.collect();
    names.sort_unstable();
    names.dedup();
    used(&names, text)
}

pub fn session(api: &Api, schema: &Schema) -> String {
    let mut methods_text = String::new();
    let mut code = String::new();
    for method in methods(api, schema) {
        let (head, body) = (method.head(""), method.body());
        code += &format!("{head}{body}");
        methods_text += &format!("\n    @sealed\n{head}{}{body}", method.documentation());
    }
    let mut text = heading("A session: one method a function of the library.");
    text += "import os\n\n";
    let taken = [
        "Data",
        "Json",
        "Pin",
        "Secret",
        "document",
        "file_path",
        "json_text",
        "number",
        "text",
    ];
    text += &format!("from ._boundary import {}\n", used(&taken, &code));
    text += "from ._handle import Handle\nfrom ._sealed import sealed\n";
    text += &imports("results", &results(schema, &code));
    text += "\n\nclass Session(Handle):\n    __doc__ = Handle.__doc__\n";
    text + &methods_text
}

pub fn twin(api: &Api, schema: &Schema) -> String {
    let mut methods_text = String::new();
    for method in methods(api, schema) {
        let name = method.short();
        let mut parts = vec![format!("self.blocking.{name}")];
        parts.extend(method.parameters.iter().map(|(name, _, _)| name.clone()));
        let start = if method.result.is_empty() {
            ""
        } else {
            "return "
        };
        methods_text += &format!("\n    @sealed_async\n{}", method.head("async "));
        methods_text += &format!("        \"\"\"As Session.{name}.\"\"\"\n");
        methods_text += &broken(&format!("        {start}await self._run"), &parts, "", 8);
    }
    let mut text =
        heading("The session for asyncio: the same methods, each in a thread of its own.");
    text += "import os\n\nfrom ._boundary import Data, Json, Pin\n";
    text += "from ._sealed import sealed_async\nfrom ._threads import AsyncHandle\n";
    text += &imports("results", &results(schema, &methods_text));
    text += "\n\nclass AsyncSession(AsyncHandle):\n    __doc__ = AsyncHandle.__doc__\n";
    text + &methods_text
}

/// One import, as Ruff breaks it.
fn imports(module: &str, names: &str) -> String {
    let one = format!("from .{module} import {names}\n");
    if one.trim_end().len() <= WIDTH {
        return one;
    }
    let each: String = names
        .split(", ")
        .map(|name| format!("    {name},\n"))
        .collect();
    format!("from .{module} import (\n{each})\n")
}
