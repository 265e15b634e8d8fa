//! One request from arrival to end, for the journal and the console.

use crate::call::{Call, Service};
use crate::journal::SeenRequest;
use crate::mask;
use crate::shared::Shared;
use axum::extract::Request;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;
use time::OffsetDateTime;
use time::macros::format_description;

/// Address of the client, set on each request by the connection's service.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub SocketAddr);

/// Ends the request in the journal when dropped, so that one whose client left is seen too.
pub(crate) struct Visit {
    shared: Arc<Shared>,
    number: u64,
    service: Service,
    line: String,
    start: Instant,
    end: Option<(Option<u16>, Option<String>)>,
}

impl Visit {
    /// Notes the arrival and wakes those who wait for it.
    pub(crate) fn begin(
        shared: &Arc<Shared>,
        service: Service,
        call: Call,
        template: &str,
        request: &Request,
    ) -> Visit {
        let headers = request.headers().iter().map(|(name, value)| {
            let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
            (name.as_str().to_owned(), value)
        });
        let peer = request.extensions().get::<Peer>();
        let seen = SeenRequest {
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
        let number = shared.world().journal.arrive(seen);
        shared.notify();
        Visit {
            shared: Arc::clone(shared),
            number,
            service,
            line: format!("{} {template}", request.method()),
            start: Instant::now(),
            end: None,
        }
    }

    pub(crate) fn body(&self, body: &[u8]) {
        self.shared.world().journal.body(self.number, body);
    }

    pub(crate) fn end(mut self, status: Option<u16>, problem: Option<String>) {
        self.end = Some((status, problem));
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let (status, problem) = self.end.take().unwrap_or_else(|| {
            let gone = "the client closed the connection before the answer";
            (None, Some(gone.into()))
        });
        if self.shared.options.console {
            let word = status.map_or("---".into(), |status| status.to_string());
            let elapsed = self.start.elapsed().as_secs_f64() * 1000.0;
            let said = mask::line(problem.as_deref().unwrap_or(""));
            eprintln!(
                "{} {:<8} {} {word} {elapsed:.1} ms  {said}",
                clock(),
                self.service.name(),
                self.line,
            );
        }
        self.shared
            .world()
            .journal
            .end(self.number, status, problem);
        self.shared.notify();
    }
}

fn clock() -> String {
    let format = format_description!("[hour]:[minute]:[second].[subsecond digits:3]");
    OffsetDateTime::now_utc().format(format).unwrap_or_default()
}
