//! A proxy below HTTP between a client and a [`Sandbox`](hr_sandbox::Sandbox). It injects faults into single
//! requests and responses, byte by byte, and records every byte that arrives.
//!
//! ```
//! use testkit::fault_proxy::{End, FaultProxy, Script, Sends};
//! use hr_sandbox::{Call, Options};
//!
//! let proxy = FaultProxy::start(Options::default(), None);
//! // The sandbox processes the second login, and its response is lost.
//! proxy.arm(Call::Login, 2, Script { sends: Sends::Nothing, end: End::Reset, ..Script::default() });
//! println!("{}", proxy.config_json());
//! let oracle = proxy.finish();
//! assert!(oracle.misplaced(&[]).is_empty());
//! ```
//!
//! The proxy has one listener for each service and a decoy, which must never receive anything. A request
//! without a script is forwarded, and the client gets the sandbox's response; the addresses in the response of a
//! login are replaced by the proxy's own. The oracle holds every byte that arrived at a listener, and every count
//! is made from these bytes alone.

mod authority;
mod connection;
mod oracle;
mod proxy;
mod recorder;
mod request;
mod response;
mod script;
mod secrets;

pub use authority::{Authority, CertificateFlaw};
pub use oracle::{Oracle, ReceivedRequest, SecretSighting};
pub use proxy::FaultProxy;
pub use recorder::{ENDPOINTS, Endpoint};
pub use response::SandboxResponse;
pub use script::{End, MakeResponse, Reads, Script, Sends, Share};
pub use secrets::encoded_forms;
