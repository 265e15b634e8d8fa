//! What the proxy does with one request.

use super::response::SandboxResponse;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// How much of a request is read before anything else happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Nothing, not even a TLS handshake: the script applies to the next connection to the call's service.
    Nothing,
    /// The head and nothing after it.
    Head,
    /// The head and a part of the body.
    Body(Share),
    /// The whole request.
    All,
}

/// A part of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// This number of bytes from its start.
    Bytes(u64),
    /// One half.
    Half,
    /// All but this number of bytes at its end.
    AllBut(u64),
}

impl Share {
    pub(super) fn of(self, length: u64) -> u64 {
        match self {
            Share::Bytes(bytes) => bytes.min(length),
            Share::Half => length / 2,
            Share::AllBut(bytes) => length.saturating_sub(bytes),
        }
    }
}

/// Makes the bytes to send from the response of the sandbox.
pub type MakeResponse = Arc<dyn Fn(&SandboxResponse) -> Vec<u8> + Send + Sync>;

/// What is sent back.
#[derive(Clone)]
pub enum Sends {
    /// No byte.
    Nothing,
    /// The response of the sandbox.
    Real,
    /// These bytes.
    Bytes(Vec<u8>),
    /// Bytes made from the response of the sandbox.
    Made(MakeResponse),
    /// The first bytes, then the second ones repeatedly with a pause before each, until the client disconnects.
    Dribble(Vec<u8>, Vec<u8>, Duration),
}

impl Sends {
    /// Bytes made from the response of the sandbox.
    pub fn made(make: impl Fn(&SandboxResponse) -> Vec<u8> + Send + Sync + 'static) -> Sends {
        Sends::Made(Arc::new(make))
    }
}

impl fmt::Debug for Sends {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Sends::Nothing => "Nothing",
            Sends::Real => "Real",
            Sends::Bytes(_) => "Bytes",
            Sends::Made(_) => "Made",
            Sends::Dribble(..) => "Dribble",
        })
    }
}

/// How the connection continues or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It stays open for the next request.
    Keep,
    /// FIN, over TLS after close_notify.
    Close,
    /// FIN, over TLS without close_notify.
    Abrupt,
    /// RST.
    Reset,
    /// It stays open; what arrives is read, and there is no response.
    Silence,
    /// It stays open; nothing is read.
    Freeze,
}

/// What happens to one request, in the order of the fields. By default the request is forwarded and the client gets
/// the response.
#[derive(Clone, Debug)]
pub struct Script {
    /// How much is read.
    pub reads: Reads,
    /// Whether the sandbox gets the request. If the request was not read whole, the sandbox gets what was read and the
    /// end of the connection.
    pub forward: bool,
    /// What is sent back.
    pub sends: Sends,
    /// What happens to the connection.
    pub end: End,
}

impl Default for Script {
    fn default() -> Script {
        Script {
            reads: Reads::All,
            forward: true,
            sends: Sends::Real,
            end: End::Close,
        }
    }
}
