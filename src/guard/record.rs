//! An event as one JSON object: a line of a journal. `docs/en/journal.md` specifies it.

use std::borrow::Cow;
use std::str::FromStr;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::event::{Event, PinBegin, PinEnd, UploadBegin, UploadEnd, Why};
use super::same_card::Card;
use crate::call_id;
use crate::hex;
use crate::json::ObjectWriter;
use crate::keyed_digest::KeyedDigest;
use crate::reason::Reason;
use crate::time;
use crate::wiping::WipingBuffer;

pub struct Record<'a> {
    pub event: Event<'a>,
    pub time: Option<u64>,
    pub call_id: Option<&'a str>,
}

/// The event as it is written now.
pub fn json(event: &Event<'_>) -> Result<WipingBuffer, Reason> {
    let mut out = ObjectWriter::with_capacity(512);
    let begin = |out: &mut ObjectWriter, record: &str, entry: Option<u128>| {
        out.field("record", record);
        if let Some(entry) = entry {
            out.field("entry", hex::number(entry));
        }
        out.field("time", time::text(time::now()))
            .field("call_id", call_id::current());
    };
    let digests = |out: &mut ObjectWriter, content: &KeyedDigest, document: &KeyedDigest| {
        out.field("content", hex::digest(content))
            .field("document", hex::digest(document));
    };
    let end = |out: &mut ObjectWriter, why: &Why<'_>| {
        out.field("code", why.code).field("http_status", why.status);
    };
    match event {
        Event::Upload(upload) => {
            begin(&mut out, "upload", Some(upload.entry));
            digests(&mut out, &upload.content, &upload.document);
            out.field("bytes", upload.bytes)
                .raw("reference", upload.reference.unwrap_or("null"))
                .field("permit", upload.permit_of.map(hex::number));
        }
        Event::UploadEnd(upload) => {
            begin(&mut out, "upload_end", Some(upload.entry));
            digests(&mut out, &upload.content, &upload.document);
            out.field("outcome", upload.outcome.word());
            end(&mut out, &upload.why);
        }
        Event::SendPermit(entry) => begin(&mut out, "permit", Some(*entry)),
        Event::Found(entry) => begin(&mut out, "found", Some(*entry)),
        Event::Pin(pin) => {
            begin(&mut out, "pin", Some(pin.entry));
            out.field("cards", &pin.cards)
                .field("insisted", pin.insisted);
        }
        Event::PinEnd(pin) => {
            begin(&mut out, "pin_end", Some(pin.entry));
            out.field("cards", &pin.cards)
                .field("ending", pin.ending.word());
            end(&mut out, &pin.why);
        }
        Event::PinPermit(cards) => {
            begin(&mut out, "pin_permit", None);
            out.field("cards", cards);
        }
        // It says nothing; that it could be written is what it is for.
        Event::Other => begin(&mut out, "check", None),
    }
    out.finish().ok_or(Reason::NoMemory)
}

/// A line of any kind, as it is written; its numbers too, which saves the reader of numbers of every form.
#[derive(Default, Deserialize)]
struct LineFields<'a> {
    record: &'a str,
    entry: Option<&'a str>,
    time: Option<&'a str>,
    call_id: Option<&'a str>,
    content: Option<&'a str>,
    document: Option<&'a str>,
    #[serde(borrow)]
    bytes: Option<&'a RawValue>,
    #[serde(borrow)]
    reference: Option<&'a RawValue>,
    permit: Option<&'a str>,
    outcome: Option<&'a str>,
    code: Option<&'a str>,
    #[serde(borrow)]
    http_status: Option<&'a RawValue>,
    cards: Option<Vec<Card>>,
    #[serde(default)]
    insisted: bool,
    ending: Option<&'a str>,
}

#[derive(Deserialize)]
struct RecordKind<'a> {
    record: &'a str,
}

fn number<T: FromStr>(written: Option<&RawValue>) -> Option<T> {
    written?.get().parse().ok()
}

impl<'a> Record<'a> {
    /// None where the text is not what a record consists of.
    pub fn parse(json: &'a str) -> Option<Record<'a>> {
        let fields = serde_json::from_str(json).or_else(|_| {
            // A record of another kind may have members of the same names and of other types.
            serde_json::from_str(json).map(|RecordKind { record }| LineFields {
                record,
                ..LineFields::default()
            })
        });
        let fields: LineFields = fields.ok()?;
        let (event, time) = (fields.event()?, fields.time.and_then(time::parse));
        let call_id = fields.call_id.filter(|id| call_id::is_one(id));
        let is_whole = time.is_some() || matches!(event, Event::Other);
        is_whole.then_some(Record {
            event,
            time,
            call_id,
        })
    }
}

impl<'a> LineFields<'a> {
    fn event(&self) -> Option<Event<'a>> {
        let entry = || self.entry.and_then(hex::to_number);
        let content = || self.content.and_then(hex::to_digest);
        let document = || self.document.and_then(hex::to_digest);
        let cards = || self.cards.clone().map(Cow::Owned);
        let why = || {
            let status = match self.http_status {
                Some(status) => Some(number(Some(status))?),
                None => None,
            };
            let code = self.code;
            Some(Why { code, status })
        };
        Some(match self.record {
            "upload" => Event::Upload(UploadBegin {
                entry: entry()?,
                document: document()?,
                permit_of: match self.permit {
                    Some(permit) => Some(hex::to_number(permit)?),
                    None => None,
                },
                content: content()?,
                bytes: number(self.bytes)?,
                reference: self.reference.map(RawValue::get),
            }),
            "upload_end" => Event::UploadEnd(UploadEnd {
                entry: entry()?,
                document: document()?,
                content: content()?,
                outcome: self.outcome?.parse().ok()?,
                why: why()?,
            }),
            "permit" => Event::SendPermit(entry()?),
            "found" => Event::Found(entry()?),
            "pin" => Event::Pin(PinBegin {
                entry: entry()?,
                cards: cards()?,
                pin: None,
                insisted: self.insisted,
            }),
            "pin_end" => Event::PinEnd(PinEnd {
                entry: entry()?,
                cards: cards()?,
                ending: self.ending?.parse().ok()?,
                why: why()?,
            }),
            "pin_permit" => Event::PinPermit(cards()?),
            _ => Event::Other,
        })
    }
}
