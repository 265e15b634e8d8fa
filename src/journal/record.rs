//! What the lines of the file state.

mod parse;

use super::cards::{JournalCard, WrittenCard};
use super::{hex, time};
use crate::error::Outcome;
use crate::json::ObjectWriter;
use crate::keyed_digest::KeyedDigest;
use crate::system::processes::ProcessIdentity;
use crate::wiping::WipingBuffer;

/// Of the format; a reader refuses a file of a later one.
pub(super) const VERSION: u64 = 1;

/// The name of the first record, which a torn first line may show as well.
pub(super) const FIRST: &str = "journal";

/// The content of one line.
pub enum JournalRecord<'a> {
    /// The first line.
    Header {
        version: u64,
        key: KeyedDigest,
    },
    /// An upload begins.
    Upload(UploadBegin<'a>),
    UploadEnd(UploadEnd<'a>),
    /// A person permits one more sending of the document of this doubt.
    Permit {
        entry: u128,
    },
    /// A person found the document of this doubt in the record.
    Found {
        entry: u128,
    },
    /// A PIN is presented to one of these cards.
    Pin(PinBegin<'a>),
    PinEnd(PinEnd<'a>),
    /// A person permits one more presentation to what may be these cards.
    PinPermit {
        cards: Vec<JournalCard>,
    },
    /// A counter showed that the card did not see the PIN of this presentation.
    PinLift {
        entry: u128,
    },
    /// The line before has so many bytes, and its writer did not get further.
    Torn {
        bytes: u64,
    },
    /// Of a kind that this version does not know.
    Other,
}

pub struct UploadBegin<'a> {
    pub entry: u128,
    pub time: u64,
    pub content: KeyedDigest,
    pub document: KeyedDigest,
    pub bytes: u64,
    /// A JSON string.
    pub reference: Option<&'a str>,
    /// Whose permit it uses.
    pub permit: Option<u128>,
    pub process: (u32, &'a str),
}

pub struct UploadEnd<'a> {
    pub entry: u128,
    pub time: u64,
    pub outcome: Outcome,
    pub code: Option<&'a str>,
    pub status: Option<u16>,
}

pub struct PinBegin<'a> {
    pub entry: u128,
    /// More than one where a list contradicts itself.
    pub cards: Vec<JournalCard>,
    pub process: (u32, &'a str),
}

pub struct PinEnd<'a> {
    pub entry: u128,
    pub time: u64,
    pub ending: PinEnding,
    pub code: Option<&'a str>,
    pub status: Option<u16>,
}

/// What a presentation leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PinEnding {
    /// The card accepted the PIN.
    Opened,
    NotSent,
    /// Refused, or without a definite answer. `liftable`: an unchanged counter may still show that the card did not see
    /// the PIN.
    Refused {
        liftable: bool,
    },
}

impl PinEnding {
    const WORDS: [(&str, PinEnding); 4] = [
        ("opened", PinEnding::Opened),
        ("not_sent", PinEnding::NotSent),
        ("refused", PinEnding::Refused { liftable: true }),
        ("held", PinEnding::Refused { liftable: false }),
    ];

    fn word(self) -> Option<&'static str> {
        let mut words = PinEnding::WORDS.iter();
        words
            .find(|(_, ending)| *ending == self)
            .map(|(word, _)| *word)
    }

    fn of(word: &str) -> Option<PinEnding> {
        let mut words = PinEnding::WORDS.iter();
        words
            .find(|(known, _)| *known == word)
            .map(|(_, ending)| *ending)
    }
}

