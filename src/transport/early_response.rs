//! Detects a response that arrives before the request has left, in the bytes of a connection.

use super::framing::{Framing, Head, Start};
use super::message::{Response, Sent};
use crate::page;
use crate::reason::Reason;

/// What the bytes received so far are.
pub enum Received {
    /// No final response yet: no bytes, or a part of a head.
    Undecided,
    Response(Response),
    /// Not an HTTP response.
    Garbage,
}

/// The length of the complete interim responses (1xx) at the start of `input`. The HTTP client skips them as well,
/// but fails at one with status 100 that has headers.
pub fn interim(input: &[u8]) -> usize {
    let mut skipped = 0;
    loop {
        match Head::read(input.get(skipped..).unwrap_or_default()) {
            Start::Head(head) if head.is_interim() => skipped += head.length,
            _ => return skipped,
        }
    }
}

/// Looks at `input`, which begins with no interim response, without consuming it.
pub fn classify(input: &[u8]) -> Received {
    let head = match Head::read(input) {
        Start::Head(head) => head,
        Start::Partial => return Received::Undecided,
        Start::Garbage => return Received::Garbage,
    };
    if !(200..=599).contains(&head.status) {
        return Received::Garbage;
    }
    let retry_after = head.retry_after.map(std::str::from_utf8);
    // With chunks, the body begins after the line with the length of the first one.
    let body = input.get(head.length..).unwrap_or_default();
    let body = match head.framing {
        Framing::Chunks => body.splitn(2, |byte| *byte == b'\n').nth(1),
        _ => Some(body),
    };
    Received::Response(Response {
        status: head.status,
        sent: Sent::Part,
        page: head.html || page::is_markup(body.unwrap_or_default()),
        json: false,
        compressed: false,
        retry_after_s: retry_after.and_then(|text| super::response::seconds(text.ok()?)),
        framing: Framing::UntilClose,
        // It was not waited for.
        body: Err(Reason::ReplyCut),
    })
}
