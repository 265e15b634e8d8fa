//! The tables of `docs/symbols.md`. A name keeps the version that it has there; a new one gets the coming version.

use super::api::Api;
use crate::Result;

pub fn page(api: &Api, page: &str, version: &str) -> Result<String> {
    let callbacks = api.callbacks.iter().map(|callback| callback.name);
    let functions = api.functions.iter().map(|function| function.name);
    let constants = api.constants.iter().map(|constant| &*constant.name);
    let page = with_table(page, "Function", functions, version)?;
    let page = with_table(&page, "Type", callbacks, version)?;
    with_table(&page, "Constant", constants, version)
}

fn with_table<'a>(
    page: &str,
    what: &str,
    names: impl Iterator<Item = &'a str>,
    version: &str,
) -> Result<String> {
    let head = format!("| {what} | Since |\n|---|---|\n");
    let missing = || format!("docs/symbols.md has no table of {what}");
    let (before, rest) = page.split_once(&head).ok_or_else(missing)?;
    let end = rest.find("\n\n").map_or(rest.len(), |at| at + 1);
    let (rows, after) = rest.split_at(end);
    let mut text = format!("{before}{head}");
    for name in names {
        let start = format!("| `{name}` | ");
        let known = rows
            .lines()
            .find_map(|row| row.strip_prefix(&start)?.strip_suffix(" |"));
        text += &format!("{start}{} |\n", known.unwrap_or(version));
    }
    Ok(text + after)
}
