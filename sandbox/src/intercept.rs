//! The middleware of every service: request log, holds and faults.

use crate::call::{Call, Service};
use crate::fault::Fault;
use crate::faulty_response::{self, CutNow};
use crate::refusal::{Problem, Refusal};
use crate::request_log::OpenEntry;
use crate::shared::Shared;
use axum::body::{Body, to_bytes};
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use std::sync::Arc;

/// Largest body of a call that is not an upload.
const MAX_BODY: usize = 8 * 1024 * 1024;

/// The service that a router simulates.
#[derive(Clone)]
pub(crate) struct Gate {
    pub shared: Arc<Shared>,
    pub service: Service,
}

/// Logs the request, then answers it, applies a fault to the response, or cuts the connection.
pub(crate) async fn intercept(State(gate): State<Gate>, request: Request, next: Next) -> Response {
    let shared = &gate.shared;
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let template = matched
        .as_ref()
        .map_or("(unknown path)", MatchedPath::as_str);
    let call = Call::of(gate.service, request.method(), template, shared.base());
    let entry = OpenEntry::begin(shared, gate.service, call, template, &request);
    let picked = shared.state().pick_fault(call);
    let fault = picked.as_ref().map(|picked| &picked.fault);

    let response = answer(&entry, shared, call, fault, request, next).await;

    let cut = response.extensions().get::<CutNow>().is_some();
    let status = (!cut).then(|| response.status().as_u16());
    let problem = response.extensions().get::<Problem>().map(|p| p.0.clone());
    entry.end(status, problem);
    response
}

async fn answer(
    entry: &OpenEntry,
    shared: &Shared,
    call: Call,
    fault: Option<&Fault>,
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = request.into_parts();
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
                Body::from(bytes)
            }
            Err(error) => {
                let text = format!("the body of the request could not be read: {error}");
                return Refusal::bad_request(text).closing().into_response();
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
    if !fault.delay.is_zero() {
        tokio::time::sleep(fault.delay).await;
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
