//! A relay below HTTP between a client and a [`Sandbox`](crate::Sandbox), which spoils single
//! requests byte by byte, and an oracle that knows what really arrived.
//!
//! ```
//! use hr_sandbox::adversary::{End, Play, Relay, Reply};
//! use hr_sandbox::{Call, Options};
//!
//! let relay = Relay::start(Options::default(), None).unwrap();
//! // The second login is acted upon, and its answer is lost.
//! relay.arm(Call::Login, 2, Play { reply: Reply::Nothing, end: End::Reset, ..Play::default() });
//! println!("{}", relay.config_json());
//! let oracle = relay.finish();
//! assert!(oracle.misplaced(&[]).is_empty());
//! ```
//!
//! One listener per service, and a decoy to which nothing must ever be sent. Requests that are not
//! armed are forwarded and answered as the sandbox answers them, with the addresses in a login's
//! reply led back to the relay. The oracle keeps every byte that arrived at any listener and counts
//! from these bytes alone.

mod answer;
mod identity;
mod oracle;
mod play;
mod record;
mod relay;
mod request;
mod secrets;
mod serve;
mod stream;

pub use answer::Answer;
pub use identity::{Flaw, Identity};
pub use oracle::{Oracle, Request, Sighting};
pub use play::{End, Make, Play, Reads, Reply, Share};
pub use record::Place;
pub use relay::Relay;
pub use secrets::forms;
pub use stream::Socket;

#[cfg(test)]
mod tests;
