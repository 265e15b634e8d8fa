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
    crate::system::locks::LOCKS.put(&locks::TABLE);
    #[cfg(windows)]
    {
        use crate::system;
        system::files::FILES.put(&files::TABLE);
        system::owner::sessions::TABLE.put(&owner::TABLE);
        system::proxy::PROXIES.put(&proxy::TABLE);
        system::sockets::SOCKETS.put(&sockets::TABLE);
    }
}
