//! The log of the requests received, in order of arrival, and what it keeps of each.

use crate::call::{Call, Service};
use crate::findings::{Finding, Mismatch, UploadPart};
use serde::Serialize;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

/// A request as it arrived, unmasked, and the result of it.
#[derive(Clone, Debug, Default)]
pub struct LoggedRequest {
    /// Order of arrival, from 1, over all services.
    pub number: u64,
    /// Of its arrival: ISO 8601, UTC, in milliseconds.
    pub time: String,
    pub service: Service,
    pub call: Call,
    pub method: String,
    /// Path as sent, not decoded.
    pub path: String,
    /// Query as sent, not decoded.
    pub query: Option<String>,
    /// Headers in order; names in lower case, bytes that are not UTF-8 replaced.
    pub headers: Vec<(String, String)>,
    /// Body; empty for an upload.
    pub body: Vec<u8>,
    /// Bytes of the body received so far, those of an upload too.
    pub bytes: u64,
    pub announced: Option<u64>,
    /// The parts of an upload, as far as they were received.
    pub parts: Vec<UploadPart>,
    /// Address and port of the client: the same for two requests means the same connection.
    pub peer: String,
    /// `connectionId` of the session whose bearer it carried, or that it opened.
    pub session: Option<String>,
    /// A short identifier of the license ticket that it carried or got, which is no secret.
    pub ticket: Option<String>,
    pub card: Option<String>,
    /// Status of the response; `None` while there is no response, or when the connection was cut before it.
    pub status: Option<u16>,
    /// How it ended; `None` while it is open.
    pub ended: Option<RequestEnd>,
    /// From the arrival of the headers to the end.
    pub duration: Option<Duration>,
    pub problem: Option<String>,
    pub problem_fr: Option<String>,
    /// A name for the most frequent problems, otherwise none: `pin_wrong`, `card_locked`, `no_card`, `token_unknown`,
    /// `session_ended`, `bearer_unknown`.
    pub code: Option<&'static str>,
    pub refusal: Option<Mismatch>,
    pub fault: Option<AppliedFault>,
    /// What was checked in it, in order; no longer kept of an old request.
    pub findings: Arc<Vec<Finding>>,
    pub remarks: usize,
    /// What was answered; no longer kept of an old request.
    pub response: Option<Arc<LoggedResponse>>,
}

/// How a request ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestEnd {
    Answered,
    /// The sandbox cut the connection, before the response or in it.
    Cut,
    /// The client closed the connection, or stopped sending, before the response.
    #[default]
    ClientLeft,
}

/// Which fault was applied to a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AppliedFault {
    pub id: u64,
    pub name: Option<&'static str>,
}

/// A response as the sandbox gave it to the connection, unmasked.
#[derive(Clone, Debug, Default)]
pub struct LoggedResponse {
    /// Headers in order; those that the connection adds are not among them.
    pub headers: Vec<(String, String)>,
    /// The body, when it was sent whole and is not longer than 64 KiB.
    pub body: Option<Vec<u8>>,
    /// Length of the body; `None` when it has none of its own.
    pub bytes: Option<u64>,
    /// How many bytes of the body were sent before the connection was cut.
    pub cut_after: Option<u64>,
}

/// The log keeps this many requests and drops the oldest, so that the memory of a long run stays bounded.
const KEPT: u64 = 100_000;

/// The findings of this many requests.
const FINDINGS_KEPT: u64 = 10_000;

/// The responses of this many requests.
const RESPONSES_KEPT: u64 = 2_000;

/// The heads and bodies of the requests, in bytes over all.
const CONTENT_KEPT: usize = 128 * 1024 * 1024;

#[derive(Debug, Default)]
pub(crate) struct RequestLog {
    last: u64,
    seen: VecDeque<LoggedRequest>,
    arrived: HashMap<Call, usize>,
    ended: HashMap<Call, usize>,
    /// Bytes of the heads and bodies kept.
    content: usize,
    /// The heads and bodies up to this number were dropped.
    content_dropped: u64,
}

impl RequestLog {
    pub(crate) fn arrive(&mut self, mut request: LoggedRequest) -> u64 {
        self.last += 1;
        request.number = self.last;
        *self.arrived.entry(request.call).or_default() += 1;
        if self.seen.len() as u64 == KEPT
            && let Some(oldest) = self.seen.pop_front()
        {
            self.content -= size(&oldest);
        }
        self.content += size(&request);
        self.seen.push_back(request);
        self.make_room();
        if let Some(old) = self.get(self.last.saturating_sub(RESPONSES_KEPT)) {
            old.response = None;
        }
        if let Some(old) = self.get(self.last.saturating_sub(FINDINGS_KEPT)) {
            old.findings = Arc::default();
            old.parts = Vec::new();
        }
        self.last
    }

    pub(crate) fn body(&mut self, number: u64, body: &[u8]) {
        let Some(request) = self.get(number) else {
            return;
        };
        request.body = body.to_vec();
        request.bytes = body.len() as u64;
        self.content += body.len();
        self.make_room();
    }

