//! The manual (`cargo xtask docs`).
//!
//!   source     what the header and `schema/` say; messages: what the library says of a call; signatures, snippets
//!   model      what the pages of the reference say, in one language; kinds: what a member may be; catalogue: the French sentences
//!   pages      the pages, by the templates in xtask/templates/docs; markdown: a sentence as Markdown, and what a page has

mod catalogue;
mod kinds;
mod markdown;
mod messages;
mod model;
mod pages;
mod signatures;
mod snippets;
mod source;

use std::collections::BTreeMap;

use crate::{Failure, Outcome};
use catalogue::Catalogue;
use model::{Language, Reference};
use pages::Inputs;
use source::Source;

pub fn run(_: &str, arguments: &[&str], _: bool) -> Outcome {
    match arguments {
        ["--missing"] => missing(),
        [] => {
            let inputs = Inputs::read()?;
            let catalogue = Catalogue::read()?;
            for language in [Language::English, Language::French(&catalogue)] {
                let folder = crate::machine::root().join("target/manual/src").join(language.folder()).join("reference");
                std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
                for page in inputs.pages(language, &BTreeMap::new())? {
                    std::fs::write(folder.join(page.name), page.text).map_err(|error| error.to_string())?;
                }
            }
            Ok(())
        }
        _ => Err(Failure::Usage),
    }
}

/// The English sentences that have no French one, as JSON.
fn missing() -> Outcome {
    let source = Source::read()?;
    let catalogue = Catalogue::read()?;
    Reference::of(&source, Language::French(&catalogue))?;
    let missing = catalogue.missing();
    let text = serde_json::to_string_pretty(&missing).map_err(|error| error.to_string())?;
    println!("{text}");
    Ok(())
}
