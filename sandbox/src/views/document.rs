//! A stored document, without its content.

use super::{Show, time};
use crate::mask::Mask;
use crate::scenario::Patient;
use crate::state::{SandboxState, StoredDocument};
use serde_json::{Value, json};

pub(crate) fn document(state: &SandboxState, document: &StoredDocument, show: Show) -> Value {
    let index = state
        .patients
        .iter()
        .position(|patient| patient.patient_id == document.patient_id);
    let patient = index.and_then(|index| state.patients.get(index));
    let mask = Mask::new(&state.known, show);
    let text = |text: &String| mask.text(text);
    json!({
        "number": document.number,
        "documentId": document.document_id,
        "session": document.session,
        "time": time(document.time),
        "patient_id": text(&document.patient_id),
        "patient": index.map(|index| index + 1),
        "patient_name": patient.map(Patient::name).as_ref().map(text),
        "filename": text(&document.filename),
        "file_name_in_part": document.file_name_in_part.as_ref().map(text),
        "activity_type": text(&document.activity_type),
        "type_code": text(&document.type_code),
        "sha256": document.sha256,
        "bytes": document.bytes,
        "media_type": document.media_type,
        "kept": document.content.is_some(),
        "double_of": document.double_of,
        "remark": document.remark.as_ref().map(|remark| text(&remark.en)),
        "remark_fr": document.remark.as_ref().map(|remark| text(&remark.fr)),
    })
}
