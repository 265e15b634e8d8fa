//! Reading the status of an answer that comes while the body is still being sent.

use super::monitor::EarlyAnswer;

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

/// Looks at `input` without consuming it.
pub fn peek(mut input: &[u8]) -> Peek {
    loop {
        if input.is_empty() {
            return Peek::Undecided;
        }
        let mut headers = [httparse::EMPTY_HEADER; 64];
        let mut response = httparse::Response::new(&mut headers);
        let length = match response.parse(input) {
            Ok(httparse::Status::Complete(length)) => length,
            Ok(httparse::Status::Partial) => return Peek::Undecided,
            Err(_) => return Peek::Garbage,
        };
        match response.code {
            Some(100..=199) => input = input.get(length..).unwrap_or_default(),
            Some(200..=299) => return Peek::Success,
            Some(status @ 300..=599) => {
                let retry_after = response
                    .headers
                    .iter()
                    .find(|header| header.name.eq_ignore_ascii_case("retry-after"))
                    .and_then(|header| std::str::from_utf8(header.value).ok());
                return Peek::Refusal(EarlyAnswer {
                    status,
                    retry_after_s: retry_after.and_then(super::seconds),
                });
            }
            _ => return Peek::Garbage,
        }
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
