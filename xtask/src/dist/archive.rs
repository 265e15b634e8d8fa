//! The same bytes for the same files, below one folder of the archive's own name; and their checksums.

use std::collections::BTreeSet;
use std::io::{Cursor, Error, Write};
use std::path::Path;
use std::process::Command;

use flate2::{Compression, GzBuilder};
use ring::digest::{SHA256, digest};
use tar::{EntryType, Header};
use time::{OffsetDateTime, PrimitiveDateTime};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::layout::{Entry, Tree, read};
use crate::Result;

/// 1 January 1980: for sources that come without a date.
const UNDATED: u64 = 315_532_800;

/// The date of everything in an archive: `SOURCE_DATE_EPOCH`, or that of the last commit.
pub fn date(root: &Path) -> Result<u64> {
    if let Ok(wanted) = std::env::var("SOURCE_DATE_EPOCH") {
        let number = wanted.parse();
        return number.map_err(|_| format!("SOURCE_DATE_EPOCH is not a number: {wanted}"));
    }
    let mut git = Command::new("git");
    git.current_dir(root).args(["log", "-1", "--format=%ct"]);
    let printed = git.output().map(|output| output.stdout).unwrap_or_default();
    let date = String::from_utf8_lossy(&printed).trim().parse();
    Ok(date.unwrap_or(UNDATED))
}

pub fn write(path: &Path, bytes: std::io::Result<Vec<u8>>) -> Result<()> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    std::fs::create_dir_all(path.parent().unwrap_or(path)).map_err(failed)?;
    std::fs::write(path, bytes.map_err(failed)?).map_err(failed)
}

/// `SHA256SUMS` of all archives in the folder, as `sha256sum --check` reads it.
pub fn sums(folder: &Path) -> Result<()> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut names = BTreeSet::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        names.insert(name.to_string_lossy().into_owned());
    }
    names.retain(|name| name.starts_with("hr-"));
    let mut sums = String::new();
    for name in names {
        let digest = digest(&SHA256, &read(&folder.join(&name))?);
        let bytes = digest.as_ref().iter();
        let digest: String = bytes.map(|byte| format!("{byte:02x}")).collect();
        sums += &format!("{digest}  {name}\n");
    }
    std::fs::write(folder.join("SHA256SUMS"), sums).map_err(failed)
}

/// A .tar.gz.
pub fn tar(name: &str, tree: &Tree, date: u64) -> std::io::Result<Vec<u8>> {
    let gzip = GzBuilder::new().write(Vec::new(), Compression::best());
    let mut tar = tar::Builder::new(gzip);
    for (path, entry) in &tree.0 {
        let path = format!("{name}/{path}");
        match entry {
            Entry::File {
                content,
                executable,
            } => {
                let mode = if *executable { 0o755 } else { 0o644 };
                let mut header = entry_header(EntryType::Regular, mode, date);
                header.set_size(content.len() as u64);
                tar.append_data(&mut header, path, content.as_slice())?;
            }
            Entry::Link(to) => {
                let mut header = entry_header(EntryType::Symlink, 0o777, date);
                tar.append_link(&mut header, path, to)?;
            }
        }
    }
    tar.into_inner()?.finish()
}

fn entry_header(kind: EntryType, mode: u32, date: u64) -> Header {
    let mut header = Header::new_ustar();
    header.set_entry_type(kind);
    header.set_mode(mode);
    header.set_mtime(date);
    header.set_uid(0);
    header.set_gid(0);
    header.set_size(0);
    header
}

pub fn zip(name: &str, tree: &Tree, date: u64) -> std::io::Result<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(9))
        .last_modified_time(when(date)?)
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, entry) in &tree.0 {
        let Entry::File { content, .. } = entry else {
            return Err(Error::other(format!("{path}: Windows has no links")));
        };
        zip.start_file(format!("{name}/{path}"), options)?;
        zip.write_all(content)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// The date in UTC. A zip has no earlier one than that of 1980.
fn when(date: u64) -> std::io::Result<DateTime> {
    let seconds = i64::try_from(date).map_err(Error::other)?;
    let date = OffsetDateTime::from_unix_timestamp(seconds).map_err(Error::other)?;
    DateTime::try_from(PrimitiveDateTime::new(date.date(), date.time())).map_err(Error::other)
}
