//! Drives the sandbox through raw sockets, as any client would.

mod cards;
mod chain;
mod client;
mod console;
mod control;
mod documents;
mod event_client;
mod events;
mod faults;
mod forms;
mod hidden;
mod manual;
mod patients;
mod refusals;
mod request_log;
mod scenario;
mod socket;
mod tls;
mod unusable;
mod upload;
