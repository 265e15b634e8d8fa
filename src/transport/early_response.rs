//! Response heads in the bytes of a connection: detects a response that arrives before the request has left, and
//! decides whether the end of a response is certain.

use super::message::EarlyResponse;
use crate::page;

/// As many as the HTTP client reads.
const MAX_HEADERS: usize = 128;

/// What the bytes received so far are.
#[derive(Debug, PartialEq, Eq)]
pub enum Received {
    /// No final response yet: no bytes, a part of a head, or interim responses (1xx) only.
    Undecided,
    Response(EarlyResponse),
    /// Not an HTTP response.
    Garbage,
}

/// The length of the complete interim responses at the start of `input`. The HTTP client skips them as well, but
/// fails at one with status 100 that has headers.
pub fn interim(input: &[u8]) -> usize {
    heads(input).0
}

/// As `interim`, and whether a complete head follows that states the end of its response unambiguously.
pub fn heads(input: &[u8]) -> (usize, bool) {
    let mut skipped = 0;
    loop {
        let rest = input.get(skipped..).unwrap_or_default();
        let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
        let mut response = httparse::Response::new(&mut headers);
        match (response.parse(rest), response.code) {
            (Ok(httparse::Status::Complete(length)), Some(100 | 102..=199)) => {
                skipped += length;
            }
            (Ok(httparse::Status::Complete(_)), Some(status)) => {
                return (skipped, ends_certainly(status, &response));
            }
            _ => return (skipped, false),
        }
    }
}

/// One framing, which every reader takes in the same way: HTTP/1.1 with one length in digits, or with chunks alone.
/// A status that has no body must not announce one.
fn ends_certainly(status: u16, response: &httparse::Response<'_, '_>) -> bool {
    let (mut length, mut chunks) = (None, false);
    for header in response.headers.iter() {
        let value = header.value.trim_ascii();
        if header.name.eq_ignore_ascii_case("content-length") {
            let plain = !value.is_empty() && value.iter().all(u8::is_ascii_digit);
            if length.replace(value).is_some() || !plain {
                return false;
            }
        } else if header.name.eq_ignore_ascii_case("transfer-encoding") {
            if chunks || !value.eq_ignore_ascii_case(b"chunked") {
                return false;
            }
            chunks = true;
        }
    }
    response.version == Some(1)
        && match status {
            204 => !chunks && length.is_none_or(|length| length == b"0"),
            200..=203 | 206..=303 | 305..=599 => chunks != length.is_some(),
            _ => false,
        }
}

/// Looks at `input` without consuming it.
pub fn classify(input: &[u8]) -> Received {
    let input = input.get(interim(input)..).unwrap_or_default();
    if input.is_empty() {
        return Received::Undecided;
    }
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut response = httparse::Response::new(&mut headers);
    let head = match response.parse(input) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Received::Undecided,
        Err(_) => return Received::Garbage,
    };
    match response.code {
        Some(status @ 200..=599) => {
            let values = |name: &'static str| {
                let headers = response.headers.iter();
                let named = headers.filter(move |header| header.name.eq_ignore_ascii_case(name));
                named.map(|header| header.value)
            };
            let retry_after = values("retry-after").next();
            let retry_after = retry_after.and_then(|value| std::str::from_utf8(value).ok());
            // With chunks, the body begins after the line with the length of the first one.
            let body = input.get(head..).unwrap_or_default();
            let body = match values("transfer-encoding").next() {
                Some(_) => body.splitn(2, |byte| *byte == b'\n').nth(1),
                None => Some(body),
            };
            Received::Response(EarlyResponse {
                status,
                page: values("content-type").any(page::is_html)
                    || page::is_markup(body.unwrap_or_default()),
                retry_after_s: retry_after.and_then(super::response::seconds),
            })
        }
        _ => Received::Garbage,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interim_responses_are_skipped() {
        let refusal =
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 413 Too Large\r\nretry-After: 7\r\n\r\n";
        assert_eq!(
            classify(refusal.as_bytes()),
            Received::Response(EarlyResponse {
                status: 413,
                page: false,
                retry_after_s: Some(7)
            })
        );
        for length in 0..refusal.len() {
            assert_eq!(
                classify(&refusal.as_bytes()[..length]),
                Received::Undecided,
                "{length}"
            );
        }
        let Received::Response(response) = classify(b"HTTP/1.1 201 OK\r\n\r\n<") else {
            panic!("a response");
        };
        assert_eq!((response.status, response.page), (201, true));
        assert_eq!(classify(b"SSH-2.0-x\r\n"), Received::Garbage);
        assert_eq!(classify(b"HTTP/1.1 999 No\r\n\r\n"), Received::Garbage);
    }

    #[test]
    fn an_end_is_certain_when_it_is_stated_once() {
        let certain = |head: &str| heads(format!("HTTP/{head}\r\n\r\n").as_bytes()).1;
        for head in [
            "1.1 200 OK\r\nContent-Length: 12",
            "1.1 404 X\r\ncontent-length: 0",
            "1.1 201 X\r\nTransfer-Encoding: Chunked",
            "1.1 204 X",
            "1.1 204 X\r\ncontent-length: 0",
            "1.1 103 X\r\n\r\nHTTP/1.1 200 X\r\ncontent-length: 1",
        ] {
            assert!(certain(head), "{head}");
        }
        for head in [
            "1.0 200 OK\r\ncontent-length: 12",
            "1.1 200 OK",
            "1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 1",
            "1.1 200 OK\r\ncontent-length: 1, 1",
            "1.1 200 OK\r\ncontent-length:",
            "1.1 200 OK\r\ncontent-length: +1",
            "1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked",
            "1.1 200 OK\r\ntransfer-encoding: gzip, chunked",
            "1.1 200 OK\r\ntransfer-encoding: chunked\r\ntransfer-encoding: chunked",
            "1.1 204 X\r\ncontent-length: 5",
            "1.1 204 X\r\ntransfer-encoding: chunked",
            "1.1 205 X",
            "1.1 304 X",
            "1.1 101 X\r\ncontent-length: 0",
            "1.1 600 X\r\ncontent-length: 0",
            "1.1 103 X",
        ] {
            assert!(!certain(head), "{head}");
        }
    }
}
