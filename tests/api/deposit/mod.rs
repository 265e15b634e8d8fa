//! `hr_deposit`: patient, record and documents with one call.

mod consent;
mod documents;
mod hostile;
mod interrupted;
mod journal;
#[cfg(target_os = "linux")]
mod many;
mod patient;
mod progress;
mod refused;
mod stage;
