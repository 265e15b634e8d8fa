//! A strict reader of multipart/form-data that shares nothing with the writer under test.

use testkit::raw_server::Request;

#[derive(Debug, PartialEq, Eq)]
pub struct Part {
    pub name: String,
    pub filename: Option<String>,
    pub content_type: Option<String>,
    pub content: Vec<u8>,
}

fn find(bytes: &[u8], wanted: &[u8], from: usize) -> Option<usize> {
    let first = wanted[0];
    let mut at = from;
    while let Some(skip) = bytes[at..].iter().position(|byte| *byte == first) {
        at += skip;
        if bytes[at..].starts_with(wanted) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// The parameter values of a header, each in quotes.
fn parameter(line: &str, name: &str) -> Option<String> {
    let (_, rest) = line.split_once(&format!("; {name}=\""))?;
    let (value, rest) = rest.split_once('"').expect("the quote is closed");
    assert!(rest.is_empty() || rest.starts_with("; "), "{line}");
    Some(value.to_owned())
}

/// The parts of an upload; the body must be exactly them.
pub fn parts(request: &Request) -> Vec<Part> {
    assert!(request.whole);
    let kind = request.header("content-type").unwrap();
    let boundary = kind.strip_prefix("multipart/form-data; boundary=").unwrap();
    assert!((1..=70).contains(&boundary.len()));
    assert!(
        boundary
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-')
    );
    let body = &request.body[..];
    let delimiter = format!("\r\n--{boundary}");
    let mut at = delimiter.len() - 2;
    assert!(body.starts_with(&delimiter.as_bytes()[2..]));
    let mut parts = Vec::new();
    loop {
        if body[at..] == *b"--\r\n" {
            return parts;
        }
        assert_eq!(&body[at..at + 2], b"\r\n");
        let head_at = at + 2;
        let head_end = find(body, b"\r\n\r\n", head_at).expect("a part has a head");
        let head = std::str::from_utf8(&body[head_at..head_end]).unwrap();
        let mut lines = head.split("\r\n");
        let disposition = lines.next().unwrap();
        assert!(disposition.starts_with("Content-Disposition: form-data; name=\""));
        let content_type = lines.next().map(|line| {
            line.strip_prefix("Content-Type: ")
                .expect("a type")
                .to_owned()
        });
        assert_eq!(lines.next(), None, "{head}");
        let end = find(body, delimiter.as_bytes(), head_end + 4).expect("a part has an end");
        parts.push(Part {
            name: parameter(disposition, "name").unwrap(),
            filename: parameter(disposition, "filename"),
            content_type,
            content: body[head_end + 4..end].to_vec(),
        });
        at = end + delimiter.len();
    }
}
