//! A request from its arrival to its end.

use crate::bilingual::Bilingual;
use crate::call::{Call, Service};
use crate::clock;
use crate::events::Subject;
use crate::findings::Notes;
use crate::headers::{announced, bearer, texts};
use crate::mask;
use crate::refusal::Problem;
use crate::request_log::{AppliedFault, LoggedRequest, LoggedResponse, RequestEnd};
use crate::shared::Shared;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use futures_util::StreamExt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

/// An upload shows each time that it has grown by this many bytes.
const SHOWN_EVERY: u64 = 1024 * 1024;

/// A request that was not answered yet. Dropping it ends the request in the log, so that one whose client left is
/// logged too.
pub(crate) struct OpenRequest {
    shared: Arc<Shared>,
    pub notes: Arc<Notes>,
    number: u64,
    service: Service,
    line: String,
    start: Instant,
    end: End,
}

/// How a request ends; that of one whose client left is the default.
#[derive(Default)]
pub(crate) struct End {
    /// None when the connection is cut before the response.
    pub status: Option<u16>,
    pub ended: RequestEnd,
    pub problem: Option<Problem>,
    pub response: Option<LoggedResponse>,
}

impl OpenRequest {
    /// Logs the arrival and wakes the threads that wait for it.
    pub(crate) fn begin(
        shared: &Arc<Shared>,
        service: Service,
        call: Call,
        template: &str,
        request: &Request,
    ) -> OpenRequest {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let mut seen = LoggedRequest {
            time: clock::now(),
            service,
            call,
            method: request.method().to_string(),
            path: request.uri().path().to_owned(),
            query: request.uri().query().map(str::to_owned),
            headers: texts(request.headers()),
            announced: announced(request.headers()),
            peer: peer.map(|peer| peer.0.to_string()).unwrap_or_default(),
            ..LoggedRequest::default()
        };
        let number = {
            let mut state = shared.state();
            let bearer = bearer(request.headers());
            let session = bearer.and_then(|bearer| state.sessions.get(bearer));
            seen.session = session.map(|session| session.connection_id.clone());
            let number = state.request_log.arrive(seen);
            state.events.push(Subject::Request(number));
            number
        };
        shared.notify();
        OpenRequest {
            shared: Arc::clone(shared),
            notes: Arc::default(),
            number,
            service,
            line: format!("{} {template}", mask::method(request.method().as_str())),
            start: Instant::now(),
            end: End::default(),
        }
    }

    pub(crate) fn fault(&self, fault: AppliedFault) {
        let mut state = self.shared.state();
        if let Some(request) = state.request_log.get(self.number) {
            request.fault = Some(fault);
        }
    }

    pub(crate) fn body(&self, body: &[u8]) {
        self.shared.state().request_log.body(self.number, body);
    }

    /// The same body; its bytes are counted as they come.
    pub(crate) fn counted(&self, body: Body) -> Body {
        let (shared, number) = (Arc::clone(&self.shared), self.number);
        let notes = Arc::clone(&self.notes);
        let mut shown = 0;
        Body::from_stream(body.into_data_stream().inspect(move |chunk| {
            let bytes = {
                let mut noted = notes.lock();
                match chunk {
                    Ok(chunk) => noted.bytes += chunk.len() as u64,
                    Err(_) => noted.broken = true,
                }
                noted.bytes
            };
            if bytes - shown >= SHOWN_EVERY {
                shown = bytes;
                let mut state = shared.state();
                if let Some(request) = state.request_log.get(number) {
                    request.bytes = bytes;
                }
                state.events.push(Subject::Request(number));
            }
        }))
    }

    pub(crate) fn end(mut self, end: End) {
        self.end = end;
    }

    fn write_line(&self, status: Option<u16>, problem: Option<&Bilingual>) {
        if let Some(terminal) = &self.shared.terminal {
            let word = status.map_or("---".into(), |status| status.to_string());
            let elapsed = self.start.elapsed().as_secs_f64() * 1000.0;
            let detail = problem.map_or("", |problem| problem.text(terminal.language));
            let (service, line) = (self.service, &self.line);
            let said = format!("{service:<8} {line} {word} {elapsed:.1} ms  {detail}");
            terminal.write(&said);
        }
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        let mut noted = std::mem::take(&mut *self.notes.lock());
        let mut end = std::mem::take(&mut self.end);
        if noted.broken && end.ended == RequestEnd::Answered {
            end.ended = RequestEnd::ClientLeft;
        }
        let text = match (&end.problem, end.ended) {
            (Some(problem), _) => Some(problem.text()),
            (None, RequestEnd::ClientLeft) => Some(words!("request.client_left")),
            (None, _) => None,
        };
        self.write_line(end.status, text.as_ref());
        let problem = end.problem.unwrap_or_default();
        noted.findings.extend(problem.refusal.clone());
        let remarks = noted.findings.iter().filter(|one| one.ok.is_none());
        let remarks = remarks.count();
        let (text, text_fr) = text.map(|text| (text.en, text.fr)).unzip();
        let mut state = self.shared.state();
        state.request_log.end(self.number, |request| {
            request.status = end.status;
            request.ended = Some(end.ended);
            request.duration = Some(self.start.elapsed());
            request.problem = text;
            request.problem_fr = text_fr;
            request.code = problem.code.or(noted.code);
            request.refusal = problem.refusal.and_then(|wrong| wrong.mismatch);
            request.bytes = noted.bytes;
            request.session = noted.session.or_else(|| request.session.take());
            request.ticket = noted.ticket;
            request.card = noted.card;
            request.remarks = remarks;
            request.findings = Arc::new(noted.findings);
            request.parts = noted.parts;
            request.response = end.response.map(Arc::new);
        });
        state.events.push(Subject::Request(self.number));
        drop(state);
        self.shared.notify();
    }
}
