//! What a binary says of itself.

use std::collections::BTreeSet;
use std::path::Path;

use memchr::memmem;
use object::Object;
use object::read::elf::ElfFile64;

use super::layout::Tree;
use crate::Result;

/// The functions that a shared library exports, in the order of their names.
pub fn exports(library: &[u8]) -> Result<Vec<String>> {
    let file = object::File::parse(library).map_err(|error| error.to_string())?;
    let exports = file.exports().map_err(|error| error.to_string())?;
    let names = exports
        .iter()
        .map(|export| String::from_utf8_lossy(export.name()).into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    if names.is_empty() {
        return Err("the library exports nothing".into());
    }
    let own = |name: &&String| {
        (name.starts_with("hr_") || name.starts_with("hr32_")) && !name.contains("_test_")
    };
    match names.iter().find(|name| !own(name)) {
        Some(name) => Err(format!("the library exports {name}")),
        None => Ok(names),
    }
}

/// Overwrites the folders of other people's sources, of which a program's panics name the files, by ones of the same length.
/// To have the compiler leave them out takes other flags, with which everything would be compiled again.
pub fn hide(binary: &mut [u8], folders: &BTreeSet<&Path>) {
    for folder in folders {
        let folder = folder.as_os_str().as_encoded_bytes();
        let mut hidden = b"/crates".to_vec();
        hidden.resize(folder.len().max(hidden.len()), b'/');
        let places: Vec<usize> = memmem::find_iter(binary, folder).collect();
        for at in places {
            binary[at..][..folder.len()].copy_from_slice(&hidden[..folder.len()]);
        }
    }
}

/// The newest glibc of which a Linux binary needs something: with an older one it does not load.
pub fn glibc(binary: &[u8]) -> Result<(u32, u32)> {
    let file: ElfFile64 = ElfFile64::parse(binary).map_err(|error| error.to_string())?;
    let table = file.elf_section_table();
    let versions = table.versions(file.endian(), binary);
    let versions = versions
        .map_err(|error| error.to_string())?
        .unwrap_or_default();
    let mut newest = (2, 0);
    for symbol in file.elf_dynamic_symbol_table().enumerate() {
        let index = versions.version_index(file.endian(), symbol.0);
        let found = versions.version(index).map_err(|error| error.to_string())?;
        let name = found.map_or(&b""[..], |version| version.name());
        let number = std::str::from_utf8(name)
            .ok()
            .and_then(|name| name.strip_prefix("GLIBC_"));
        let Some(number) = number else { continue };
        let number = version(number)
            .ok_or_else(|| format!("GLIBC_{number} is not a version that a system reports"))?;
        newest = newest.max(number);
    }
    Ok(newest)
}

/// The first two numbers of a version: 2.17, 2.2.5.
pub fn version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.split('.').map(str::parse);
    match (parts.next(), parts.next()) {
        (Some(Ok(major)), Some(Ok(minor))) => Some((major, minor)),
        _ => None,
    }
}

/// Refuses files with one of these texts in them.
pub fn free_of(tree: &Tree, texts: &[String]) -> Result<()> {
    for (path, bytes) in tree.contents() {
        for text in texts {
            if memmem::find(bytes, text.as_bytes()).is_some() {
                return Err(format!("{path} has a path of this machine in it: {text}"));
            }
        }
    }
    Ok(())
}
