//! `hr`: puts a document into a patient's shared health record, for programs that link a C library.
//!
//! A module uses those below it, never those above:
//!
//! ```text
//! ffi            the C boundary: exported functions, guard, handles, texts in and out
//! client         one function per operation; knows nothing of C
//! session        what a handle holds, and which call may come next
//! guard          what is known of cards and documents, and what may be sent because of it
//! journal        the file that survives a restart
//! transport      one request, one response; the only user of the HTTP client and of TLS
//! multipart      the body of an upload               wire       the services' own field names
//! config         the JSON given to hr_open           proxy      which proxy, if any
//! address        vetted addresses                    messages   the English and French texts of errors
//! error          what the error object states        roots      the files of roots for TLS
//! request_object what a host passes as JSON          regular_file   the files that a host names
//! reason         why a call failed
//! code           the codes of the contract           operation  names, tasks, paths, effects
//! call_id, hex, json, keyed_digest, locking, logging, opaque, per_process, system, time, weak_map, wiping, words   what everything may use
//! ```
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
