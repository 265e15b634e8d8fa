//! `hr` as a program, with the sandbox as the other side: what it prints, what it exits with, and what was received.

mod calls;
mod configuration;
mod deposit;
mod desk;
mod doctor;
mod list;
#[cfg(target_os = "linux")]
mod terminal;
mod usage;
