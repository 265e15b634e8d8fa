//! A call that came before another one that it needs.

use super::Cause;

/// The step that must come first, as a doctor knows it.
pub fn missing(function: &str) -> Cause {
    match function {
        "hr_ticket" => Cause::NoLicense,
        "hr_ready" => Cause::CardNotRead,
        "hr_login" => Cause::NotLoggedIn,
        "hr_patient_search" => Cause::PatientNotSearched,
        "hr_patient_get" => Cause::NoPatient,
        _ => Cause::StepMissing,
    }
}
