//! Safe functions around those of the operating system that only unsafe code can call: see `crate::system`.

#[cfg(windows)]
mod files;
#[cfg(windows)]
mod library;
mod library_file;
#[cfg(any(target_os = "linux", windows))]
#[cfg_attr(target_os = "linux", path = "system/locks/linux.rs")]
#[cfg_attr(windows, path = "system/locks/windows.rs")]
pub mod locks;
#[cfg(windows)]
mod owner;
#[cfg(windows)]
mod proxy;
#[cfg(windows)]
mod sockets;

/// The error of a function that returns 0 when it fails.
#[cfg(windows)]
fn done(result: i32) -> std::io::Result<()> {
    match result {
        0 => Err(std::io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Registers them in `crate::system`.
pub fn install() {
    let _ = crate::system::library::FIND.set(&library_file::FIND);
    #[cfg(any(target_os = "linux", windows))]
    let _ = crate::system::locks::LOCKS.set(&locks::TABLE);
    #[cfg(windows)]
    {
        use crate::system;
        let _ = system::files::FILES.set(&files::TABLE);
        let _ = system::owner::sessions::TABLE.set(&owner::TABLE);
        let _ = system::proxy::PROXIES.set(&proxy::TABLE);
        let _ = system::sockets::SOCKETS.set(&sockets::TABLE);
    }
}
