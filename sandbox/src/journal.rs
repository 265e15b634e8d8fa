//! The requests seen, in order.

use crate::call::{Call, Service};
use std::collections::{HashMap, VecDeque};

/// Older requests leave the journal beyond this number, so that a long run stays bounded.
const KEPT: usize = 100_000;

/// A request as it arrived, unmasked, and what became of it.
#[derive(Clone, Debug)]
pub struct SeenRequest {
    /// Order of arrival, from 1, over all services.
    pub number: u64,
    /// Which service received it.
    pub service: Service,
    /// Which call it is.
    pub call: Call,
    /// Method as sent.
    pub method: String,
    /// Path as on the wire, not decoded.
    pub path: String,
    /// Query as on the wire, not decoded.
    pub query: Option<String>,
    /// Headers in order; names in lower case, bytes that are not UTF-8 replaced.
    pub headers: Vec<(String, String)>,
    /// Body; empty for an upload.
    pub body: Vec<u8>,
    /// Address and port of the client: the same for two requests means the same connection.
    pub peer: String,
    /// Status answered; none while unanswered, or when the connection was cut before.
    pub status: Option<u16>,
    /// What was wrong, when something was.
    pub problem: Option<String>,
}

/// The journal of one run.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    last: u64,
    seen: VecDeque<SeenRequest>,
    arrived: HashMap<Call, usize>,
    ended: HashMap<Call, usize>,
}

impl Journal {
    /// Notes an arrival; gives its number.
    pub(crate) fn arrive(&mut self, mut request: SeenRequest) -> u64 {
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

    pub(crate) fn all(&self) -> impl Iterator<Item = &SeenRequest> {
        self.seen.iter()
    }

    pub(crate) fn since(&self, number: u64) -> impl Iterator<Item = &SeenRequest> {
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

    /// Forgets everything but the numbering, so that a late answer finds no other request.
    pub(crate) fn clear(&mut self) {
        *self = Journal {
            last: self.last,
            ..Journal::default()
        };
    }

    fn get(&mut self, number: u64) -> Option<&mut SeenRequest> {
        let first = self.seen.front()?.number;
        let index = usize::try_from(number.checked_sub(first)?).ok()?;
        self.seen.get_mut(index)
    }
}
