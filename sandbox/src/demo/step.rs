//! One step of the demo.

use crate::host::Reply;
use std::time::Duration;

/// One call, with the request that the sandbox received.
pub(super) struct Step {
    pub number: u8,
    pub function: &'static str,
    /// `None` if nothing was sent.
    pub request: Option<Request>,
    pub time: Duration,
    pub reply: Reply,
    /// The result in a few words.
    pub summary: String,
}

pub(super) struct Request {
    pub method: String,
    /// The path as received, with placeholders in place of identifiers.
    pub path: String,
    pub status: Option<u16>,
}
