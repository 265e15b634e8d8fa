//! A text right before memory that nobody may read: who reads behind its NUL ends the process.

use std::ffi::c_char;

#[cfg(unix)]
pub struct Fenced {
    start: *mut u8,
    mapped: usize,
    text: usize,
}

#[cfg(unix)]
impl Fenced {
    /// The text is followed by its NUL, and the NUL by the fence.
    pub fn new(text: &[u8]) -> Fenced {
        assert!(!text.contains(&0));
        Fenced::without_end(&[text, b"\0"].concat())
    }

    /// The text is followed by the fence.
    pub fn without_end(text: &[u8]) -> Fenced {
        use testkit::libc;
        let page = 16 * 1024;
        let room = text.len().next_multiple_of(page);
        // SAFETY: new memory, of which the first `room` bytes are written.
        unsafe {
            let access = libc::PROT_READ | libc::PROT_WRITE;
            let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let start = libc::mmap(std::ptr::null_mut(), room + page, access, kind, -1, 0);
            assert_ne!(start, libc::MAP_FAILED);
            let start = start.cast::<u8>();
            let at = start.add(room - text.len());
            at.copy_from_nonoverlapping(text.as_ptr(), text.len());
            assert_eq!(
                libc::mprotect(start.add(room).cast(), page, libc::PROT_NONE),
                0
            );
            Fenced {
                start,
                mapped: room + page,
                text: room - text.len(),
            }
        }
    }

    pub fn as_ptr(&self) -> *const c_char {
        // SAFETY: the text begins there, in the same memory.
        unsafe { self.start.add(self.text) }.cast()
    }
}

#[cfg(unix)]
impl Drop for Fenced {
    fn drop(&mut self) {
        // SAFETY: it was mapped in `new`, and nobody has a pointer any more.
        unsafe { testkit::libc::munmap(self.start.cast(), self.mapped) };
    }
}

#[cfg(not(unix))]
pub struct Fenced(std::ffi::CString);

#[cfg(not(unix))]
impl Fenced {
    pub fn new(text: &[u8]) -> Fenced {
        Fenced(std::ffi::CString::new(text).unwrap())
    }

    pub fn as_ptr(&self) -> *const c_char {
        self.0.as_ptr()
    }
}
