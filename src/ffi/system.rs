//! What is asked of the operating system beyond the standard library. To the modules below `ffi` this is `crate::system`.

#[cfg(windows)]
pub mod files;
pub mod library_file;
#[cfg_attr(target_os = "linux", path = "system/locks/linux.rs")]
#[cfg_attr(windows, path = "system/locks/windows.rs")]
#[cfg_attr(not(any(target_os = "linux", windows)), path = "system/locks/none.rs")]
pub mod locks;
pub mod owner;
pub mod proxy;
#[cfg(any(windows, test))]
pub mod receive;
#[cfg(windows)]
pub mod sockets;
pub mod standard_streams;
#[cfg(windows)]
mod system_library;

/// A text as the system takes it, with its final NUL.
#[cfg(windows)]
fn wide(text: impl AsRef<std::ffi::OsStr>) -> Vec<u16> {
    use std::os::windows::ffi::OsStrExt;
    text.as_ref().encode_wide().chain([0]).collect()
}

/// The error of a function that returns 0 when it fails.
#[cfg(windows)]
fn done(result: i32) -> std::io::Result<()> {
    match result {
        0 => Err(std::io::Error::last_os_error()),
        _ => Ok(()),
    }
}
