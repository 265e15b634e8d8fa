//! The documents stored, and how much of their contents is kept.

use crate::bilingual::Bilingual;
use serde::Serialize;

/// The contents of the documents, in bytes over all.
const KEPT: usize = 256 * 1024 * 1024;

/// A document received whole and valid.
#[derive(Clone, Debug, Default, Serialize)]
pub struct StoredDocument {
    /// Order of reception, from 1.
    pub number: u64,
    /// ISO 8601, UTC, in milliseconds.
    pub time: String,
    #[serde(rename = "documentId")]
    pub document_id: String,
    pub session: String,
    pub patient_id: String,
    pub filename: String,
    /// File name in the header of the part `file`, when there was one.
    pub file_name_in_part: Option<String>,
    pub activity_type: String,
    pub type_code: String,
    pub sha256: String,
    pub bytes: u64,
    /// The content, up to [`Scenario::keep_bytes`]; that of old documents makes room for new ones.
    #[serde(skip)]
    pub content: Option<Vec<u8>>,
    /// What it is by its first bytes.
    pub media_type: &'static str,
    /// The number of the first document with the same content for the same patient.
    pub double_of: Option<u64>,
    /// What looks like a mistake in it.
    #[serde(skip)]
    pub remark: Option<Bilingual>,
}

/// The documents of a run, in the order of their reception.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    all: Vec<StoredDocument>,
    /// What the contents take, in bytes.
    bytes: usize,
    /// The contents of this many documents, the oldest, were dropped.
    dropped: usize,
}

impl Documents {
    pub(crate) fn all(&self) -> &[StoredDocument] {
        &self.all
    }

    pub(crate) fn find(&self, number: u64) -> Option<&StoredDocument> {
        self.all.iter().find(|document| document.number == number)
    }

    /// The number of the first with this content for this patient.
    pub(crate) fn first(&self, sha256: &str, patient_id: &str) -> Option<u64> {
        let same = |it: &&StoredDocument| it.sha256 == sha256 && it.patient_id == patient_id;
        self.all.iter().find(same).map(|first| first.number)
    }

    /// Adds one; the contents of the oldest make room for its own.
    pub(crate) fn add(&mut self, document: StoredDocument) {
        self.bytes += document.content.as_ref().map_or(0, Vec::len);
        self.all.push(document);
        while self.bytes > KEPT && self.dropped + 1 < self.all.len() {
            let dropped = self.all[self.dropped].content.take();
            self.bytes -= dropped.map_or(0, |content| content.len());
            self.dropped += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_make_room_for_the_newest() {
        let mut documents = Documents::default();
        for (number, bytes) in (1..).zip([10, KEPT / 2, KEPT / 2, KEPT + 1]) {
            documents.add(StoredDocument {
                number,
                content: Some(vec![0; bytes]),
                ..StoredDocument::default()
            });
            let kept = documents.all().iter().filter(|one| one.content.is_some());
            let kept: Vec<_> = kept.map(|one| one.number).collect();
            let wanted = [vec![1], vec![1, 2], vec![2, 3], vec![4]];
            assert_eq!(kept, wanted[documents.all().len() - 1]);
        }
    }
}
