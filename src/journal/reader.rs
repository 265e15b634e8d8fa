//! Reads the lines that were appended since the last time.
//!
//! A line without a line feed at the end of the file is a write that did not happen, unless all of it but the line feed
//! is there. The next writer ends it and states how long it is; any other line that is not as it was written is damaged.

use std::ops::Range;

use memchr::memchr;

use super::file::JournalFile;
use super::line::{self, MAX_LINE, PREFIX};
use super::wait::Wait;
use crate::reason::Reason;
use crate::wiping::WipingBuffer;

/// How much is read at once.
const CHUNK: usize = 64 * 1024;
/// More than the first record of a file has.
const MAX_TAIL: usize = 512;

/// One line of the file, as it was read.
pub enum LineSeen<'a> {
    /// A record that is as it was written, and the place of its line with the line feed: an empty one where it is within a
    /// line that is damaged. The visitor says whether it understood the record.
    Record(&'a str, Range<u64>),
    /// The start of a line whose CRC is wrong: perhaps its writer was interrupted. The visitor says whether the records in it
    /// count.
    Suspect(&'a [u8]),
    /// The next line is damaged.
    Damaged,
}

/// Called for each line that is read.
pub type VisitLine<'a> = &'a mut dyn FnMut(LineSeen<'_>) -> Result<bool, Reason>;

#[derive(Default)]
pub struct Reader {
    /// Where the first line begins that was not read.
    pub next: u64,
    /// Where the file ended when it was read.
    pub length: u64,
    last: Option<LastLine>,
    /// The last line has no line feed yet.
    unended: bool,
    /// Lines that are not as they were written.
    damaged: u64,
    /// Lines whose writers did not get further.
    torn: u64,
    /// The bytes of the line before, which is damaged or torn.
    suspect: Option<u64>,
}

/// What states that the line before was not finished.
const TORN: &str = r#"{"record":"torn","bytes":"#;

fn torn(json: &str) -> Option<u64> {
    json.strip_prefix(TORN)?.strip_suffix('}')?.parse().ok()
}

impl Reader {
    /// What must come before a new record: the end of the line that the file ends with. `stated`: its length as well,
    /// which cannot come before the first record.
    pub fn end_of_last(&self, stated: bool) -> Result<WipingBuffer, Reason> {
        let mut end = WipingBuffer::default();
        let left = self.length.saturating_sub(self.next);
        if left > 0 || self.unended {
            end.push(b"\n")?;
        }
        if left > 0 && stated {
            line::encode(format!("{TORN}{left}}}").as_bytes(), &mut end)?;
        }
        Ok(end)
    }

    /// How much was appended. An error where what was read is no longer there.
    fn check_last(&self, file: &JournalFile, wait: &Wait<'_>) -> Result<u64, Reason> {
        if let Some(last) = &self.last
            && !last.is_in(file, wait)?
        {
            return Err(Reason::JournalReplaced);
        }
        let appended = file.length()?.checked_sub(self.next);
        appended.ok_or(Reason::JournalReplaced)
    }

    /// What stands behind the last line, or the beginning of it.
    pub fn tail(&self, file: &JournalFile, wait: &Wait<'_>) -> Result<Vec<u8>, Reason> {
        file.bytes(self.next, MAX_TAIL, wait)
    }

    /// How many lines are damaged, with the last one where nothing explains it yet.
    pub fn damaged(&self) -> u64 {
        self.damaged + u64::from(self.suspect.is_some())
    }

    /// How many lines are torn, with what stands behind the last line, which may be a record that is just being written.
    pub fn torn(&self) -> u64 {
        self.torn + u64::from(self.length > self.next)
    }

    pub fn read(
        &mut self,
        file: &JournalFile,
        wait: &Wait<'_>,
        visit: VisitLine<'_>,
    ) -> Result<(), Reason> {
        let left = self.check_last(file, wait)?;
        self.length = self.next + left;
        if left == 0 {
            return Ok(());
        }
        // A large buffer would cost more than a record: it is wiped. The byte beyond shows where the file ends.
        let size = usize::try_from(left).map_or(CHUNK, |left| CHUNK.min(left.saturating_add(1)));
        let mut chunk = WipingBuffer::zeroed(size).ok_or(Reason::NoMemory)?;
        let mut begun = Begun::default();
        let mut at = self.next;
        loop {
            wait.go_on()?;
            let read = file.read(&mut chunk, at, wait)?;
            at += read as u64;
            self.bytes(chunk.get(..read).unwrap_or_default(), &mut begun, visit)?;
            if read < size {
                break;
            }
        }
        self.length = at;
        if begun.length > 0 && line::decode(&begun.kept).is_some() {
            self.line(&begun.kept, begun.length, visit)?;
            self.unended = true;
        }
        Ok(())
    }

    /// Lines that this process has appended itself, behind the last one that was read.
    pub fn appended(&mut self, lines: &[u8], visit: VisitLine<'_>) -> Result<(), Reason> {
        self.bytes(lines, &mut Begun::default(), visit)?;
        self.length = self.next;
        Ok(())
    }

    fn bytes(
        &mut self,
        mut rest: &[u8],
        begun: &mut Begun,
        visit: VisitLine<'_>,
    ) -> Result<(), Reason> {
        while let Some(end) = memchr(b'\n', rest) {
            let (part, behind) = rest.split_at_checked(end).unwrap_or_default();
            rest = behind.get(1..).unwrap_or_default();
            if begun.length == 0 {
                self.line(part, part.len() as u64, visit)?;
            } else {
                begun.push(part)?;
                self.line(&begun.kept, begun.length, visit)?;
                begun.clear();
            }
            self.next += 1;
        }
        begun.push(rest)
    }

    fn line(&mut self, text: &[u8], length: u64, visit: VisitLine<'_>) -> Result<(), Reason> {
        self.unended = false;
        if length == 0 {
            return Ok(());
        }
        let at = self.next;
        self.next += length;
        let json = line::decode(text);
        self.last = Some(LastLine::new(at, text, json.is_some()));
        if let Some(torn) = json.and_then(torn)
            && self.suspect == Some(torn)
        {
            self.suspect = None;
            self.torn += 1;
            return Ok(());
        }
        self.give_up_suspect(visit)?;
        match json {
            Some(json) => {
                if !visit(LineSeen::Record(json, at..at + length + 1))? {
                    self.damaged += 1;
                    visit(LineSeen::Damaged)?;
                }
                Ok(())
            }
            None => {
                self.suspect = Some(length);
                if visit(LineSeen::Suspect(text))? {
                    for (begin, json) in line::within(text) {
                        let place = at + begin as u64;
                        visit(LineSeen::Record(json, place..place))?;
                    }
                }
                Ok(())
            }
        }
    }

    /// Nothing explains the last line: nobody is writing.
    pub fn give_up_suspect(&mut self, visit: VisitLine<'_>) -> Result<(), Reason> {
        if self.suspect.take().is_some() {
            self.damaged += 1;
            visit(LineSeen::Damaged)?;
        }
        Ok(())
    }
}

/// The last line that was read: how it is found out that it is no longer there.
struct LastLine {
    at: u64,
    /// The first bytes, and how many there are.
    first: [u8; PREFIX],
    known: usize,
    /// Of a line that is as it was written, where the first bytes are the CRC of the others.
    length: Option<usize>,
}

impl LastLine {
    fn new(at: u64, text: &[u8], whole: bool) -> LastLine {
        let mut first = [0; PREFIX];
        for (to, from) in first.iter_mut().zip(text) {
            *to = *from;
        }
        LastLine {
            at,
            first,
            known: text.len().min(PREFIX),
            length: whole.then_some(text.len()),
        }
    }

    /// Others may have written behind a part of it.
    fn is_in(&self, file: &JournalFile, wait: &Wait<'_>) -> Result<bool, Reason> {
        let wanted = self.length.unwrap_or(self.known);
        let found = file.bytes(self.at, wanted, wait)?;
        Ok(found.len() == wanted
            && found.get(..self.known) == self.first.get(..self.known)
            && (self.length.is_none() || line::decode(&found).is_some()))
    }
}

/// A line whose end is in a later chunk.
#[derive(Default)]
struct Begun {
    /// Not more of it than the longest line has.
    kept: Vec<u8>,
    length: u64,
}

impl Begun {
    fn push(&mut self, part: &[u8]) -> Result<(), Reason> {
        self.length += part.len() as u64;
        let room = (MAX_LINE + 1).saturating_sub(self.kept.len());
        let part = part.get(..room.min(part.len())).unwrap_or_default();
        self.kept.try_reserve(part.len())?;
        self.kept.extend_from_slice(part);
        Ok(())
    }

    fn clear(&mut self) {
        self.kept.clear();
        self.length = 0;
    }
}
