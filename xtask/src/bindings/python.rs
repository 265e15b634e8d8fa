//! Python: constants, callback types, and a class whose attributes are the functions; beside it what is typed.

mod session;
mod talks;
mod typed;

use super::api::{Api, Call, Language, Returned};
use super::prose::{WIDTH, wrapped, wrapped_to};
use super::{FROM_SCHEMA, NOTICE};
use hr_header::schema::Schema;

/// What the parameters are, and how a function is declared.
const KINDS: &str = r#"INT = ctypes.c_int32
TEXT = ctypes.c_char_p
BYTES = ctypes.POINTER(ctypes.c_uint8)
USER = ctypes.c_void_p
OWNED = ctypes.c_void_p
BUFFER = ctypes.c_void_p
BUFFER16 = ctypes.POINTER(ctypes.c_uint16)
OUT_INT = ctypes.POINTER(ctypes.c_int32)
OUT_TEXT = ctypes.POINTER(ctypes.c_void_p)


def declare(library: ctypes.CDLL, name: str, result: Any, *parameters: Any) -> Callable[..., Any]:
    """One export with its types: name, result, parameters. AttributeError when there is none."""
    function = getattr(library, name)
    function.restype = result
    function.argtypes = parameters
    return function  # type: ignore[no-any-return]


"#;

/// Each file with its text.
pub fn files(api: &Api, schema: &Schema) -> Vec<(&'static str, String)> {
    vec![
        ("_native.py", layer(api)),
        ("words.py", typed::words(api, schema)),
        ("results.py", typed::results(schema)),
        ("requests.py", typed::requests(schema)),
        ("session.py", session::session(api)),
        ("async_session.py", session::twin(api)),
        ("talks.py", talks::talks(api, schema)),
    ]
}

fn heading(summary: &str) -> String {
    format!("# {FROM_SCHEMA}\n\"\"\"{summary}\"\"\"\n\nfrom __future__ import annotations\n\n")
}

/// Sentences as a documentation string.
fn documentation(indent: &str, text: &str) -> String {
    let text = text.replace('\\', "\\\\");
    // A quotation mark would end the string too early.
    let text = match text.strip_suffix('"') {
        Some(_) => format!("{text}."),
        None => text,
    };
    let one = format!("{indent}\"\"\"{text}\"\"\"\n");
    if one.trim_end().len() <= WIDTH {
        return one;
    }
    let lines = |width| wrapped_to(width, indent, &format!("\"\"\"{text}"));
    // Ruff gives the closing marks no line of their own behind a single line.
    let lines = match lines(WIDTH) {
        whole if whole.lines().count() > 1 => whole,
        _ => lines(WIDTH - 3),
    };
    format!("{lines}{indent}\"\"\"\n")
}

/// The result and the parameters, by the names of [`KINDS`].
fn types(call: &Call) -> String {
    let result = match call.returned {
        Returned::Nothing => "None",
        Returned::Int => "INT",
        Returned::Text => "TEXT",
    };
    let arguments = call.arguments.iter();
    let kinds = arguments.map(|argument| argument.spelled(Language::Python));
    let types: Vec<&str> = [result].into_iter().chain(kinds).collect();
    types.join(", ")
}

fn layer(api: &Api) -> String {
    let mut text = format!(
        "# {NOTICE}\n\
         \"\"\"The raw layer: every export of hr.h under its own name, in the header's order. No logic.\"\"\"\n\n\
         from __future__ import annotations\n\n\
         import ctypes\nfrom typing import Any, Callable\n\n"
    );
    text += "__all__ = [  # what the package exports as well\n";
    for constant in api.constants {
        text += &format!("    \"{}\",\n", constant.name);
    }
    text += "]\n\n";
    text += KINDS;
    for constant in api.constants {
        text += &wrapped("#: ", &constant.comment.summary);
        text += &format!("{} = {}\n", constant.name, constant.number);
    }
    for callback in &api.callbacks {
        text.push('\n');
        text += &wrapped("#: ", &callback.comment.summary);
        let types = types(callback);
        text += &format!("{} = ctypes.CFUNCTYPE({types})\n", callback.name);
    }
    text += "\n\nclass Native:\n    \"\"\"The functions of one loaded library.\"\"\"\n\n    # fmt: off\n";
    text += "    def __init__(self, lib: ctypes.CDLL) -> None:\n";
    for function in &api.functions {
        let name = function.name;
        text += &wrapped("        #: ", &function.comment.summary);
        let types = types(function);
        text += &format!("        self.{name} = declare(lib, \"{name}\", {types})\n");
    }
    text
}
