//! The contract of the C functions: the nine calls, their order, their arguments and errors, PINs and documents, and
//! every failure that was found once. The services are the sandbox, a scripted server, or a stranger's.

mod callbacks;
mod chain;
mod connect;
mod conversation;
mod deposit;
mod find;
mod functions;
mod independent_server;
mod journal;
mod json;
mod last;
mod named_faults;
mod one_session;
mod order;
mod pin;
mod pin_dishonest_client;
mod regressions;
mod requests;
mod schema;
mod service_urls;
mod stops;
mod stress;
mod tls;
mod uploads;
