//! What the fault matrix does not see of replies: which calls share a connection, what a reply takes of memory, and
//! bodies that are not waited for.

mod connections;
mod memory;
mod unawaited_bodies;

/// A patient, as `hr_patient_get` wants one.
const PATIENT: &str = r#"{"patient_id":"187","insQualified":true,"alimentationConsent":true}"#;
