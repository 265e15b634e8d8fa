//! The C boundary. Raw pointers, `unsafe` and exported functions live here and nowhere else.
//!
//! Each exported function hands its work to `boundary` as a closure that returns a `Result`; the
//! closure checks the arguments and calls `client`.
//!
//! Safety: every exported function trusts what its comment asks of its pointers. A text is NULL or
//! NUL-terminated, an `out_...` pointer is NULL or writable, a callback may be called as its type says. An `out_...` pointer
//! may lead into a packed record of Delphi, C# or C, at any address: it is written with `write_unaligned`.

#![allow(clippy::missing_safety_doc)]

#[cfg(feature = "wiping-allocator")]
mod allocator;
mod boundary;
mod callback;
#[cfg(target_os = "linux")]
mod cancellation;
mod floating_point;
mod process;
mod process_end;
mod registry;
mod report;
#[cfg(all(windows, target_arch = "x86"))]
mod stdcall;
pub(crate) mod system;
mod text;

// Blank lines keep the order, which is the order of the header.
pub mod library;

pub mod json;

pub mod handle;

pub mod stop;

pub mod card;

pub mod service;

pub mod dmp;

pub mod deposit;

#[cfg(feature = "test-hooks")]
pub mod test_hooks;
