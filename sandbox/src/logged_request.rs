//! What the request log keeps of one request.

use crate::call::{Call, Service};
use crate::findings::{Finding, Mismatch, UploadPart};
use serde::Serialize;
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
    /// What kind of refusal or remark that is, where kinds are told apart: `pin_wrong`, `card_locked`, `no_card`,
    /// `token_unknown`, `session_ended`, `bearer_unknown`.
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
