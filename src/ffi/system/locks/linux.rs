//! Locks on ranges of a file that belong to an open file: gone with it, whatever became of its process, and untouched by
//! what other open files of the same process do. Here open file description locks: see fcntl(2). Linux has them since 3.15.

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::sync::atomic::{AtomicI32, Ordering};

fn range(kind: libc::c_int, byte: u64) -> io::Result<libc::flock64> {
    let start = i64::try_from(byte).map_err(|_| io::ErrorKind::InvalidInput)?;
    // SAFETY: numbers alone, which may all be 0.
    let mut range: libc::flock64 = unsafe { std::mem::zeroed() };
    range.l_type = kind as libc::c_short;
    range.l_whence = libc::SEEK_SET as libc::c_short;
    range.l_start = start;
    range.l_len = 1;
    Ok(range)
}

fn control(file: &File, command: libc::c_int, range: &mut libc::flock64) -> io::Result<()> {
    // SAFETY: the file is open, and the range is what these commands take.
    match unsafe { libc::fcntl(file.as_raw_fd(), command, range as *mut libc::flock64) } {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Locks one byte, for this open file alone or shared with others; false where a lock of another one forbids it.
pub fn try_lock(file: &File, byte: u64, alone: bool) -> io::Result<bool> {
    let kind = if alone { libc::F_WRLCK } else { libc::F_RDLCK };
    let mut range = range(kind, byte)?;
    match control(file, libc::F_OFD_SETLK, &mut range) {
        Err(error) if matches!(error.raw_os_error(), Some(libc::EAGAIN | libc::EACCES)) => {
            Ok(false)
        }
        result => result.map(|()| true),
    }
}

pub fn unlock(file: &File, byte: u64) -> io::Result<()> {
    control(file, libc::F_OFD_SETLK, &mut range(libc::F_UNLCK, byte)?)
}

/// Whether another open file has locked a byte.
pub fn is_locked(file: &File, byte: u64) -> io::Result<bool> {
    let mut range = range(libc::F_WRLCK, byte)?;
    control(file, libc::F_OFD_GETLK, &mut range)?;
    Ok(libc::c_int::from(range.l_type) != libc::F_UNLCK)
}

/// More files than a process locks at once.
const MOST: usize = 4096;
/// The files that a forked child must not have, each by its number and 1.
static KEPT: [AtomicI32; MOST] = [const { AtomicI32::new(0) }; MOST];

fn exchange(from: RawFd, to: RawFd) -> bool {
    let changes = |slot: &AtomicI32| {
        let changed = slot.compare_exchange(from, to, Ordering::SeqCst, Ordering::SeqCst);
        changed.is_ok()
    };
    KEPT.iter().any(changes)
}

/// Lets no forked child have this open file. Before it locks anything.
pub fn keep_from_children(file: &File) -> io::Result<()> {
    match exchange(0, file.as_raw_fd() + 1) {
        true => Ok(()),
        false => Err(io::ErrorKind::OutOfMemory.into()),
    }
}

/// When it has no locks any more, and before it is closed.
pub fn forget(file: &File) {
    exchange(file.as_raw_fd() + 1, 0);
}

/// In a forked child, whose copies would keep its parent's locks: they lead nowhere from now on. Their numbers stay, since
/// copies of what the parent had open may be dropped yet.
pub fn in_child() {
    // SAFETY: functions that may be called there, on a constant that ends with NUL and on numbers.
    unsafe {
        let nowhere = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR | libc::O_CLOEXEC);
        for slot in &KEPT {
            let file = slot.swap(0, Ordering::SeqCst) - 1;
            if file < 0 {
                continue;
            }
            if nowhere < 0 || libc::dup3(nowhere, file, libc::O_CLOEXEC) < 0 {
                libc::close(file);
            }
        }
        if nowhere >= 0 {
            libc::close(nowhere);
        }
    }
}
