//! A few pages for secrets. What the system refuses of what is asked for them is done without: the pages serve anyway.

use std::mem::size_of;
use std::slice;
use std::sync::atomic::AtomicUsize;

use once_cell::race::OnceBox;

use crate::system::pages::{PageFunctions, Pages};

/// The secrets of several handles, and a small part of what a process may lock.
const BYTES: usize = 4 * 4096;

static PAGES: OnceBox<Pages> = OnceBox::new();

pub static TABLE: PageFunctions = PageFunctions {
    pages: || PAGES.get().copied(),
};

/// Asks for the pages, once.
pub fn prepare() {
    if let Some(start) = system::pages(BYTES) {
        // SAFETY: so many bytes of new, zeroed, page-aligned memory that nobody else knows and that is never given back.
        let pages = unsafe {
            slice::from_raw_parts(start.cast::<AtomicUsize>(), BYTES / size_of::<usize>())
        };
        let _ = PAGES.set(Box::new(pages));
    }
}

#[cfg(unix)]
mod system {
    use std::ffi::c_void;
    use std::ptr::null_mut;

    pub fn pages(bytes: usize) -> Option<*mut c_void> {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: new memory; what is asked of it afterwards is about it alone.
        unsafe {
            let start = libc::mmap(null_mut(), bytes, access, kind, -1, 0);
            if start == libc::MAP_FAILED {
                return None;
            }
            libc::mlock(start, bytes);
            #[cfg(target_os = "linux")]
            libc::madvise(start, bytes, libc::MADV_DONTDUMP);
            Some(start)
        }
    }
}

#[cfg(windows)]
mod system {
    use std::ffi::c_void;
    use std::mem::transmute;
    use std::ptr::null;

    use windows_sys::Win32::System::LibraryLoader::{GetModuleHandleW, GetProcAddress};
    use windows_sys::Win32::System::Memory::{
        MEM_COMMIT, MEM_RESERVE, PAGE_READWRITE, VirtualAlloc, VirtualLock,
    };
    use windows_sys::core::{HRESULT, s, w};

    type Exclude = unsafe extern "system" fn(*const c_void, u32) -> HRESULT;

    pub fn pages(bytes: usize) -> Option<*mut c_void> {
        // SAFETY: new memory; what is asked of it afterwards is about it alone. The function, of Windows 10 1703, has
        // that type; kernel32 is in every process.
        unsafe {
            let start = VirtualAlloc(null(), bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
            if start.is_null() {
                return None;
            }
            VirtualLock(start, bytes);
            let kernel = GetModuleHandleW(w!("kernel32.dll"));
            if let Some(exclude) = GetProcAddress(kernel, s!("WerRegisterExcludedMemoryBlock")) {
                let exclude = transmute::<unsafe extern "system" fn() -> isize, Exclude>(exclude);
                exclude(start, bytes as u32);
            }
            Some(start)
        }
    }
}
