//! The four parts of an upload.

use super::incoming::Incoming;
use crate::bilingual::quoted;
use crate::findings::{self, UploadPart};
use crate::random::to_hex;
use crate::refusal::Refusal;
use multer::{Field, Multipart};
use ring::digest::{Context, SHA256};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Longest text field; it bounds memory, it is no rule of the interface.
const MAX_TEXT: usize = 64 * 1024;

/// This many characters of a text field are shown.
const MAX_SHOWN: usize = 1000;

/// This many bytes of the file are looked at.
pub(super) const LOOKED_AT: usize = 512;

pub(super) struct Parts {
    pub file: FilePart,
    pub filename: String,
    pub activity_type: String,
    pub type_code: String,
}

pub(super) struct FilePart {
    pub name: Option<String>,
    pub sha256: String,
    pub bytes: u64,
    pub content: Option<Vec<u8>>,
    /// The first bytes, which tell what it is.
    pub start: Vec<u8>,
}

impl Parts {
    /// Reads exactly the four parts, in any order, keeping the file up to `keep` bytes.
    pub(super) async fn read(
        incoming: &mut Incoming,
        boundary: String,
        keep: u64,
    ) -> Result<Parts, Refusal> {
        let unrecognised = Arc::clone(&incoming.unrecognised);
        let mut form = Multipart::new(incoming, boundary);
        let mut file = None;
        let mut texts = ["filename", "activity_type", "type_code"].map(|name| (name, None));
        while let Some(field) = form.next_field().await.map_err(broken)? {
            unrecognised.store(0, Ordering::Relaxed);
            let name = field.name().unwrap_or("").to_owned();
            let text = texts.iter_mut().find(|(wanted, _)| *wanted == name);
            match (name.as_str(), text) {
                ("file", _) if file.is_none() => {
                    file = Some(read_file(field, keep, &unrecognised).await?)
                }
                (_, Some((_, slot))) if slot.is_none() => {
                    *slot = Some(read_text(field, &name, &unrecognised).await?);
                }
                ("file", _) | (_, Some(_)) => {
                    return Err(refusal!(BAD_REQUEST, "part.twice", name));
                }
                ("", _) => return Err(refusal!(BAD_REQUEST, "part.unnamed")),
                _ => return Err(refusal!(BAD_REQUEST, "part.unknown", name = quoted(&name))),
            }
        }
        let came = texts.iter().filter(|(_, value)| value.is_some());
        let mut came: Vec<_> = came.map(|(name, _)| *name).collect();
        came.extend(file.is_some().then_some("file"));
        let missing = |name: &str| missing(name, &came);
        let [filename, activity_type, type_code] =
            texts.map(|(name, slot)| slot.ok_or_else(|| missing(name)));
        Ok(Parts {
            file: file.ok_or_else(|| missing("file"))?,
            filename: filename?,
            activity_type: activity_type?,
            type_code: type_code?,
        })
    }
}

async fn read_file(
    mut field: Field<'_>,
    keep: u64,
    unrecognised: &AtomicUsize,
) -> Result<FilePart, Refusal> {
    let mut shown = shown(&field, "file");
    let mut hash = Context::new(&SHA256);
    let mut content = Some(Vec::new());
    let mut start = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(broken)? {
        unrecognised.store(0, Ordering::Relaxed);
        hash.update(&chunk);
        let wanted = chunk.len().min(LOOKED_AT - start.len());
        start.extend_from_slice(&chunk[..wanted]);
        shown.bytes += chunk.len() as u64;
        if shown.bytes > keep {
            content = None;
        }
        if let Some(content) = &mut content {
            content.extend_from_slice(&chunk);
        }
    }
    let (name, bytes) = (shown.filename.clone(), shown.bytes);
    match name.as_deref().map(quoted) {
        Some(name) => right!("file.named", bytes, name),
        None => right!("file.unnamed", bytes),
    }
    findings::note(|noted| noted.parts.push(shown));
    Ok(FilePart {
        name,
        sha256: to_hex(hash.finish().as_ref()),
        bytes,
        content,
        start,
    })
}

async fn read_text(
    mut field: Field<'_>,
    name: &str,
    unrecognised: &AtomicUsize,
) -> Result<String, Refusal> {
    let mut shown = shown(&field, name);
    let mut text = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(broken)? {
        unrecognised.store(0, Ordering::Relaxed);
        if text.len() + chunk.len() > MAX_TEXT {
            return Err(refusal!(BAD_REQUEST, "part.too_long", name));
        }
        text.extend_from_slice(&chunk);
    }
    shown.bytes = text.len() as u64;
    let text = String::from_utf8(text);
    let text = text.map_err(|_| refusal!(BAD_REQUEST, "part.not_utf8", name))?;
    right!("part.right", name, shown = quoted(&text));
    shown.value = Some(text.chars().take(MAX_SHOWN).collect());
    findings::note(|noted| noted.parts.push(shown));
    Ok(text)
}

/// A part of which no byte was read.
fn shown(field: &Field, name: &str) -> UploadPart {
    UploadPart {
        name: name.to_owned(),
        filename: field.file_name().map(str::to_owned),
        content_type: field.content_type().map(ToString::to_string),
        bytes: 0,
        value: None,
    }
}

/// Of a body that goes on and on without a part.
pub(super) fn shapeless() -> Refusal {
    let received = findings::received();
    refusal!(BAD_REQUEST, "parts.shapeless", received)
}

fn missing(name: &str, came: &[&str]) -> Refusal {
    let found = match came {
        [] => words!("no.part"),
        _ => words!("only", came = came.join(", ")),
    };
    refusal!(BAD_REQUEST, "part.missing", name, found)
}

fn broken(error: multer::Error) -> Refusal {
    let why = match &error {
        multer::Error::IncompleteStream
        | multer::Error::IncompleteFieldData { .. }
        | multer::Error::IncompleteHeaders => words!("parts.end_early"),
        multer::Error::StreamReadFailed(_) => {
            words!("parts.connection_end", received = findings::received())
        }
        other => words!("parts.other", other),
    };
    refusal!(BAD_REQUEST, "parts.broken", error, why)
}
