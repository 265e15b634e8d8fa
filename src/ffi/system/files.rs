//! What Windows knows of open files and their drives, and `CancelSynchronousIo`.

use std::fs::File;
use std::io;
use std::os::windows::io::{AsRawHandle, BorrowedHandle};
use std::path::Path;

use winapi_util::file;
use windows_sys::Win32::Security::{
    DACL_SECURITY_INFORMATION, GetFileSecurityW, PSECURITY_DESCRIPTOR, SetFileSecurityW,
};
use windows_sys::Win32::Storage::FileSystem::{GetDriveTypeW, GetVolumePathNameW};
use windows_sys::Win32::System::IO::CancelSynchronousIo;
use windows_sys::Win32::System::Threading::GetCurrentThread;

use super::{done, wide};

/// Whether what is open is kept on a disk, be it another computer's: no pipe, no printer, no console.
pub fn is_on_disk(file: &File) -> bool {
    file::typ(file).is_ok_and(|kind| kind.is_disk())
}

/// Asks the system to end the operation that the calling thread is in whenever this is called, if it is in one.
pub fn end_of_operation() -> Option<Box<dyn Fn() + Send + Sync>> {
    // SAFETY: the pseudo-handle of the calling thread is always valid. Its copy is of this thread, whoever uses it.
    let thread = unsafe { BorrowedHandle::borrow_raw(GetCurrentThread()) };
    let thread = thread.try_clone_to_owned().ok()?;
    // SAFETY: the handle is open. That the thread is in no operation, or in one that cannot be ended, is no error.
    Some(Box::new(move || unsafe {
        CancelSynchronousIo(thread.as_raw_handle());
    }))
}

/// The largest access control list that is copied, in bytes: more than one can have.
const MAX_RIGHTS: usize = 128 * 1024;

/// Gives the access control list of one file to another.
pub fn copy_rights(old: &Path, new: &Path) -> io::Result<()> {
    let (old, new) = (wide(old), wide(new));
    // Of 8 bytes each: the structure begins where a pointer may.
    let mut rights = vec![0u64; MAX_RIGHTS / 8];
    let rights: PSECURITY_DESCRIPTOR = rights.as_mut_ptr().cast();
    let mut needed = 0;
    // SAFETY: both paths end with NUL, and there is room for as many bytes as are said.
    unsafe {
        done(GetFileSecurityW(
            old.as_ptr(),
            DACL_SECURITY_INFORMATION,
            rights,
            MAX_RIGHTS as u32,
            &raw mut needed,
        ))?;
        done(SetFileSecurityW(
            new.as_ptr(),
            DACL_SECURITY_INFORMATION,
            rights,
        ))
    }
}

/// Longest path with its final NUL.
const MAX_PATH: usize = 32 * 1024;
/// `DRIVE_REMOTE`, which windows-sys has in a module of another subject.
const REMOTE: u32 = 4;

pub fn is_remote(path: &Path) -> bool {
    let path = wide(path);
    let mut root = vec![0u16; MAX_PATH];
    // SAFETY: both end with NUL, or have room for it.
    unsafe {
        GetVolumePathNameW(path.as_ptr(), root.as_mut_ptr(), MAX_PATH as u32) != 0
            && GetDriveTypeW(root.as_ptr()) == REMOTE
    }
}

/// Whether no other name leads to an open file.
pub fn has_one_name(file: &File) -> bool {
    file::information(file).is_ok_and(|about| about.number_of_links() == 1)
}

/// The volume and the number of an open file on it.
pub fn identity(file: &File) -> io::Result<(u64, u64)> {
    let about = file::information(file)?;
    Ok((about.volume_serial_number(), about.file_index()))
}
