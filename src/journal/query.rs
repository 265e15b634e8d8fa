//! What a host may ask of the file.

use super::contents::Contents;
use super::file::JournalFile;
use super::index::{Index, KnownUpload, UNWRITTEN, reference};
use super::line::{self, MAX_LINE};
use super::record::JournalRecord;
use super::uploads::quoted;
use super::{Journal, Wait, digests, hex, time};
use crate::error::Outcome;
use crate::json::ObjectWriter;
use crate::reason::Reason;
use crate::request_object::{self, Member};
use crate::wiping::WipingBuffer;

/// How many uploads are listed where the host does not say it.
const LIMIT: usize = 100;
const MOST: usize = 10_000;

/// Which uploads are asked for.
#[derive(Default)]
pub struct Filter {
    entry: Option<u128>,
    content: Option<u128>,
    /// As a JSON string.
    reference: Option<String>,
    outcome: Option<&'static str>,
    doubt: Option<bool>,
    since: Option<u64>,
    limit: Option<usize>,
}

const OUTCOMES: [Outcome; 6] = [
    Outcome::Accepted,
    Outcome::NotSent,
    Outcome::Incomplete,
    Outcome::Rejected,
    Outcome::Unknown,
    Outcome::AcceptedUnreadable,
];

impl Filter {
    /// Reads the argument `name`; None asks for all of them.
    pub fn parse(name: &'static str, text: Option<&str>) -> Result<Filter, Reason> {
        let mut filter = Filter::default();
        let Some(text) = text else {
            return Ok(filter);
        };
        request_object::read_argument(name, text, |key, value| filter.set(key, value))?;
        Ok(filter)
    }

    /// None where the member is not known, or its value not of its form.
    fn set(&mut self, key: &str, value: Member<'_>) -> Option<()> {
        let text = || value.text();
        match key {
            "entry" => self.entry = Some(hex::to_number(&text()?.to_ascii_lowercase())?),
            "sha256" => {
                let sha256 = hex::to_digest(&text()?.to_ascii_lowercase())?;
                self.content = Some(hex::short(&digests::content(&sha256)));
            }
            "reference" => self.reference = Some(quoted(&text()?).ok()?),
            "outcome" => {
                let word = text()?;
                let words = OUTCOMES.iter().map(|outcome| outcome.word());
                self.outcome = Some(words.into_iter().find(|known| *known == &**word)?);
            }
            "doubt" => self.doubt = Some(value.flag()?),
            "since" => self.since = Some(time::parse(&text()?)?),
            "limit" => {
                let limit = usize::try_from(value.number()?).ok();
                self.limit = Some(limit.filter(|limit| (1..=MOST).contains(limit))?);
            }
            _ => return None,
        }
        Some(())
    }

    fn fits(&self, index: &Index, upload: &KnownUpload) -> bool {
        self.entry.is_none_or(|entry| entry == upload.entry)
            && self.content.is_none_or(|content| content == upload.content)
            && self.since.is_none_or(|since| since <= upload.time)
            && self
                .reference
                .as_ref()
                .is_none_or(|wanted| reference(wanted) == upload.reference)
            && self
                .outcome
                .is_none_or(|wanted| Some(wanted) == outcome_of(upload).map(Outcome::word))
            && self
                .doubt
                .is_none_or(|doubt| doubt == index.is_doubt(upload))
    }
}

/// What is known of how an upload ended; None while its process is sending it.
fn outcome_of(upload: &KnownUpload) -> Option<Outcome> {
    match (upload.found, upload.outcome) {
        (true, _) => Some(Outcome::Accepted),
        (false, Some(outcome)) => Some(outcome),
        (false, None) => (!upload.is_in_use()).then_some(Outcome::Unknown),
    }
}

