//! The middleware of every service: request log, holds and faults.

use crate::call::{Call, Service};
use crate::card;
use crate::connection::Connection;
use crate::fault::{Cut, Fault};
use crate::faulty_response::{self, Forged};
use crate::findings;
use crate::headers::texts;
use crate::open_request::{End, OpenRequest};
use crate::outage::Outage;
use crate::refusal::Problem;
use crate::request_log::{LoggedResponse, RequestEnd};
use crate::shared::Shared;
use axum::Extension;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use std::sync::Arc;
use std::time::Duration;

/// Largest body of a call that is not an upload.
const MAX_BODY: usize = 8 * 1024 * 1024;

/// Longest body of a response that the log keeps.
const MAX_KEPT: usize = 64 * 1024;

/// For the service that a router simulates: logs the request, then answers it, applies a fault to the response, or cuts
/// the connection.
pub(crate) async fn intercept(
    State((shared, service)): State<(Arc<Shared>, Service)>,
    Extension(connection): Extension<Connection>,
    request: Request,
    next: Next,
) -> Response {
    let shared = &shared;
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let template = matched.as_ref().map(MatchedPath::as_str);
    let template = template.unwrap_or("(unknown path)");
    let call = Call::of(service, request.method(), template, shared.base());
    let entry = OpenRequest::begin(shared, service, call, template, &request);
    let picked = shared.state().pick_fault(call);
    if let Some(picked) = &picked {
        entry.fault(picked.applied.clone());
    }
    let fault = picked.as_ref().map(|picked| &picked.fault);
    let outage = picked.as_ref().and_then(|it| Outage::prepare(shared, it));

    let notes = Arc::clone(&entry.notes);
    let answer = answer(&entry, shared, call, fault, request, next);
    let response = findings::gather(notes, answer).await;

    let (response, logged) = kept(response).await;
    let none = fault.is_some_and(|fault| fault.cut == Some(Cut::Before));
    if none {
        connection.cut();
    }
    if fault.is_some_and(|fault| fault.reset) {
        connection.reset();
    }
    let cut = none || logged.cut_after.is_some();
    entry.end(End {
        status: (!none).then(|| response.status().as_u16()),
        ended: match cut {
            true => RequestEnd::Cut,
            false => RequestEnd::Answered,
        },
        problem: response.extensions().get::<Problem>().cloned(),
        response: (!none).then_some(logged),
    });
    if let Some(outage) = outage {
        outage.begin().await;
    }
    response
}

/// The same response, and what the log keeps of it.
async fn kept(response: Response) -> (Response, LoggedResponse) {
    let (parts, mut body) = response.into_parts();
    let forged = parts.extensions.get::<Forged>();
    let bytes = match forged {
        Some(forged) => Some(forged.body.len() as u64),
        None => body.size_hint().exact(),
    };
    let short = bytes.is_some_and(|bytes| bytes <= MAX_KEPT as u64);
    let content = match forged {
        Some(forged) => (short && forged.cut_after.is_none()).then(|| forged.body.to_vec()),
        None if short => {
            // A body that knows its length is in memory.
            let bytes = to_bytes(body, MAX_KEPT).await.unwrap_or_default();
            let content = bytes.to_vec();
            body = Body::from(bytes);
            Some(content)
        }
        None => None,
    };
    let logged = LoggedResponse {
        headers: texts(&parts.headers),
        body: content,
        bytes,
        cut_after: forged.and_then(|forged| forged.cut_after),
    };
    (Response::from_parts(parts, body), logged)
}

async fn answer(
    entry: &OpenRequest,
    shared: &Shared,
    call: Call,
    fault: Option<&Fault>,
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = request.into_parts();
    let body = entry.counted(body);
    if let Some((fault, limit)) = fault.and_then(|f| Some((f, f.after_bytes?))) {
        read_up_to(body, limit).await;
        wait(fault).await;
        return faulty_response::make(fault, None).await;
    }
    let body = if call == Call::DmpSend {
        body
    } else {
        match to_bytes(body, MAX_BODY).await {
            Ok(bytes) => {
                entry.body(&bytes);
                if matches!(call, Call::Ready | Call::Login) && fault.is_some_and(|f| !f.acts()) {
                    card::recognise(shared, &parts.headers, &bytes);
                }
                Body::from(bytes)
            }
            Err(error) => {
                let refusal = refusal!(BAD_REQUEST, "request.unreadable", error);
                return refusal.closing().into_response();
            }
        }
    };
    shared.released(call).await;
    let Some(fault) = fault else {
        return next.run(Request::from_parts(parts, body)).await;
    };
    let reply = if fault.acts() {
        Some(next.run(Request::from_parts(parts, body)).await)
    } else {
        read_up_to(body, u64::MAX).await;
        None
    };
    wait(fault).await;
    faulty_response::make(fault, reply).await
}

async fn wait(fault: &Fault) {
    if fault.delay_ms > 0 {
        tokio::time::sleep(Duration::from_millis(fault.delay_ms)).await;
    }
}

/// Reads and discards the body, in constant memory.
async fn read_up_to(body: Body, limit: u64) {
    let mut stream = body.into_data_stream();
    let mut read = 0;
    while read < limit {
        match stream.next().await {
            Some(Ok(chunk)) => read += chunk.len() as u64,
            Some(Err(_)) | None => break,
        }
    }
}
