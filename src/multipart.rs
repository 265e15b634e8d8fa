//! The body of an upload: multipart/form-data (RFC 7578), its length known before it is sent,
//! the document read as it leaves and hashed on the way.

use std::fmt::Write;
use std::io::{self, Cursor, Read, Take};

use ring::digest::{Context, SHA256};

use crate::error::DocumentDigest;
use crate::hex;
use crate::keyed_digest::random;
use crate::regular_file::Source;
use crate::wiping::WipingBuffer;
use crate::wire::form;

/// How much of a document is read at once where it is not sent. More took longer to zero and to wipe than it saved.
const STEP: usize = 32 * 1024;
/// And where there is no memory for that.
const SMALL_STEP: usize = 4 * 1024;

/// More than the head, or the tail, has beside the fields.
const FRAME: usize = 1024;

#[derive(Clone, Copy)]
pub struct FormFields<'a> {
    pub filename: &'a str,
    pub activity_type: &'a str,
    pub type_code: &'a str,
}

/// Asked once, when all of the document was given out and nothing behind it was: what it refuses never
/// arrives whole.
pub type Release<'a> = &'a mut dyn FnMut(&dyn Source, &DocumentDigest) -> io::Result<()>;

pub struct Multipart<'a> {
    head: Cursor<Vec<u8>>,
    document: Take<&'a mut dyn Source>,
    tail: Cursor<Vec<u8>>,
    boundary: String,
    hash: Context,
    release: Release<'a>,
    /// There is more of it than was announced.
    grew: bool,
}

impl<'a> Multipart<'a> {
    /// None when the system has no random numbers to make a boundary from, or no memory for the fields.
    pub fn new(
        source: &'a mut dyn Source,
        fields: FormFields<'_>,
        release: Release<'a>,
    ) -> Option<Multipart<'a>> {
        // 128 random bits: no document can contain the boundary, not even on purpose.
        let boundary = format!("hr-{}", hex::digest(&random::<16>()?));

        let mut head = String::new();
        head.try_reserve_exact(FRAME + 3 * fields.filename.len())
            .ok()?;
        write!(
            head,
            "--{boundary}\r\nContent-Disposition: form-data; name=\"{}\"; filename=\"",
            form::FILE,
        )
        .ok()?;
        push_quotable(&mut head, fields.filename);
        head.push_str("\"\r\nContent-Type: application/octet-stream\r\n\r\n");
        let mut tail = String::new();
        let fields_length =
            fields.filename.len() + fields.activity_type.len() + fields.type_code.len();
        tail.try_reserve_exact(FRAME + fields_length).ok()?;
        for (name, value) in [
            (form::FILENAME, fields.filename),
            (form::ACTIVITY_TYPE, fields.activity_type),
            (form::TYPE_CODE, fields.type_code),
        ] {
            write!(
                tail,
                "\r\n--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}"
            )
            .ok()?;
        }
        write!(tail, "\r\n--{boundary}--\r\n").ok()?;
        let length = source.length();
        Some(Multipart {
            head: Cursor::new(head.into_bytes()),
            document: source.take(length),
            tail: Cursor::new(tail.into_bytes()),
            boundary,
            hash: Context::new(&SHA256),
            release,
            grew: false,
        })
    }

    pub fn content_type(&self) -> String {
        format!("multipart/form-data; boundary={}", self.boundary)
    }

    pub fn length(&self) -> u64 {
        let tail = self.tail.get_ref().len() as u64;
        self.offset() + self.document_length() + tail
    }

    pub fn document_length(&self) -> u64 {
        self.document.get_ref().length()
    }

    /// Where the document begins.
    pub fn offset(&self) -> u64 {
        self.head.get_ref().len() as u64
    }

    /// The digest of the document, once all of it was given out.
    pub fn digest(&self) -> Option<DocumentDigest> {
        let whole = self.head.position() == self.offset() && self.document.limit() == 0;
        (whole && !self.grew).then(|| digest_of(self.hash.clone(), self.document_length()))
    }
}

impl Read for Multipart<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.head.read(buffer)?;
        if read > 0 {
            return Ok(read);
        }
        let read = self.document.read(buffer)?;
        let is_last = self.document.limit() == 0 && self.tail.position() == 0;
        // The last bytes are held back until it is clear that a file did not grow meanwhile.
        self.grew |= is_last && self.document.get_mut().read(&mut [0])? > 0;
        if self.grew {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.hash.update(buffer.get(..read).unwrap_or_default());
        if read > 0 {
            return Ok(read);
        }
        if self.tail.position() == 0 {
            let digest = self.digest().ok_or(io::ErrorKind::UnexpectedEof)?;
            (self.release)(&**self.document.get_ref(), &digest)?;
        }
        self.tail.read(buffer)
    }
}

/// A file name inside a quoted header parameter, by the rule of the WHATWG form encoding.
fn push_quotable(head: &mut String, name: &str) {
    for letter in name.chars() {
        match letter {
            '"' => head.push_str("%22"),
            '\r' => head.push_str("%0D"),
            '\n' => head.push_str("%0A"),
            letter => head.push(letter),
        }
    }
}

/// Whether a name can be sent: a name, not a path, without control characters other than CR and LF.
/// A backslash would escape the closing quote for some readers.
pub fn valid_filename(name: &str) -> bool {
    let control = |c: char| c.is_control() && !matches!(c, '\r' | '\n');
    !name.is_empty() && !name.contains(['/', '\\']) && !name.contains(control)
}

/// The digest of a source, read without being sent. `go_on` is asked before each step, with how much was read.
pub fn digest(
    source: &mut dyn Source,
    mut go_on: impl FnMut(u64) -> io::Result<()>,
) -> io::Result<DocumentDigest> {
    let mut hash = Context::new(&SHA256);
    let mut bytes = 0;
    let step = usize::try_from(source.length()).map_or(STEP, |length| length.clamp(1, STEP));
    let (mut large, mut small) = (WipingBuffer::zeroed(step), [0; SMALL_STEP]);
    let chunk = large.as_deref_mut().unwrap_or(&mut small);
    source.rewind()?;
    loop {
        go_on(bytes)?;
        let read = source.read(chunk)?;
        if read == 0 {
            break;
        }
        hash.update(chunk.get(..read).unwrap_or_default());
        bytes += read as u64;
    }
    source.rewind()?;
    Ok(digest_of(hash, bytes))
}

fn digest_of(hash: Context, bytes: u64) -> DocumentDigest {
    DocumentDigest {
        sha256: hex::digest(hash.finish().as_ref()),
        bytes,
    }
}

#[cfg(test)]
mod tests;
