//! What each fuzz target does with its input. libFuzzer calls it (`targets/`), and an ordinary test calls it with
//! each input of the corpus (`tests/corpus.rs`).

pub mod addresses;
pub mod call;
pub mod configuration;
pub mod exports;
mod files;
mod fixture;
pub mod http;
mod input;
pub mod json;
pub mod multipart;
mod object;
mod peer;
pub mod replies;
mod sandbox;
mod secrets;

pub use files::Files;

/// A target's name and what it does with one input; it panics when something is wrong.
pub type Target = (&'static str, fn(&[u8]));

/// Each is a module.
macro_rules! targets {
    ($($name:ident)+) => { &[$((stringify!($name), $name::run)),+] };
}

pub const TARGETS: &[Target] = targets![exports replies multipart configuration addresses json];

/// Lets a panic inside the library be seen: its guard would make a code of it and say nothing.
pub fn show_panics() {
    let shown = std::panic::take_hook();
    // The library puts its own hook in place at its first call, and never again.
    unsafe { hr::ffi::library::hr_free(std::ptr::null_mut()) };
    std::panic::set_hook(shown);
}
