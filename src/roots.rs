//! The roots that `SSL_CERT_FILE` and `SSL_CERT_DIR` name instead of the system's.
//!
//! Where the system keeps its roots in files, users of OpenSSL name others by these variables, and the library that
//! reads the system's roots follows them by itself: whatever they name, as long as it takes. So they are read here:
//! regular files only, up to a size, and only as long as the call may take. What cannot be read is left out; the
//! system's roots never stand in for it. Windows and Apple's systems know no such variables.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::regular_file::{self, Watched};

/// Far more than the roots of any system, all files together.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// Files looked at in all folders together.
const MAX_FILES: usize = 10_000;

const FILE: &str = "SSL_CERT_FILE";
const FOLDERS: &str = "SSL_CERT_DIR";

/// What the environment names.
#[derive(Debug, PartialEq, Eq)]
pub struct NamedRoots {
    file: Option<PathBuf>,
    folders: Vec<PathBuf>,
}

impl NamedRoots {
    /// None where the system's roots count.
    pub fn today() -> Option<NamedRoots> {
        let files = cfg!(all(
            unix,
            not(target_os = "android"),
            not(target_vendor = "apple")
        ));
        files.then(|| NamedRoots::of(|name| std::env::var_os(name)))?
    }

    fn of(variable: impl Fn(&str) -> Option<OsString>) -> Option<NamedRoots> {
        let folders = variable(FOLDERS).unwrap_or_default();
        let folders = std::env::split_paths(&folders);
        let named = NamedRoots {
            file: variable(FILE).map(PathBuf::from),
            folders: folders
                .filter(|path| !path.as_os_str().is_empty())
                .collect(),
        };
        (named.file.is_some() || !named.folders.is_empty()).then_some(named)
    }

    /// What distinguishes these roots from others.
    pub fn key(&self) -> Vec<u8> {
        format!("{self:?}").into_bytes()
    }

    /// Hands over the text of each file; ends with an error when `go_on` gives one.
    pub fn read<E>(
        &self,
        go_on: impl Fn() -> Result<(), E>,
        mut take: impl FnMut(&[u8]),
    ) -> Result<(), E> {
        let mut left = MAX_BYTES;
        let mut one = |path: &Path| {
            let text = path
                .to_str()
                .and_then(|path| regular_file::read(path, left, Watched::for_ever()).ok());
            if let Some(text) = text {
                left = left.saturating_sub(text.len() as u64);
                take(&text);
            }
        };
        go_on()?;
        if let Some(file) = &self.file {
            one(file);
        }
        let folders = self.folders.iter();
        let entries = folders.filter_map(|folder| std::fs::read_dir(folder).ok());
        for entry in entries.flatten().take(MAX_FILES) {
            go_on()?;
            if let Ok(entry) = entry {
                one(&entry.path());
            }
        }
        go_on()
    }
}

/// Whose roots count, as the settings in force say it.
pub fn describe() -> &'static str {
    let named = NamedRoots::today();
    let named = named.as_ref();
    match named.map(|named| (named.file.is_some(), named.folders.is_empty())) {
        None => "system",
        Some((true, true)) => FILE,
        Some((false, _)) => FOLDERS,
        Some((true, false)) => "SSL_CERT_FILE, SSL_CERT_DIR",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_named_counts_and_nothing_else() {
        let named = |file: Option<&str>, folders: Option<&str>| {
            NamedRoots::of(|name| match name {
                FILE => file.map(OsString::from),
                _ => folders.map(OsString::from),
            })
        };
        assert_eq!(named(None, None), None);
        assert_eq!(named(None, Some("")), None);
        // Set, but to nothing: no roots, as with OpenSSL.
        assert!(named(Some(""), None).is_some());
        let folders = std::env::join_paths(["a", "", "b"]).unwrap();
        let both = named(Some("f"), folders.to_str()).unwrap();
        assert_eq!((both.file, both.folders.len()), (Some("f".into()), 2));
    }

    #[test]
    fn reading_ends_when_the_call_must() {
        let folder = std::env::temp_dir();
        let named = NamedRoots {
            file: None,
            folders: vec![folder],
        };
        let ended = named.read(|| Err("late"), |_| panic!("nothing is read"));
        assert_eq!(ended, Err("late"));
    }
}
