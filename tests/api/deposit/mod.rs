//! `hr_deposit`: patient, record and documents with one call.

mod documents;
mod doubts;
mod patient;
mod progress;
#[cfg(target_os = "linux")]
mod reading;
pub mod stage;