impl JournalRecord<'_> {
    /// When it was written, for those that say it to this version.
    pub fn time(&self) -> Option<u64> {
        match self {
            JournalRecord::Upload(begin) => Some(begin.time),
            JournalRecord::UploadEnd(end) => Some(end.time),
            JournalRecord::PinEnd(end) => Some(end.time),
            _ => None,
        }
    }

    /// None without memory.
    pub fn json(&self) -> Option<WipingBuffer> {
        let mut out = ObjectWriter::with_capacity(512);
        match self {
            JournalRecord::Header { version, key } => out
                .field("record", FIRST)
                .field("version", version)
                .field("key", hex::digest(key))
                .field("time", time::text(time::now())),
            JournalRecord::Upload(begin) => out
                .field("record", "upload")
                .field("entry", hex::number(begin.entry))
                .field("time", time::text(begin.time))
                .field("content", hex::digest(&begin.content))
                .field("document", hex::digest(&begin.document))
                .field("bytes", begin.bytes)
                .raw("reference", begin.reference.unwrap_or("null"))
                .field("permit", begin.permit.map(hex::number))
                .field("process", begin.process.0)
                .field("started", begin.process.1),
            JournalRecord::UploadEnd(end) => out
                .field("record", "upload_end")
                .field("entry", hex::number(end.entry))
                .field("time", time::text(end.time))
                .field("outcome", end.outcome.word())
                .field("code", end.code)
                .field("http_status", end.status),
            JournalRecord::Permit { entry } => with_entry(&mut out, "permit", *entry),
            JournalRecord::Found { entry } => with_entry(&mut out, "found", *entry),
            JournalRecord::Pin(begin) => out
                .field("record", "pin")
                .field("entry", hex::number(begin.entry))
                .field("time", time::text(time::now()))
                .field("cards", written(&begin.cards))
                .field("process", begin.process.0)
                .field("started", begin.process.1),
            JournalRecord::PinEnd(end) => out
                .field("record", "pin_end")
                .field("entry", hex::number(end.entry))
                .field("time", time::text(end.time))
                .field("ending", end.ending.word())
                .field("code", end.code)
                .field("http_status", end.status),
            JournalRecord::PinPermit { cards } => out
                .field("record", "pin_permit")
                .field("time", time::text(time::now()))
                .field("cards", written(cards)),
            JournalRecord::PinLift { entry } => with_entry(&mut out, "pin_lift", *entry),
            JournalRecord::Torn { bytes } => out.field("record", "torn").field("bytes", bytes),
            JournalRecord::Other => return None,
        };
        out.finish()
    }
}

fn written(cards: &[JournalCard]) -> Vec<WrittenCard<'static>> {
    cards.iter().map(WrittenCard::of).collect()
}

fn with_entry<'w>(out: &'w mut ObjectWriter, record: &str, entry: u128) -> &'w mut ObjectWriter {
    out.field("record", record)
        .field("entry", hex::number(entry))
        .field("time", time::text(time::now()))
}

impl UploadBegin<'_> {
    pub fn identity(&self) -> ProcessIdentity {
        let (number, start) = self.process;
        ProcessIdentity {
            number,
            start: start.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let begin = JournalRecord::Upload(UploadBegin {
            entry: 7,
            time: 951_782_400_007,
            content: [1; 32],
            document: [2; 32],
            bytes: 5,
            reference: Some(r#""a\"é""#),
            permit: Some(6),
            process: (4711, "1-a"),
        });
        let json = begin.json().unwrap();
        let text = std::str::from_utf8(json.as_slice()).unwrap();
        let Some(JournalRecord::Upload(read)) = JournalRecord::parse(text) else {
            panic!("{text}");
        };
        assert_eq!((read.entry, read.time, read.bytes), (7, 951_782_400_007, 5));
        assert_eq!((read.content, read.document), ([1; 32], [2; 32]));
        assert_eq!((read.reference, read.permit), (Some(r#""a\"é""#), Some(6)));
        assert_eq!(read.process, (4711, "1-a"));
        for outcome in ["accepted", "not_sent", "incomplete", "rejected", "unknown"] {
            assert_eq!(parse::outcome(outcome).unwrap().word(), outcome);
        }
    }

    #[test]
    fn what_a_record_must_have_is_missed_and_other_kinds_are_known_to_be_others() {
        let entry = "0".repeat(32);
        for (text, reads) in [
            (format!(r#"{{"record":"found","entry":"{entry}"}}"#), true),
            (r#"{"record":"found"}"#.into(), false),
            (
                format!(r#"{{"record":"upload_end","entry":"{entry}"}}"#),
                false,
            ),
            (r#"{"record":"diagnosis","later":[1]}"#.into(), true),
            (r#"{"record":"diagnosis","entry":1}"#.into(), true),
            (r#"{"record":"found","entry":1}"#.into(), false),
            (r#"{"record":"journal","version":2}"#.into(), true),
            (
                r#"{"record":"journal","version":1,"key":"12"}"#.into(),
                false,
            ),
            ("[]".into(), false),
            ("{}".into(), false),
        ] {
            assert_eq!(JournalRecord::parse(&text).is_some(), reads, "{text}");
        }
    }
}
