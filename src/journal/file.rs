//! The file on its disk: opened, looked at, read in places, appended to.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::disk;
use super::line::MAX_LINE;
use super::locks::{self, Lock, LockedFile};
use super::wait::Wait;
use crate::locking::lock;
use crate::reason::Reason;

pub struct JournalFile {
    path: PathBuf,
    /// Without symbolic links.
    real: PathBuf,
    file: Arc<LockedFile>,
    identity: (u64, u64),
    /// Opened for what was in flight last: the next one takes it when it is free.
    for_flights: Mutex<Option<Arc<LockedFile>>>,
    leftover: Leftover,
}

impl JournalFile {
    /// Opens the file, and makes it where there is none.
    pub fn open(path: &str, wait: &Wait<'_>) -> Result<JournalFile, Reason> {
        let path = disk::judged(Path::new(path))?;
        let folder = path.parent().unwrap_or(&path);
        if disk::is_remote(folder) {
            return Err(Reason::JournalRemote);
        }
        match wait.patiently(|| std::fs::metadata(&path)) {
            Ok(metadata) if !metadata.is_file() => return Err(Reason::JournalNotRegular),
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(unopened(&error)),
            _ => {}
        }
        let mut options = disk::options(0o600);
        options.read(true).append(true).create(true);
        let (file, identity) = opened(&options, &path, wait)?;
        let metadata = file.metadata().map_err(|error| unopened(&error))?;
        if !metadata.is_file() || !disk::is_on_disk(&file) {
            return Err(Reason::JournalNotRegular);
        }
        let real = std::fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        if disk::is_remote(&path) || disk::is_remote(&real) {
            return Err(Reason::JournalRemote);
        }
        Ok(JournalFile {
            path,
            real,
            file,
            identity,
            for_flights: Mutex::default(),
            leftover: Leftover::default(),
        })
    }

    /// Whoever has it decides and writes, and nobody else. With the length of the file.
    pub fn lock(&self, wait: &Wait<'_>) -> Result<(Lock, u64), Reason> {
        let lock = wait.until_some(|| {
            let lock = Lock::try_new(&self.file, locks::TRANSACTION);
            lock.map_err(|_| Reason::JournalUnwritable)
        })?;
        let length = self.length_in_place(wait)?;
        Ok((lock, length))
    }

    /// Whether what begins at a place is still being made.
    pub fn is_in_flight(&self, place: u64) -> bool {
        self.file.is_locked(locks::in_flight(place))
    }

    /// Says so of what will begin at a place, until the lock is dropped. The transaction's lock is held.
    pub fn begin_flight(&self, place: u64, wait: &Wait<'_>) -> Result<Lock, Reason> {
        let file = self.for_flight(wait)?;
        let lock = Lock::try_new(&file, locks::in_flight(place));
        let lock = lock.map_err(|_| Reason::JournalUnwritable)?;
        lock.ok_or(Reason::JournalLocked)
    }

    /// The file, opened for what is in flight alone.
    fn for_flight(&self, wait: &Wait<'_>) -> Result<Arc<LockedFile>, Reason> {
        let is_free = |file: &Arc<LockedFile>| Arc::strong_count(file) == 1 && !file.keeps_a_lock();
        let mut kept = lock(&self.for_flights);
        if let Some(file) = kept.as_ref().filter(|file| is_free(file)) {
            return Ok(Arc::clone(file));
        }
        let mut options = disk::options(0o600);
        options.read(true).append(true);
        let (file, identity) = opened(&options, &self.real, wait)?;
        if identity != self.identity {
            return Err(Reason::JournalReplaced);
        }
        *kept = Some(Arc::clone(&file));
        Ok(file)
    }

