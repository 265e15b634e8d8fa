//! What a server sends beside and behind its replies, byte by byte: over plain TCP, over TLS, and over TLS through a
//! proxy. The oracle is what the server received.

mod floods;
mod forms;
mod handshakes;
mod leftovers;
mod route;
mod tickets;
