//! A patient.

use super::Show;
use crate::mask::Mask;
use crate::scenario::Patient;
use crate::state::SandboxState;
use serde_json::{Value, json};

pub(crate) fn patients(state: &SandboxState, show: Show) -> Value {
    let mask = Mask::new(&state.known, show);
    let numbered = (1..).zip(&state.patients);
    numbered
        .map(|(number, it)| patient(number, it, &mask))
        .collect()
}

fn patient(number: u64, patient: &Patient, mask: &Mask) -> Value {
    let text = |text: &String| mask.text(text);
    json!({
        "number": number,
        "patient_id": text(&patient.patient_id),
        "nom": text(&patient.nom),
        "prenom": text(&patient.prenom),
        "date_naissance": text(&patient.date_naissance),
        "sexe": text(&patient.sexe),
        "ins_qualified": patient.ins_qualified,
        "alimentation_consent": patient.alimentation_consent,
        "opposed": patient.opposed,
        "note": text(&patient.note),
        "note_fr": text(&patient.note_fr),
    })
}
