//! What the proxy does with one request.

use super::response::SandboxResponse;
use std::sync::Arc;
use std::time::Duration;

/// How much of a request is read before anything else happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Nothing, not even a TLS handshake: the script applies to the next connection to the call's service.
    Nothing,
    Head,
    Body(Share),
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    Bytes(u64),
    Half,
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

#[derive(Clone)]
pub enum Sends {
    Nothing,
    Real,
    Bytes(Vec<u8>),
    Made(MakeResponse),
    /// The first bytes, then the second ones repeatedly with a pause before each, until the client disconnects.
    Dribble(Vec<u8>, Vec<u8>, Duration),
}

impl Sends {
    pub fn made(make: impl Fn(&SandboxResponse) -> Vec<u8> + Send + Sync + 'static) -> Sends {
        Sends::Made(Arc::new(make))
    }
}

/// How the connection continues or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Keep,
    /// FIN, over TLS after close_notify.
    Close,
    /// FIN, over TLS without close_notify.
    Abrupt,
    Reset,
    /// It stays open; what arrives is read, and there is no response.
    Silence,
    /// It stays open; nothing is read.
    Freeze,
}

/// What happens to one request, in the order of the fields. By default the request is forwarded and the client gets
/// the response.
#[derive(Clone)]
pub struct Script {
    pub reads: Reads,
    /// Whether the sandbox gets the request. If the request was not read whole, the sandbox gets what was read and the
    /// end of the connection.
    pub forward: bool,
    pub sends: Sends,
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
