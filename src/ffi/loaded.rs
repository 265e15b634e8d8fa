//! The library stays loaded once it has worked: a thread may still be looking up a name. Elsewhere the linker sees
//! to it.

use std::ptr::null_mut;

use windows_sys::Win32::System::LibraryLoader::{
    GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, GET_MODULE_HANDLE_EX_FLAG_PIN, GetModuleHandleExW,
};

static HERE: u16 = 0;

pub fn stay() {
    let mut module = null_mut();
    let flags = GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS;
    // SAFETY: an address within this library instead of a name, as the flag says; module is writable.
    unsafe { GetModuleHandleExW(flags, &raw const HERE, &raw mut module) };
}
