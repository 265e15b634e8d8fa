//! The manual (`cargo xtask docs`).
//!
//!   source     what the header and `schema/` say; messages: what the library says of a call; signatures, snippets
//!   model      what the pages of the reference say, in one language; kinds: what a member may be; catalogue: the French sentences
//!   pages      these pages, by the templates in xtask/templates/docs; markdown: a sentence as Markdown, and what a page has
//!   manual     the pages by hand and those of the reference; check: what must hold of them; typography: of the French ones
//!   book       the built manual; tools: the programs that build it

mod book;
mod catalogue;
mod check;
mod kinds;
mod manual;
mod markdown;
mod messages;
mod model;
mod pages;
mod signatures;
mod snippets;
mod source;
mod tools;
mod typography;

use std::path::PathBuf;

use crate::machine::{program, root};
use crate::{Failure, Outcome, Result};
use book::Book;
use catalogue::Catalogue;
use kinds::Labels;
use manual::{Manual, SUMMARY};
pub use manual::{hash, target, way};
pub use markdown::relinked;
use markdown::with_elements;
use model::{Language, Reference};
use pages::Inputs;
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
            let mut search = program("node");
            search.arg("tests/manual/search.mjs").arg(folder);
            let found = search.status().is_ok_and(|status| status.success());
            return found.then_some(()).ok_or(Failure::Reported(1));
        }
        ["--check"] => return check(),
        ["--missing"] => missing()?,
        _ => return Err(Failure::Usage),
    }
    Ok(())
}

/// Both manuals, and what their making has looked up.
fn read(catalogue: &Catalogue) -> Result<(Inputs, [Manual; 2])> {
    let inputs = Inputs::read()?;
    let english = Manual::read(&inputs, Language::English)?;
    let french = Manual::read(&inputs, Language::French(catalogue))?;
    Ok((inputs, [english, french]))
}

/// Where the built manual is.
pub fn folder() -> PathBuf {
    root().join("target/manual")
}

/// The pages of both languages as Markdown for readers, by their paths in `docs`.
pub fn markdown() -> Result<Vec<(String, String)>> {
    let (_, manuals) = read(&Catalogue::read()?)?;
    let each = manuals.iter().flat_map(|manual| {
        let pages = manual
            .pages()
            .map(|(name, text)| (name, with_elements(text)));
        let summary = (SUMMARY.to_owned(), manual.whole_summary());
        pages
            .chain([summary])
            .map(|(name, text)| (format!("{}/{name}", manual.language), text))
    });
    Ok(each.collect())
}

/// Builds the manual in both languages; its folder.
pub fn build() -> Result<PathBuf> {
    let catalogue = Catalogue::read()?;
    let (_, manuals) = read(&catalogue)?;
    let labels = [Language::English, Language::French(&catalogue)].map(Labels::of);
    let [english, french] = labels;
    let folder = folder();
    let book = Book::new(folder.clone());
    book.write(&manuals, &[english?, french?])?;
    book.build()?;
    Ok(folder)
}

/// By the sandbox's own server, which whoever has the archive uses as well.
fn serve(port: &str) -> Result<()> {
    let mut serve = program("cargo");
    serve.args(["run", "--quiet", "-p", "hr-sandbox-program", "--", "manual"]);
    let ended = serve.args(["--port", port]).status();
    ended.map(|_| ()).map_err(|error| format!("cargo: {error}"))
}

fn check() -> Outcome {
    let catalogue = Catalogue::read()?;
    let (inputs, manuals) = read(&catalogue)?;
    let wrong = check::wrong(&inputs, &manuals, &catalogue);
    for what in &wrong {
        println!("FAILED: {what}");
    }
    wrong.is_empty().then_some(()).ok_or(Failure::Reported(1))
}

/// The English sentences that have no French one, as JSON.
fn missing() -> Result<()> {
    let source = Source::read()?;
    let catalogue = Catalogue::read()?;
    Reference::of(&source, Language::French(&catalogue))?;
    let missing = catalogue.missing();
    let text = serde_json::to_string_pretty(&missing).map_err(|error| error.to_string())?;
    println!("{text}");
    Ok(())
}
