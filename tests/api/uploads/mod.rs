//! Uploads on real sockets, plain and over TLS: what arrives byte for byte, and what the host receives
//! when the server refuses early, ends in the middle or does not answer.

mod cancel;
mod doubt;
mod early;
mod ends;
mod files;
mod fixture;
mod form;
mod large;
mod sizes;