impl Journal {
    /// The uploads that a filter asks for, the newest first, and what is to be known of the file.
    pub fn list(&self, wait: &Wait<'_>, filter: &Filter) -> Result<WipingBuffer, Reason> {
        self.look(wait, |contents, file| {
            let mut entries = WipingBuffer::default();
            let mut left = filter.limit.unwrap_or(LIMIT);
            let mut more = false;
            for upload in contents.index.uploads().iter().rev() {
                if !filter.fits(&contents.index, upload) {
                    continue;
                }
                let Some(entry) = describe(contents, file, upload, filter)? else {
                    continue;
                };
                if left == 0 {
                    more = true;
                    break;
                }
                left -= 1;
                let before: &[u8] = match entries.as_slice() {
                    [] => b"[",
                    _ => b",",
                };
                for part in [before, &entry] {
                    entries.push(part).map_err(|_| Reason::NoMemory)?;
                }
            }
            let end: &[u8] = match entries.as_slice() {
                [] => b"[]",
                _ => b"]",
            };
            entries.push(end).map_err(|_| Reason::NoMemory)?;
            let entries = std::str::from_utf8(entries.as_slice()).unwrap_or_default();
            let unfinished = u64::from(contents.reader.has_tail(file.length()?));
            let mut out = ObjectWriter::with_capacity(entries.len() + 128);
            out.raw("entries", entries)
                .field("more", more)
                .field("doubts", contents.index.doubts())
                .field("uploads", contents.index.uploads().len())
                .field("damaged", contents.reader.damaged)
                .field("torn", contents.reader.torn + unfinished);
            out.finish().ok_or(Reason::NoMemory)
        })
    }
}

/// One upload; None where its reference is not the one that is asked for.
fn describe(
    contents: &Contents,
    file: &JournalFile,
    upload: &KnownUpload,
    filter: &Filter,
) -> Result<Option<WipingBuffer>, Reason> {
    let line = line_at(file, upload.begin_at)?;
    let begin = match line::decode(&line).and_then(JournalRecord::parse) {
        Some(JournalRecord::Upload(begin)) => Some(begin),
        _ => None,
    };
    let reference = begin.as_ref().and_then(|begin| begin.reference);
    if filter.reference.is_some() && filter.reference.as_deref() != reference {
        return Ok(None);
    }
    let end_at = upload.end_at.filter(|at| *at != UNWRITTEN);
    let ended = end_at.map(|at| line_at(file, at)).transpose()?;
    let end = match ended
        .as_deref()
        .and_then(line::decode)
        .and_then(JournalRecord::parse)
    {
        Some(JournalRecord::UploadEnd(end)) => Some(end),
        _ => None,
    };
    let mut out = ObjectWriter::with_capacity(512);
    out.field("entry", hex::number(upload.entry))
        .field("time", time::text(upload.time))
        .field("ended", end.as_ref().map(|end| time::text(end.time)))
        .field("outcome", outcome_of(upload).map(Outcome::word))
        .field("doubt", contents.index.is_doubt(upload))
        .field("permitted", contents.index.is_permitted(upload))
        .field("found", upload.found)
        .field("in_use", upload.is_in_use())
        .field("bytes", begin.as_ref().map(|begin| begin.bytes))
        .raw("reference", reference.unwrap_or("null"))
        .field("name", end.as_ref().and_then(|end| end.code))
        .field("http_status", end.as_ref().and_then(|end| end.status))
        .field("process", begin.as_ref().map(|begin| begin.process.0));
    out.finish().map(Some).ok_or(Reason::NoMemory)
}

/// The line at a place, without its line feed; nothing where there is none.
fn line_at(file: &JournalFile, at: u64) -> Result<Vec<u8>, Reason> {
    let mut line = Vec::new();
    for room in [1024, MAX_LINE] {
        line.try_reserve(room).map_err(|_| Reason::NoMemory)?;
        line.resize(room, 0);
        let read = file.read(&mut line, at)?;
        line.truncate(read);
        if let Some(end) = memchr::memchr(b'\n', &line) {
            line.truncate(end);
            break;
        }
    }
    Ok(line)
}
