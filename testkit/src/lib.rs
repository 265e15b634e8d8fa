//! What several of the library's test suites need.
//!
//! - [`host`], [`functions`], [`mod@call`], [`identities`]: a host program's calls of the C functions, and whose cards it uses
//! - [`schema`], [`endings`]: what the texts of these calls must be
//! - [`raw_server`], [`http`], [`record`], [`card_client`], [`authority`]: the other side, byte by byte or by a script
//! - [`journal`]: files of the journal, written and read
//! - [`conversations`]: what hosts and persons say, the same for every language
//! - [`fault_proxy`]: faults in single requests to a sandbox, and every byte that arrived
//! - [`process`], [`threads`], [`no_names`]: tests with a process or threads of their own, and programs without a name
//!   server
//! - [`picture`], [`french`]: what programs print, drawn for the manual, and in both languages
//! - [`c_compiler`], [`shipped`], [`tools`], [`header`]: programs in other languages, and the tools for them

pub mod authority;
pub mod c_compiler;
pub mod call;
pub mod card_client;
pub mod conversations;
pub mod digests;
pub mod endings;
pub mod fault_proxy;
pub mod folders;
pub mod french;
pub mod functions;
pub mod header;
pub mod host;
pub mod http;
pub mod identities;
pub mod journal;
mod no_names;
pub mod picture;
pub mod process;
pub mod random;
pub mod raw_server;
pub mod record;
pub mod schema;
pub mod shipped;
pub mod temp_file;
pub mod threads;
pub mod tools;

pub use call::{Members, Outcome, c, call, opt};
pub use host::{Host, with_card};
pub use identities::*;
#[cfg(unix)]
#[doc(hidden)]
pub use libc;
pub use temp_file::TempFile;
pub use threads::SOON;
