//! Step 9: a document arrives.

use super::incoming::Incoming;
use super::parts::{self, Parts};
use super::{Bearer, codes, media_type, say_situation, segment};
use crate::bilingual::quoted;
use crate::events::Subject;
use crate::findings;
use crate::open_request::announced;
use crate::random::hex;
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::state::StoredDocument;
use axum::Json;
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use serde_json::{Value, json};
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
    let boundary = boundary(headers)?;
    let max = incoming.left();
    let keep = shared.state().scenario.keep_bytes;
    let parts = Parts::read(&mut *incoming, boundary, keep).await;
    let parts = parts.map_err(|refusal| match incoming.is_too_long() {
        true => too_long(max, None),
        false if incoming.is_shapeless() => parts::shapeless(),
        false => refusal,
    })?;
    let recognised = incoming.recognised();
    // The body goes on after the last boundary: only its announced end makes it whole.
    while let Some(chunk) = incoming.next().await {
        recognised.say();
        chunk.map_err(|_| match incoming.is_too_long() {
            true => too_long(max, None),
            false => ends_early(headers),
        })?;
    }
    let received = findings::received();
    findings::right(words!("the body is complete: {received} bytes", received));
    let reply = store(shared, &bearer, session, patient_id, parts)?;
    Ok((StatusCode::CREATED, Json(reply)).into_response())
}

/// Gives the `connectionId` of the session.
fn check_open(shared: &Shared, bearer: &Bearer, patient_id: &str) -> Result<String, Refusal> {
    let mut state = shared.state();
    let session = state.identified(&bearer.0)?;
    say_situation(session);
    if session.opened.contains(patient_id) {
        findings::right(words!(
            "the record of {patient_id} is open in this session",
            patient_id
        ));
        return Ok(session.connection_id.clone());
    }
    let count = session.opened.len();
    let text =
        words!("this record is not open in this session: PUT dmp/{{patient_id}} comes first");
    let expected = words!(
        "a record that this session opened (open now: {count})",
        count
    );
    let found = words!("the record of {patient_id}, which is not open", patient_id);
    Err(Refusal::conflict(text).mismatch(expected, found))
}

fn check_length(headers: &HeaderMap, max: Option<u64>) -> Result<(), Refusal> {
    match (announced(headers), max) {
        (Some(length), Some(max)) if length > max => {
            return Err(too_long(Some(max), Some(length)));
        }
        (Some(length), _) => {
            findings::right(words!("Content-Length announces {length} bytes", length))
        }
        (None, _) => findings::right(words!("the body comes in chunks, without Content-Length")),
    }
    Ok(())
}

fn boundary(headers: &HeaderMap) -> Result<String, Refusal> {
    let given = headers.get(CONTENT_TYPE);
    let given = given.and_then(|value| value.to_str().ok());
    let boundary = given.and_then(|value| multer::parse_boundary(value).ok());
    if let Some(boundary) = boundary {
        findings::right(words!(
            "Content-Type is multipart/form-data with a boundary"
        ));
        return Ok(boundary);
    }
    let text = words!("Content-Type must be `multipart/form-data; boundary=...`");
    let expected = words!("Content-Type: multipart/form-data with a boundary");
    let found = match given.map(quoted) {
        Some(given) => words!("Content-Type: {given}", given),
        None => words!("no Content-Type"),
    };
    Err(Refusal::bad_request(text).mismatch(expected, found))
}

fn too_long(max: Option<u64>, announced: Option<u64>) -> Refusal {
    let text = words!("the body is longer than this server accepts (max_upload_bytes)");
    let max = max.unwrap_or(u64::MAX);
    let expected = words!("at most {max} bytes", max);
    let found = match announced {
        Some(length) => words!("{length} bytes announced", length),
        None => words!("more bytes"),
    };
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, text)
        .mismatch(expected, found)
        .closing()
}

fn ends_early(headers: &HeaderMap) -> Refusal {
    let text = words!("the body ends before its announced length");
    let expected = match announced(headers) {
        Some(length) => words!("{length} bytes, as announced", length),
        None => words!("a last chunk"),
    };
    let received = findings::received();
    let found = words!("{received} bytes", received);
    Refusal::bad_request(text).mismatch(expected, found)
}

fn store(
    shared: &Shared,
    bearer: &Bearer,
    session: String,
    patient_id: String,
    parts: Parts,
) -> Result<Value, Refusal> {
    let mut state = shared.state();
    state.session(&bearer.0)?;
    let number = state.documents.len() as u64 + 1;
    let content = (parts.file.sha256.clone(), patient_id.clone());
    let first = *state.firsts.entry(content).or_insert(number);
    say_stored(first, number, &parts);
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
    let reply = json!({
        "documentId": document.document_id,
        "sha256": document.sha256,
        "bytes": document.bytes,
        "filename": document.filename,
    });
    let state = &mut *state;
    state.contents.add(&document);
    state.documents.push(document);
    state.contents.make_room(&mut state.documents);
    state.events.push(Subject::Document(number));
    Ok(reply)
}

fn say_stored(first: u64, number: u64, parts: &Parts) {
    findings::right(words!("the document is stored as number {number}", number));
    if first != number {
        findings::remark(words!(
            "it has the content of document {first}, for the same patient: it is there twice",
            first
        ));
    }
    if let Some(remark) = codes::remark(&parts.activity_type, &parts.type_code) {
        findings::remark(remark);
    }
}
