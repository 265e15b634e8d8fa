//! What the relay does to one request.

use super::answer::Answer;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// How much of a request is read before anything else happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Nothing at all, not even a TLS handshake: the next connection to the call's service is meant.
    Nothing,
    /// The head, and nothing behind it.
    Head,
    /// The head and a part of the body.
    Body(Share),
    /// The whole request.
    All,
}

/// A part of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// So many bytes from its start.
    Bytes(u64),
    /// One half.
    Half,
    /// All but so many bytes at its end.
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

/// Makes a reply of what the sandbox answered.
pub type Make = Arc<dyn Fn(&Answer) -> Vec<u8> + Send + Sync>;

/// What is sent back.
#[derive(Clone)]
pub enum Reply {
    /// Not a byte.
    Nothing,
    /// What the sandbox answered.
    Real,
    /// These bytes.
    Bytes(Vec<u8>),
    /// Bytes made of what the sandbox answered.
    Made(Make),
    /// Some bytes, then others again and again with a pause before each, until the client leaves.
    Dribble(Vec<u8>, Vec<u8>, Duration),
}

impl Reply {
    /// Bytes made of what the sandbox answered.
    pub fn made(make: impl Fn(&Answer) -> Vec<u8> + Send + Sync + 'static) -> Reply {
        Reply::Made(Arc::new(make))
    }
}

impl fmt::Debug for Reply {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Reply::Nothing => "Nothing",
            Reply::Real => "Real",
            Reply::Bytes(_) => "Bytes",
            Reply::Made(_) => "Made",
            Reply::Dribble(..) => "Dribble",
        })
    }
}

/// How the connection goes on, or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It stays open for the next request.
    Keep,
    /// FIN, over TLS behind close_notify.
    Close,
    /// FIN, over TLS without close_notify.
    Abrupt,
    /// RST.
    Reset,
    /// It stays open; what comes is read and never answered.
    Silence,
    /// It stays open; nothing is read.
    Freeze,
}

/// What happens to one request, in this order. By default it is forwarded and answered.
#[derive(Clone, Debug)]
pub struct Play {
    /// How much is read.
    pub reads: Reads,
    /// Whether the sandbox gets it; of a request that was not read whole it gets what was read, and the end.
    pub acts: bool,
    /// What is sent back.
    pub reply: Reply,
    /// What becomes of the connection.
    pub end: End,
}

impl Default for Play {
    fn default() -> Play {
        Play {
            reads: Reads::All,
            acts: true,
            reply: Reply::Real,
            end: End::Close,
        }
    }
}
