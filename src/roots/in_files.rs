//! The system's files of roots, or those that `SSL_CERT_FILE` and `SSL_CERT_DIR` name in their place, as users of OpenSSL
//! know it. Regular files only, up to a size, and only as long as the call may take. What cannot be read is left out; the
//! system's roots never stand in for those that are named.

use std::fs::{File, metadata, read_dir};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use crate::reason::Reason;
use crate::regular_file::{Watched, read};

/// Far more than the roots of any system, all files together.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// Files looked at in all folders together.
const MAX_FILES: usize = 10_000;

/// Longer than the steps in which file systems count time.
const RECENT: Duration = Duration::from_secs(2);

const FILE: &str = "SSL_CERT_FILE";
const FOLDERS: &str = "SSL_CERT_DIR";

#[derive(Debug)]
pub struct RootFiles {
    /// The environment names them in the place of the system's.
    named: bool,
    file: Option<PathBuf>,
    folders: Vec<PathBuf>,
}

impl RootFiles {
    pub fn today() -> RootFiles {
        RootFiles::named().unwrap_or_else(RootFiles::of_the_system)
    }

    fn of_the_system() -> RootFiles {
        let found = openssl_probe::probe();
        RootFiles {
            named: false,
            file: found.cert_file,
            folders: found.cert_dir,
        }
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
    pub fn stamp(&self, go_on: impl Fn() -> Result<(), Reason>) -> Result<Option<Vec<u8>>, Reason> {
        let now = UNIX_EPOCH.elapsed().unwrap_or_default();
        self.stamp_before(now.saturating_sub(RECENT), go_on)
    }

    fn stamp_before(
        &self,
        recent: Duration,
        go_on: impl Fn() -> Result<(), Reason>,
    ) -> Result<Option<Vec<u8>>, Reason> {
        let recent = i64::try_from(recent.as_secs()).unwrap_or_default();
        let mut stamp = self.key();
        let places = self.file.iter().chain(&self.folders).cloned();
        for path in places.chain(self.entries()?) {
            go_on()?;
            stamp.extend_from_slice(path.as_os_str().as_encoded_bytes());
            let Ok(file) = metadata(path) else {
                continue;
            };
            if file.mtime() >= recent || file.ctime() >= recent {
                return Ok(None);
            }
            let modified = [file.mtime(), file.mtime_nsec()];
            let changed = [file.ctime(), file.ctime_nsec()];
            let times = [modified, changed].into_iter().flatten();
            stamp.extend(times.flat_map(i64::to_ne_bytes));
            stamp.extend(file.size().to_ne_bytes());
        }
        Ok(Some(stamp))
    }

    /// What lies in the folders.
    fn entries(&self) -> Result<impl Iterator<Item = PathBuf>, Reason> {
        let mut folders = Vec::new();
        for folder in &self.folders {
            folders.extend(unless_scarce(read_dir(folder))?);
        }
        let entries = folders.into_iter().flatten().take(MAX_FILES);
        let paths = entries.flatten().map(|entry| entry.path());
        Ok(paths.filter(|path| self.named || is_hashed(path)))
    }

    /// Whether there is any file; it may hold no root.
    fn exist(&self) -> bool {
        let file = self.file.as_ref();
        let entry = || self.entries().ok()?.next();
        file.is_some_and(|file| file.is_file()) || entry().is_some()
    }

    /// Hands over the text of each file, and whether it lies in a folder; ends with an error when `go_on` gives one.
    pub fn read(
        &self,
        go_on: impl Fn() -> Result<(), Reason>,
        mut take: impl FnMut(&[u8], bool),
    ) -> Result<(), Reason> {
        let mut left = MAX_BYTES;
        let file = self.file.iter().map(|path| (path.clone(), false));
        for (path, in_folder) in file.chain(self.entries()?.map(|path| (path, true))) {
            go_on()?;
            let Some(name) = path.to_str() else {
                continue;
            };
            match read(name, left, Watched::until(None)) {
                Ok(text) => {
                    left = left.saturating_sub(text.len() as u64);
                    take(&text, in_folder);
                }
                Err(Reason::NoMemory) => return Err(Reason::NoMemory),
                Err(Reason::FileUnreadable) => {
                    let again = File::options()
                        .read(true)
                        .custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY)
                        .open(&path);
                    unless_scarce(again)?;
                }
                Err(_) => {}
            }
        }
        go_on()
    }
}

/// What could be opened. An error where memory or descriptors have run out: what is left out for that would be missed as
/// long as the other roots are kept.
fn unless_scarce<T>(opened: io::Result<T>) -> Result<Option<T>, Reason> {
    let error = opened.as_ref().err().and_then(io::Error::raw_os_error);
    match error {
        Some(libc::EMFILE | libc::ENFILE | libc::ENOMEM) => Err(Reason::NoMemory),
        _ => Ok(opened.ok()),
    }
}

/// Whether OpenSSL reads a file of this name in a system's folder: the eight digits of a hash, and a number. The same
/// certificates lie there under names for people.
fn is_hashed(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.and_then(|name| name.split_once('.'))
        .is_some_and(|(hash, number)| {
            hash.len() == 8
                && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
                && number.bytes().all(|byte| byte.is_ascii_digit())
        })
}

/// Whether files that may hold roots are there.
pub fn exist() -> bool {
    RootFiles::today().exist()
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
        assert_eq!(files.stamp(|| Ok(())), Ok(None));
        let later = UNIX_EPOCH.elapsed().unwrap() + 2 * RECENT;
        let stamp = || files.stamp_before(later, || Ok(())).unwrap().unwrap();
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

    #[test]
    fn of_a_folder_of_the_system_what_openssl_reads() {
        let folder = std::env::temp_dir().join(format!("hr-hashed-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let names = "01ab23cd.0 01ab23cd.1a 01ab23cd root.0 root.pem".split(' ');
        for name in names.clone() {
            std::fs::write(folder.join(name), name).unwrap();
        }
        let texts = |named| {
            let files = RootFiles {
                named,
                file: Some(folder.join("root.pem")),
                folders: vec![folder.clone()],
            };
            let mut texts = Vec::new();
            let take = |text: &[u8], _| texts.push(String::from_utf8(text.to_vec()).unwrap());
            files.read(|| Ok(()), take).unwrap();
            texts
        };
        let (system, named) = (texts(false), texts(true));
        std::fs::remove_dir_all(folder).unwrap();
        assert_eq!(system, ["root.pem", "01ab23cd.0"]);
        assert_eq!(named.len(), 1 + names.count(), "{named:?}");
    }
}
