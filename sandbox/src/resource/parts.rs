//! The four parts of an upload.

use super::incoming::{Incoming, Recognised};
use super::upload::LOOKED_AT;
use crate::bilingual::{Bilingual, quoted};
use crate::findings::{self, UploadPart};
use crate::random::to_hex;
use crate::refusal::Refusal;
use multer::{Field, Multipart};
use ring::digest::{Context, SHA256};

/// Longest text field; it bounds memory, it is no rule of the interface.
const MAX_TEXT: usize = 64 * 1024;

/// This many characters of a text field are shown.
const MAX_SHOWN: usize = 1000;

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
        let recognised = incoming.recognised();
        let mut form = Multipart::new(incoming, boundary);
        let mut file = None;
        let mut texts = [
            ("filename", None),
            ("activity_type", None),
            ("type_code", None),
        ];
        while let Some(field) = form.next_field().await.map_err(broken)? {
            recognised.say();
            let name = field.name().unwrap_or("").to_owned();
            let text = texts.iter_mut().find(|(wanted, _)| *wanted == name);
            match (name.as_str(), text) {
                ("file", _) if file.is_none() => {
                    file = Some(read_file(field, keep, &recognised).await?)
                }
                (_, Some((_, slot))) if slot.is_none() => {
                    *slot = Some(read_text(field, &name, &recognised).await?);
                }
                ("file", _) | (_, Some(_)) => return Err(twice(&name)),
                _ => return Err(unknown(&name)),
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
    recognised: &Recognised,
) -> Result<FilePart, Refusal> {
    let name = field.file_name().map(str::to_owned);
    let content_type = field.content_type().map(ToString::to_string);
    let mut hash = Context::new(&SHA256);
    let mut bytes = 0;
    let mut content = Some(Vec::new());
    let mut start = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(broken)? {
        recognised.say();
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
    say_file(name.as_deref(), bytes);
    findings::part(UploadPart {
        name: "file".into(),
        filename: name.clone(),
        content_type,
        bytes,
        value: None,
    });
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
    recognised: &Recognised,
) -> Result<String, Refusal> {
    let filename = field.file_name().map(str::to_owned);
    let content_type = field.content_type().map(ToString::to_string);
    let mut text = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(broken)? {
        recognised.say();
        if text.len() + chunk.len() > MAX_TEXT {
            return Err(too_long(name));
        }
        text.extend_from_slice(&chunk);
    }
    let bytes = text.len() as u64;
    let text = String::from_utf8(text).map_err(|_| not_utf8(name))?;
    let shown = quoted(&text);
    findings::right(words!("the part `{name}` is {shown}", name, shown));
    findings::part(UploadPart {
        name: name.to_owned(),
        filename,
        content_type,
        bytes,
        value: Some(text.chars().take(MAX_SHOWN).collect()),
    });
    Ok(text)
}

fn say_file(name: Option<&str>, bytes: u64) {
    findings::right(match name.map(quoted) {
        Some(name) => words!(
            "the part `file` has {bytes} bytes and the file name {name}",
            bytes,
            name
        ),
        None => words!("the part `file` has {bytes} bytes and no file name", bytes),
    });
}

/// Of a body that goes on and on without a part.
pub(super) fn shapeless() -> Refusal {
    let received = findings::received();
    let text = words!(
        "no part begins in 1 MiB of the multipart body: look at its boundaries and at the heads of its parts"
    );
    let found = words!(
        "{received} bytes, of which the last 1 MiB has no part",
        received
    );
    refusal(text, found)
}

fn refusal(text: Bilingual, found: Bilingual) -> Refusal {
    let expected = words!("the parts file, filename, activity_type, type_code, each once");
    Refusal::bad_request(text).mismatch(expected, found)
}

fn missing(name: &str, came: &[&str]) -> Refusal {
    let text = words!("the part `{name}` is missing", name);
    let came = came.join(", ");
    let found = match came.as_str() {
        "" => words!("no part"),
        _ => words!("only {came}", came),
    };
    refusal(text, found)
}

fn twice(name: &str) -> Refusal {
    let text = words!("the part `{name}` comes twice", name);
    refusal(text, words!("{name}, twice", name))
}

fn unknown(name: &str) -> Refusal {
    if name.is_empty() {
        let text = words!("a part has no name");
        return refusal(text, words!("a part without a name"));
    }
    let name = quoted(name);
    let text = words!(
        "the part {name} is not one of file, filename, activity_type, type_code",
        name
    );
    refusal(text, words!("a part {name}", name))
}

fn too_long(name: &str) -> Refusal {
    let text = words!("the part `{name}` is longer than 64 KiB", name);
    Refusal::bad_request(text).mismatch(words!("a text of at most 64 KiB"), words!("a longer one"))
}

fn not_utf8(name: &str) -> Refusal {
    let text = words!("the part `{name}` is not UTF-8", name);
    Refusal::bad_request(text).mismatch(
        words!("a text in UTF-8"),
        words!("bytes of another encoding"),
    )
}

fn broken(error: multer::Error) -> Refusal {
    let why = match &error {
        multer::Error::IncompleteStream
        | multer::Error::IncompleteFieldData { .. }
        | multer::Error::IncompleteHeaders => {
            words!("the end of the body before its last boundary")
        }
        multer::Error::StreamReadFailed(_) => {
            let received = findings::received();
            words!("{received} bytes, then the end of the connection", received)
        }
        other => words!("another body ({other})", other),
    };
    let text = words!("the multipart body cannot be read: {error}", error, why);
    let expected = words!("a multipart body that ends with its last boundary");
    Refusal::bad_request(text).mismatch(expected, why)
}
