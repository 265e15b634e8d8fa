//! `hr_deposit`: patient, record and documents with one call.

mod consent;
mod documents;
#[cfg(unix)]
mod forks;
mod hostile;
mod interrupted;
mod journal;
mod memory;
mod patient;
mod progress;
#[cfg(target_os = "linux")]
mod reading;
mod refused;
mod sentences;
mod stage;
