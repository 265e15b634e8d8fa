//! The other languages: their clients hold the same conversations; what no compiler reads here calls the library rightly.

mod conversations;
#[cfg(target_os = "linux")]
mod programs;
mod stdcall_sources;
