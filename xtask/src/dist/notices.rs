//! The licences of what is linked in.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use indexmap::IndexMap;
use minijinja::context;
use serde::Deserialize;

use super::build::{Build, cargo};
use super::stage::Stage;
use crate::Result;
use crate::bindings::templates::filled_in;
use crate::machine::{files, output, read, text};

/// How the names of files with licences begin.
const NAMES: &str = "LICENSE LICENCE COPYING COPYRIGHT NOTICE UNLICENSE";
/// A folder that has nothing else, as the REUSE specification has it.
const TEXTS: &str = "LICENSES";
/// Its licence wants its text with every binary.
const MINGW: &str = "/usr/share/doc/mingw-w64-common/copyright";
const TEMPLATE: &str = include_str!("../../templates/notices.j2");

/// Each text once, and the files that it stands in.
type Texts = IndexMap<String, Vec<String>>;

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    license_file: Option<String>,
    manifest_path: PathBuf,
    /// None for the packages of this workspace.
    source: Option<String>,
}

/// Writes the notices; fails when a package comes without a licence or its text. Which may be linked in, deny.toml says.
pub fn add(build: &Build, stage: &Stage) -> Result<()> {
    let mut metadata = cargo("cargo metadata --format-version=1 --locked --filter-platform");
    let metadata: Metadata = serde_json::from_str(&output(metadata.arg(build.target))?)?;
    let mut texts = Texts::new();
    let mut packages = |of: &str| -> Result<Vec<_>> {
        let mut entries = Vec::new();
        let linked = linked(of, build.target)?;
        for package in metadata.packages.iter().filter(|one| one.source.is_some()) {
            let name = format!("{} {}", package.name, package.version);
            if linked.contains(&format!("{} v{}", package.name, package.version)) {
                let licence = licence(package, &name, &mut texts);
                let licence = licence.with_context(|| name.clone())?;
                entries.push((name, licence));
            }
        }
        Ok(entries)
    };
    let parts = [
        ("The library", packages("healthrecord")?),
        ("The command line", packages("healthrecord-cli")?),
        ("The sandbox", packages("hr-sandbox-program")?),
    ];
    let mingw = build.target.ends_with("-windows-gnu");
    if mingw {
        stage.file("share/doc/hr/MINGW-W64.txt", read(Path::new(MINGW))?)?;
    }
    let values = context! {
        parts,
        mingw,
        rust => &build.compiler.version,
        standard => standard(build, stage)?,
        unwinding => build.glibc.is_some(),
        texts => texts.into_iter().collect::<Vec<_>>(),
    };
    let notices = filled_in(TEMPLATE, values)?;
    stage.file("share/doc/hr/THIRD-PARTY-NOTICES.txt", notices)
}

/// What is linked into what a package builds, such as `ring v0.17.14`: neither what tests and build scripts need nor macros.
/// The features are those of a build of this package alone.
fn linked(package: &str, target: &str) -> Result<BTreeSet<String>> {
    let mut tree = cargo("cargo tree --locked --edges normal,no-proc-macro --prefix none");
    tree.args(["--package", package, "--target", target]);
    let text = output(tree.args(["--format", "{p}"]))?;
    // What stands behind says where it comes from, and that cargo has printed it before.
    let words = text.lines().map(|line| line.split(' ').take(2));
    Ok(words
        .map(|words| words.collect::<Vec<_>>().join(" "))
        .collect())
}

/// A package's licence; its texts go to the others.
fn licence(package: &Package, name: &str, texts: &mut Texts) -> Result<String> {
    let expression = package.license.clone().context("it names no licence")?;
    let folder = package.manifest_path.parent().unwrap_or(Path::new("."));
    let found = files(folder)?.into_iter().map(|(path, _)| path);
    let mut found: Vec<String> = found.collect();
    found.retain(|path| {
        let (parents, name) = path.rsplit_once('/').unwrap_or(("", path));
        let name = name.to_uppercase();
        let named = NAMES.split(' ').any(|start| name.starts_with(start)) && !name.ends_with(".RS");
        named || parents.rsplit('/').next() == Some(TEXTS)
    });
    let other = package.license_file.clone();
    found.extend(other.filter(|other| !found.contains(other)));
    if found.is_empty() {
        bail!("it comes without the text of its licence");
    }
    for path in found {
        let text = text(folder.join(&path))?;
        let text = text.trim_matches('\n').trim_end().to_owned();
        let origin = format!("{name} {path}");
        let origins = texts.entry(text).or_default();
        if !origins.contains(&origin) {
            origins.push(origin);
        }
    }
    Ok(expression)
}

/// The file with the notices of Rust's own standard library, which is linked in as well; none where the compiler has none.
fn standard(build: &Build, stage: &Stage) -> Result<Option<&'static str>> {
    let html = "share/doc/rust/COPYRIGHT-library.html";
    let html = build.compiler.sysroot.join(html);
    let (page, name) = match &build.compiler.sources {
        Some(sources) => (&sources.copyright, "RUST-STANDARD-LIBRARY.txt"),
        None => (&html, "RUST-STANDARD-LIBRARY.html"),
    };
    if !page.exists() {
        return Ok(None);
    }
    stage.file(&format!("share/doc/hr/{name}"), read(page)?)?;
    Ok(Some(name))
}
