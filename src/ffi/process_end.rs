//! The end of the process on Windows. The system ends all other threads first, wherever they are, and then lets each DLL
//! take itself apart. What those threads had locked stays locked for ever, so a call out of a DLL's finalization may
//! wait for nothing: it may take no lock, and no memory. Elsewhere the other threads go on while a process ends.

use crate::code::{HR_E_CANCELLED, HR_OK};
use crate::operation::Operation;

/// What a call returns at once; it does nothing. What lets go of something is done: nothing runs any more, and nobody is
/// called back.
pub fn code_of(operation: Operation) -> Option<i32> {
    begun().then_some(match operation {
        Operation::Close | Operation::Cancel | Operation::SetLog | Operation::SetProgress => HR_OK,
        _ => HR_E_CANCELLED,
    })
}

/// The other threads of the process are gone.
pub fn begun() -> bool {
    #[cfg(feature = "test-hooks")]
    if super::test_hooks::process_ends() {
        return true;
    }
    #[cfg(windows)]
    return system::shuts_down();
    #[cfg(not(windows))]
    false
}

#[cfg(windows)]
mod system {
    use std::mem::transmute;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use windows_sys::Win32::System::LibraryLoader::{GetModuleHandleW, GetProcAddress};
    use windows_sys::core::{s, w};

    type Ask = unsafe extern "system" fn() -> u8;

    const UNKNOWN: usize = 0;

    /// A function of ntdll, which is never unloaded.
    static ASK: AtomicUsize = AtomicUsize::new(UNKNOWN);

    unsafe extern "system" fn never() -> u8 {
        0
    }

    pub fn shuts_down() -> bool {
        let mut ask = ASK.load(Ordering::Relaxed);
        if ask == UNKNOWN {
            ask = find();
            ASK.store(ask, Ordering::Relaxed);
        }
        // SAFETY: find gives the address of such a function; it takes nothing and looks at a flag.
        unsafe { transmute::<usize, Ask>(ask)() != 0 }
    }

    #[cold]
    fn find() -> usize {
        // SAFETY: both names end with a NUL; ntdll is in every process.
        let found = unsafe {
            let ntdll = GetModuleHandleW(w!("ntdll.dll"));
            GetProcAddress(ntdll, s!("RtlDllShutdownInProgress"))
        };
        found.map_or(never as *const () as usize, |function| function as usize)
    }
}
