//! What a scripted service answers until a patient's record is open.

use crate::http::answer;
use crate::raw_server::Peer;

/// The parameters of a patient whose record may be opened.
pub fn parameters(patient_id: &str) -> String {
    let id = serde_json::Value::from(patient_id);
    format!(r#"{{"patient_id":{id},"insQualified":true,"alimentationConsent":true}}"#)
}

/// Answers `hr_patient_get` and `hr_dmp_open` on one connection, which ends then.
pub fn opens(peer: &mut Peer, patient_id: &str) {
    peer.request();
    peer.send(answer("200 OK", "", &parameters(patient_id)));
    peer.request();
    peer.send(answer("200 OK", "connection: close\r\n", "{}"));
}
