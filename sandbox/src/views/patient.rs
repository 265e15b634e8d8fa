//! A patient.

use super::Show;
use crate::mask;
use crate::scenario::Patient;
use crate::state::SandboxState;
use serde_json::{Value, json};

pub(crate) fn patients(state: &SandboxState, show: Show) -> Value {
    let numbered = (1..).zip(&state.patients);
    numbered
        .map(|(number, it)| patient(number, it, show))
        .collect()
}

fn patient(number: u64, patient: &Patient, show: Show) -> Value {
    json!({
        "number": number,
        "patient_id": mask::text_for(&patient.patient_id, show),
        "nom": patient.nom,
        "prenom": patient.prenom,
        "date_naissance": patient.date_naissance,
        "sexe": patient.sexe,
        "ins_qualified": patient.ins_qualified,
        "alimentation_consent": patient.alimentation_consent,
        "opposed": patient.opposed,
        "note": patient.note,
        "note_fr": patient.note_fr,
    })
}
