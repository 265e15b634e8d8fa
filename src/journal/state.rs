//! A file that is open, and what was read of it: see [`super::Journal`].

use ring::rand::{SecureRandom, SystemRandom};

use super::compaction;
use super::contents::Contents;
use super::file::{JournalFile, NewFile};
use super::line;
use super::record::{JournalRecord, VERSION};
use super::transaction::text_of;
use crate::keyed_digest::{DigestKey, KeyedDigest};
use crate::reason::{JournalRefusal, Reason};
use crate::wiping::WipingBuffer;

pub struct State {
    pub file: JournalFile,
    /// None: all of the file is to be read.
    pub contents: Option<Contents>,
    /// What was opened is no longer what lies at the path; this is found once and stays so.
    replaced: bool,
    /// Records of ends that could not be written yet.
    pub unwritten: Vec<String>,
}

impl State {
    pub fn new(file: JournalFile) -> State {
        State {
            file,
            contents: None,
            replaced: false,
            unwritten: Vec::new(),
        }
    }

    /// Reads what was appended since the last time.
    pub fn read_on(&mut self) -> Result<&Contents, Reason> {
        if self.replaced {
            return Err(JournalRefusal::Replaced.into());
        }
        let mut contents = self.contents.take().unwrap_or_default();
        let read = self.file.is_in_place();
        let read = read.and_then(|()| contents.read_on(&self.file));
        self.replaced = read == Err(JournalRefusal::Replaced.into());
        read?;
        for record in &self.unwritten {
            contents.add_unwritten(record)?;
        }
        Ok(self.contents.insert(contents))
    }

    /// Appends a first record where there is none. The lock is held. Gives the file's key.
    pub fn begin(&mut self) -> Result<DigestKey, Reason> {
        if let Some(key) = &self.read_on()?.key {
            return Ok(key.clone());
        }
        let mut key = KeyedDigest::default();
        let random = SystemRandom::new().fill(&mut key);
        random.map_err(|_| Reason::NoMemory)?;
        let version = VERSION;
        let length = self.file.length()?;
        let written = self.write(&[text_of(&JournalRecord::Header { version, key })?]);
        // The beginning of one may be so short that nobody knows whose it is.
        written.inspect_err(|_| self.file.cut(length))?;
        self.file.sync_folder();
        let key = self.read_on()?.key.as_ref();
        Ok(key.ok_or(JournalRefusal::Unreadable)?.clone())
    }

    /// A file that is to take the place of this one. The lock is held. What keeps it from being made does not matter now.
    pub fn compacted(&self, days: usize) -> Option<NewFile> {
        compaction::compacted(&self.file, self.contents.as_ref()?, days)
            .ok()
            .flatten()
    }

    /// Appends records, and those that could not be written before. The lock is held, and all of the file was read.
    pub fn append(&mut self, records: &[String]) -> Result<(), Reason> {
        if records.is_empty() && self.unwritten.is_empty() {
            return Ok(());
        }
        let mut all = std::mem::take(&mut self.unwritten);
        let postponed = all.len();
        all.extend_from_slice(records);
        match self.write(&all) {
            Ok(()) => {
                // From now on it is noticed when they are no longer there.
                let _ = self.read_on();
                Ok(())
            }
            Err(error) => {
                all.truncate(postponed);
                self.unwritten = all;
                match records.is_empty() {
                    true => Ok(()),
                    false => Err(error),
                }
            }
        }
    }

    fn write(&mut self, records: &[String]) -> Result<(), Reason> {
        let length = self.file.length()?;
        let contents = self.contents.as_ref().ok_or(Reason::NoMemory)?;
        let end = contents.reader.end_of_last(length, contents.key.is_some());
        let mut lines: WipingBuffer = end.ok_or(Reason::NoMemory)?;
        for record in records {
            line::encode(record.as_bytes(), &mut lines).ok_or(Reason::NoMemory)?;
        }
        self.file.append(&lines)
    }
}
