//! The file on its disk: opened, looked at, read in places, appended to.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::disk;
use crate::reason::{JournalRefusal, Reason};

/// How long a file that another program holds is tried again (antivirus, backup), and how often.
const PATIENCE: Duration = Duration::from_secs(2);
const AGAIN: Duration = Duration::from_millis(20);

pub struct JournalFile {
    path: PathBuf,
    /// Without symbolic links.
    real: PathBuf,
    lock_path: PathBuf,
    file: File,
    identity: (u64, u64),
}

impl JournalFile {
    /// Opens the file, and makes it where there is none.
    pub fn open(path: &str) -> Result<JournalFile, Reason> {
        let path = disk::judged(Path::new(path))?;
        let folder = path.parent().unwrap_or(&path);
        if disk::is_remote(folder) {
            return Err(JournalRefusal::Remote.into());
        }
        match patiently(|| std::fs::metadata(&path)) {
            Ok(metadata) if !metadata.is_file() => return Err(JournalRefusal::NotRegular.into()),
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(unopened(&error)),
            _ => {}
        }
        let mut options = disk::options(0o600);
        options.read(true).append(true).create(true);
        let open = || {
            let file = options.open(&path)?;
            let metadata = file.metadata()?;
            let identity = disk::identity(&file)?;
            Ok((file, metadata, identity))
        };
        let (file, metadata, identity) = patiently(open).map_err(|error| unopened(&error))?;
        if !metadata.is_file() || !disk::is_on_disk(&file) {
            return Err(JournalRefusal::NotRegular.into());
        }
        // Whatever symbolic links lead to a file, one lock protects it.
        let real = std::fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        if disk::is_remote(&path) || disk::is_remote(&real) {
            return Err(JournalRefusal::Remote.into());
        }
        Ok(JournalFile {
            path,
            lock_path: beside(&real, ".lock"),
            real,
            file,
            identity,
        })
    }

