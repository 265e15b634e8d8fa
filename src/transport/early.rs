//! Reading the status of an answer that comes while the body is still being sent.

use super::monitor::EarlyAnswer;
use crate::page;

/// As many as the HTTP client reads.
const MAX_HEADERS: usize = 128;

/// What the bytes received so far amount to.
#[derive(Debug, PartialEq, Eq)]
pub enum Peek {
    /// Nothing that decides: no bytes, a part of a head, or interim answers (1xx) only.
    Undecided,
    /// A success: the server goes on reading, or says that it has seen enough.
    Success,
    Refusal(EarlyAnswer),
    /// Not an answer in HTTP.
    Garbage,
}

/// The bytes that whole interim answers take at the beginning of `input`. The HTTP client passes them over
/// as well, but gives up at one with status 100 that has headers.
pub fn interim(input: &[u8]) -> usize {
    let mut passed_over = 0;
    loop {
        let rest = input.get(passed_over..).unwrap_or_default();
        let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
        let mut response = httparse::Response::new(&mut headers);
        match (response.parse(rest), response.code) {
            (Ok(httparse::Status::Complete(length)), Some(100 | 102..=199)) => {
                passed_over += length;
            }
            _ => return passed_over,
        }
    }
}

/// Looks at `input` without consuming it.
pub fn peek(input: &[u8]) -> Peek {
    let input = input.get(interim(input)..).unwrap_or_default();
    if input.is_empty() {
        return Peek::Undecided;
    }
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut response = httparse::Response::new(&mut headers);
    let head = match response.parse(input) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Peek::Undecided,
        Err(_) => return Peek::Garbage,
    };
    match response.code {
        Some(200..=299) => Peek::Success,
        Some(status @ 300..=599) => {
            let values = |name: &'static str| {
                let headers = response.headers.iter();
                let named = headers.filter(move |header| header.name.eq_ignore_ascii_case(name));
                named.map(|header| header.value)
            };
            let retry_after = values("retry-after").next();
            let retry_after = retry_after.and_then(|value| std::str::from_utf8(value).ok());
            // In chunks, the body begins behind the line that says how long the first is.
            let body = input.get(head..).unwrap_or_default();
            let body = match values("transfer-encoding").next() {
                Some(_) => body.splitn(2, |byte| *byte == b'\n').nth(1),
                None => Some(body),
            };
            Peek::Refusal(EarlyAnswer {
                status,
                page: values("content-type").any(page::is_html)
                    || page::is_markup(body.unwrap_or_default()),
                retry_after_s: retry_after.and_then(super::reply::seconds),
            })
        }
        _ => Peek::Garbage,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interim_answers_are_passed_over() {
        let refusal =
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 413 Too Large\r\nretry-After: 7\r\n\r\n";
        assert_eq!(
            peek(refusal.as_bytes()),
            Peek::Refusal(EarlyAnswer {
                status: 413,
                page: false,
                retry_after_s: Some(7)
            })
        );
        for length in 0..refusal.len() {
            assert_eq!(
                peek(&refusal.as_bytes()[..length]),
                Peek::Undecided,
                "{length}"
            );
        }
        assert_eq!(peek(b"HTTP/1.1 200 OK\r\n\r\n"), Peek::Success);
        assert_eq!(peek(b"SSH-2.0-x\r\n"), Peek::Garbage);
        assert_eq!(peek(b"HTTP/1.1 999 No\r\n\r\n"), Peek::Garbage);
    }
}
