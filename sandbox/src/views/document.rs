//! A stored document, without its content.

use crate::mask;
use crate::state::StoredDocument;
use serde_json::{Value, json};

pub(crate) fn document(document: &StoredDocument) -> Value {
    json!({
        "number": document.number,
        "documentId": document.document_id,
        "session": document.session,
        "patient_id": mask::text(&document.patient_id),
        "filename": document.filename,
        "file_name_in_part": document.file_name_in_part,
        "activity_type": document.activity_type,
        "type_code": document.type_code,
        "sha256": document.sha256,
        "bytes": document.bytes,
        "kept": document.content.is_some(),
    })
}
