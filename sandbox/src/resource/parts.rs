//! The four parts of an upload.

use super::incoming::Incoming;
use super::media_type::LOOKED_AT;
use crate::random::to_hex;
use crate::refusal::Refusal;
use multer::{Field, Multipart};
use ring::digest::{Context, SHA256};

/// Longest text field; it bounds memory, it is no rule of the interface.
const MAX_TEXT: usize = 64 * 1024;

/// The content of a valid upload.
pub(super) struct Parts {
    pub file: FilePart,
    pub filename: String,
    pub activity_type: String,
    pub type_code: String,
}

/// The part `file`.
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
        let mut form = Multipart::new(incoming, boundary);
        let mut file = None;
        let mut texts = [
            ("filename", None),
            ("activity_type", None),
            ("type_code", None),
        ];
        while let Some(field) = form.next_field().await.map_err(broken)? {
            let name = field.name().unwrap_or("").to_owned();
            let text = texts.iter_mut().find(|(wanted, _)| *wanted == name);
            match (name.as_str(), text) {
                ("file", _) if file.is_none() => file = Some(read_file(field, keep).await?),
                (_, Some((_, slot))) if slot.is_none() => {
                    *slot = Some(read_text(field, &name).await?);
                }
                ("file", _) | (_, Some(_)) => return Err(wrong(&name, "comes twice")),
                ("", _) => return Err(Refusal::bad_request("a part has no name")),
                _ => {
                    return Err(wrong(
                        &name,
                        "is not one of file, filename, activity_type, type_code",
                    ));
                }
            }
        }
        let missing = |name: &str| wrong(name, "is missing");
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

async fn read_file(mut field: Field<'_>, keep: u64) -> Result<FilePart, Refusal> {
    let name = field.file_name().map(str::to_owned);
    let mut hash = Context::new(&SHA256);
    let mut bytes = 0;
    let mut content = Some(Vec::new());
    let mut start = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(broken)? {
        hash.update(&chunk);
        let wanted = chunk.len().min(LOOKED_AT - start.len());
        start.extend_from_slice(&chunk[..wanted]);
        bytes += chunk.len() as u64;
        if bytes > keep {
            content = None;
        }
        if let Some(content) = &mut content {
            content.extend_from_slice(&chunk);
        }
    }
    Ok(FilePart {
        name,
        sha256: to_hex(hash.finish().as_ref()),
        bytes,
        content,
        start,
    })
}

async fn read_text(mut field: Field<'_>, name: &str) -> Result<String, Refusal> {
    let mut text = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(broken)? {
        if text.len() + chunk.len() > MAX_TEXT {
            return Err(wrong(name, "is longer than 64 KiB"));
        }
        text.extend_from_slice(&chunk);
    }
    String::from_utf8(text).map_err(|_| wrong(name, "is not UTF-8"))
}

fn wrong(name: &str, what: &str) -> Refusal {
    Refusal::bad_request(format!("the part `{name}` {what}"))
}

fn broken(error: multer::Error) -> Refusal {
    Refusal::bad_request(format!("the multipart body cannot be read: {error}"))
}
