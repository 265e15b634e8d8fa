//! What is sent, with its length and SHA-256 as computed here, before the library sees it.

use super::pdf;
use ring::digest::{Context, SHA256};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

pub(super) struct Document {
    pub name: String,
    pub bytes: u64,
    pub sha256: String,
    pub content: Content,
}

pub(super) enum Content {
    /// Path of a file, as the C interface takes it.
    File(String),
    /// Made for the run, never on disk.
    Made(Vec<u8>),
}

impl Document {
    pub(super) fn made() -> Document {
        let pdf = pdf::page(&[
            "Compte rendu d'essai",
            "Document fabriqué par hr-sandbox, sans valeur médicale.",
            "Le patient et le professionnel sont inventés.",
        ]);
        let mut digest = Context::new(&SHA256);
        digest.update(&pdf);
        Document {
            name: "compte-rendu-d-essai.pdf".into(),
            bytes: pdf.len() as u64,
            sha256: hexadecimal(digest),
            content: Content::Made(pdf),
        }
    }

    pub(super) fn read(path: &Path) -> io::Result<Document> {
        let unusable = |text| io::Error::new(io::ErrorKind::InvalidInput, text);
        let text = path
            .to_str()
            .ok_or_else(|| unusable("the path is not UTF-8, which the C interface asks for"))?;
        // Looked at before it is opened: opening a pipe waits for its other end.
        if !fs::metadata(path)?.is_file() {
            return Err(unusable("not a regular file"));
        }
        let name = path.file_name().and_then(|name| name.to_str());
        let (bytes, sha256) = measure(File::open(path)?)?;
        Ok(Document {
            name: name.unwrap_or(text).into(),
            bytes,
            sha256,
            content: Content::File(text.into()),
        })
    }
}

fn measure(mut file: File) -> io::Result<(u64, String)> {
    let mut digest = Context::new(&SHA256);
    let mut bytes = 0;
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let read = match file.read(&mut buffer) {
            Ok(0) => return Ok((bytes, hexadecimal(digest))),
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        digest.update(&buffer[..read]);
        bytes += read as u64;
    }
}

fn hexadecimal(digest: Context) -> String {
    let digest = digest.finish();
    digest.as_ref().iter().map(|b| format!("{b:02x}")).collect()
}
