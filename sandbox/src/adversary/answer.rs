//! The sandbox's answer to one request, and forwarding.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Duration;

/// Long enough for any machine; the sandbox answers at once.
const PATIENCE: Duration = Duration::from_secs(20);

/// What the sandbox answered.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The status; 0 when the sandbox was not asked.
    pub status: u16,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// A whole reply with these headers (each ended by CR LF) and this body.
    pub fn reply(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
        let length = body.len();
        let head = format!("HTTP/1.1 {status}\r\n{headers}content-length: {length}\r\n\r\n");
        [head.as_bytes(), body].concat()
    }

    /// This answer as JSON, with more headers.
    pub fn with(&self, headers: &str) -> Vec<u8> {
        let headers = format!("content-type: application/json\r\n{headers}");
        Answer::reply(&format!("{} X", self.status), &headers, &self.body)
    }

    /// This answer with another body.
    pub fn body(&self, body: impl Into<Vec<u8>>) -> Answer {
        Answer {
            status: self.status,
            body: body.into(),
        }
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// Sends a request to the sandbox, whole, and reads its answer.
pub(super) fn ask(address: SocketAddr, request: &[u8]) -> io::Result<Answer> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    stream.write_all(request)?;
    let mut received = Vec::new();
    let mut buffer = [0; 8192];
    loop {
        if let Some(answer) = parse(&received) {
            return Ok(answer);
        }
        let read = stream.read(&mut buffer)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        received.extend_from_slice(&buffer[..read]);
    }
}

/// Sends a part of a request to the sandbox and ends; what comes back is of no interest.
pub(super) fn leave(address: SocketAddr, part: &[u8]) {
    if let Ok(mut stream) = TcpStream::connect(address) {
        let _ = stream.set_read_timeout(Some(PATIENCE));
        let _ = stream.write_all(part);
        let _ = stream.shutdown(Shutdown::Write);
        let _ = io::copy(&mut stream, &mut io::sink());
    }
}

/// An answer of the sandbox, which always tells its length.
fn parse(bytes: &[u8]) -> Option<Answer> {
    let end = 4 + bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
    let status = head.get(9..12)?.parse().ok()?;
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length:"))
        .and_then(|text| text.trim().parse::<usize>().ok())
        .unwrap_or(0);
    let body = bytes.get(end..end + length)?.to_vec();
    Some(Answer { status, body })
}
