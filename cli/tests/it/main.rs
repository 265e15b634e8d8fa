//! `hr` as a program, with the sandbox as the other side: what it prints, what it exits with, and what was received.

mod cards_and_journal;
mod configuration;
mod deposit;
mod desk;
mod doctor;
mod list;
mod pictures;
#[cfg(target_os = "linux")]
mod terminal;
