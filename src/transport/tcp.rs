//! A connection of the system's.

#[cfg(any(windows, test))]
mod incoming;
#[cfg(windows)]
mod windows;

#[cfg(all(unix, not(feature = "fuzzing")))]
pub use std::net::TcpStream as Tcp;
#[cfg(windows)]
pub use windows::Tcp;
