//! Where the roots lie: the system's, or those that `SSL_CERT_FILE` and `SSL_CERT_DIR` name in their place.
//!
//! Where the system keeps its roots in files, users of OpenSSL name others by these variables, and the library that
//! reads the system's roots follows them by itself: whatever they name, as long as it takes. So they are read here:
//! regular files only, up to a size, and only as long as the call may take. What cannot be read is left out; the
//! system's roots never stand in for it. Windows and Apple's systems know no such variables.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::regular_file::{self, Look, Watched};

/// Far more than the roots of any system, all files together.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// Files looked at in all folders together.
const MAX_FILES: usize = 10_000;

/// Longer than the steps in which file systems count time.
const RECENT: Duration = Duration::from_secs(2);

const FILE: &str = "SSL_CERT_FILE";
const FOLDERS: &str = "SSL_CERT_DIR";

#[derive(Debug, Default, PartialEq, Eq)]
pub struct RootFiles {
    /// The environment names them in the place of the system's.
    pub named: bool,
    file: Option<PathBuf>,
    folders: Vec<PathBuf>,
}

impl RootFiles {
    pub fn today() -> RootFiles {
        let in_files = cfg!(all(
            unix,
            not(target_os = "android"),
            not(target_vendor = "apple")
        ));
        let named = in_files.then(RootFiles::named);
        named.flatten().unwrap_or_else(system)
    }

    /// None where the environment names none.
    fn named() -> Option<RootFiles> {
        let folders = std::env::var_os(FOLDERS).unwrap_or_default();
        let folders = std::env::split_paths(&folders);
        let files = RootFiles {
            named: true,
            file: std::env::var_os(FILE).map(PathBuf::from),
            folders: folders
                .filter(|path| !path.as_os_str().is_empty())
                .collect(),
        };
        (files.file.is_some() || !files.folders.is_empty()).then_some(files)
    }

    /// What distinguishes these places from others.
    pub fn key(&self) -> Vec<u8> {
        format!("{self:?}").into_bytes()
    }

    /// The same, and what shows that a file changed. None where one has changed just now: it may change once more
    /// without showing it.
    pub fn stamp(&self) -> Option<Vec<u8>> {
        self.stamp_before(SystemTime::now().checked_sub(RECENT)?)
    }

    fn stamp_before(&self, recent: SystemTime) -> Option<Vec<u8>> {
        let mut stamp = self.key();
        let mut note = |path: &Path| {
            let look = Look::at(path);
            stamp.extend_from_slice(path.as_os_str().as_encoded_bytes());
            stamp.extend(look.iter().flat_map(Look::bytes));
            look.is_none_or(|look| look.is_older_than(recent))
        };
        let folders = self.folders.iter();
        let mut all_older = self.file.iter().chain(folders).all(|path| note(path));
        all_older &= self.entries().all(|path| note(&path));
        all_older.then_some(stamp)
    }

    /// What lies in the folders.
    fn entries(&self) -> impl Iterator<Item = PathBuf> {
        let folders = self.folders.iter();
        let entries = folders.filter_map(|folder| std::fs::read_dir(folder).ok());
        let entries = entries.flatten().take(MAX_FILES);
        entries.flatten().map(|entry| entry.path())
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
        for path in self.entries() {
            go_on()?;
            one(&path);
        }
        go_on()
    }
}

#[cfg(all(unix, not(target_os = "android"), not(target_vendor = "apple")))]
fn system() -> RootFiles {
    let found = openssl_probe::probe();
    RootFiles {
        named: false,
        file: found.cert_file,
        folders: found.cert_dir,
    }
}

/// The system itself looks whom it trusts, at each check.
#[cfg(not(all(unix, not(target_os = "android"), not(target_vendor = "apple"))))]
fn system() -> RootFiles {
    RootFiles::default()
}

/// Whose roots count, as the settings in force say it.
pub fn describe() -> &'static str {
    let files = RootFiles::today();
    match (files.named, files.file.is_some(), files.folders.is_empty()) {
        (false, ..) => "system",
        (true, true, true) => FILE,
        (true, false, _) => FOLDERS,
        (true, true, false) => "SSL_CERT_FILE, SSL_CERT_DIR",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_shows_what_changed() {
        let folder = std::env::temp_dir().join(format!("hr-roots-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (one, other) = (folder.join("one.pem"), folder.join("other.pem"));
        std::fs::write(&one, "1").unwrap();
        let files = RootFiles {
            named: true,
            file: None,
            folders: vec![folder.clone()],
        };
        // What was written just now may be written once more within one step of the clock.
        assert_eq!(files.stamp(), None);
        let later = SystemTime::now() + 2 * RECENT;
        let stamp = || files.stamp_before(later).unwrap();
        let first = stamp();
        assert_eq!(stamp(), first);
        std::fs::write(&other, "2").unwrap();
        let second = stamp();
        std::fs::write(&one, "12").unwrap();
        let third = stamp();
        std::fs::remove_file(&other).unwrap();
        let all = [first, second, third, stamp()];
        std::fs::remove_dir_all(folder).unwrap();
        for (number, stamp) in all.iter().enumerate() {
            assert!(!all[..number].contains(stamp), "{number}");
        }
    }
}
