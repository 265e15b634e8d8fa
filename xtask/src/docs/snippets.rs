//! The parts of programs that the pages of functions show: in `docs/snippets`, from a line `/* hr_NAME */` to the next empty
//! comment `/**/`, without the indentation.

use std::collections::BTreeMap;

use crate::Result;
use crate::machine::{files, text};

/// By the names of the functions.
pub fn read() -> Result<BTreeMap<String, String>> {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    for (_, path) in files("docs/snippets")? {
        let text = text(&path)?;
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let mark = line.trim().strip_prefix("/* hr_");
            let Some(name) = mark.and_then(|mark| mark.strip_suffix(" */")) else {
                continue;
            };
            let own = lines.by_ref().take_while(|line| line.trim() != "/**/");
            let text = unindented(&own.collect::<Vec<_>>());
            // A callback stands before the call that sets it.
            let whole = found.entry(format!("hr_{name}")).or_default();
            *whole += &format!("{}{text}", if whole.is_empty() { "" } else { "\n\n" });
        }
    }
    Ok(found)
}

fn unindented(lines: &[&str]) -> String {
    let own = lines.iter().filter(|line| !line.trim().is_empty());
    let indent = own.map(|line| line.len() - line.trim_start().len()).min();
    let cut = |line: &&str| {
        line.get(indent.unwrap_or(0)..)
            .unwrap_or_default()
            .to_owned()
    };
    lines.iter().map(cut).collect::<Vec<_>>().join("\n")
}
