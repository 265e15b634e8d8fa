//! Which process this is, and what the first call does once for it. A forked child is another process. A fork never
//! interrupts what is done once.

use std::sync::atomic::{AtomicBool, Ordering};

use super::process_end;
use crate::per_process;

/// Set when this process or an ancestor did what is done once: a child inherits the effect.
static DONE: AtomicBool = AtomicBool::new(false);

/// Identifies the process, and runs `once` before anything else.
pub fn enter(once: fn()) {
    let mark = per_process::mark_or(memory::wiped);
    if mark.is_prepared() || process_end::begun() {
        return;
    }
    mark.prepare(|| {
        if !DONE.swap(true, Ordering::SeqCst) {
            memory::watch_forks();
            once();
        }
    });
}

mod memory {
    use crate::per_process::Mark;

    /// A page that the system gives to a child of any kind of fork as zeros. Linux has it since 4.14.
    #[cfg(target_os = "linux")]
    pub fn wiped() -> Option<&'static Mark> {
        const NO_SUCH_ADVICE: libc::c_int = -1;
        let size = size_of::<Mark>();
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: new memory, of whole pages, that nobody else knows; given back where it is not used.
        unsafe {
            let page = libc::mmap(std::ptr::null_mut(), size, access, kind, -1, 0);
            if page == libc::MAP_FAILED {
                return None;
            }
            // An emulator that ignores advice accepts all of it.
            let ignored = libc::madvise(page, size, NO_SUCH_ADVICE) == 0;
            if ignored || libc::madvise(page, size, libc::MADV_WIPEONFORK) != 0 {
                libc::munmap(page, size);
                return None;
            }
            // SAFETY: zeros are a valid mark, the page is aligned, and it is never given back.
            Some(&*page.cast::<Mark>())
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub fn wiped() -> Option<&'static Mark> {
        None
    }

    #[cfg(not(unix))]
    pub fn watch_forks() {}

    /// The library stays loaded, so the handlers may stay, too.
    #[cfg(unix)]
    pub fn watch_forks() {
        use crate::per_process::mark;
        unsafe extern "C" fn before() {
            mark().fork_begins();
        }
        unsafe extern "C" fn after_in_parent() {
            mark().fork_ended();
        }
        unsafe extern "C" fn after_in_child() {
            mark().reset();
            #[cfg(target_os = "linux")]
            crate::ffi::system::locks::in_child();
        }
        // SAFETY: the handlers use nothing but atomics. Without memory for them the page above remains.
        unsafe {
            libc::pthread_atfork(Some(before), Some(after_in_parent), Some(after_in_child));
        }
    }
}
