//! Step 9: a document arrives.

use super::incoming::Incoming;
use super::parts::{self, LOOKED_AT, Parts};
use super::{Bearer, Segment, say_situation, segment};
use crate::bilingual::{Bilingual, quoted};
use crate::clock;
use crate::documents::StoredDocument;
use crate::events::Subject;
use crate::findings;
use crate::headers::announced;
use crate::random::hex;
use crate::refusal::Refusal;
use crate::shared::{App, Shared};
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// `POST dmp/{patient_id}/unique/doc/send`. Nothing is stored unless the whole body was read
/// and is valid. The reply is the sandbox's own choice.
pub(super) async fn send(
    State(shared): App,
    path: Segment,
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
    path: Segment,
    headers: &HeaderMap,
    incoming: &mut Incoming,
) -> Result<Response, Refusal> {
    let bearer = Bearer::of(shared, headers)?;
    let patient_id = segment(path)?;
    let session = check_open(shared, &bearer, &patient_id)?;
    check_length(headers, incoming.left)?;
    let boundary = boundary(headers)?;
    let max = incoming.left;
    let keep = shared.state().scenario.keep_bytes;
    let parts = Parts::read(&mut *incoming, boundary, keep).await;
    let parts = parts.map_err(|refusal| match incoming.too_long {
        true => too_long(max, None),
        false if incoming.shapeless => parts::shapeless(),
        false => refusal,
    })?;
    let unrecognised = Arc::clone(&incoming.unrecognised);
    // The body goes on after the last boundary: only its announced end makes it whole.
    while let Some(chunk) = incoming.next().await {
        unrecognised.store(0, Ordering::Relaxed);
        chunk.map_err(|_| match incoming.too_long {
            true => too_long(max, None),
            false => ends_early(headers),
        })?;
    }
    right!("upload.complete", received = findings::received());
    let reply = store(shared, &bearer, session, patient_id, parts)?;
    Ok((StatusCode::CREATED, Json(reply)).into_response())
}

/// Gives the `connectionId` of the session.
fn check_open(shared: &Shared, bearer: &Bearer, patient_id: &str) -> Result<String, Refusal> {
    let mut state = shared.state();
    let session = state.identified(&bearer.0)?;
    say_situation(session);
    if session.opened.contains(patient_id) {
        right!("upload.open", patient_id);
        return Ok(session.connection_id.clone());
    }
    let count = session.opened.len();
    Err(refusal!(CONFLICT, "upload.not_open", count, patient_id))
}

fn check_length(headers: &HeaderMap, max: Option<u64>) -> Result<(), Refusal> {
    match (announced(headers), max) {
        (Some(length), Some(max)) if length > max => {
            return Err(too_long(Some(max), Some(length)));
        }
        (Some(length), _) => right!("upload.announced", length),
        (None, _) => right!("upload.chunked"),
    }
    Ok(())
}

fn boundary(headers: &HeaderMap) -> Result<String, Refusal> {
    let given = headers.get(CONTENT_TYPE);
    let given = given.and_then(|value| value.to_str().ok());
    if let Some(boundary) = given.and_then(|value| multer::parse_boundary(value).ok()) {
        right!("upload.type");
        return Ok(boundary);
    }
    let found = match given.map(quoted) {
        Some(given) => words!("upload.other_type", given),
        None => words!("no.content_type"),
    };
    Err(refusal!(BAD_REQUEST, "upload.no_form", found))
}

fn too_long(max: Option<u64>, announced: Option<u64>) -> Refusal {
    let max = max.unwrap_or(u64::MAX);
    let found = match announced {
        Some(length) => words!("upload.bytes_announced", length),
        None => words!("upload.more_bytes"),
    };
    refusal!(PAYLOAD_TOO_LARGE, "upload.too_long", max, found).closing()
}

fn ends_early(headers: &HeaderMap) -> Refusal {
    let expected = match announced(headers) {
        Some(length) => words!("upload.as_announced", length),
        None => words!("upload.last_chunk"),
    };
    let received = findings::received();
    refusal!(BAD_REQUEST, "upload.ends_early", expected, received)
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
    let number = state.documents.all().len() as u64 + 1;
    let double_of = state.documents.first(&parts.file.sha256, &patient_id);
    let remark = remark(&parts.activity_type, &parts.type_code);
    right!("upload.stored", number);
    if let Some(first) = double_of {
        remark!("upload.double", first);
    }
    if let Some(remark) = &remark {
        findings::add(None, remark.clone());
    }
    let document = StoredDocument {
        number,
        time: clock::now(),
        document_id: hex(16),
        session,
        patient_id,
        filename: parts.filename,
        file_name_in_part: parts.file.name,
        remark,
        activity_type: parts.activity_type,
        type_code: parts.type_code,
        sha256: parts.file.sha256,
        bytes: parts.file.bytes,
        content: parts.file.content,
        media_type: media_type(&parts.file.start),
        double_of,
    };
    let reply = json!({
        "documentId": document.document_id,
        "sha256": document.sha256,
        "bytes": document.bytes,
        "filename": document.filename,
    });
    state.documents.add(document);
    state.events.push(Subject::Document(number));
    Ok(reply)
}

/// What to say of codes that look as if each stood in the place of the other. The interface lists no values, so that
/// this is no refusal.
fn remark(activity_type: &str, type_code: &str) -> Option<Bilingual> {
    let swapped = is_loinc(activity_type) && !is_loinc(type_code);
    swapped.then(|| words!("upload.swapped", activity_type))
}

/// Digits, a hyphen and a check digit, such as 11488-4.
fn is_loinc(code: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    code.split_once('-').is_some_and(|(number, check)| {
        (1..=7).contains(&number.len()) && check.len() == 1 && digits(number) && digits(check)
    })
}

const UNKNOWN: &str = "application/octet-stream";

/// How the documents begin that a browser may show.
const STARTS: [(&[u8], &str); 5] = [
    (b"%PDF-", "application/pdf"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
];

/// The media type of what starts with `start`. HTML, SVG and XML are plain text: a browser must not run them.
fn media_type(start: &[u8]) -> &'static str {
    if let Some((_, known)) = STARTS.iter().find(|(begins, _)| start.starts_with(begins)) {
        return known;
    }
    match start {
        [] => UNKNOWN,
        _ if start.starts_with(b"RIFF") && start.get(8..12) == Some(b"WEBP") => "image/webp",
        _ if is_text(start) => "text/plain",
        _ => UNKNOWN,
    }
}

fn is_text(start: &[u8]) -> bool {
    let control = |byte: &u8| byte.is_ascii_control() && !b"\t\n\r\x0c".contains(byte);
    let text = match std::str::from_utf8(start) {
        Ok(_) => true,
        // A character may go on behind what is looked at.
        Err(error) => error.error_len().is_none() && start.len() == LOOKED_AT,
    };
    text && !start.iter().any(control)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_codes_that_look_swapped_are_remarked_upon() {
        assert!(remark("11488-4", "CONSULTATION").is_some());
        assert!(remark("11488-4", "").is_some());
        for (activity_type, type_code) in [
            ("CONSULTATION", "11488-4"),
            ("CONSULTATION", "COMPTE-RENDU"),
            ("11488-4", "34133-9"),
            ("2026-11", "A"),
            ("-4", "A"),
        ] {
            assert_eq!(remark(activity_type, type_code), None, "{activity_type}");
        }
    }
}
