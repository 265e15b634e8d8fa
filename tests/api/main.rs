//! The contract of the C functions: the nine calls, their order, their arguments and errors, PINs and documents. The services
//! are the sandbox, a scripted server, or a stranger's.

mod call_id;
mod callbacks;
mod card_client_owner;
mod card_client_words;
mod chain;
mod connect;
mod conversation;
mod deposit;
mod diagnose;
mod find;
mod functions;
mod journal;
mod json;
mod last;
mod named_faults;
mod one_session;
mod order;
mod pins;
mod process_end;
mod requests;
mod requests_sent;
mod schema;
mod service_urls;
mod stops;
mod stress;
mod tls;
mod uploads;
