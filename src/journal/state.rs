//! A file that is open, and what was read of it: see [`super::Journal`].

use super::Contents;
use super::file::JournalFile;
use super::header;
use super::line;
use super::locks::Lock;
use super::reader::{LineSeen, Reader, VisitLine};
use super::wait::Wait;
use crate::keyed_digest::{DigestKey, random};
use crate::reason::Reason;
use crate::wiping::WipingBuffer;

/// What was read of a file.
pub struct Read<C> {
    pub reader: Reader,
    /// None while the file has no first record.
    pub key: Option<DigestKey>,
    pub contents: C,
}

impl<C: Contents> Read<C> {
    fn new(days: usize) -> Read<C> {
        Read {
            reader: Reader::default(),
            key: None,
            contents: C::new(days),
        }
    }

    /// Reads what was appended since the last time; `all`: where nobody else is writing.
    fn read_on(&mut self, file: &JournalFile, wait: &Wait<'_>, all: bool) -> Result<(), Reason> {
        self.visit(|reader, visit| {
            reader.read(file, wait, visit)?;
            match all {
                true => reader.give_up_suspect(visit),
                false => Ok(()),
            }
        })
    }

    /// Takes what is read, however that is done.
    fn visit(
        &mut self,
        read: impl FnOnce(&mut Reader, VisitLine<'_>) -> Result<(), Reason>,
    ) -> Result<(), Reason> {
        let Read {
            reader,
            key,
            contents,
        } = self;
        let mut visit = |seen: LineSeen<'_>| match (seen, key.is_some()) {
            (LineSeen::Record(json, place), true) => contents.record(json, place),
            (LineSeen::Record(json, _), false) => {
                *key = Some(DigestKey::of(&header::key(json)?));
                Ok(true)
            }
            (LineSeen::Suspect(text), false) if !header::may_begin(text) => {
                Err(Reason::JournalForeign)
            }
            (LineSeen::Suspect(_), has_key) => Ok(has_key),
            (LineSeen::Damaged, true) => contents.damaged().map(|()| true),
            (LineSeen::Damaged, false) => Ok(true),
        };
        read(reader, &mut visit)
    }

    /// All of a file.
    pub fn of(file: &JournalFile, days: usize, wait: &Wait<'_>) -> Result<Read<C>, Reason> {
        let mut read = Read::new(days);
        read.read_on(file, wait, true)?;
        Ok(read)
    }
}

/// Where new records are appended.
pub struct EndOfFile {
    pub length: u64,
    /// The end of the line that the file ends with, which comes first.
    end_of_last: WipingBuffer,
}

impl EndOfFile {
    /// Where the first record will be.
    pub fn place(&self) -> u64 {
        self.length + self.end_of_last.len() as u64
    }
}

pub struct State<C> {
    pub file: JournalFile,
    /// After so many a record is old.
    pub days: usize,
    /// None: all of the file is to be read.
    pub read: Option<Read<C>>,
    /// What was opened is no longer what lies at the path; this is found once and stays so.
    replaced: bool,
}

/// More than others usually append between two calls.
const NEAR: u64 = 64 * 1024;

impl<C: Contents> State<C> {
    pub fn new(file: JournalFile, days: usize) -> State<C> {
        State {
            file,
            days,
            read: None,
            replaced: false,
        }
    }

    /// Reads what was appended since the last time.
    pub fn read_on(&mut self, wait: &Wait<'_>) -> Result<&mut Read<C>, Reason> {
        self.read_more(wait, false)
    }

    /// Takes the transaction's lock. What others would wait for is read without it.
    pub fn lock(&mut self, wait: &Wait<'_>) -> Result<Lock, Reason> {
        let (lock, length) = self.file.lock(wait)?;
        let read = self.read.as_ref();
        let known = read.map_or(0, |read| read.reader.next);
        if length <= known.saturating_add(NEAR) {
            return Ok(lock);
        }
        drop(lock);
        self.read_on(wait)?;
        let (lock, _) = self.file.lock(wait)?;
        Ok(lock)
    }

    fn read_more(&mut self, wait: &Wait<'_>, all: bool) -> Result<&mut Read<C>, Reason> {
        if self.replaced {
            return Err(Reason::JournalReplaced);
        }
        let mut read = self.read.take().unwrap_or_else(|| Read::new(self.days));
        if let Err(reason) = read.read_on(&self.file, wait, all) {
            self.replaced = reason == Reason::JournalReplaced;
            // The next call goes on where the time of this one was over; after anything else it reads all of it.
            let stopped = [Reason::CancelledByHost, Reason::CancelledByProgress];
            if stopped.contains(&reason) || reason == Reason::JournalSlow {
                self.read = Some(read);
            }
            return Err(reason);
        }
        Ok(self.read.insert(read))
    }

    /// Reads all, and appends a first record where there is none. The lock is held. Gives the file's key.
    pub fn begin(&mut self, wait: &Wait<'_>) -> Result<DigestKey, Reason> {
        let begun = self.read.as_ref().is_some_and(|read| read.key.is_some());
        if !begun && self.file.is_blank(wait)? {
            // It had a length and no content when the power was lost.
            self.file.cut(0);
            self.read = None;
        }
        let read = self.read_more(wait, true)?;
        if let Some(key) = &read.key {
            return Ok(key.clone());
        }
        // Nothing but what may be the beginning of a first record may be written behind.
        let read = self.read.as_ref().ok_or(Reason::NoMemory)?;
        if !header::may_begin(&read.reader.tail(&self.file, wait)?) {
            return Err(Reason::JournalForeign);
        }
        let key = random().ok_or(Reason::NoMemory)?;
        let end = self.end_of_file()?;
        let length = end.length;
        let written = self.append(end, &[header::json(&key)?], wait);
        // The beginning of one may be so short that nobody knows whose it is.
        written.inspect_err(|_| self.file.cut(length))?;
        self.file.sync_folder();
        let key = self.read_more(wait, true)?.key.as_ref();
        Ok(key.ok_or(Reason::JournalUnreadable)?.clone())
    }

    /// The lock is held, and all of the file was read.
    pub fn end_of_file(&self) -> Result<EndOfFile, Reason> {
        let read = self.read.as_ref().ok_or(Reason::NoMemory)?;
        let end = read.reader.end_of_last(read.key.is_some());
        Ok(EndOfFile {
            length: read.reader.length,
            end_of_last: end.ok_or(Reason::NoMemory)?,
        })
    }

    /// Appends records. The lock is held, and all of the file was read.
    pub fn append(
        &mut self,
        end: EndOfFile,
        records: &[WipingBuffer],
        wait: &Wait<'_>,
    ) -> Result<(), Reason> {
        let is_behind_a_line = end.end_of_last.is_empty();
        let mut lines = end.end_of_last;
        for record in records {
            line::encode(record, &mut lines).ok_or(Reason::NoMemory)?;
        }
        self.file.write(&lines, wait)?;
        self.file.sync(wait)?;
        // From now on it is noticed when they are no longer there.
        if is_behind_a_line && let Some(mut read) = self.read.take() {
            let appended = read.visit(|reader, visit| reader.appended(&lines, visit));
            self.read = appended.is_ok().then_some(read);
        } else {
            let _ = self.read_more(wait, true);
        }
        Ok(())
    }
}
