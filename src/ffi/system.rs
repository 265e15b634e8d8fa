//! Functions of the operating system that only unsafe code can call, in safe clothes: see `crate::system`.

#[cfg(windows)]
mod owner;
#[cfg(windows)]
mod sockets;

/// Puts them in place.
#[cfg(windows)]
pub fn install() {
    use crate::system;
    system::owner::sessions::TABLE.put(&owner::TABLE);
    system::sockets::SOCKETS.put(&sockets::TABLE);
}

#[cfg(not(windows))]
pub fn install() {}
