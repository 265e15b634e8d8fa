//! The log of the requests received, in order of arrival.

use crate::call::{Call, Service};
use crate::connection::Peer;
use crate::events::Subject;
use crate::mask;
use crate::shared::Shared;
use axum::extract::Request;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Instant;
use time::OffsetDateTime;
use time::macros::format_description;

/// The log keeps this many requests and drops the oldest, so that the memory of a long run stays bounded.
const KEPT: usize = 100_000;

/// A request as it arrived, unmasked, and the result of it.
#[derive(Clone, Debug)]
pub struct LoggedRequest {
    /// Order of arrival, from 1, over all services.
    pub number: u64,
    /// Which service received it.
    pub service: Service,
    /// Which call it is.
    pub call: Call,
    /// Method as sent.
    pub method: String,
    /// Path as sent, not decoded.
    pub path: String,
    /// Query as sent, not decoded.
    pub query: Option<String>,
    /// Headers in order; names in lower case, bytes that are not UTF-8 replaced.
    pub headers: Vec<(String, String)>,
    /// Body; empty for an upload.
    pub body: Vec<u8>,
    /// Address and port of the client: the same for two requests means the same connection.
    pub peer: String,
    /// Status of the response; `None` while there is no response, or when the connection was cut before it.
    pub status: Option<u16>,
    /// What was wrong with the request, if anything.
    pub problem: Option<String>,
}

/// The log of one run.
#[derive(Debug, Default)]
pub(crate) struct RequestLog {
    last: u64,
    seen: VecDeque<LoggedRequest>,
    arrived: HashMap<Call, usize>,
    ended: HashMap<Call, usize>,
}

impl RequestLog {
    /// Adds an arrival and returns its number.
    pub(crate) fn arrive(&mut self, mut request: LoggedRequest) -> u64 {
        self.last += 1;
        request.number = self.last;
        *self.arrived.entry(request.call).or_default() += 1;
        if self.seen.len() == KEPT {
            self.seen.pop_front();
        }
        self.seen.push_back(request);
        self.last
    }

    pub(crate) fn body(&mut self, number: u64, body: &[u8]) {
        if let Some(request) = self.get(number) {
            request.body = body.to_vec();
        }
    }

    pub(crate) fn end(&mut self, number: u64, status: Option<u16>, problem: Option<String>) {
        if let Some(request) = self.get(number) {
            request.status = status;
            request.problem = problem;
            let call = request.call;
            *self.ended.entry(call).or_default() += 1;
        }
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &LoggedRequest> {
        self.seen.iter()
    }

    pub(crate) fn since(&self, number: u64) -> impl Iterator<Item = &LoggedRequest> {
        let first = self.seen.front().map_or(1, |request| request.number);
        let passed = (number + 1).saturating_sub(first);
        self.seen
            .iter()
            .skip(usize::try_from(passed).unwrap_or(usize::MAX))
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
            ..RequestLog::default()
        };
    }

    fn get(&mut self, number: u64) -> Option<&mut LoggedRequest> {
        let first = self.seen.front()?.number;
        let index = usize::try_from(number.checked_sub(first)?).ok()?;
        self.seen.get_mut(index)
    }
}

/// A request that was not answered yet. Dropping it ends the request in the log, so that one whose client left is
/// logged too.
pub(crate) struct OpenEntry {
    shared: Arc<Shared>,
    number: u64,
    service: Service,
    line: String,
    start: Instant,
    end: Option<(Option<u16>, Option<String>)>,
}

impl OpenEntry {
    /// Logs the arrival and wakes the threads that wait for it.
    pub(crate) fn begin(
        shared: &Arc<Shared>,
        service: Service,
        call: Call,
        template: &str,
        request: &Request,
    ) -> OpenEntry {
        let headers = request.headers().iter().map(|(name, value)| {
            let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
            (name.as_str().to_owned(), value)
        });
        let peer = request.extensions().get::<Peer>();
        let seen = LoggedRequest {
            number: 0,
            service,
            call,
            method: request.method().to_string(),
            path: request.uri().path().to_owned(),
            query: request.uri().query().map(str::to_owned),
            headers: headers.collect(),
            body: Vec::new(),
            peer: peer.map(|peer| peer.0.to_string()).unwrap_or_default(),
            status: None,
            problem: None,
        };
        let number = {
            let mut state = shared.state();
            let number = state.request_log.arrive(seen);
            state.events.push(Subject::Request(number));
            number
        };
        shared.notify();
        OpenEntry {
            shared: Arc::clone(shared),
            number,
            service,
            line: format!("{} {template}", request.method()),
            start: Instant::now(),
            end: None,
        }
    }

    pub(crate) fn body(&self, body: &[u8]) {
        self.shared.state().request_log.body(self.number, body);
    }

    pub(crate) fn end(mut self, status: Option<u16>, problem: Option<String>) {
        self.end = Some((status, problem));
    }
}

impl Drop for OpenEntry {
    fn drop(&mut self) {
        let (status, problem) = self.end.take().unwrap_or_else(|| {
            let gone = "the client closed the connection before the response";
            (None, Some(gone.into()))
        });
        if self.shared.options.terminal.is_some() {
            let word = status.map_or("---".into(), |status| status.to_string());
            let elapsed = self.start.elapsed().as_secs_f64() * 1000.0;
            let detail = problem.as_deref().unwrap_or("");
            let (service, line) = (self.service.name(), &self.line);
            let said = format!("{service:<8} {line} {word} {elapsed:.1} ms  {detail}");
            eprintln!("{}", line_of(&said));
        }
        let mut state = self.shared.state();
        state.request_log.end(self.number, status, problem);
        state.events.push(Subject::Request(self.number));
        drop(state);
        self.shared.notify();
    }
}

/// A line for the terminal: the time, and a text without secrets and control characters.
pub(crate) fn line_of(said: &str) -> String {
    format!("{} {}", clock(), mask::line(said))
}

fn clock() -> String {
    let format = format_description!("[hour]:[minute]:[second].[subsecond digits:3]");
    OffsetDateTime::now_utc().format(format).unwrap_or_default()
}
