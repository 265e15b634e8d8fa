//! Functions of the operating system that only unsafe code can call, in safe clothes: see `crate::system`.

#[cfg(windows)]
mod sockets;

/// Puts them in place.
pub fn install() {
    #[cfg(windows)]
    crate::system::sockets::SOCKETS.put(&sockets::TABLE);
}