    fn make_room(&mut self) {
        while self.content > CONTENT_KEPT && self.content_dropped + 1 < self.last {
            self.content_dropped += 1;
            let Some(old) = self.get(self.content_dropped) else {
                continue;
            };
            let before = size(old);
            old.body = Vec::new();
            old.headers = Vec::new();
            let dropped = before - size(old);
            self.content -= dropped;
        }
    }

    /// A request that is still in the log.
    pub(crate) fn get(&mut self, number: u64) -> Option<&mut LoggedRequest> {
        let index = self.index(number)?;
        self.seen.get_mut(index)
    }

    /// Notes the end of a request. Of one that is old by then no more is kept than of others that are.
    pub(crate) fn end(&mut self, number: u64, note: impl FnOnce(&mut LoggedRequest)) {
        let newer = self.last.saturating_sub(number);
        let Some(request) = self.get(number) else {
            return;
        };
        note(request);
        if newer >= FINDINGS_KEPT {
            request.findings = Arc::default();
            request.parts = Vec::new();
        }
        if newer >= RESPONSES_KEPT {
            request.response = None;
        }
        let call = request.call;
        *self.ended.entry(call).or_default() += 1;
    }

    pub(crate) fn all(
        &self,
    ) -> impl DoubleEndedIterator<Item = &LoggedRequest> + ExactSizeIterator {
        self.seen.iter()
    }

    pub(crate) fn since(&self, number: u64) -> impl Iterator<Item = &LoggedRequest> {
        let first = self.seen.front().map_or(1, |request| request.number);
        let passed = (number + 1).saturating_sub(first);
        self.seen
            .iter()
            .skip(usize::try_from(passed).unwrap_or(usize::MAX))
    }

    /// The request of this number, when it is still kept.
    pub(crate) fn find(&self, number: u64) -> Option<&LoggedRequest> {
        self.seen.get(self.index(number)?)
    }

    pub(crate) fn arrived(&self, call: Call) -> usize {
        self.arrived.get(&call).copied().unwrap_or(0)
    }

    pub(crate) fn ended(&self, call: Call) -> usize {
        self.ended.get(&call).copied().unwrap_or(0)
    }

    /// Clears all but the numbering, so that a late response cannot be attributed to another request.
    pub(crate) fn clear(&mut self) {
        *self = RequestLog {
            last: self.last,
            content_dropped: self.last,
            ..RequestLog::default()
        };
    }

    fn index(&self, number: u64) -> Option<usize> {
        let first = self.seen.front()?.number;
        usize::try_from(number.checked_sub(first)?).ok()
    }
}

/// Of what came, in bytes.
fn size(request: &LoggedRequest) -> usize {
    let headers = request.headers.iter();
    let headers: usize = headers.map(|(name, value)| name.len() + value.len()).sum();
    let query = request.query.as_ref().map_or(0, String::len);
    request.path.len() + query + headers + request.body.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bilingual::Bilingual;

    fn end(log: &mut RequestLog, number: u64) {
        let remark = Finding {
            ok: None,
            text: Bilingual::new("a", "b"),
            mismatch: None,
        };
        log.end(number, |request| {
            request.ended = Some(RequestEnd::Answered);
            request.response = Some(Arc::default());
            request.remarks = 1;
            request.findings = Arc::new(vec![remark]);
        });
    }

    #[test]
    fn the_memory_of_a_long_run_stays_bounded() {
        let mut log = RequestLog::default();
        for number in 1..=KEPT + 1 {
            assert_eq!(log.arrive(LoggedRequest::default()), number);
            if ![5, KEPT - 3000].contains(&number) {
                end(&mut log, number);
            }
        }
        // Two that ended late.
        end(&mut log, 5);
        end(&mut log, KEPT - 3000);
        assert_eq!(log.all().len() as u64, KEPT);
        assert!(log.find(1).is_none() && log.find(KEPT + 2).is_none());
        let count = |kept: fn(&LoggedRequest) -> bool| log.all().filter(|r| kept(r)).count() as u64;
        assert_eq!(count(|r| r.response.is_some()), RESPONSES_KEPT);
        assert_eq!(count(|r| !r.findings.is_empty()), FINDINGS_KEPT);
        let old = log.find(5).unwrap();
        assert_eq!((old.remarks, old.ended), (1, Some(RequestEnd::Answered)));
    }

    #[test]
    fn old_heads_and_bodies_make_room_for_new_ones() {
        let mut log = RequestLog::default();
        let half = CONTENT_KEPT / 2 - 10;
        for in_head in [false, false, true, true, false] {
            let value = "x".repeat(if in_head { half } else { 0 });
            let number = log.arrive(LoggedRequest {
                headers: vec![("x-long".into(), value)],
                ..LoggedRequest::default()
            });
            log.body(number, &vec![b'x'; if in_head { 0 } else { half }]);
        }
        let lengths: Vec<_> = log.all().map(|r| (r.headers.len(), r.body.len())).collect();
        assert_eq!(lengths, [(0, 0), (0, 0), (0, 0), (1, 0), (1, half)]);
        log.clear();
        assert_eq!(log.content, 0);
    }
}
