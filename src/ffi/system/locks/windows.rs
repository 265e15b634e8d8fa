//! `LockFileEx`. Nobody else can write to a locked byte, so that those that are locked lie behind every file's end.

use std::fs::File;
use std::io;
use std::mem::zeroed;
use std::os::windows::io::AsRawHandle;

use windows_sys::Win32::Foundation::{ERROR_IO_PENDING, ERROR_LOCK_VIOLATION};
use windows_sys::Win32::Storage::FileSystem::{
    LOCKFILE_EXCLUSIVE_LOCK, LOCKFILE_FAIL_IMMEDIATELY, LockFileEx, UnlockFileEx,
};
use windows_sys::Win32::System::IO::OVERLAPPED;

use crate::system::done;

/// The place of a byte, as the locks take it.
fn place(byte: u64) -> OVERLAPPED {
    // SAFETY: a number, a pointer and offsets, which may all be 0.
    let mut at: OVERLAPPED = unsafe { zeroed() };
    at.Anonymous.Anonymous.Offset = byte as u32;
    at.Anonymous.Anonymous.OffsetHigh = (byte >> 32) as u32;
    at
}

pub fn try_lock(file: &File, byte: u64, alone: bool) -> io::Result<bool> {
    let kind = if alone { LOCKFILE_EXCLUSIVE_LOCK } else { 0 };
    let flags = kind | LOCKFILE_FAIL_IMMEDIATELY;
    let mut at = place(byte);
    // SAFETY: the handle is open as long as the file is; it was opened for calls that end before they return.
    let locked = done(unsafe { LockFileEx(file.as_raw_handle(), flags, 0, 1, 0, &raw mut at) });
    let held = |error: &io::Error| {
        let code = error.raw_os_error();
        let code = code.and_then(|code| u32::try_from(code).ok());
        matches!(code, Some(ERROR_LOCK_VIOLATION | ERROR_IO_PENDING))
    };
    match locked {
        Err(error) if held(&error) => Ok(false),
        result => result.map(|()| true),
    }
}

pub fn unlock(file: &File, byte: u64) -> io::Result<()> {
    let mut at = place(byte);
    // SAFETY: as for the lock.
    done(unsafe { UnlockFileEx(file.as_raw_handle(), 0, 1, 0, &raw mut at) })
}

/// There is no question for it but to try; as one who shares it, so that two who ask are not in each other's way.
pub fn is_locked(file: &File, byte: u64) -> io::Result<bool> {
    let free = try_lock(file, byte, false)?;
    if free {
        unlock(file, byte)?;
    }
    Ok(!free)
}

/// A child inherits no handle of this library's.
pub fn keep_from_children(_: &File) -> io::Result<()> {
    Ok(())
}

pub fn forget(_: &File) {}
