//! `hr`: puts a document into a patient's shared health record, for programs that link a C library.
//!
//! ARCHITECTURE.md says what the modules do. One uses those below it, never those above: tests/repo/layers.rs has the order.
//!
//! The manual for its users is the header, `include/hr.h`, made from the comments in `ffi` and `code`.

#![deny(unsafe_code)]
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod address;
mod call_id;
mod client;
pub mod code;
mod config;
mod digits;
mod ending;
pub mod error;
mod guard;
mod hex;
mod journal;
mod json;
mod keyed_digest;
mod locking;
mod logging;
mod messages;
mod multipart;
mod opaque;
mod operation;
mod page;
mod per_process;
mod proxy;
mod reason;
mod regular_file;
mod request_object;
mod roots;
mod session;
#[cfg(feature = "test-hooks")]
mod test_hooks;
mod time;
mod transport;
mod weak_map;
mod wiping;
mod wire;
mod words;

#[allow(unsafe_code)]
pub mod ffi;

use ffi::system;

#[cfg(feature = "fuzzing")]
pub mod fuzzing;
