//! Files that a host names: opened only where they are regular, so that no pipe or device is waited for
//! or read without end.

mod watch;
#[cfg(any(windows, test))]
mod windows;

#[cfg(not(windows))]
use std::fs::OpenOptions;
use std::fs::{File, Metadata};
use std::io::{self, Cursor, Read, Seek};
#[cfg(unix)]
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::time::SystemTime;

use crate::reason::Reason;
#[cfg(not(windows))]
use crate::system::standard_streams;
pub use watch::{Watch, Watched, is_busy};
#[cfg(windows)]
pub use windows::absolute as completed;

/// Longest path in bytes.
const MAX_PATH: usize = 64 * 1024;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To be sent: where the system supports it, other programs cannot write to the file meanwhile.
    Document,
    /// To be read at once.
    Settings,
}

/// What shows that a file is not what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    length: u64,
    /// Of its content.
    modified: Option<SystemTime>,
    /// Where the system has it, of anything about it: seconds and nanoseconds.
    changed: (i64, i64),
}

impl Look {
    fn of(metadata: &Metadata) -> Look {
        Look {
            length: metadata.len(),
            modified: metadata.modified().ok(),
            #[cfg(unix)]
            changed: (metadata.ctime(), metadata.ctime_nsec()),
            #[cfg(not(unix))]
            changed: (0, 0),
        }
    }
}

/// What is read of a document, be it in memory: its bytes are never held twice.
pub trait Source: Read {
    fn length(&self) -> u64;
    /// Whether its length and its times are still what they were.
    fn is_as_it_was(&self) -> io::Result<bool>;
    fn rewind(&mut self) -> io::Result<()>;
}

impl Source for Cursor<&[u8]> {
    fn length(&self) -> u64 {
        self.get_ref().len() as u64
    }

    fn is_as_it_was(&self) -> io::Result<bool> {
        Ok(true)
    }

    fn rewind(&mut self) -> io::Result<()> {
        Seek::rewind(self)
    }
}

/// A regular file that is open, and what it was like then.
pub struct Regular {
    file: File,
    look: Look,
    watched: Watched,
}

impl Source for Regular {
    fn length(&self) -> u64 {
        self.look.length
    }

    fn is_as_it_was(&self) -> io::Result<bool> {
        let metadata = self.watched.patiently(|| self.file.metadata())?;
        Ok(Look::of(&metadata) == self.look)
    }

    fn rewind(&mut self) -> io::Result<()> {
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
pub fn open(path: &str, purpose: Purpose, watched: Watched) -> Result<Regular, Reason> {
    let (file, metadata) = opened(vetted(path)?.as_ref(), purpose, &watched)?;
    if !metadata.is_file() {
        return Err(Reason::FileNotRegular);
    }
    Ok(Regular {
        look: Look::of(&metadata),
        file,
        watched,
    })
}

/// How long the regular file at a path is, which is not opened to be read for that.
pub fn length(path: &str, watched: &Watched) -> Result<u64, Reason> {
    let path = vetted(path)?;
    #[cfg(windows)]
    let path = windows::absolute(path.as_ref())?;
    regular(path.as_ref(), watched)
}

/// The same of a path that may be looked at.
fn regular(path: &Path, watched: &Watched) -> Result<u64, Reason> {
    #[cfg(not(windows))]
    use std::fs::metadata;
    #[cfg(windows)]
    use windows::metadata;
    let metadata = watched.patiently(|| metadata(path)).map_err(unusable)?;
    match metadata.is_file() {
        true => Ok(metadata.len()),
        false => Err(Reason::FileNotRegular),
    }
}

fn unusable(error: io::Error) -> Reason {
    match error.kind() {
        io::ErrorKind::NotFound => Reason::FileMissing,
        io::ErrorKind::OutOfMemory => Reason::NoMemory,
        _ => Reason::of_reading(&error),
    }
}

/// No system opens a longer path, and each would copy it first.
fn vetted(path: &str) -> Result<&str, Reason> {
    match path.len() <= MAX_PATH {
        true => Ok(path),
        false => Err(Reason::FileUnreadable),
    }
}

#[cfg(not(windows))]
fn opened(path: &Path, _: Purpose, watched: &Watched) -> Result<(File, Metadata), Reason> {
    // Looked at before it is opened to be read: that alone may wake a device.
    regular(path, watched)?;
    let mut options = OpenOptions::new();
    options.read(true);
    // And looked at again: what lies at the path may have changed meanwhile, and opening a pipe waits.
    #[cfg(unix)]
    options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
    let opened = watched.patiently(|| {
        let file = standard_streams::avoided(options.open(path)?)?;
        let metadata = file.metadata()?;
        Ok((file, metadata))
    });
    opened.map_err(unusable)
}

#[cfg(windows)]
fn opened(path: &Path, purpose: Purpose, watched: &Watched) -> Result<(File, Metadata), Reason> {
    let path = windows::absolute(path)?;
    match watched.patiently(|| windows::open(&path, purpose)) {
        // A folder is refused in the same way as what the user has no right to.
        Err(error)
            if error.kind() == io::ErrorKind::PermissionDenied
                && watched
                    .patiently(|| windows::metadata(&path))
                    .is_ok_and(|metadata| metadata.is_dir()) =>
        {
            Err(Reason::FileNotRegular)
        }
        Err(error) => Err(unusable(error)),
        Ok(opened) => opened.ok_or(Reason::FileNotRegular),
    }
}

/// All of a regular file of at most `limit` bytes.
pub fn read(path: &str, limit: u64, watched: Watched) -> Result<Vec<u8>, Reason> {
    let regular = open(path, Purpose::Settings, watched)?;
    let mut bytes = Vec::new();
    let room = match usize::try_from(regular.length()) {
        Ok(length) if length as u64 <= limit => length,
        _ => return Err(Reason::FileUnreadable),
    };
    bytes.try_reserve(room).map_err(|_| Reason::NoMemory)?;
    // It may grow while it is read.
    let read = regular.take(limit + 1).read_to_end(&mut bytes);
    read.map_err(unusable)?;
    match bytes.len() as u64 <= limit {
        true => Ok(bytes),
        false => Err(Reason::FileUnreadable),
    }
}
