//! A patient.

use crate::mask;
use crate::scenario::Patient;
use serde_json::{Value, json};

pub(crate) fn patient(patient: &Patient) -> Value {
    json!({
        "patient_id": mask::text(&patient.patient_id),
        "ins_qualified": patient.ins_qualified,
        "alimentation_consent": patient.alimentation_consent,
        "opposed": patient.opposed,
    })
}
