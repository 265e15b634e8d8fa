//! The library's files as Linux names and links them.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, bail};
use hr_header::Header;
use memchr::memmem;
use object::Object;

use super::archive_contents::{abi, documents, texts};
use super::build::{Build, registry};
use super::stage::Stage;
use crate::Result;
use crate::machine::{output, read, text, write};

/// What a program is built with beside the files.
pub struct Links {
    /// The name of the shared library, and of the file with its code.
    soname: String,
    file: String,
    /// What the static library needs from the platform.
    native: String,
}

/// The shared library and the static one.
pub fn library(build: &Build, stage: &Stage) -> Result<Links> {
    // By its SONAME a program asks for the binary contract that it was linked with.
    let soname = format!("libhr.so.{}", abi()?);
    let (made, native) = build.library(&soname)?;
    let shared = read(made.join("libhr.so"))?;
    let archive = single_object(&made.join("libhr.a"), &exports(&shared)?, build)?;
    let file = format!("libhr.so.{}", env!("CARGO_PKG_VERSION"));
    stage.file("lib/libhr.a", archive)?;
    stage.file(&format!("lib/{file}"), shared)?;
    stage.link(&format!("lib/{soname}"), &file)?;
    stage.link("lib/libhr.so", &soname)?;
    Ok(Links {
        soname,
        file,
        native,
    })
}

pub fn files(build: &Build, stage: &Stage, manual: bool) -> Result<()> {
    let links = library(build, stage)?;
    for (name, mut program) in build.programs()? {
        hide(&mut program, &registry());
        stage.program(&format!("bin/{name}"), &program)?;
    }
    let oldest = glibc(build, stage)?;
    if let Some(wanted) = build.glibc
        && version(&oldest) > version(wanted)
    {
        bail!("asked for glibc {wanted}, the binaries need {oldest}");
    }
    let needs = format!("glibc {oldest} or newer");
    eprintln!("{}: {needs}", stage.root.display());
    let values = [
        ("TARGET", build.target),
        ("POINTER", "8"),
        ("NEEDS", &needs),
        ("NATIVE", &links.native),
        ("NATIVE_LIST", &links.native.replace(' ', ";")),
        ("SHARED_FILE", &links.file),
        ("SONAME", &links.soname),
    ];
    documents(stage, manual)?;
    texts("linux", &values, manual, stage)
}

/// The functions that a shared library exports, in the order of their names: those of the header, in 32-bit Windows each
/// under its name for stdcall as well, and nothing else.
pub fn exports(library: &[u8]) -> Result<Vec<String>> {
    let file = object::File::parse(library)?;
    let exports = file.exports()?;
    let names = exports.iter().map(|export| export.name());
    let names = names.map(|name| String::from_utf8_lossy(name).into_owned());
    let names: BTreeSet<String> = names.collect();
    let header = Header::parse(&text("include/hr.h")?);
    let declared = header.functions.into_iter().map(|function| function.name);
    let mut wanted: BTreeSet<String> = declared.collect();
    if names.iter().any(|name| name.starts_with("hr32_")) {
        let stdcall = wanted.iter().map(|name| name.replacen("hr_", "hr32_", 1));
        wanted.extend(stdcall.collect::<Vec<_>>());
    }
    match names.symmetric_difference(&wanted).next() {
        Some(name) if names.contains(name) => bail!("the library exports {name}"),
        Some(name) => bail!("the library does not export {name}"),
        None => Ok(names.into_iter().collect()),
    }
}

/// Overwrites the folder of other people's sources, of which a program's panics name the files, by one of the same length.
/// To have the compiler leave it out takes other flags, with which everything would be compiled again.
fn hide(binary: &mut [u8], folder: &Path) {
    let folder = folder.as_os_str().as_encoded_bytes();
    let mut hidden = b"/crates".to_vec();
    hidden.resize(folder.len(), b'/');
    let places: Vec<usize> = memmem::find_iter(binary, folder).collect();
    for at in places {
        binary[at..][..folder.len()].copy_from_slice(&hidden);
    }
}

/// The newest glibc of which a binary needs something: with an older one it does not load.
fn glibc(build: &Build, stage: &Stage) -> Result<String> {
    let mut readelf = build.tool("readelf -VW lib/libhr.so bin/hr bin/hr-sandbox");
    let listed = output(readelf.current_dir(&stage.root))?;
    let names = listed.split("Name: GLIBC_").skip(1);
    let names = names.filter_map(|rest| rest.split_whitespace().next());
    let newest = names.max_by_key(|name| version(name));
    Ok(newest.context("readelf names no glibc")?.to_owned())
}

/// The numbers of a version: 2.17, 2.2.5. What is none, such as PRIVATE, is before all others.
fn version(text: &str) -> Option<Vec<u32>> {
    text.split('.').map(|part| part.parse().ok()).collect()
}

/// The static library as one object that shows nothing but the contract. As rustc makes it, it also has
/// Rust's runtime in it, which clashes with that of another Rust library in the same program, and
/// mathematical functions that would take the place of the platform's; and 16 MB of compiler's data.
fn single_object(made: &Path, exports: &[String], build: &Build) -> Result<Vec<u8>> {
    let folder = build.folder("static");
    let (names, archive) = (folder.join("exports.txt"), folder.join("libhr.a"));
    let mut link = build.tool("ld.bfd -r --gc-sections --force-group-allocation");
    for name in exports {
        link.args(["-u", name]);
    }
    write(&names, exports.join("\n"))?;
    output(link.args(["-o", "hr.o"]).arg(made).current_dir(&folder))?;
    let mut hide = build.tool("objcopy --strip-unneeded --keep-global-symbols=exports.txt");
    hide.args([
        "--remove-section=.llvmbc",
        "--remove-section=.llvmcmd",
        "hr.o",
    ]);
    output(hide.current_dir(&folder))?;
    // D: without dates and owners.
    let _ = std::fs::remove_file(&archive);
    output(build.tool("ar rcsD libhr.a hr.o").current_dir(&folder))?;
    read(&archive)
}
