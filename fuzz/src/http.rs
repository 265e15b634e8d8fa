//! Requests and replies read from their bytes by rules of their own, without any parser that the library uses.
//! Lenient where servers are lenient: it decides what may at most be claimed of a reply.

use memchr::memmem;

/// A request as far as it arrived.
pub struct Request<'a> {
    pub method: &'a str,
    pub target: &'a str,
    pub announced: usize,
    /// The part of the body that arrived; not more than was announced.
    pub body: &'a [u8],
    /// The bytes that the whole request takes.
    pub length: usize,
}

impl Request<'_> {
    pub fn whole(&self) -> bool {
        self.body.len() == self.announced
    }
}

/// None while the head has not arrived.
pub fn request(bytes: &[u8]) -> Option<Request<'_>> {
    let end = memmem::find(bytes, b"\r\n\r\n")? + 4;
    // What is not text is TLS.
    let head = std::str::from_utf8(&bytes[..end]).ok()?;
    let mut words = head.lines().next()?.split(' ');
    let lengths = values(head.as_bytes(), "content-length");
    assert!(lengths.len() <= 1, "two lengths: {head}");
    assert!(
        values(head.as_bytes(), "transfer-encoding").is_empty(),
        "{head}"
    );
    assert_eq!(values(head.as_bytes(), "host").len(), 1, "{head}");
    let announced = lengths
        .first()
        .map_or(0, |text| text.parse().expect("a length"));
    let rest = &bytes[end..];
    Some(Request {
        method: words.next()?,
        target: words.next()?,
        announced,
        body: &rest[..announced.min(rest.len())],
        length: end + announced,
    })
}

/// The values of a header, in their order.
fn values(head: &[u8], name: &str) -> Vec<String> {
    head.split(|byte| *byte == b'\n')
        .skip(1)
        .filter_map(|line| {
            let colon = line.iter().position(|byte| *byte == b':')?;
            let same = line[..colon]
                .trim_ascii()
                .eq_ignore_ascii_case(name.as_bytes());
            same.then(|| {
                String::from_utf8_lossy(&line[colon + 1..])
                    .trim()
                    .to_owned()
            })
        })
        .collect()
}

/// What the bytes of a reply amount to.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// The final status; None while there is none.
    pub status: Option<u16>,
    /// The body, when all of it arrived.
    pub body: Option<Vec<u8>>,
    /// Only the end of the connection marks the end of the body.
    pub until_close: bool,
}

/// Reads the reply to a request; `ended` says that the connection is over.
pub fn reply(bytes: &[u8], ended: bool, to_head: bool) -> Reply {
    let mut rest = bytes;
    loop {
        let Some((status, head, body)) = head(rest) else {
            return Reply::default();
        };
        if matches!(status, 100 | 102..=199) {
            rest = body;
            continue;
        }
        let lengths = values(head, "content-length");
        let codings = values(head, "transfer-encoding");
        let until_close = lengths.is_empty() && codings.is_empty();
        let body = match () {
            _ if to_head || matches!(status, 204 | 304) => Some(Vec::new()),
            _ if codings
                .iter()
                .any(|coding| coding.eq_ignore_ascii_case("chunked")) =>
            {
                chunks(body)
            }
            _ if until_close => ended.then(|| body.to_vec()),
            _ => lengths
                .iter()
                .find_map(|text| text.parse::<usize>().ok())
                .and_then(|length| body.get(..length))
                .map(<[u8]>::to_vec),
        };
        return Reply {
            status: Some(status),
            body,
            until_close,
        };
    }
}

/// A status, the head it stands in, and what follows.
fn head(bytes: &[u8]) -> Option<(u16, &[u8], &[u8])> {
    let blank = bytes
        .iter()
        .take_while(|byte| matches!(byte, b'\r' | b'\n'))
        .count();
    let bytes = &bytes[blank..];
    let mut from = 0;
    loop {
        let line_end = from + bytes[from..].iter().position(|byte| *byte == b'\n')?;
        let line = bytes[from..line_end].trim_ascii();
        from = line_end + 1;
        if line.is_empty() {
            break;
        }
    }
    let (head, body) = bytes.split_at(from);
    let rest = head.strip_prefix(b"HTTP/1.")?.get(1..)?;
    let digits = rest.trim_ascii_start().get(..3)?;
    let status = std::str::from_utf8(digits).ok()?.parse().ok()?;
    Some((status, head, body))
}

/// The body in these chunks, up to the last one; None while that has not come.
fn chunks(mut bytes: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let line_end = bytes.iter().position(|byte| *byte == b'\n')?;
        let line = &bytes[..line_end];
        // The HTTP library overlooks blank lines here.
        if line.trim_ascii().is_empty() {
            bytes = &bytes[line_end + 1..];
            continue;
        }
        let digits = line.split(|byte| *byte == b';').next()?.trim_ascii();
        let length = usize::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
        bytes = &bytes[line_end + 1..];
        if length == 0 {
            return Some(body);
        }
        body.extend_from_slice(bytes.get(..length)?);
        let after = &bytes[length..];
        let line_end = after.iter().position(|byte| *byte == b'\n')?;
        bytes = &after[line_end + 1..];
    }
}
