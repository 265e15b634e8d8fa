//! The same bytes for the same files, and their checksums.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use ring::digest::{SHA256, digest};

use super::layout::read;
use crate::Result;

/// 1 January 1980: for sources that come without a date.
const UNDATED: u64 = 315_532_800;

/// The date of everything in an archive: `SOURCE_DATE_EPOCH`, or that of the last commit.
pub fn date(root: &Path) -> Result<u64> {
    if let Ok(wanted) = std::env::var("SOURCE_DATE_EPOCH") {
        return wanted
            .parse()
            .map_err(|_| format!("SOURCE_DATE_EPOCH is not a number: {wanted}"));
    }
    let mut git = Command::new("git");
    let output = git
        .current_dir(root)
        .args(["log", "-1", "--format=%ct"])
        .output();
    let printed = output.ok().filter(|output| output.status.success());
    let printed = printed.and_then(|output| String::from_utf8(output.stdout).ok());
    Ok(printed
        .and_then(|text| text.trim().parse().ok())
        .unwrap_or(UNDATED))
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
        let name = entry
            .map_err(failed)?
            .file_name()
            .to_string_lossy()
            .into_owned();
        if name.starts_with("hr-") {
            names.insert(name);
        }
    }
    let mut sums = String::new();
    for name in names {
        let digest = digest(&SHA256, &read(&folder.join(&name))?);
        for byte in digest.as_ref() {
            let _ = write!(sums, "{byte:02x}");
        }
        let _ = writeln!(sums, "  {name}");
    }
    std::fs::write(folder.join("SHA256SUMS"), sums).map_err(failed)
}
