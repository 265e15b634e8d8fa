//! What is made from the header for other languages (`cargo xtask bindings`).

mod declarations;
mod members;
mod prose;
pub mod templates;

pub use declarations::Api;
pub use prose::camel;

use std::collections::BTreeMap;

use anyhow::{Error, bail};
use hr_header::Header;
use hr_header::schema::Schema;
use regex::Regex;

use crate::machine::{files, root, text, write};
use crate::{Failure, Outcome, Result, reported, test};

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
    let bare = header()?;
    let parsed = Header::parse(&bare.replace("this header", "hr.h"));
    let api = Api::of(&parsed, &schema)?;
    let mut templates = templates::of("bindings", &api, &schema)?;
    templates.add_global("modules", modules()?);
    let whole = members::with_members(&bare, &schema, &templates)?;
    if let Some(other) = whole.chars().find(|c| !c.is_ascii()) {
        bail!("the header has {other}, which VB6 cannot show");
    }
    let mut files = templates::filled(&templates)?;
    files.insert("include/hr.h".to_owned(), whole);
    Ok(files)
}

/// The modules of `src/ffi`, by the functions that they have.
fn modules() -> Result<BTreeMap<String, String>> {
    let function = Regex::new(r"\bfn (hr\w*)\(").unwrap();
    let mut modules = BTreeMap::new();
    for (_, path) in files("src/ffi")? {
        let (text, module) = (text(&path)?, path.file_stem().unwrap_or_default());
        for found in function.captures_iter(&text) {
            modules.insert(found[1].to_owned(), module.to_string_lossy().into_owned());
        }
    }
    Ok(modules)
}

/// `include/hr.h` from the library's sources, by cbindgen.
pub fn header() -> Result<String> {
    let config = cbindgen::Config::from_file(root().join("include/cbindgen.toml"));
    let builder = cbindgen::Builder::new().with_crate(root());
    let made = builder.with_config(config.map_err(Error::msg)?).generate();
    let mut text = Vec::new();
    made?.write(&mut text);
    Ok(String::from_utf8(text)?)
}
