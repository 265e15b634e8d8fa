//! The reader from which the HTTP client takes a body: exactly the announced length, counted.

use std::io::{self, Read, Take};
use std::sync::Arc;

use super::DocumentRange;
use super::in_flight::InFlight;
use super::progress::ProgressThrottle;
use crate::reason::Reason;

/// A source that ends early would make the client wait without end, and one that is too long would corrupt the next
/// request, so both are errors here. What was read counts as having left the process.
pub struct RequestBody<'a> {
    source: Take<Box<dyn Read + 'a>>,
    document: Option<(DocumentRange, ProgressThrottle)>,
    in_flight: Arc<InFlight>,
}

impl<'a> RequestBody<'a> {
    pub fn new(
        source: Box<dyn Read + 'a>,
        total: u64,
        document: Option<DocumentRange>,
        in_flight: Arc<InFlight>,
    ) -> RequestBody<'a> {
        in_flight.exchange().total = total;
        RequestBody {
            source: source.take(total),
            document: document.map(|document| (document, ProgressThrottle::new(document.length))),
            in_flight,
        }
    }
}

impl Read for RequestBody<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some((document, throttle)) = &mut self.document {
            let handed = self.in_flight.exchange().handed;
            let done = handed.saturating_sub(document.offset).min(document.length);
            // The last step is reported when the server has responded, not before.
            if (handed == 0 || done < document.length) && throttle.is_due(done) {
                let reported = self.in_flight.announce(done, document.length);
                reported.map_err(|reason| self.in_flight.fail(reason))?;
            }
        }
        // After the callback, which may have cancelled: what is read from here on counts as sent.
        self.in_flight.time_left()?;
        if self.source.limit() == 0 || buffer.is_empty() {
            return Ok(0);
        }
        let read = self.source.read(buffer);
        let read = read.map_err(|error| self.in_flight.fail(Reason::of_reading(&error)))?;
        if read == 0 {
            return Err(self.in_flight.fail(Reason::FileChanged).into());
        }
        self.in_flight.exchange().handed += read as u64;
        Ok(read)
    }
}