    /// The length of the file; an error where the path leads to another one by now.
    pub fn length_in_place(&self, wait: &Wait<'_>) -> Result<u64, Reason> {
        let found = wait.patiently(|| {
            let at_path = disk::length_at(&self.path, self.identity)?;
            // On Windows each look opens the file, and the way to it is seldom changed.
            if cfg!(windows) || self.real == self.path || at_path.is_none() {
                return Ok(at_path);
            }
            disk::length_at(&self.real, self.identity)
        });
        match found {
            Ok(Some(length)) => Ok(length),
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Reason::JournalUnreadable),
            _ => Err(Reason::JournalReplaced),
        }
    }

    pub fn length(&self) -> Result<u64, Reason> {
        let metadata = self.file.metadata();
        Ok(metadata.map_err(|_| Reason::JournalUnreadable)?.len())
    }

    /// Whether it has bytes, and all of them are NUL.
    pub fn is_blank(&self, wait: &Wait<'_>) -> Result<bool, Reason> {
        let length = self.length()?;
        let mut chunk = [0; 4096];
        let mut at = 0;
        while at < length {
            wait.go_on()?;
            let read = self.read(&mut chunk, at, wait)?;
            let part = chunk.get(..read).unwrap_or_default();
            if read == 0 || part.iter().any(|byte| *byte != 0) {
                return Ok(false);
            }
            at += read as u64;
        }
        Ok(length > 0)
    }

    /// Fills `buffer` from the place `at`, or as much of it as there is.
    pub fn read(
        &self,
        mut buffer: &mut [u8],
        mut at: u64,
        wait: &Wait<'_>,
    ) -> Result<usize, Reason> {
        let whole = buffer.len();
        while !buffer.is_empty() {
            let read = wait.patiently(|| disk::read_at(&self.file, buffer, at));
            let read = read.map_err(|_| Reason::JournalUnreadable)?;
            if read == 0 {
                break;
            }
            at += read as u64;
            buffer = buffer.get_mut(read..).unwrap_or_default();
        }
        Ok(whole - buffer.len())
    }

    /// So many bytes at a place, or as many as there are.
    pub fn bytes(&self, at: u64, most: usize, wait: &Wait<'_>) -> Result<Vec<u8>, Reason> {
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(most)?;
        bytes.resize(most, 0);
        let read = self.read(&mut bytes, at, wait)?;
        bytes.truncate(read);
        Ok(bytes)
    }

    /// The line at a place, without its line feed; nothing where there is none.
    pub fn line(&self, at: u64, wait: &Wait<'_>) -> Result<Vec<u8>, Reason> {
        let end = |line: &[u8]| memchr::memchr(b'\n', line);
        let mut line = self.bytes(at, 1024, wait)?;
        if end(&line).is_none() {
            line = self.bytes(at, MAX_LINE, wait)?;
        }
        line.truncate(end(&line).unwrap_or(MAX_LINE));
        Ok(line)
    }

    /// Appends; the disk has it when [`JournalFile::sync`] has returned.
    pub fn write(&self, bytes: &[u8], wait: &Wait<'_>) -> Result<(), Reason> {
        let mut left = bytes;
        while !left.is_empty() {
            let mut file: &File = &self.file;
            let written = wait.patiently(|| file.write(left));
            let written = written.map_err(|_| Reason::JournalUnwritable)?;
            if written == 0 {
                return Err(Reason::JournalUnwritable);
            }
            left = left.get(written..).unwrap_or_default();
        }
        Ok(())
    }

    pub fn sync(&self, wait: &Wait<'_>) -> Result<(), Reason> {
        let synced = wait.patiently(|| self.file.sync_data());
        synced.map_err(|_| Reason::JournalUnwritable)
    }

    /// Takes back what was written behind a place, where the system lets it. The lock is held.
    pub fn cut(&self, length: u64) {
        let _ = disk::shorten(&self.file, &self.real, length);
    }

    /// Tells the others that the file is open here. The transaction's lock is held, as below.
    pub fn announce(&self) {
        // Without it another process may replace the file, which is found out.
        let _ = self.file.try_share(locks::OPEN);
    }

    /// Whether nobody else has the file open, and no other name would go on leading to it when another file takes its place.
    pub fn is_ours_alone(&self) -> bool {
        // One's own lock is in the way on Windows.
        self.file.unlock(locks::OPEN);
        disk::has_one_name(&self.file) && self.file.try_lock(locks::OPEN).unwrap_or(false)
    }

    /// Who has this removes old records; None where another one does.
    pub fn begin_removal(&self) -> Option<Lock> {
        Lock::try_new(&self.file, locks::REMOVAL).ok().flatten()
    }

    /// A new file beside this one, with its rights: removed where it does not take its place.
    pub fn begin_new(&self, wait: &Wait<'_>) -> Result<JournalFile, Reason> {
        // What it will replace: on Windows only the path as it was given was looked at.
        let found = wait.patiently(|| disk::length_at(&self.real, self.identity));
        if !found.is_ok_and(|length| length.is_some()) {
            return Err(Reason::JournalReplaced);
        }
        let unwritable = |_| Reason::JournalUnwritable;
        let mut path = OsString::from(&self.real);
        path.push(".shortened");
        let path = PathBuf::from(path);
        // One that was not completed, or not made by this library.
        let _ = std::fs::remove_file(&path);
        let mut options = disk::options(0o600);
        options.read(true).append(true).create_new(true);
        let file = wait.patiently(|| options.open(&path)).map_err(unwritable)?;
        let leftover = Leftover(Some(path.clone()));
        let new = JournalFile {
            identity: disk::identity(&file).map_err(unwritable)?,
            file: Arc::new(LockedFile::new(file)?),
            real: path.clone(),
            path,
            for_flights: Mutex::default(),
            leftover,
        };
        disk::copy_rights((&self.file, &self.real), (&new.file, &new.real)).map_err(unwritable)?;
        Ok(new)
    }

    /// Takes the place of an old file whose locks are held. False where the system replaces no file that is open.
    pub fn take_place(&mut self, old: &JournalFile, wait: &Wait<'_>) -> bool {
        let replaced = wait.patiently(|| std::fs::rename(&self.real, &old.real));
        if replaced.is_ok() {
            self.leftover.0 = None;
            (self.path, self.real) = (old.path.clone(), old.real.clone());
            self.sync_folder();
        }
        replaced.is_ok()
    }

    /// Makes the name of a new file survive a loss of power.
    pub fn sync_folder(&self) {
        #[cfg(unix)]
        if let Some(folder) = self.real.parent().and_then(|path| File::open(path).ok()) {
            // Some file systems cannot, and do without.
            let _ = folder.sync_all();
        }
    }
}

/// Removes a file that did not take the place of another one.
#[derive(Default)]
struct Leftover(Option<PathBuf>);

impl Drop for Leftover {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// An open file, and what it is known by.
fn opened(
    options: &OpenOptions,
    path: &Path,
    wait: &Wait<'_>,
) -> Result<(Arc<LockedFile>, (u64, u64)), Reason> {
    let open = || wait.patiently(|| options.open(path));
    let file = LockedFile::open(wait, || open().map_err(|error| unopened(&error)))?;
    let identity = wait.patiently(|| disk::identity(&file));
    let identity = identity.map_err(|error| unopened(&error))?;
    Ok((Arc::new(file), identity))
}

fn unopened(error: &io::Error) -> Reason {
    match error.kind() {
        io::ErrorKind::PermissionDenied
        | io::ErrorKind::ReadOnlyFilesystem
        | io::ErrorKind::StorageFull
        | io::ErrorKind::QuotaExceeded => Reason::JournalUnwritable,
        io::ErrorKind::IsADirectory => Reason::JournalNotRegular,
        _ => Reason::JournalUnreadable,
    }
}
