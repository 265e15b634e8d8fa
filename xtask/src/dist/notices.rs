//! The licences of what is linked in.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::build::Build;
use super::layout::{Tree, read};
use super::workspace::Package;
use crate::Result;

const FOLDER: &str = "share/doc/hr";
/// How the names of files with licences begin.
const NAMES: [&str; 6] = [
    "LICENSE",
    "LICENCE",
    "COPYING",
    "COPYRIGHT",
    "NOTICE",
    "UNLICENSE",
];
/// A folder that has nothing else, as the REUSE specification has it.
const TEXTS: &str = "LICENSES";
/// Its licence wants its text with every binary.
const MINGW: &str = "/usr/share/doc/mingw-w64-common/copyright";
const RULE: &str = "------------------------------------------------------------------------------";

/// Each text once, with the number that the lists refer to it by, and the files that it stands in.
#[derive(Default)]
struct Texts {
    numbers: BTreeMap<String, usize>,
    printed: Vec<(String, Vec<String>)>,
}

impl Texts {
    fn number(&mut self, text: String, origin: String) -> usize {
        let next = self.printed.len();
        let number = *self.numbers.entry(text.clone()).or_insert(next);
        if number == next {
            self.printed.push((text, Vec::new()));
        }
        let origins = &mut self.printed[number].1;
        if !origins.contains(&origin) {
            origins.push(origin);
        }
        number + 1
    }
}

/// Checked before anything is built for it.
pub fn can_be_written(target: &str) -> Result<()> {
    match target.ends_with("-windows-gnu") {
        true => read(Path::new(MINGW)).map(|_| ()),
        false => Ok(()),
    }
}

/// Writes the notices into the tree; fails when a package comes without a licence or its text. Which may be linked in, deny.toml says.
pub fn add(build: &Build, tree: &mut Tree) -> Result<()> {
    let mut texts = Texts::default();
    let mut out = String::from(
        "THIRD-PARTY NOTICES\n\n\
        hr itself is licensed under MIT or Apache-2.0: see LICENSE-MIT and LICENSE-APACHE.\n\
        Its binaries have parts of the packages below in them. The numbers are those of the texts at the end.\n",
    );
    for (title, package) in [
        ("The library:", "healthrecord"),
        ("The sandbox:", "hr-sandbox-program"),
    ] {
        let _ = write!(out, "\n{title}\n\n");
        for package in build.workspace.linked(package, build.target)? {
            let line = entry(package, &mut texts)
                .map_err(|error| format!("{} {}: {error}", package.name, package.version))?;
            out.push_str(&line);
        }
    }
    standard(build, &mut out, tree)?;
    for (number, (text, origins)) in texts.printed.iter().enumerate() {
        let _ = write!(
            out,
            "\n{RULE}\n[{}] {}\n{RULE}\n\n{text}\n",
            number + 1,
            origins.join(", ")
        );
    }
    tree.file(&format!("{FOLDER}/THIRD-PARTY-NOTICES.txt"), out);
    Ok(())
}

/// A package's line; its texts go to the others.
fn entry(package: &Package, texts: &mut Texts) -> Result<String> {
    let expression = package.license.as_deref().ok_or("it names no licence")?;
    let mut files = package.license_file().into_iter().collect();
    find(package.folder(), &mut files).map_err(|error| error.to_string())?;
    files.sort_unstable();
    files.dedup();
    if files.is_empty() {
        return Err("it comes without the text of its licence".into());
    }
    let mut numbers: Vec<usize> = Vec::new();
    for file in files {
        let text = String::from_utf8_lossy(&read(&file)?).replace("\r\n", "\n");
        let path = file
            .strip_prefix(package.folder())
            .unwrap_or(&file)
            .display()
            .to_string();
        let origin = format!("{} {} {path}", package.name, package.version);
        let number = texts.number(text.trim_matches('\n').trim_end().to_owned(), origin);
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    numbers.sort_unstable();
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    let name = format!("{} {}", package.name, package.version);
    Ok(format!(
        "  {name:<32} {:<40} [{}]\n",
        expression,
        numbers.join(", ")
    ))
}

fn find(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let among = folder.file_name().is_some_and(|name| name == TEXTS);
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_uppercase();
        if path.is_dir() {
            find(&path, found)?;
        } else if among
            || NAMES.iter().any(|start| name.starts_with(start)) && !name.ends_with(".RS")
        {
            found.push(path);
        }
    }
    Ok(())
}

/// Rust's own standard library is linked in as well.
fn standard(build: &Build, out: &mut String, tree: &mut Tree) -> Result<()> {
    let _ = write!(
        out,
        "\nBoth: the standard library of Rust {}\n\n  \
        Copyright (c) The Rust Project Developers, licensed under MIT or Apache-2.0.\n",
        build.compiler.version
    );
    let sysroot = &build.compiler.sysroot;
    let (page, name) = match &build.compiler.sources {
        Some(sources) => (sources.copyright.clone(), "RUST-STANDARD-LIBRARY.txt"),
        None => (
            sysroot.join("share/doc/rust/COPYRIGHT-library.html"),
            "RUST-STANDARD-LIBRARY.html",
        ),
    };
    if page.exists() {
        tree.file(&format!("{FOLDER}/{name}"), read(&page)?);
        let _ = writeln!(
            out,
            "  Its notices, and those of what it has in it: {name}."
        );
    } else {
        out.push_str("  Both texts are among those below. This compiler came without a list of what it has in it.\n");
    }
    if build.glibc.is_some() {
        out.push_str("  Stack unwinding is LLVM's libunwind, Apache-2.0 WITH LLVM-exception.\n");
    }
    if build.target.ends_with("-windows-gnu") {
        tree.file(&format!("{FOLDER}/MINGW-W64.txt"), read(Path::new(MINGW))?);
        out.push_str(
            "\nBoth: what mingw-w64 starts programs with (MINGW-W64.txt), and stack unwinding by GCC's libgcc,\n  \
            GPL-3.0-or-later WITH GCC-exception-3.1.\n",
        );
    }
    Ok(())
}
