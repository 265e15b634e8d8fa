//! What the file holds of documents and cards: pseudonyms. Who has the file can confirm a guess, and learn nothing
//! else from it.

use crate::keyed_digest::{DigestKey, KeyedDigest, digest};

/// Makes the digests of a file's documents the same in every file, and unlike those of any other program.
const CONTENT: &str = "hr document";
const DOCUMENT: &str = "hr upload";

/// Of a content, from its SHA-256.
pub fn content(sha256: &KeyedDigest) -> KeyedDigest {
    digest([CONTENT.as_bytes(), sha256])
}

/// Of a content for a patient and a type, at one service. The key is the content's SHA-256, so that who does not have the
/// document cannot try the numbers of all patients.
pub fn document(
    sha256: &KeyedDigest,
    service: &str,
    patient_id: &str,
    type_code: &str,
) -> Option<KeyedDigest> {
    let parts = [service, patient_id, type_code].map(str::as_bytes);
    let key = DigestKey::of(sha256);
    Some(key.get()?.digest(DOCUMENT, &parts))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As in docs/en/journal.md.
    #[test]
    fn digests_are_those_of_the_manual() {
        let sha256 = [0u8; 32];
        assert_eq!(crate::hex::digest(&content(&sha256)), CONTENT_OF_ZEROS);
        let document = document(&sha256, "license.example:443", "P1", "T1").unwrap();
        assert_eq!(crate::hex::digest(&document), DOCUMENT_OF_ZEROS);
    }

    const CONTENT_OF_ZEROS: &str =
        "7218efc3b45127063b96b3d793a385ab6622e3d611f1e9187587eee92d9f4033";
    const DOCUMENT_OF_ZEROS: &str =
        "c42e4758603e6ff7afadb1e4eef8bdee73d6275c9edacec5b62961b8c09294ec";
}
