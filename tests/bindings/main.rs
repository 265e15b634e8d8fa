//! The other languages: their declarations agree with the header, and their clients hold the same conversations.

mod conversations;
#[cfg(target_os = "linux")]
mod programs;
mod stdcall_sources;
mod wrapper_drift;
