//! The nine operations and the pass-through call: one function each.
//!
//! Each checks the order of calls, sends one request, reads the response and keeps in the session what it returned.

mod call;
mod card;
mod dmp;
mod fault_reason;
mod journal;
mod license;
mod outcome;
mod redact;
mod response;
mod result;
mod service;
mod waiting;

pub use card::{allow_pin_retry, login, ready};
pub use dmp::{Content, Upload, open, send};
pub use journal::{allow_resend, found, journal};
pub use license::{set_ticket, ticket};
pub use service::{
    Traits, is_search, patient_get, patient_search, patient_update, profile_put, profile_select,
    request, search_failed, set_session,
};
