//! The parts of programs that the pages of functions show: in `docs/snippets`, from a line `/* hr_NAME */` to the next empty
//! comment `/**/`, without the indentation.

use std::collections::BTreeMap;

use crate::Result;
use crate::machine::{files, read, root};

pub const FOLDER: &str = "docs/snippets";

pub struct Snippets(BTreeMap<String, String>);

impl Snippets {
    pub fn read() -> Result<Snippets> {
        let mut found = BTreeMap::new();
        let folder = root().join(FOLDER);
        let programs = if folder.is_dir() {
            files(&folder)?
        } else {
            Vec::new()
        };
        for path in programs {
            let text = String::from_utf8_lossy(&read(&path)?).replace("\r\n", "\n");
            let mut lines = text.lines();
            while let Some(line) = lines.next() {
                let mark = line.trim().strip_prefix("/* hr_");
                let Some(name) = mark.and_then(|mark| mark.strip_suffix(" */")) else {
                    continue;
                };
                let own = lines.by_ref().take_while(|line| line.trim() != "/**/");
                let text = unindented(&own.collect::<Vec<_>>());
                // A callback stands before the call that sets it.
                let whole: &mut String = found.entry(format!("hr_{name}")).or_default();
                *whole += &format!("{}{text}", if whole.is_empty() { "" } else { "\n\n" });
            }
        }
        Ok(Snippets(found))
    }

    pub fn of(&self, function: &str) -> Option<&str> {
        self.0.get(function).map(String::as_str)
    }
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
