//! Files that a host names: opened only where they are regular, so that no pipe or device is waited for
//! or read without end.

#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod watch;
#[cfg(any(windows, test))]
mod windows;

#[cfg(any(not(windows), test))]
use std::fs::OpenOptions;
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

pub use watch::{Trouble, Watch, Watched};

/// Longest path in bytes.
const MAX_PATH: usize = 64 * 1024;

/// Why a file cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Missing,
    Unreadable,
    NotRegular,
    /// Nothing is wrong with it, as far as it is known.
    Troubled(Trouble),
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Refusal {
        match (Trouble::within(&error), error.kind()) {
            (Some(trouble), _) => Refusal::Troubled(trouble),
            (None, io::ErrorKind::NotFound) => Refusal::Missing,
            _ => Refusal::Unreadable,
        }
    }
}

/// What a file is opened for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To be sent: where the system supports it, other programs cannot write to the file meanwhile.
    Document,
    /// To be read at once.
    Settings,
}

/// How long two changes of a file may carry one time: the clock of file systems moves in steps of up to
/// 16 ms. One that counts whole seconds is taken for one that counts every other second, as FAT's.
const STEP: Duration = Duration::from_millis(20);
const WHOLE_SECONDS: Duration = Duration::from_secs(2);

/// What shows that a file is not what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    length: u64,
    /// Since the epoch: of its content, and, where the system has it, of anything about it.
    modified: Option<Duration>,
    changed: Option<Duration>,
}

impl Look {
    fn of(metadata: &Metadata) -> Look {
        let modified = metadata.modified().ok();
        #[cfg(unix)]
        let changed = {
            use std::os::unix::fs::MetadataExt;
            let parts = (
                u64::try_from(metadata.ctime()),
                u32::try_from(metadata.ctime_nsec()),
            );
            match parts {
                (Ok(seconds), Ok(rest)) => Some(Duration::new(seconds, rest)),
                _ => None,
            }
        };
        #[cfg(not(unix))]
        let changed = None;
        Look {
            length: metadata.len(),
            modified: modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok()),
            changed,
        }
    }

    /// Whether a change made after `now` may carry the same times.
    fn may_hide_a_change(&self, now: Duration) -> bool {
        let Some(last) = self.modified.max(self.changed) else {
            return true;
        };
        let step = match last.subsec_nanos() {
            0 => WHOLE_SECONDS,
            _ => STEP,
        };
        now < last.saturating_add(step)
    }
}

/// A regular file that is open, and what it was like then.
pub struct Regular {
    file: File,
    look: Look,
    /// Some: it was changed just before, and may be looked at again from then on.
    settled: Option<Instant>,
    watched: Watched,
}

impl Regular {
    pub fn length(&self) -> u64 {
        self.look.length
    }

    /// Whether its length and its times are still what they were.
    pub fn is_as_it_was(&self) -> io::Result<bool> {
        let metadata = self.watched.patiently(|| self.file.metadata())?;
        Ok(Look::of(&metadata) == self.look)
    }

    /// For a file that was changed just before it was opened: what was changed next may not show in its times, so
    /// it is to be read again, and not before this moment, lest a program that was still writing had not gone on.
    pub fn to_be_read_again(&self) -> Option<Instant> {
        self.settled
    }

    pub fn rewind(&mut self) -> io::Result<()> {
        self.file.rewind()
    }
}

impl Read for Regular {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let file = &mut self.file;
        self.watched.patiently(|| file.read(buffer))
    }
}

/// Opens a regular file; `watched` bounds what is done with it by this thread.
pub fn open(path: &str, purpose: Purpose, watched: Watched) -> Result<Regular, Refusal> {
    // No system opens a longer one, and each would copy it first.
    if path.len() > MAX_PATH {
        return Err(Refusal::Unreadable);
    }
    #[cfg(feature = "fuzzing")]
    let path = fuzzing::within(path)?;
    let (file, metadata) = opened(path.as_ref(), purpose, &watched)?;
    if !metadata.is_file() {
        return Err(Refusal::NotRegular);
    }
    let look = Look::of(&metadata);
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    Ok(Regular {
        settled: look
            .may_hide_a_change(now.unwrap_or_default())
            .then(|| Instant::now() + STEP),
        look,
        file,
        watched,
    })
}

