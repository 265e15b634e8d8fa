//! What is made from the header for other languages (`cargo xtask bindings`).

mod declarations;
mod members;
mod prose;
pub mod templates;

pub use declarations::Api;
pub use prose::camel;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Error, bail};
use hr_header::Header;
use hr_header::schema::Schema;

use crate::machine::{files, root, text, write};
use crate::{Failure, Outcome, Result, reported, test};
use declarations::{Argument, Kind};

pub fn run(_: &str, arguments: &[&str], strict: bool) -> Outcome {
    match arguments {
        [] => renew(true),
        ["--check"] => renew(false),
        ["--test", names @ ..] => test::run_wrappers(names, strict),
        _ => Err(Failure::Usage),
    }
}

/// Writes the files that are not what the sources give, or names them. Git may give other line ends.
fn renew(writes: bool) -> Outcome {
    let mut same = true;
    for (name, text) in everything()? {
        let kept = std::fs::read_to_string(root().join(&name)).unwrap_or_default();
        let [old, new] = [&kept, &text].map(|text| text.replace("\r\n", "\n"));
        if writes && kept != text {
            write(&root().join(&name), text)?;
            println!("{name}");
        } else if !writes && old != new {
            let lines = old.lines().zip(new.lines());
            let line = lines.take_while(|(one, other)| one == other).count() + 1;
            println!(
                "FAILED: {name}, line {line}: cargo xtask bindings would write something else"
            );
            same = false;
        }
    }
    reported(same)
}

/// Files of the repository, and what each is to hold. The comments that the languages take over need no members: the types
/// that are made from `schema/` have them.
fn everything() -> Result<BTreeMap<String, String>> {
    let schema = Schema::read(root())?;
    let bare = header(root())?;
    let whole = members::with_members(&bare, &schema)?;
    if let Some(other) = whole.chars().find(|c| !c.is_ascii()) {
        bail!("the header has {other}, which VB6 cannot show");
    }
    let parsed = Header::parse(&bare.replace("this header", "hr.h"));
    let api = Api::of(&parsed, &schema)?;
    let table = stdcall(&api)?;
    let mut files = templates::filled(&api, &schema)?;
    files.insert("src/ffi/stdcall/table.rs".to_owned(), table);
    files.insert("include/hr.h".to_owned(), whole);
    Ok(files)
}

/// The table of `src/ffi/stdcall`: each function once more under an `hr32_` name. Those that take a callback are written
/// by hand, since the callback is stdcall as well.
fn stdcall(api: &Api) -> Result<String> {
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
            home(&own).context(by_hand)?;
            continue;
        }
        let module = home(name).with_context(|| format!("{name} is in no file of src/ffi"))?;
        used.insert(module);
        let one =
            |argument: &Argument| format!("{}: {}\n", argument.name, argument.spelled["rust"]);
        let parameters: String = arguments.iter().map(one).collect();
        let result = match call.returned {
            "void" => ";",
            "int32_t" => " -> i32;",
            "const char *" => " -> *const c_char;",
            other => bail!("{name}: no language knows the result {other}"),
        };
        let head = format!("    {own} = {module}::{name}");
        rows += &prose::listed(&parameters, &head, result, "        ", None);
        rows.push('\n');
    }
    let used: Vec<&str> = used.into_iter().collect();
    Ok(format!(
        "//! {}\n\nuse std::ffi::c_char;\n\nuse super::super::{{{}}};\n\nforward! {{\n{rows}}}\n",
        templates::NOTICE,
        used.join(", ")
    ))
}

/// `include/hr.h` from the library's sources, by cbindgen.
pub fn header(root: &Path) -> Result<String> {
    let config = cbindgen::Config::from_file(root.join("include/cbindgen.toml"));
    let builder = cbindgen::Builder::new().with_crate(root);
    let made = builder.with_config(config.map_err(Error::msg)?).generate();
    let mut text = Vec::new();
    made?.write(&mut text);
    Ok(String::from_utf8(text)?)
}
