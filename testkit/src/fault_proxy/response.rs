//! The sandbox's response to one request, and forwarding.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};

use crate::SOON;
use crate::http::{Request, answer};

#[derive(Clone, Debug, Default)]
pub struct SandboxResponse {
    /// The status; 0 if the request was not forwarded.
    pub status: u16,
    pub body: Vec<u8>,
}

impl SandboxResponse {
    /// This response as JSON, with more headers.
    pub fn with(&self, headers: &str) -> Vec<u8> {
        let headers = format!("content-type: application/json\r\n{headers}");
        answer(&format!("{} X", self.status), &headers, &self.text()).into_bytes()
    }

    pub fn body(&self, body: impl Into<Vec<u8>>) -> SandboxResponse {
        SandboxResponse {
            status: self.status,
            body: body.into(),
        }
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// Sends a whole request to the sandbox and reads its response.
pub(super) fn forward(address: SocketAddr, request: &[u8]) -> io::Result<SandboxResponse> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(SOON))?;
    stream.set_nodelay(true)?;
    stream.write_all(request)?;
    let mut received = Vec::new();
    let mut buffer = [0; 8192];
    loop {
        if let Some(response) = parse(&received) {
            return Ok(response);
        }
        let read = stream.read(&mut buffer)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        received.extend_from_slice(&buffer[..read]);
    }
}

/// Sends a part of a request to the sandbox and ends the connection; the response is discarded.
pub(super) fn forward_part(address: SocketAddr, part: &[u8]) {
    if let Ok(mut stream) = TcpStream::connect(address) {
        let _ = stream.set_read_timeout(Some(SOON));
        let _ = stream.write_all(part);
        let _ = stream.shutdown(Shutdown::Write);
        let _ = io::copy(&mut stream, &mut io::sink());
    }
}

/// A response of the sandbox, once it is whole.
fn parse(bytes: &[u8]) -> Option<SandboxResponse> {
    let (response, _) = Request::parse(bytes).filter(|(response, _)| response.whole)?;
    Some(SandboxResponse {
        status: response.head.get(9..12)?.parse().ok()?,
        body: response.body,
    })
}
