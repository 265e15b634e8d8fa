//! Functions of the operating system that only unsafe code can call, in safe clothes: see `crate::system`.

/// Puts them in place.
pub fn install() {}
