//! `hr_deposit`: patient, record and documents with one call.

mod consent;
mod documents;
mod interrupted;
mod journal;
mod patient;
mod progress;
mod refused;
mod stage;
