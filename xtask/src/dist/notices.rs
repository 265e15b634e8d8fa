//! The licences of what is linked in.

use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use minijinja::context;

use super::build::Build;
use super::layout::{Tree, read};
use super::workspace::Package;
use crate::Result;
use crate::bindings::templates;

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
const TEMPLATE: &str = include_str!("../../templates/notices.j2");

/// Each text once, in the order of its number, and the files that it stands in.
type Texts = IndexMap<String, Vec<String>>;

fn is_mingws(target: &str) -> bool {
    target.ends_with("-windows-gnu")
}

/// Checked before anything is built for it.
pub fn can_be_written(target: &str) -> Result<()> {
    match is_mingws(target) {
        true => read(Path::new(MINGW)).map(|_| ()),
        false => Ok(()),
    }
}

/// Writes the notices into the tree; fails when a package comes without a licence or its text. Which may be linked in, deny.toml says.
pub fn add(build: &Build, tree: &mut Tree) -> Result<()> {
    let mut texts = Texts::new();
    let mut packages = |of: &str| -> Result<Vec<_>> {
        let linked = build.workspace.linked(of, build.target)?.into_iter();
        let entries = linked.map(|package| {
            let name = format!("{} {}", package.name, package.version);
            match entry(package, &name, &mut texts) {
                Ok((expression, numbers)) => Ok((name, expression, numbers)),
                Err(error) => Err(format!("{name}: {error}")),
            }
        });
        entries.collect()
    };
    let (library, sandbox) = (packages("healthrecord")?, packages("hr-sandbox-program")?);
    let mingw = is_mingws(build.target);
    if mingw {
        tree.file(&format!("{FOLDER}/MINGW-W64.txt"), read(Path::new(MINGW))?);
    }
    let notices = templates::environment()?.render_str(
        TEMPLATE,
        context! {
            library,
            sandbox,
            mingw,
            rust => &build.compiler.version,
            standard => standard(build, tree)?,
            unwinding => build.glibc.is_some(),
            texts => texts.into_iter().collect::<Vec<_>>(),
        },
    );
    let notices = notices.map_err(|error| error.to_string())?;
    tree.file(&format!("{FOLDER}/THIRD-PARTY-NOTICES.txt"), notices);
    Ok(())
}

/// A package's licence, and the numbers of its texts, which go to the others.
fn entry(package: &Package, name: &str, texts: &mut Texts) -> Result<(String, Vec<usize>)> {
    let expression = package.license.clone().ok_or("it names no licence")?;
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
        let text = texts.entry(text.trim_matches('\n').trim_end().to_owned());
        numbers.push(text.index() + 1);
        let path = file.strip_prefix(package.folder()).unwrap_or(&file);
        let origin = format!("{name} {}", path.display());
        let origins = text.or_default();
        if !origins.contains(&origin) {
            origins.push(origin);
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok((expression, numbers))
}

fn find(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let among = folder.file_name().is_some_and(|name| name == TEXTS);
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default();
        let name = name.to_string_lossy().to_uppercase();
        let named = NAMES.iter().any(|start| name.starts_with(start)) && !name.ends_with(".RS");
        if path.is_dir() {
            find(&path, found)?;
        } else if among || named {
            found.push(path);
        }
    }
    Ok(())
}

/// The file with the notices of Rust's own standard library, which is linked in as well; none where the compiler has none.
fn standard(build: &Build, tree: &mut Tree) -> Result<Option<&'static str>> {
    let html = build
        .compiler
        .sysroot
        .join("share/doc/rust/COPYRIGHT-library.html");
    let (page, name) = match &build.compiler.sources {
        Some(sources) => (&sources.copyright, "RUST-STANDARD-LIBRARY.txt"),
        None => (&html, "RUST-STANDARD-LIBRARY.html"),
    };
    if !page.exists() {
        return Ok(None);
    }
    tree.file(&format!("{FOLDER}/{name}"), read(page)?);
    Ok(Some(name))
}