    /// Opens the file whose lock protects this one.
    pub fn open_lock(&self) -> Result<File, Reason> {
        let unwritable = |_| JournalRefusal::Unwritable;
        let existing = || {
            disk::options(0)
                .read(true)
                .write(true)
                .open(&self.lock_path)
        };
        match patiently(existing) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            result => return Ok(result.map_err(unwritable)?),
        }
        // Whoever may use the journal may use its lock.
        let about = self.file.metadata().map_err(unwritable)?;
        let rights = disk::rights(&about);
        let mut options = disk::options(rights);
        options.read(true).write(true).create(true);
        let file = patiently(|| options.open(&self.lock_path)).map_err(unwritable)?;
        // What the process masks is meant for other files. Not possible where another user has just made it, nor for a group
        // that this user is no member of.
        let _ = disk::share_with_group(&file, &about);
        let _ = disk::set_rights(&file, rights);
        Ok(file)
    }

    /// Whether an open lock file is the one that others open now.
    pub fn is_lock(&self, file: &File) -> bool {
        let found = disk::identity_at(&self.lock_path);
        found.is_ok_and(|found| disk::identity(file).is_ok_and(|own| own == found))
    }

    /// An error where the path leads to another file by now.
    pub fn is_in_place(&self) -> Result<(), Reason> {
        let found = patiently(|| {
            let same = |path| disk::identity_at(path).map(|found| found == self.identity);
            // On Windows each look opens the file, and the way to it is seldom changed.
            Ok(same(&self.path)? && (cfg!(windows) || same(&self.real)?))
        });
        match found {
            Ok(true) => Ok(()),
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(JournalRefusal::Unreadable.into())
            }
            _ => Err(JournalRefusal::Replaced.into()),
        }
    }

    pub fn length(&self) -> Result<u64, Reason> {
        let metadata = patiently(|| self.file.metadata());
        Ok(metadata.map_err(|_| JournalRefusal::Unreadable)?.len())
    }

    /// Fills `buffer` from the place `at`, or as much of it as there is.
    pub fn read(&self, mut buffer: &mut [u8], mut at: u64) -> Result<usize, Reason> {
        let whole = buffer.len();
        while !buffer.is_empty() {
            let read = patiently(|| disk::read_at(&self.file, buffer, at));
            let read = read.map_err(|_| JournalRefusal::Unreadable)?;
            if read == 0 {
                break;
            }
            at += read as u64;
            buffer = buffer.get_mut(read..).unwrap_or_default();
        }
        Ok(whole - buffer.len())
    }

    /// Appends, and returns when the disk has it.
    pub fn append(&self, bytes: &[u8]) -> Result<(), Reason> {
        self.write(bytes)?;
        self.sync()
    }

    pub fn write(&self, bytes: &[u8]) -> Result<(), Reason> {
        let mut left = bytes;
        while !left.is_empty() {
            let written = patiently(|| (&self.file).write(left));
            let written = written.map_err(|_| JournalRefusal::Unwritable)?;
            if written == 0 {
                return Err(JournalRefusal::Unwritable.into());
            }
            left = left.get(written..).unwrap_or_default();
        }
        Ok(())
    }

    pub fn sync(&self) -> Result<(), Reason> {
        let synced = patiently(|| self.file.sync_data());
        Ok(synced.map_err(|_| JournalRefusal::Unwritable)?)
    }

    /// Takes back what was written behind a place, where the system lets it. The lock is held.
    pub fn cut(&self, length: u64) {
        let _ = self.file.set_len(length);
    }

    /// Announces to the other processes that this one has the file open. The lock is held, as below.
    pub fn announce(&self) {
        // Without it another process may replace the file, which is found out.
        let _ = disk::try_share(&self.file);
    }

    /// Whether no other process, and no other copy of the library, has the file open.
    pub fn is_ours_alone(&self) -> bool {
        disk::try_lock(&self.file, disk::OPEN).unwrap_or(false)
    }

    /// A new file beside this one, with its rights.
    pub fn begin_new(&self) -> Result<NewFile, Reason> {
        let unwritable = |_| JournalRefusal::Unwritable;
        let path = beside(&self.real, ".new");
        // One that was not completed, or not made by this library.
        let _ = std::fs::remove_file(&path);
        let mut options = disk::options(0o600);
        options.read(true).append(true).create_new(true);
        let file = patiently(|| options.open(&path)).map_err(unwritable)?;
        let identity = disk::identity(&file).map_err(unwritable)?;
        let new = NewFile {
            file: JournalFile {
                real: path.clone(),
                lock_path: self.lock_path.clone(),
                path,
                file,
                identity,
            },
            takes: Some(self.real.clone()),
        };
        disk::copy_rights((&self.file, &self.real), (&new.file.file, &new.file.real))
            .map_err(unwritable)?;
        Ok(new)
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

/// A file that is to take the place of another one; removed where it does not.
pub struct NewFile {
    file: JournalFile,
    takes: Option<PathBuf>,
}

impl NewFile {
    pub fn file(&self) -> &JournalFile {
        &self.file
    }

    /// The lock is held, and this process has the old file not open any more.
    pub fn take_place(mut self) {
        if let Some(path) = self.takes.take()
            && patiently(|| std::fs::rename(&self.file.real, &path)).is_err()
        {
            self.takes = Some(path);
        }
        self.file.sync_folder();
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if self.takes.is_some() {
            let _ = std::fs::remove_file(&self.file.real);
        }
    }
}

/// A path with an extension behind its name.
fn beside(path: &Path, extension: &str) -> PathBuf {
    let mut path = OsString::from(path);
    path.push(extension);
    path.into()
}

fn unopened(error: &io::Error) -> Reason {
    match error.kind() {
        io::ErrorKind::PermissionDenied
        | io::ErrorKind::ReadOnlyFilesystem
        | io::ErrorKind::StorageFull
        | io::ErrorKind::QuotaExceeded => JournalRefusal::Unwritable.into(),
        io::ErrorKind::IsADirectory => JournalRefusal::NotRegular.into(),
        _ => JournalRefusal::Unreadable.into(),
    }
}

/// Tries again while a signal interrupts it, and for a while where another program holds the file.
fn patiently<T>(mut operation: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    let mut end = None;
    loop {
        match operation() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if disk::is_held(&error) => {
                let end = *end.get_or_insert_with(|| Instant::now() + PATIENCE);
                if Instant::now() >= end {
                    return Err(error);
                }
                std::thread::sleep(AGAIN);
            }
            result => return result,
        }
    }
}
