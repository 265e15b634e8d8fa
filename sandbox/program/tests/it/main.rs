//! The program, as whoever starts it sees it.

#[allow(dead_code, reason = "the library's tests use the rest")]
#[path = "../../../tests/it/client.rs"]
mod client;
mod demo;
mod manual;
mod serve;
