//! What a server sends beside and behind its replies, byte by byte: over plain TCP, over TLS, and over TLS through a
//! proxy. The oracle is what the server received.

mod connections;
mod floods;
mod forms;
mod handshakes;
mod leftovers;
mod memory;
mod route;
mod tickets;

/// A patient, as `hr_patient_get` wants one.
const PATIENT: &str = r#"{"patient_id":"187","insQualified":true,"alimentationConsent":true}"#;
