//! Files that a host names: opened only where they are regular, so that no pipe or device is waited for
//! or read without end.

#[cfg(feature = "fuzzing")]
pub mod fuzzing;

use std::fs::{File, OpenOptions};
use std::io::{self, Read};

/// Why a file cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Missing,
    Unreadable,
    NotRegular,
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Refusal {
        match error.kind() {
            io::ErrorKind::NotFound => Refusal::Missing,
            _ => Refusal::Unreadable,
        }
    }
}

/// Opens a regular file and tells its length.
pub fn open(path: &str) -> Result<(File, u64), Refusal> {
    #[cfg(feature = "fuzzing")]
    let path = fuzzing::within(path)?;
    #[cfg(feature = "fuzzing")]
    let path = path.as_path();
    // Looked at before it is opened to be read: that alone may wake a device.
    if !std::fs::metadata(path)?.is_file() {
        return Err(Refusal::NotRegular);
    }
    let mut options = OpenOptions::new();
    options.read(true);
    // And looked at again: what lies at the path may have changed meanwhile, and opening a pipe waits.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        libc::O_NONBLOCK | libc::O_NOCTTY,
    );
    let file = options.open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(Refusal::NotRegular);
    }
    Ok((file, metadata.len()))
}

/// All of a regular file of at most `limit` bytes; None when it is none, longer, or cannot be read.
pub fn read(path: &str, limit: u64) -> Option<Vec<u8>> {
    let (file, length) = open(path).ok()?;
    let mut bytes = Vec::new();
    if length > limit {
        return None;
    }
    bytes.try_reserve(usize::try_from(length).ok()?).ok()?;
    // It may grow while it is read.
    file.take(limit + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= limit).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_up_to_the_limit_are_read() {
        let folder = std::env::temp_dir().join(format!("hr-regular-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("file");
        std::fs::write(&file, b"12345").unwrap();
        let (file, folder) = (file.to_str().unwrap(), folder.to_str().unwrap());
        assert_eq!(read(file, 5).as_deref(), Some(&b"12345"[..]));
        assert_eq!(read(file, 4), None);
        assert_eq!(open(file).unwrap().1, 5);
        assert_eq!(open(folder).err(), Some(Refusal::NotRegular));
        let missing = format!("{folder}/missing");
        assert_eq!(open(&missing).err(), Some(Refusal::Missing));
        assert_eq!(open("a\0b").err(), Some(Refusal::Unreadable));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
