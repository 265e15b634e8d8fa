//! For fuzzing alone, never in a build that is shipped: what the targets need and the C functions do not
//! offer. A peer in place of the network, and single parts by themselves.

pub use crate::address::{BaseUrl, Host, query, segment, valid_request_path};
pub use crate::guard::forget;
pub use crate::multipart::{FormFields, Multipart, valid_filename};
pub use crate::regular_file::Source;
pub use crate::transport::fuzzing::{Peer, set_peer};
