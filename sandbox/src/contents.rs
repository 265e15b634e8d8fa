//! How much of the documents is kept.

use crate::state::StoredDocument;

/// The contents of the documents, in bytes over all.
pub(crate) const KEPT: usize = 256 * 1024 * 1024;

/// What the contents take.
#[derive(Debug, Default)]
pub(crate) struct Contents {
    bytes: usize,
    /// The contents of this many documents, the oldest, were dropped.
    dropped: usize,
}

impl Contents {
    pub(crate) fn add(&mut self, document: &StoredDocument) {
        self.bytes += document.content.as_ref().map_or(0, Vec::len);
    }

    /// Drops the oldest; the newest stays.
    pub(crate) fn make_room(&mut self, documents: &mut [StoredDocument]) {
        while self.bytes > KEPT && self.dropped + 1 < documents.len() {
            let dropped = documents[self.dropped].content.take();
            self.bytes -= dropped.map_or(0, |content| content.len());
            self.dropped += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::OffsetDateTime;

    fn document(number: u64, bytes: usize) -> StoredDocument {
        StoredDocument {
            number,
            time: OffsetDateTime::UNIX_EPOCH,
            document_id: String::new(),
            session: String::new(),
            patient_id: String::new(),
            filename: String::new(),
            file_name_in_part: None,
            activity_type: String::new(),
            type_code: String::new(),
            remark: None,
            sha256: String::new(),
            bytes: bytes as u64,
            content: Some(vec![0; bytes]),
            media_type: "text/plain",
            double_of: None,
        }
    }

    #[test]
    fn the_oldest_make_room_for_the_newest() {
        let (mut contents, mut documents) = (Contents::default(), Vec::new());
        for (number, bytes) in (1..).zip([10, KEPT / 2, KEPT / 2, KEPT + 1]) {
            let document = document(number, bytes);
            contents.add(&document);
            documents.push(document);
            contents.make_room(&mut documents);
            let kept = documents.iter().filter(|one| one.content.is_some());
            let kept: Vec<_> = kept.map(|one| one.number).collect();
            assert_eq!(
                kept,
                [vec![1], vec![1, 2], vec![2, 3], vec![4]][documents.len() - 1]
            );
        }
    }
}
