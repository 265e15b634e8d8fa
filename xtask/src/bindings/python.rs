//! Python: constants, callback types, and a class whose attributes are the functions.

use std::collections::BTreeSet;

use super::NOTICE;
use super::api::{Api, Argument, Call, Kind, Returned};
use super::prose::wrapped;

/// The names of `_declare.py`.
fn kind(argument: &Argument) -> &'static str {
    match argument.kind {
        Kind::Int => "INT",
        Kind::OutInt => "OUT_INT",
        Kind::Text => "TEXT",
        Kind::OutText => "OUT_TEXT",
        Kind::Bytes => "BYTES",
        Kind::Owned => "OWNED",
        Kind::Buffer => "BUFFER",
        Kind::Buffer16 => "BUFFER16",
        Kind::User => "USER",
        Kind::Callback => "",
    }
}

/// The result and the parameters.
fn types<'a>(call: &Call<'a>) -> Vec<&'a str> {
    let mut types = vec![match call.returned {
        Returned::Nothing => "None",
        Returned::Int => "INT",
        Returned::Text => "TEXT",
    }];
    types.extend(call.arguments.iter().map(|argument| match argument.kind {
        Kind::Callback => argument.c,
        _ => kind(argument),
    }));
    types
}

pub fn layer(api: &Api) -> String {
    let calls = || api.callbacks.iter().chain(&api.functions);
    let mut used: BTreeSet<&str> = calls().flat_map(types).collect();
    used.retain(|name| *name != "None" && !name.starts_with("hr_"));
    let used: Vec<&str> = used.into_iter().collect();

    let mut text = format!(
        "# {NOTICE}\n\
         \"\"\"The raw layer: every export of hr.h under its own name, in the header's order. No logic.\"\"\"\n\n\
         from __future__ import annotations\n\n\
         import ctypes\n\n\
         from ._declare import {}, declare\n\n",
        used.join(", ")
    );
    text += "__all__ = [  # what the package exports as well\n";
    for constant in api.constants {
        text += &format!("    \"{}\",\n", constant.name);
    }
    text += "]\n\n";
    for constant in api.constants {
        text += &wrapped("#: ", &constant.comment.summary, 120);
        text += &format!("{} = {}\n", constant.name, constant.number);
    }
    for callback in &api.callbacks {
        text.push('\n');
        text += &wrapped("#: ", &callback.comment.summary, 120);
        let types = types(callback).join(", ");
        text += &format!("{} = ctypes.CFUNCTYPE({types})\n", callback.name);
    }
    text += "\n\nclass Native:\n    \"\"\"The functions of one loaded library.\"\"\"\n\n    # fmt: off\n";
    text += "    def __init__(self, lib: ctypes.CDLL) -> None:\n";
    for function in &api.functions {
        let name = function.name;
        text += &wrapped("        #: ", &function.comment.summary, 120);
        let types = types(function).join(", ");
        text += &format!("        self.{name} = declare(lib, \"{name}\", {types})\n");
    }
    text
}
