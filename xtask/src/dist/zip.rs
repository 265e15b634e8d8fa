//! The files as a .zip, below one folder of the archive's own name.

use std::io::{Cursor, Error, Result, Write};

use time::OffsetDateTime;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::layout::{Entry, Tree};

pub fn pack(name: &str, tree: &Tree, date: u64) -> Result<Vec<u8>> {
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
fn when(date: u64) -> Result<DateTime> {
    let seconds = i64::try_from(date).map_err(Error::other)?;
    let date = OffsetDateTime::from_unix_timestamp(seconds).map_err(Error::other)?;
    DateTime::from_date_and_time(
        u16::try_from(date.year()).map_err(Error::other)?,
        date.month().into(),
        date.day(),
        date.hour(),
        date.minute(),
        date.second(),
    )
    .map_err(Error::other)
}
