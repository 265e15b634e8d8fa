//! The manual (`cargo xtask docs`).
//!
//!   source     what the header, `schema/`, `docs/reasons.json` and `docs/snippets` say; signatures: the wrappers' sources
//!   catalogue  the languages, and the French sentences
//!   pages      those of the reference, by the templates in xtask/templates/docs; markdown: a sentence as Markdown, and what
//!              a page has
//!   manual     the pages by hand and those of the reference; check: what must hold of them; typography: of the French ones
//!   book       the built manual

mod book;
mod catalogue;
mod check;
mod manual;
mod markdown;
mod pages;
mod signatures;
mod source;
mod typography;

use std::path::PathBuf;
use std::sync::Arc;

use crate::machine::{program, root};
use crate::{Failure, Outcome, Result, reported};
use catalogue::{Catalogue, Language};
use manual::Manual;
pub use manual::moved;
use source::Source;

pub fn run(_: &str, arguments: &[&str], _: bool) -> Outcome {
    match arguments {
        [] => println!("{}", build()?.display()),
        ["--serve", port @ ..] if port.len() < 2 => {
            build()?;
            serve(port.first().copied().unwrap_or("0"))?;
        }
        ["--search"] => {
            let folder = build()?;
            let mut search = program("node tests/manual/search.mjs");
            return reported(search.arg(folder).status()?.success());
        }
        ["--check"] => return check(),
        ["--missing"] => missing()?,
        _ => return Err(Failure::Usage),
    }
    Ok(())
}

/// Both manuals, and what their making has looked up.
fn read() -> Result<(Source, [Manual; 2], Arc<Catalogue>)> {
    let (source, catalogue) = (Source::read()?, Catalogue::read()?);
    let english = Manual::read(&source, Language::English)?;
    let french = Manual::read(&source, Language::French(Arc::clone(&catalogue)))?;
    Ok((source, [english, french], catalogue))
}

/// Where the built manual is.
pub fn folder() -> PathBuf {
    root().join("target/manual")
}

/// The pages of both languages as Markdown for readers, by their paths.
pub fn markdown() -> Result<Vec<(String, String)>> {
    let (_, manuals, _) = read()?;
    Ok(manuals.iter().flat_map(Manual::files).collect())
}

/// Builds the manual in both languages; its folder.
pub fn build() -> Result<PathBuf> {
    let (_, manuals, _) = read()?;
    book::build(&manuals)?;
    Ok(folder())
}

/// By the sandbox's own server, which whoever has the archive uses as well.
fn serve(port: &str) -> Result<()> {
    let mut serve = program("cargo run --quiet -p hr-sandbox-program -- manual --port");
    serve.arg(port).status()?;
    Ok(())
}

fn check() -> Outcome {
    let (source, manuals, catalogue) = read()?;
    let wrong = check::wrong(&source, &manuals, &catalogue)?;
    for what in &wrong {
        println!("FAILED: {what}");
    }
    reported(wrong.is_empty())
}

/// The English sentences that have no French one, as JSON.
fn missing() -> Result<()> {
    let missing = read()?.2.missing();
    println!("{}", serde_json::to_string_pretty(&missing)?);
    Ok(())
}
