//! Safe functions around those of the operating system that only unsafe code can call: see `crate::system`.

#[cfg(windows)]
mod files;
#[cfg(any(target_os = "linux", windows))]
pub mod locks;
#[cfg(windows)]
mod owner;
#[cfg(windows)]
mod proxy;
#[cfg(windows)]
mod sockets;

/// Registers them in `crate::system`.
pub fn install() {
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
