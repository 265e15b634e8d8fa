//! A call that came before another one that it needs.

use super::Cause;
use crate::operation::Operation;

/// The step that must come first, as a doctor knows it.
pub fn missing(operation: Operation) -> Cause {
    match operation {
        Operation::Ticket => Cause::NoLicense,
        Operation::Ready => Cause::CardNotRead,
        Operation::Login => Cause::NotLoggedIn,
        Operation::PatientSearch => Cause::PatientNotSearched,
        Operation::PatientGet => Cause::NoPatient,
        _ => Cause::StepMissing,
    }
}
