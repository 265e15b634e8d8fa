//! Uploads on real sockets, plain and over TLS: what arrives byte for byte, and what the host is told
//! when the server refuses early, ends in the middle or does not answer.

#[path = "../support/raw.rs"]
mod raw;
#[path = "../support/record.rs"]
mod record;
#[path = "../support/mod.rs"]
mod support;

mod cancel;
#[cfg(unix)]
mod changing;
#[cfg(unix)]
mod doubling;
mod doubt;
mod early;
mod ends;
mod files;
mod form;
mod large;
#[path = "../storm/random.rs"]
mod random;
mod sizes;
mod stage;
