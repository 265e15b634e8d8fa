//! The file that this library was loaded from.

static HERE: u8 = 0;

#[cfg(unix)]
pub fn file() -> Option<String> {
    use std::ffi::CStr;
    use std::mem::MaybeUninit;

    let mut info = MaybeUninit::<libc::Dl_info>::uninit();
    // SAFETY: any address may be asked about, and info is writable.
    if unsafe { libc::dladdr((&raw const HERE).cast(), info.as_mut_ptr()) } == 0 {
        return None;
    }
    // SAFETY: filled, since the address was found.
    let name = unsafe { info.assume_init() }.dli_fname;
    // SAFETY: a text of the loader, which stays as long as the library is loaded.
    let name = (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) })?;
    Some(name.to_string_lossy().into_owned())
}

#[cfg(windows)]
pub fn file() -> Option<String> {
    use std::ptr::null_mut;

    use windows_sys::Win32::System::LibraryLoader::{
        GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
        GetModuleFileNameW, GetModuleHandleExW,
    };

    /// The longest path in UTF-16 units.
    const LONGEST: usize = 32_768;
    let mut module = null_mut();
    let flags =
        GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
    // SAFETY: an address within this library instead of a name, as the flag says; module is writable.
    if unsafe { GetModuleHandleExW(flags, (&raw const HERE).cast(), &raw mut module) } == 0 {
        return None;
    }
    let mut path = vec![0_u16; LONGEST];
    let room = u32::try_from(path.len()).ok()?;
    // SAFETY: a module that is loaded, and as much room as is said.
    let length = unsafe { GetModuleFileNameW(module, path.as_mut_ptr(), room) };
    let path = path.get(..usize::try_from(length).ok()?)?;
    (!path.is_empty()).then(|| String::from_utf16_lossy(path))
}
