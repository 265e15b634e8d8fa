//! Every kind of reply a socket can bring, to each operation: what the host receives, and that one call
//! is one request.

mod bodies;
mod connections;
mod framing;
mod heads;
mod memory;
mod statuses;
mod steps;
mod time;
