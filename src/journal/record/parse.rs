//! Records as they are read.

use std::str::FromStr;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::*;

/// A line of any kind, as it is written; its numbers too, which saves the reader of numbers of every form.
#[derive(Deserialize)]
struct LineFields<'a> {
    record: &'a str,
    #[serde(borrow)]
    version: Option<&'a RawValue>,
    /// A later version may write another value.
    #[serde(borrow)]
    key: Option<&'a RawValue>,
    entry: Option<&'a str>,
    time: Option<&'a str>,
    content: Option<&'a str>,
    document: Option<&'a str>,
    #[serde(borrow)]
    bytes: Option<&'a RawValue>,
    #[serde(borrow)]
    reference: Option<&'a RawValue>,
    permit: Option<&'a str>,
    #[serde(borrow)]
    process: Option<&'a RawValue>,
    started: Option<&'a str>,
    outcome: Option<&'a str>,
    code: Option<&'a str>,
    #[serde(borrow)]
    http_status: Option<&'a RawValue>,
    #[serde(borrow)]
    cards: Option<Vec<WrittenCard<'a>>>,
    ending: Option<&'a str>,
}

#[derive(Deserialize)]
struct RecordKind<'a> {
    record: &'a str,
}

const KINDS: [&str; 10] = [
    FIRST,
    "upload",
    "upload_end",
    "permit",
    "found",
    "pin",
    "pin_end",
    "pin_permit",
    "pin_lift",
    "torn",
];

pub(super) fn outcome(word: &str) -> Option<Outcome> {
    [
        Outcome::Accepted,
        Outcome::NotSent,
        Outcome::Incomplete,
        Outcome::Rejected,
        Outcome::Unknown,
        Outcome::AcceptedUnreadable,
    ]
    .into_iter()
    .find(|outcome| outcome.word() == word)
}

fn number<T: FromStr>(written: Option<&RawValue>) -> Option<T> {
    written?.get().parse().ok()
}

impl<'a> JournalRecord<'a> {
    /// None where the text is not what a record consists of.
    pub fn parse(json: &'a str) -> Option<JournalRecord<'a>> {
        let Ok(fields) = serde_json::from_str::<LineFields>(json) else {
            // A record of another kind may have members of the same names and of other types.
            let RecordKind { record } = serde_json::from_str(json).ok()?;
            return (!KINDS.contains(&record)).then_some(JournalRecord::Other);
        };
        let entry = || fields.entry.and_then(hex::to_number);
        let time = || fields.time.and_then(time::parse);
        let status = || match fields.http_status {
            Some(status) => number(Some(status)).map(Some),
            None => Some(None),
        };
        let cards = || {
            let cards = fields.cards.iter().flatten().map(WrittenCard::read);
            cards.collect::<Option<Vec<JournalCard>>>()
        };
        Some(match fields.record {
            FIRST => {
                let version = number(fields.version)?;
                let key = match version {
                    VERSION => hex::to_digest(fields.key?.get().trim_matches('"'))?,
                    _ => KeyedDigest::default(),
                };
                JournalRecord::Header { version, key }
            }
            "upload" => JournalRecord::Upload(UploadBegin {
                entry: entry()?,
                time: time()?,
                content: hex::to_digest(fields.content?)?,
                document: hex::to_digest(fields.document?)?,
                bytes: number(fields.bytes)?,
                reference: fields.reference.map(RawValue::get),
                permit: match fields.permit {
                    Some(permit) => Some(hex::to_number(permit)?),
                    None => None,
                },
                process: (number(fields.process)?, fields.started?),
            }),
            "upload_end" => JournalRecord::UploadEnd(UploadEnd {
                entry: entry()?,
                time: time()?,
                outcome: outcome(fields.outcome?)?,
                code: fields.code,
                status: status()?,
            }),
            "permit" => JournalRecord::Permit { entry: entry()? },
            "found" => JournalRecord::Found { entry: entry()? },
            "pin" => JournalRecord::Pin(PinBegin {
                entry: entry()?,
                cards: cards()?,
                process: (number(fields.process)?, fields.started?),
            }),
            "pin_end" => JournalRecord::PinEnd(PinEnd {
                entry: entry()?,
                time: time()?,
                ending: PinEnding::of(fields.ending?)?,
                code: fields.code,
                status: status()?,
            }),
            "pin_permit" => JournalRecord::PinPermit { cards: cards()? },
            "pin_lift" => JournalRecord::PinLift { entry: entry()? },
            "torn" => JournalRecord::Torn {
                bytes: number(fields.bytes)?,
            },
            _ => JournalRecord::Other,
        })
    }
}
