//! Libraries of the system that are loaded when they are needed, and never given back.

use std::ffi::CStr;
use std::mem::transmute_copy;
use std::ptr::null_mut;

use windows_sys::Win32::Foundation::HMODULE;
use windows_sys::Win32::System::LibraryLoader::{
    GetProcAddress, LOAD_LIBRARY_SEARCH_SYSTEM32, LoadLibraryExW,
};
use windows_sys::core::PCWSTR;

pub struct Library(HMODULE);

impl Library {
    /// Searches the folder of the system alone.
    ///
    /// # Safety
    /// `name` ends with NUL.
    pub unsafe fn load(name: PCWSTR) -> Option<Library> {
        // SAFETY: the caller's promise is the same.
        let library = unsafe { LoadLibraryExW(name, null_mut(), LOAD_LIBRARY_SEARCH_SYSTEM32) };
        (!library.is_null()).then_some(Library(library))
    }

    /// # Safety
    /// The function of this name has this type.
    pub unsafe fn function<F>(&self, name: &CStr) -> Option<F> {
        // SAFETY: a library that is loaded, and a name with its NUL.
        let found = unsafe { GetProcAddress(self.0, name.as_ptr().cast()) }?;
        // SAFETY: the caller's promise.
        Some(unsafe { transmute_copy(&found) })
    }
}
