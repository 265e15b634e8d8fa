//! What a host may ask of a journal.

use rustc_hash::FxHashSet;

use super::digests;
use super::documents::Meant;
use super::event::{Event, Why};
use super::event_log::{JournalLog, decide_in};
use super::record::Record;
use super::recorded::{Recorded, RecordedUpload, short, short_reference};
use super::sending::quoted;
use crate::error::Outcome;
use crate::hex;
use crate::journal::{JournalFile, Wait, decode};
use crate::json::{self, ObjectWriter};
use crate::keyed_digest::KeyedDigest;
use crate::reason::Reason;
use crate::request_object::{self, Member};
use crate::time;
use crate::wiping::WipingBuffer;

/// How many uploads are listed where the host does not say it.
const LIMIT: usize = 100;
const MOST: u64 = 10_000;

#[derive(Default)]
pub struct Filter {
    entry: Option<u128>,
    content: Option<KeyedDigest>,
    /// As a JSON string.
    reference: Option<String>,
    outcome: Option<Outcome>,
    doubt: Option<bool>,
    since: Option<u64>,
    limit: Option<usize>,
}

impl Filter {
    /// Reads the argument `name`; None asks for all of them.
    pub fn parse(name: &'static str, text: Option<&str>) -> Result<Filter, Reason> {
        let mut filter = Filter::default();
        if let Some(text) = text {
            request_object::read_argument(name, text, &mut |value| filter.set(&value))?;
        }
        Ok(filter)
    }

    fn set(&mut self, value: &Member) -> Result<(), Reason> {
        match value.key {
            "entry" => self.entry = Some(value.text_as(hex::typed_number)?),
            "sha256" => {
                let sha256 = value.text_as(hex::typed_digest)?;
                self.content = Some(digests::content(&sha256));
            }
            "reference" => self.reference = Some(quoted(&value.text()?)?),
            "outcome" => self.outcome = Some(value.text_as(|word| word.parse().ok())?),
            "doubt" => self.doubt = Some(value.flag()?),
            "since" => self.since = Some(value.text_as(time::parse)?),
            "limit" => self.limit = Some(value.number(1..=MOST)? as usize),
            _ => return Err(value.unknown()),
        }
        Ok(())
    }

    /// As far as it is known without the records.
    fn fits(&self, upload: Option<&RecordedUpload>, state: &UploadState) -> bool {
        let content = self.content.as_ref().map(short);
        let reference = self.reference.as_deref().map(short_reference);
        let is_young = |since| upload.is_some_and(|upload| since <= upload.time);
        // Nothing is known of what a damaged line said, but that it may have been a doubt.
        is_asked(self.entry, upload.map(|upload| upload.entry))
            && is_asked(content, upload.map(|upload| upload.content))
            && is_asked(reference, upload.map(|upload| upload.reference))
            && is_asked(self.outcome, upload.and(state.outcome))
            && is_asked(self.doubt, Some(state.doubt))
            && self.since.is_none_or(is_young)
    }
}

/// Whether a value is the one that is asked for, where one is.
fn is_asked<T: PartialEq>(asked: Option<T>, known: Option<T>) -> bool {
    asked.is_none() || asked == known
}

/// What is known of how an upload ended.
struct UploadState {
    /// None while it is being made.
    outcome: Option<Outcome>,
    doubt: bool,
    permitted: bool,
    in_use: bool,
}

impl UploadState {
    /// A doubt about an unknown document, which refuses nothing.
    const DAMAGED: UploadState = UploadState {
        outcome: Some(Outcome::Unknown),
        doubt: true,
        permitted: false,
        in_use: false,
    };

    fn of(upload: &RecordedUpload, recorded: &Recorded, runs: &dyn Fn(u64) -> bool) -> UploadState {
        let in_use = upload.outcome.is_none() && upload.begun.is_some_and(runs);
        let documents = &recorded.known.documents;
        UploadState {
            outcome: match (upload.found, upload.outcome) {
                (true, _) => Some(Outcome::Accepted),
                (false, Some(outcome)) => Some(outcome),
                (false, None) => (!in_use).then_some(Outcome::Unknown),
            },
            doubt: documents.meaning(upload.entry, runs) == Meant::Doubt,
            permitted: documents.is_permitted(upload.entry),
            in_use,
        }
    }
}

/// What is to be known of a journal as a whole.
pub struct JournalHealth {
    pub uploads: usize,
    pub doubts: usize,
    pub damaged: u64,
}

/// Writes a record that says nothing, which shows that the file can be written to, and counts what is in it.
pub fn try_journal(journal: &JournalLog, wait: &Wait<'_>) -> Result<JournalHealth, Reason> {
    let (doubts, _) = decide_in(Some(journal), wait, |known, runs| {
        Ok((known.documents.doubts(runs), Some(Event::Other)))
    })?;
    journal.look(wait, |recorded, _, lines| {
        Ok(JournalHealth {
            uploads: recorded.uploads(),
            doubts,
            damaged: lines.damaged(),
        })
    })
}

