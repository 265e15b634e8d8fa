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

pub struct State<C> {
    pub file: JournalFile,
    /// After so many a record is old.
    pub days: usize,
    pub reader: Reader,
    /// None while the file has no first record, or nothing was read.
    pub key: Option<DigestKey>,
    pub contents: C,
    /// Records of this process that are to be written before anything is decided.
    pub unwritten: Vec<WipingBuffer>,
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
            reader: Reader::default(),
            key: None,
            contents: C::new(days),
            unwritten: Vec::new(),
            replaced: false,
        }
    }

    /// All of the file is to be read.
    pub fn forget(&mut self) {
        (self.reader, self.key) = (Reader::default(), None);
        self.contents = C::new(self.days);
    }

    /// Reads what was appended since the last time.
    pub fn read_on(&mut self, wait: &Wait<'_>) -> Result<(), Reason> {
        self.read(wait, |_, _| Ok(()))
    }

    /// The same where nobody else is writing.
    pub fn read_all(&mut self, wait: &Wait<'_>) -> Result<(), Reason> {
        self.read(wait, Reader::give_up_suspect)
    }

    fn read(
        &mut self,
        wait: &Wait<'_>,
        behind: impl FnOnce(&mut Reader, VisitLine<'_>) -> Result<(), Reason>,
    ) -> Result<(), Reason> {
        if self.replaced {
            return Err(Reason::JournalReplaced);
        }
        let read = self.visit(|reader, file, visit| {
            reader.read(file, wait, visit)?;
            behind(reader, visit)
        });
        self.replaced = read == Err(Reason::JournalReplaced);
        read
    }

    /// Takes what is read, however that is done. The next call goes on where the time of this one was over; after anything
    /// else that goes wrong it reads all of the file.
    fn visit(
        &mut self,
        read: impl FnOnce(&mut Reader, &JournalFile, VisitLine<'_>) -> Result<(), Reason>,
    ) -> Result<(), Reason> {
        let (key, contents) = (&mut self.key, &mut self.contents);
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
        let read = read(&mut self.reader, &self.file, &mut visit);
        match &read {
            Ok(())
            | Err(Reason::CancelledByHost | Reason::CancelledByProgress | Reason::JournalSlow) => {}
            Err(_) => self.forget(),
        }
        read
    }

    /// Takes the transaction's lock. What others would wait for is read without it.
    pub fn lock(&mut self, wait: &Wait<'_>) -> Result<Lock, Reason> {
        let (lock, length) = self.file.lock(wait)?;
        if length <= self.reader.next.saturating_add(NEAR) {
            return Ok(lock);
        }
        drop(lock);
        self.read_on(wait)?;
        let (lock, _) = self.file.lock(wait)?;
        Ok(lock)
    }

    /// Reads all, and appends a first record where there is none. The lock is held. Gives the file's key.
    pub fn begin(&mut self, wait: &Wait<'_>) -> Result<DigestKey, Reason> {
        if self.key.is_none() && self.file.is_blank(wait)? {
            // It had a length and no content when the power was lost.
            self.file.cut(0);
            self.forget();
        }
        self.read_all(wait)?;
        if let Some(key) = &self.key {
            return Ok(key.clone());
        }
        // Nothing but what may be the beginning of a first record may be written behind.
        if !header::may_begin(&self.reader.tail(&self.file, wait)?) {
            return Err(Reason::JournalForeign);
        }
        let key = random().ok_or(Reason::NoMemory)?;
        let written = self.append(&[header::json(&key)?], wait);
        // The beginning of one may be so short that nobody knows whose it is.
        written.inspect_err(|_| self.take_back())?;
        self.file.sync_folder();
        self.read_all(wait)?;
        self.key.clone().ok_or(Reason::JournalUnreadable)
    }

    /// Where the next record will be. The lock is held, and all of the file was read, here and below.
    pub fn place(&self) -> Result<u64, Reason> {
        let end = self.reader.end_of_last(self.key.is_some())?;
        Ok(self.reader.length + end.len() as u64)
    }

    /// Takes back what was written by an append that failed.
    pub fn take_back(&self) {
        self.file.cut(self.reader.length);
    }

    pub fn append(&mut self, records: &[WipingBuffer], wait: &Wait<'_>) -> Result<(), Reason> {
        let mut lines = self.reader.end_of_last(self.key.is_some())?;
        let is_behind_a_line = lines.is_empty();
        for record in records {
            line::encode(record, &mut lines)?;
        }
        self.file.write(&lines, wait)?;
        self.file.sync(wait)?;
        // From now on it is noticed when they are no longer there. What cannot be read now is read by the next call.
        let _ = match is_behind_a_line {
            true => self.visit(|reader, _, visit| reader.appended(&lines, visit)),
            false => self.read_all(wait),
        };
        Ok(())
    }
}
