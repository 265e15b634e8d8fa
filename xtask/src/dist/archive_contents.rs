//! Which file goes where, and the texts that are filled in.

use std::collections::BTreeMap;
use std::process::Command;

use anyhow::{Context, bail};
use minijinja::Value;

use super::build::released;
use super::stage::Stage;
use super::target_folder;
use crate::Result;
use crate::bindings::templates::filled_in;
use crate::docs;
use crate::machine::{files, output, read, text};

/// Files and folders of the project, where they go, and which files of a folder do. With the licences beside it
/// `pip install bindings/python` works, and a wheel can be made.
const COPIES: &str = "include/hr.h include/hr.h
    bindings/cpp/hr.hpp include/hr.hpp
    bindings/cpp/hr include/hr hpp
    CHANGELOG.md share/doc/hr/CHANGELOG.md
    LICENSE-APACHE share/doc/hr/LICENSE-APACHE
    LICENSE-MIT share/doc/hr/LICENSE-MIT
    README.md share/doc/hr/README.md
    SECURITY.md share/doc/hr/SECURITY.md
    bindings/cpp/README.md share/doc/hr/cpp/README.md
    sandbox/README.md share/doc/hr/sandbox/README.md
    schema share/doc/hr/schema json
    docs/images share/doc/hr/docs/images png svg
    docs/snippets/snippets.h share/doc/hr/docs/snippets/snippets.h
    examples share/hr/examples c h
    examples/browser-login share/hr/examples/browser-login html js md py
    bindings/cpp/examples share/hr/examples cpp hpp
    bindings/OTHERS.md bindings/OTHERS.md
    bindings/csharp bindings/csharp md cs
    bindings/delphi bindings/delphi md pas dpr dpk lpk
    bindings/python bindings/python md py toml typed
    bindings/python/build_wheel bindings/python/build_wheel
    LICENSE-APACHE bindings/python/LICENSE-APACHE
    LICENSE-MIT bindings/python/LICENSE-MIT
    bindings/vb6 bindings/vb6 md bas cls
    bindings/windev bindings/windev md wl";

/// A file of the archive: where the project has it, and its place.
struct Packed {
    from: String,
    to: String,
    content: Vec<u8>,
}

/// Headers, sources, documents, examples and licences.
pub fn documents(stage: &Stage, built: bool) -> Result<()> {
    let mut packed = Vec::new();
    for row in COPIES.lines() {
        let [from, to, kinds @ ..] = &row.split_whitespace().collect::<Vec<_>>()[..] else {
            bail!("no row of COPIES: {row}");
        };
        copy(from, to, kinds, &mut packed)?;
    }
    for (from, text) in docs::markdown()? {
        let to = format!("share/doc/hr/{from}");
        let content = text.into_bytes();
        packed.push(Packed { from, to, content });
    }
    // Of a file that is packed twice, links lead to the first.
    let places = packed.iter().rev().map(|file| (&*file.from, &*file.to));
    let places: BTreeMap<&str, &str> = places.collect();
    for Packed { from, to, content } in &packed {
        match to.ends_with(".md") {
            true => {
                let text = String::from_utf8_lossy(content);
                // What is not packed is no link any more; a folder is its README.md.
                let place = |path: String| {
                    let readme = || places.get(&*format!("{path}/README.md"));
                    let place = places.get(&*path).or_else(readme)?;
                    Some((*place).to_owned())
                };
                stage.file(to, docs::moved(&text, from, to, place))?;
            }
            false => stage.file(to, content)?,
        }
    }
    if built {
        // The manual as HTML, without what it was built from.
        for (name, path) in files(docs::folder())? {
            if !name.starts_with("src/") {
                stage.file(&format!("share/doc/hr/manual/{name}"), read(&path)?)?;
            }
        }
    }
    command_line(stage)
}

/// The texts that show compilers and people how to use the library: those of all systems, and those of this one.
pub fn texts(system: &str, values: &[(&str, &str)], manual: bool, stage: &Stage) -> Result<()> {
    let abi = abi()?;
    let own = [("VERSION", env!("CARGO_PKG_VERSION")), ("ABI", &*abi)];
    let pages = match manual {
        true => [("PAGES", "manual"), ("KIND", "html"), ("GAP", " ")],
        false => [("PAGES", "docs"), ("KIND", "md"), ("GAP", "   ")],
    };
    let values = Value::from_pairs(own.iter().chain(&pages).chain(values).copied());
    for folder in ["all", system] {
        for (name, path) in files(format!("xtask/templates/{folder}"))? {
            let text = filled_in(&text(&path)?, values.clone());
            stage.file(&name, text.with_context(|| name.clone())?)?;
        }
    }
    Ok(())
}

/// The version of the binary contract.
pub fn abi() -> Result<String> {
    let header = text("include/hr.h")?;
    let mut lines = header.lines();
    let found = lines.find_map(|line| line.strip_prefix("#define HR_ABI_VERSION "));
    let found = found.context("include/hr.h does not define HR_ABI_VERSION")?;
    Ok(found.to_owned())
}

/// The manual pages of `hr` and the completions of the shells, as the program for this machine writes them.
fn command_line(stage: &Stage) -> Result<()> {
    let hr = released()?.join(format!("hr{}", std::env::consts::EXE_SUFFIX));
    let folder = target_folder().join("dist-build/man");
    // In English, whoever builds them.
    let write = |arguments: &[&str]| output(Command::new(&hr).arg("--lang=en").args(arguments));
    write(&["man", &folder.to_string_lossy()])?;
    for (name, page) in files(&folder)? {
        stage.file(&format!("share/man/man1/{name}"), read(&page)?)?;
    }
    for (shell, place) in [
        ("bash", "bash-completion/completions/hr"),
        ("zsh", "zsh/site-functions/_hr"),
        ("fish", "fish/vendor_completions.d/hr.fish"),
        ("powershell", "hr/hr.ps1"),
    ] {
        stage.file(&format!("share/{place}"), write(&["completions", shell])?)?;
    }
    Ok(())
}

/// A file, or the files of these kinds in a folder: without those of its tests, and without what a compiler left.
fn copy(from: &str, to: &str, kinds: &[&str], packed: &mut Vec<Packed>) -> Result<()> {
    for (name, path) in files(from)? {
        let kind = path.extension().unwrap_or_default().to_string_lossy();
        let left_out = |part| ["tests", "bin", "obj"].contains(&part);
        let is_one = name.is_empty() || kinds.contains(&&*kind) && !name.split('/').any(left_out);
        if is_one {
            let place = |of: &str| format!("{of}/{name}").trim_end_matches('/').to_owned();
            packed.push(Packed {
                from: place(from),
                to: place(to),
                content: read(&path)?,
            });
        }
    }
    Ok(())
}
