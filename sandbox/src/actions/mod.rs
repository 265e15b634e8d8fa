//! What is done to a sandbox from outside: by the control interface, by the library, by a fault. Each says in words
//! what happened.

mod cards;
mod faults;
mod patients;
mod scenario;
mod sessions;

pub(crate) use cards::PinProblem;
pub(crate) use patients::PatientChange;