#[cfg(not(windows))]
fn opened(path: &Path, _: Purpose, watched: &Watched) -> Result<(File, Metadata), Refusal> {
    // Looked at before it is opened to be read: that alone may wake a device.
    if !watched.patiently(|| std::fs::metadata(path))?.is_file() {
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
    Ok(watched.patiently(|| {
        let file = options.open(path)?;
        let metadata = file.metadata()?;
        Ok((file, metadata))
    })?)
}

#[cfg(windows)]
fn opened(path: &Path, purpose: Purpose, watched: &Watched) -> Result<(File, Metadata), Refusal> {
    let path = windows::absolute(path)?;
    match watched.patiently(|| windows::open(&path, purpose)) {
        // A folder is refused in the same way as what the user has no right to.
        Err(error)
            if error.kind() == io::ErrorKind::PermissionDenied
                && watched
                    .patiently(|| windows::is_folder(&path))
                    .unwrap_or(false) =>
        {
            Err(Refusal::NotRegular)
        }
        Err(error) => Err(error.into()),
        Ok(opened) => opened.ok_or(Refusal::NotRegular),
    }
}

/// The path as the system completes it, where it may lead to a file.
#[cfg(windows)]
pub fn completed(path: &Path) -> Result<std::path::PathBuf, Refusal> {
    windows::absolute(path)
}

/// All of a regular file of at most `limit` bytes; None when it is none, longer, or cannot be read.
pub fn read(path: &str, limit: u64, watched: Watched) -> Option<Vec<u8>> {
    let regular = open(path, Purpose::Settings, watched).ok()?;
    let length = regular.length();
    let mut bytes = Vec::new();
    if length > limit {
        return None;
    }
    bytes.try_reserve(usize::try_from(length).ok()?).ok()?;
    // It may grow while it is read.
    regular.take(limit + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= limit).then_some(bytes)
}

#[cfg(test)]
pub fn document(path: &str) -> Result<Regular, Refusal> {
    open(path, Purpose::Document, Watched::for_ever())
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
        let read = |limit| read(file, limit, Watched::for_ever());
        assert_eq!(read(5).as_deref(), Some(&b"12345"[..]));
        assert_eq!(read(4), None);
        assert_eq!(document(file).unwrap().length(), 5);
        assert_eq!(document(folder).err(), Some(Refusal::NotRegular));
        let missing = format!("{folder}/missing");
        assert_eq!(document(&missing).err(), Some(Refusal::Missing));
        assert_eq!(document("a\0b").err(), Some(Refusal::Unreadable));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_change_shows_in_length_or_times() {
        let path = std::env::temp_dir().join(format!("hr-look-{}", std::process::id()));
        std::fs::write(&path, b"12345").unwrap();
        let regular = document(path.to_str().unwrap()).unwrap();
        assert!(regular.to_be_read_again().is_some() && regular.is_as_it_was().unwrap());
        let writer = OpenOptions::new().write(true).open(&path).unwrap();
        writer
            .set_modified(SystemTime::now() - Duration::from_secs(9))
            .unwrap();
        assert!(!regular.is_as_it_was().unwrap());
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_time_hides_what_changes_within_its_step() {
        let at = |modified, changed| Look {
            length: 1,
            modified,
            changed,
        };
        let time = |milliseconds| Some(Duration::from_millis(milliseconds));
        let now = Duration::from_millis(10_500);
        for (look, hides) in [
            (at(time(10_400), None), false),
            (at(time(10_490), None), true),
            (at(time(10_400), time(10_490)), true),
            // Whole seconds, of which there are two.
            (at(time(9_000), time(9_000)), true),
            (at(time(8_000), None), false),
            (at(time(20_000), time(1)), true),
            (at(None, None), true),
        ] {
            assert_eq!(look.may_hide_a_change(now), hides, "{look:?}");
        }
    }
}
