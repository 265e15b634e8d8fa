//! Requests as they lie in the bytes of a connection, and answers to them.

/// One request as it lies in the bytes of a connection; an answer lies there in the same way.
#[derive(Clone, Debug)]
pub struct Request {
    pub head: String,
    pub body: Vec<u8>,
    /// Whether the body is as long as the head announces.
    pub whole: bool,
}

impl Request {
    /// The first one in `bytes`, and its length; None until its head is whole.
    pub fn parse(bytes: &[u8]) -> Option<(Request, usize)> {
        let end = 4 + bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = String::from_utf8(bytes[..end].to_vec()).expect("a head is ASCII");
        let mut request = Request {
            head,
            body: Vec::new(),
            whole: true,
        };
        assert!(!request.has("transfer-encoding"), "{}", request.head);
        let whole = end + request.length();
        let stop = bytes.len().min(whole);
        request.body = bytes[end..stop].to_vec();
        request.whole = stop == whole;
        Some((request, stop))
    }

    /// That of the body, as announced.
    pub fn length(&self) -> usize {
        let length = self.header("content-length");
        length.map_or(0, |text| text.parse().unwrap())
    }

    /// The one header of this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.head.split("\r\n").skip(1).filter_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then_some(value.trim())
        });
        let value = found.next();
        assert!(found.next().is_none(), "{name} twice: {}", self.head);
        value
    }

    pub fn has(&self, name: &str) -> bool {
        self.header(name).is_some()
    }

    pub fn starts(&self, with: &str) -> bool {
        self.head.starts_with(with)
    }
}

/// A whole answer with these headers (each ended by CR LF) and its true length.
pub fn answer(status: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {status}\r\n{headers}content-length: {length}\r\n\r\n{body}")
}
