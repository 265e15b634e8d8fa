//! The table of `src/ffi/stdcall`: each function once more under an `hr32_` name. Those that take a callback are written
//! by hand, since the callback is stdcall as well.

use std::collections::BTreeSet;

use super::api::{Api, Argument, Kind, Returned};
use super::prose::listed;
use super::templates::NOTICE;
use crate::Result;
use crate::machine::{files, text};

pub fn table(api: &Api) -> Result<String> {
    let mut modules = Vec::new();
    for (_, path) in files("src/ffi")? {
        let name = path.file_stem().unwrap_or_default();
        modules.push((name.to_string_lossy().into_owned(), text(&path)?));
    }
    let home = |name: &str| {
        let head = format!("fn {name}(");
        let found = modules.iter().find(|(_, text)| text.contains(&head));
        found.map(|(module, _)| module.as_str())
    };
    let mut used = BTreeSet::new();
    let mut rows = String::new();
    for call in &api.functions {
        let (name, arguments) = (call.name, &call.arguments);
        let own = name.replacen("hr_", "hr32_", 1);
        if arguments.iter().any(|own| own.kind == Kind::Callback) {
            let by_hand = format!("{name} takes a callback: write {own} in src/ffi/stdcall.rs");
            home(&own).ok_or(by_hand)?;
            continue;
        }
        let module = home(name).ok_or(format!("{name} is in no file of src/ffi"))?;
        used.insert(module);
        let one =
            |argument: &Argument| format!("{}: {}\n", argument.name, argument.spelled["rust"]);
        let parameters: String = arguments.iter().map(one).collect();
        let result = match call.returned {
            Returned::Nothing => ";",
            Returned::Int => " -> i32;",
            Returned::Text => " -> *const c_char;",
        };
        let head = format!("    {own} = {module}::{name}");
        rows += &listed(&parameters, &head, result, "        ", None);
        rows.push('\n');
    }
    let used: Vec<&str> = used.into_iter().collect();
    Ok(format!(
        "//! {NOTICE}\n\nuse std::ffi::c_char;\n\nuse super::super::{{{}}};\n\nforward! {{\n{rows}}}\n",
        used.join(", ")
    ))
}
