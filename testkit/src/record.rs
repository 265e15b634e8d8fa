//! What a scripted service answers until a patient's record is open.

use std::sync::Mutex;

use crate::http::{Request, answer};
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

/// A service of which every patient exists: the one whose `nom` was searched for last is the current one.
#[derive(Default)]
pub struct Patients(Mutex<String>);

impl Patients {
    /// The body that answers a request; empty for what is no search and no reading.
    pub fn body(&self, request: &Request) -> String {
        let mut current = self.0.lock().unwrap();
        if let Some((_, query)) = request.head.split_once("GET /patient/search?nom=") {
            let end = query.find([' ', '&']).unwrap_or(query.len());
            *current = query[..end].to_owned();
        } else if request.starts("GET /patient ") {
            return parameters(&current);
        }
        "{}".into()
    }
}
