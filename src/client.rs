//! The nine operations, the pass-through call, and the calls that make several steps: one function each.
//!
//! Each checks the order of calls, sends one request, reads the response and keeps in the session what it returned.

mod call;
mod card;
mod choices;
mod connect;
mod deposit;
mod deposit_request;
mod diagnose;
mod dmp;
mod doubts;
mod find;
mod outcome;
mod redact;
mod reservation;
mod result;
mod service;

pub use card::{allow_pin_retry, login, ready, set_ticket, ticket, wait_card};
pub use connect::connect;
pub use deposit::deposit;
pub use diagnose::diagnose;
pub use dmp::{Content, Upload, open, send};
pub use doubts::{Decision, decide, journal};
pub use find::find;
pub use result::{next_call, without_replies};
pub use service::{
    is_search, patient_get, patient_search, patient_update, profile_put, profile_select, request,
    search_failed, set_session,
};
