//! What is asked of the operating system beyond the standard library. The functions that do it are under `ffi`, where
//! all that is unsafe is; they are put here before the first call does anything.

pub mod files;
pub mod library;
pub mod locks;
pub mod owner;
pub mod proxy;
#[cfg(any(windows, test))]
pub mod receive;
#[cfg(windows)]
pub mod sockets;
pub mod standard_streams;

use once_cell::race::OnceRef;

/// A table of functions, put in place once. None where the system has no such table, and before the first call of an
/// exported function.
pub type Slot<T> = OnceRef<'static, T>;
