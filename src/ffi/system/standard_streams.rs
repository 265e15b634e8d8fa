//! The descriptors 0, 1 and 2. Where the host has closed one, the system gives its number to what is opened next: a
//! program that then asks for a PIN would read it from a connection, and what it prints would get into the journal.

#[cfg(unix)]
use std::os::fd::{AsRawFd, OwnedFd};

/// What was opened, under a number that is none of theirs.
#[cfg(unix)]
pub fn avoided<T: AsRawFd + Into<OwnedFd> + From<OwnedFd>>(opened: T) -> std::io::Result<T> {
    const FIRST_OF_OTHERS: i32 = 3;
    if opened.as_raw_fd() >= FIRST_OF_OTHERS {
        return Ok(opened);
    }
    let moved = rustix::io::fcntl_dupfd_cloexec(opened.into(), FIRST_OF_OTHERS)?;
    Ok(moved.into())
}

/// Handles have no such numbers here.
#[cfg(windows)]
pub fn avoided<T>(opened: T) -> std::io::Result<T> {
    Ok(opened)
}
