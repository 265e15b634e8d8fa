//! The manual (`cargo xtask docs`).

mod catalogue;
mod model;
mod source;

use crate::{Failure, Outcome};
use catalogue::Catalogue;
use model::{Language, Reference};
use source::Source;

pub fn run(_: &str, arguments: &[&str], _: bool) -> Outcome {
    match arguments {
        ["--missing"] => missing(),
        _ => Err(Failure::Usage),
    }
}

/// The English sentences that have no French one, as JSON.
fn missing() -> Outcome {
    let source = Source::read()?;
    let catalogue = Catalogue::read()?;
    Reference::of(&source, Language::French(&catalogue));
    let missing = catalogue.missing();
    let text = serde_json::to_string_pretty(&missing).map_err(|error| error.to_string())?;
    println!("{text}");
    Ok(())
}
