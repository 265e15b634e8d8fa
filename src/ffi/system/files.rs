//! What Windows knows of open files, and `CancelSynchronousIo`.

use std::fs::File;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr;

use windows_sys::Win32::Foundation::DuplicateHandle;
use windows_sys::Win32::Storage::FileSystem::{FILE_TYPE_DISK, GetFileType};
use windows_sys::Win32::System::IO::CancelSynchronousIo;
use windows_sys::Win32::System::Threading::{
    GetCurrentProcess, GetCurrentThread, THREAD_TERMINATE,
};

use crate::system::files::{Files, Thread};

pub static TABLE: Files = Files {
    is_on_disk,
    this_thread,
};

fn is_on_disk(file: &File) -> bool {
    // SAFETY: the handle is open as long as the file is.
    unsafe { GetFileType(file.as_raw_handle()) == FILE_TYPE_DISK }
}

struct Handle(OwnedHandle);

impl Thread for Handle {
    fn end_operation(&self) {
        // SAFETY: the handle is open. That the thread is in no operation, or in one that cannot be ended, is no error.
        unsafe { CancelSynchronousIo(self.0.as_raw_handle()) };
    }
}

fn this_thread() -> Option<Box<dyn Thread>> {
    let mut handle = ptr::null_mut();
    // SAFETY: both pseudo-handles are always valid, and there is room for the new one. The right to end a thread is
    // the one that CancelSynchronousIo asks for.
    let made = unsafe {
        let process = GetCurrentProcess();
        let thread = GetCurrentThread();
        DuplicateHandle(
            process,
            thread,
            process,
            &mut handle,
            THREAD_TERMINATE,
            0,
            0,
        )
    };
    if made == 0 {
        return None;
    }
    // SAFETY: just made, and nobody else's.
    Some(Box::new(Handle(unsafe {
        OwnedHandle::from_raw_handle(handle)
    })))
}
