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
pub use windows::{file, stay};

#[cfg(windows)]
mod windows {
    use std::ptr::null_mut;

    use windows_sys::Win32::Foundation::HMODULE;
    use windows_sys::Win32::System::LibraryLoader::{
        GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, GET_MODULE_HANDLE_EX_FLAG_PIN,
        GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT, GetModuleFileNameW, GetModuleHandleExW,
    };

    /// The longest path in UTF-16 units.
    const LONGEST: usize = 32_768;

    fn module(flag: u32) -> Option<HMODULE> {
        let mut module = null_mut();
        let flags = GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | flag;
        let here = (&raw const super::HERE).cast();
        // SAFETY: an address within this library instead of a name, as the flag says; module is writable.
        let found = unsafe { GetModuleHandleExW(flags, here, &raw mut module) } != 0;
        found.then_some(module)
    }

    /// The library stays loaded once it has worked: a thread may still be looking up a name. Elsewhere the linker sees to it.
    pub fn stay() {
        module(GET_MODULE_HANDLE_EX_FLAG_PIN);
    }

    pub fn file() -> Option<String> {
        let module = module(GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT)?;
        let mut path = vec![0_u16; LONGEST];
        let room = u32::try_from(path.len()).ok()?;
        // SAFETY: a module that is loaded, and as much room as is said.
        let length = unsafe { GetModuleFileNameW(module, path.as_mut_ptr(), room) };
        let path = path.get(..usize::try_from(length).ok()?)?;
        (!path.is_empty()).then(|| String::from_utf16_lossy(path))
    }
}
