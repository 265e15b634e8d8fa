//! Every kind of reply a socket can bring, to each operation: what the host is told, and that one call
//! is one request.

#[path = "../support/raw.rs"]
mod raw;
#[path = "../support/steps.rs"]
mod steps;
#[path = "../support/mod.rs"]
mod support;

mod bodies;
mod connections;
mod framing;
mod heads;
mod memory;
mod statuses;
mod time;
