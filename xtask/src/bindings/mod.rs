//! What is made from the header for other languages (`cargo xtask bindings`).

mod api;
mod header;
mod prose;
mod stdcall;
mod symbols;
pub mod templates;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::Path;

use hr_header::Header;
use hr_header::schema::Schema;

use crate::log::Log;
use crate::machine::root;
use crate::{Failure, Outcome, Result, wrappers};
use api::Api;

const PAGE: &str = "docs/symbols.md";

/// Files of the repository, and what each is to hold.
type Made = BTreeMap<String, String>;

pub fn run(_: &str, arguments: &[&str], strict: bool) -> Outcome {
    match arguments {
        [] => Ok(write(root())?),
        ["--check"] => {
            let mut log = Log::new(strict);
            check(&mut log)?;
            log.end()
        }
        ["--test", names @ ..] => wrappers::run(names, strict),
        _ => Err(Failure::Usage),
    }
}

/// Compares all files with what the sources give; each that differs is a failure.
pub fn check(log: &mut Log) -> Result<()> {
    let found = differences(&everything(root())?, root());
    for difference in &found {
        log.say(difference);
    }
    match found.len() {
        0 => log.say("generated: 1 passed, 0 failed"),
        count => log.say(&format!(
            "generated: 0 passed, {count} failed; cargo xtask bindings writes them"
        )),
    }
    Ok(())
}

fn everything(root: &Path) -> Result<Made> {
    let bare = header::text(root)?;
    let text = hr_header::with_members(&bare, &Schema::read(root)?)?;
    ascii(&text)?;
    let mut files = layers(root, &bare)?;
    files.insert("include/hr.h".to_owned(), text);
    Ok(files)
}

fn ascii(header: &str) -> Result<()> {
    match header.chars().find(|c| !c.is_ascii()) {
        Some(other) => Err(format!(
            "the header has {other}, which VB6 and Pascal cannot show"
        )),
        None => Ok(()),
    }
}

/// What is made from a header. Its comments need no members: the types that are made from `schema/` have them.
fn layers(root: &Path, header: &str) -> Result<Made> {
    ascii(header)?;
    let header = Header::parse(&header.replace("this header", "hr.h"));
    let schema = Schema::read(root)?;
    let api = Api::of(&header, &schema)?;
    let page = std::fs::read_to_string(root.join(PAGE));
    let page = page.map_err(|error| format!("{PAGE}: {error}"))?;
    let modules = stdcall::modules(&root.join("src/ffi"))?;
    let table = stdcall::table(&api, &modules)?;
    let page = symbols::page(&api, &page.replace("\r\n", "\n"), env!("CARGO_PKG_VERSION"))?;
    let mut files = templates::filled(&api, &schema)?;
    files.insert("src/ffi/stdcall/table.rs".to_owned(), table);
    files.insert(PAGE.to_owned(), page);
    Ok(files)
}

fn write(root: &Path) -> Result<()> {
    for (name, text) in everything(root)? {
        let path = root.join(&name);
        if std::fs::read_to_string(&path).unwrap_or_default() != text {
            let folder = path.parent().unwrap_or(root);
            let written =
                std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text));
            written.map_err(|error| format!("{name}: {error}"))?;
            println!("{name}");
        }
    }
    Ok(())
}

/// Git may give other line ends.
fn differences(files: &Made, root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for (name, text) in files {
        let kept = std::fs::read_to_string(root.join(name)).unwrap_or_default();
        let (kept, text) = (kept.replace("\r\n", "\n"), text.replace("\r\n", "\n"));
        if kept != text {
            let same = kept
                .lines()
                .zip(text.lines())
                .take_while(|(one, other)| one == other);
            let line = same.count() + 1;
            found.push(format!(
                "{name} is not what the sources give, from line {line} on"
            ));
        }
    }
    found
}
