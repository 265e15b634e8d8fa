//! The messages of HTTP: the request as it is given to the transport, and the response.

use std::io::Read;
use std::time::Duration;

use super::framing::Framing;
use crate::address::BaseUrl;
use crate::error::Phase;
use crate::operation::Role;
use crate::reason::Reason;
use crate::wiping::WipingBuffer;

/// How much of the body left the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    Nothing,
    Part,
    All,
}

/// An exchange that ended without a usable status.
#[derive(Debug)]
pub struct Failure {
    pub reason: Reason,
    pub phase: Phase,
    pub sent: Sent,
}

/// Where the document lies in the body of an upload.
#[derive(Clone, Copy, Debug)]
pub struct DocumentRange {
    pub offset: u64,
    pub length: u64,
}

pub enum Body<'a> {
    Empty,
    Json(&'a [u8]),
    Stream {
        source: Box<dyn Read + 'a>,
        length: u64,
        content_type: &'a str,
        document: DocumentRange,
    },
}

pub struct Request<'a> {
    pub role: Role,
    pub base: &'a BaseUrl,
    pub method: &'a str,
    /// The whole address; `base` says whose it is.
    pub url: &'a str,
    pub authorization: Option<&'a str>,
    /// Announce JSON also for an empty body, which the license server is documented to require.
    pub announce_json: bool,
    pub body: Body<'a>,
    pub timeout: Duration,
    /// Never on a connection that was used before, and never kept for later.
    pub fresh: bool,
}

/// A response whose status was read. `body` is an error where it could not be read to its end.
pub struct Response {
    pub status: u16,
    /// How much of the request's body had left when the response came.
    pub sent: Sent,
    /// A web page: not a response of the service.
    pub page: bool,
    pub json: bool,
    pub compressed: bool,
    pub retry_after_s: Option<u32>,
    pub framing: Framing,
    pub body: Result<WipingBuffer, Reason>,
}
