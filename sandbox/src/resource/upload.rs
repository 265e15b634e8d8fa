//! Step 9: a document arrives.

use super::incoming::Incoming;
use super::parts::Parts;
use super::{Bearer, codes, media_type, segment};
use crate::events::Subject;
use crate::random::hex;
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::state::StoredDocument;
use axum::Json;
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use serde_json::json;
use std::sync::Arc;
use time::OffsetDateTime;

/// `POST dmp/{patient_id}/unique/doc/send`. Nothing is stored unless the whole body was read
/// and is valid. The reply is the sandbox's own choice.
pub(super) async fn send(
    State(shared): State<Arc<Shared>>,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let max = shared.state().scenario.max_upload_bytes;
    let mut incoming = Incoming::new(body, max);
    match receive(&shared, path, &headers, &mut incoming).await {
        Ok(reply) => reply,
        Err(refusal) => {
            // A client that writes to a closed connection may never see why: the rest is read
            // and forgotten, unless the answer is that it is too long.
            if !refusal.closes() {
                while let Some(Ok(_)) = incoming.next().await {}
            }
            refusal.into_response()
        }
    }
}

async fn receive(
    shared: &Shared,
    path: Result<Path<String>, PathRejection>,
    headers: &HeaderMap,
    incoming: &mut Incoming,
) -> Result<Response, Refusal> {
    let bearer = Bearer::of(shared, headers)?;
    let patient_id = segment(path)?;
    let session = check_open(shared, &bearer, &patient_id)?;
    check_length(headers, incoming.left())?;
    let boundary = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| multer::parse_boundary(value).ok())
        .ok_or_else(|| {
            Refusal::bad_request("Content-Type must be `multipart/form-data; boundary=...`")
        })?;
    let keep = shared.state().scenario.keep_bytes;
    let parts = Parts::read(&mut *incoming, boundary, keep).await;
    let parts = parts.map_err(|refusal| match incoming.is_too_long() {
        true => too_long(),
        false => refusal,
    })?;
    // The body goes on after the last boundary: only its announced end makes it whole.
    while let Some(chunk) = incoming.next().await {
        chunk.map_err(|_| Refusal::bad_request("the body ends before its announced length"))?;
    }
    let document = store(shared, &bearer, session, patient_id, parts)?;
    let reply = json!({
        "documentId": document.document_id,
        "sha256": document.sha256,
        "bytes": document.bytes,
        "filename": document.filename,
    });
    Ok((StatusCode::CREATED, Json(reply)).into_response())
}

/// Gives the `connectionId` of the session.
fn check_open(shared: &Shared, bearer: &Bearer, patient_id: &str) -> Result<String, Refusal> {
    let mut state = shared.state();
    let session = state.identified(&bearer.0)?;
    if session.opened.contains(patient_id) {
        Ok(session.connection_id.clone())
    } else {
        Err(Refusal::conflict(
            "this record is not open in this session: PUT dmp/{patient_id} comes first",
        ))
    }
}

fn check_length(headers: &HeaderMap, max: Option<u64>) -> Result<(), Refusal> {
    let announced = headers
        .get(CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.parse::<u64>().ok());
    match (announced, max) {
        (Some(length), Some(max)) if length > max => Err(too_long()),
        _ => Ok(()),
    }
}

fn too_long() -> Refusal {
    let text = "the body is longer than this server accepts (max_upload_bytes)";
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, text).closing()
}

fn store(
    shared: &Shared,
    bearer: &Bearer,
    session: String,
    patient_id: String,
    parts: Parts,
) -> Result<StoredDocument, Refusal> {
    let mut state = shared.state();
    state.session(&bearer.0)?;
    let number = state.documents.len() as u64 + 1;
    let content = (parts.file.sha256.clone(), patient_id.clone());
    let first = *state.firsts.entry(content).or_insert(number);
    let document = StoredDocument {
        number,
        time: OffsetDateTime::now_utc(),
        document_id: hex(16),
        session,
        patient_id,
        filename: parts.filename,
        file_name_in_part: parts.file.name,
        remark: codes::remark(&parts.activity_type, &parts.type_code),
        activity_type: parts.activity_type,
        type_code: parts.type_code,
        sha256: parts.file.sha256,
        bytes: parts.file.bytes,
        content: parts.file.content,
        media_type: media_type::of(&parts.file.start),
        double_of: (first != number).then_some(first),
    };
    state.documents.push(document.clone());
    state.events.push(Subject::Document(number));
    Ok(document)
}
