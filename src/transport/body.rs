//! The reader that hands a body to the HTTP client: exactly the announced length, counted.

use std::io::{self, Read};
use std::sync::Arc;

use super::fault::Fault;
use super::message::Document;
use super::monitor::Monitor;
use super::progress::Pace;

/// A source that ends early makes the client wait for ever, and one that goes on would spoil the
/// next request, so both are errors here. What was read counts as having left the process.
pub struct ExactReader<'a> {
    source: Box<dyn Read + 'a>,
    document: Option<(Document, Pace)>,
    monitor: Arc<Monitor>,
    handed: u64,
    total: u64,
}

impl<'a> ExactReader<'a> {
    pub fn new(
        source: Box<dyn Read + 'a>,
        total: u64,
        document: Option<Document>,
        monitor: Arc<Monitor>,
    ) -> ExactReader<'a> {
        monitor.exchange().total = total;
        ExactReader {
            source,
            document: document.map(|document| (document, Pace::new(document.length))),
            monitor,
            handed: 0,
            total,
        }
    }
}

impl Read for ExactReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some((document, pace)) = &mut self.document {
            let done = self
                .handed
                .saturating_sub(document.offset)
                .min(document.length);
            // The whole is reported when the server has answered, not before.
            if (self.handed == 0 || done < document.length) && pace.is_due(done) {
                self.monitor.report(done, document.length)?;
            }
        }
        // After the callback, which may have cancelled: what is handed over from here on counts as sent.
        self.monitor.time_left()?;
        let left = self.total - self.handed;
        if left == 0 || buffer.is_empty() {
            return Ok(0);
        }
        let room = usize::try_from(left)
            .unwrap_or(usize::MAX)
            .min(buffer.len());
        let room = buffer.get_mut(..room).unwrap_or_default();
        let read = self.source.read(room);
        let read = read.map_err(|error| self.monitor.fail(Fault::of_source(&error)))?;
        if read == 0 {
            return Err(self.monitor.fail(Fault::SourceChanged).into());
        }
        self.handed += read as u64;
        self.monitor.exchange().handed = self.handed;
        Ok(read)
    }
}