/// Ends a long look with the time of its call, or when its host stops it.
fn go_on(number: usize, wait: &Wait<'_>) -> Result<(), Reason> {
    match number % 256 {
        0 => wait.go_on(),
        _ => Ok(()),
    }
}

/// The uploads that a filter asks for, the newest first, and what is to be known of the file.
pub fn list(
    journal: &JournalLog,
    filter: &Filter,
    wait: &Wait<'_>,
) -> Result<WipingBuffer, Reason> {
    // Asked before the file is read: what has ended since has its end there.
    let left_open = journal.look(wait, |recorded, file, _| {
        file.length_in_place(wait)?;
        let mut left_open = FxHashSet::default();
        for (number, place) in recorded.not_ended().enumerate() {
            go_on(number, wait)?;
            if !file.is_in_flight(place) {
                left_open.try_reserve(1)?;
                left_open.insert(place);
            }
        }
        Ok(left_open)
    })?;
    journal.look(wait, |recorded, file, lines| {
        let runs = |place| !left_open.contains(&place);
        let mut entries = Vec::new();
        let mut left = filter.limit.unwrap_or(LIMIT);
        let mut more = false;
        for (number, upload) in recorded.newest_first().enumerate() {
            go_on(number, wait)?;
            let state = upload.map_or(UploadState::DAMAGED, |upload| {
                UploadState::of(upload, recorded, &runs)
            });
            if !filter.fits(upload, &state) {
                continue;
            }
            let Some(entry) = describe(file, upload, &state, filter, wait)? else {
                continue;
            };
            if left == 0 {
                more = true;
                break;
            }
            left -= 1;
            entries.try_reserve(1)?;
            entries.push(Some(entry));
        }
        let entries = json::array(512 * entries.len(), entries).ok_or(Reason::NoMemory)?;
        let mut out = ObjectWriter::with_capacity(entries.len() + 128);
        out.raw("entries", &*entries)
            .field("more", more)
            .field("doubts", recorded.known.documents.doubts(&runs))
            .field("uploads", recorded.uploads())
            .field("damaged", lines.damaged())
            .field("torn", lines.torn());
        out.finish().ok_or(Reason::NoMemory)
    })
}

fn read(line: &Option<Vec<u8>>) -> Option<Record<'_>> {
    Record::parse(decode(line.as_deref()?)?)
}

/// One upload, or a damaged line; None where its content or its reference is not the one that is asked for.
fn describe(
    file: &JournalFile,
    upload: Option<&RecordedUpload>,
    state: &UploadState,
    filter: &Filter,
    wait: &Wait<'_>,
) -> Result<Option<WipingBuffer>, Reason> {
    let line = |place: Option<u64>| place.map(|at| file.line(at, wait)).transpose();
    let begun = line(upload.and_then(|upload| upload.begun))?;
    let ended = line(upload.and_then(|upload| upload.ended))?;
    let (begin, end) = (read(&begun), read(&ended));
    let (content, bytes, reference) = match begin.as_ref().map(|record| &record.event) {
        Some(Event::Upload(sent)) => (Some(sent.content), Some(sent.bytes), sent.reference),
        _ => (None, None, None),
    };
    let (end_content, why) = match end.as_ref().map(|record| &record.event) {
        Some(Event::UploadEnd(sent)) => (Some(sent.content), sent.why),
        _ => (None, Why::default()),
    };
    let content = content.or(end_content);
    if !is_asked(filter.reference.as_deref(), reference) || !is_asked(filter.content, content) {
        return Ok(None);
    }
    let call_id = begin.as_ref().or(end.as_ref());
    let call_id = call_id.and_then(|record| record.call_id);
    let ended = end.as_ref().and_then(|record| record.time).map(time::text);
    let mut out = ObjectWriter::with_capacity(512);
    out.field("entry", upload.map(|upload| hex::number(upload.entry)))
        .field("time", upload.map(|upload| time::text(upload.time)))
        .field("ended", ended)
        .field("outcome", state.outcome.map(Outcome::word))
        .field("doubt", state.doubt)
        .field("permitted", state.permitted)
        .field("found", upload.is_some_and(|upload| upload.found))
        .field("in_use", state.in_use)
        .field("damaged", upload.is_none())
        .field("bytes", bytes)
        .raw("reference", reference.unwrap_or("null"))
        .field("name", why.code)
        .field("http_status", why.status)
        .field("call_id", call_id);
    out.finish().map(Some).ok_or(Reason::NoMemory)
}
