//! What the control interface and the event stream show of each thing, as JSON. Secrets are masked.

mod card;
mod document;
mod patient;
mod request;
mod session;
mod show;
mod time;

pub(crate) use card::card;
pub(crate) use document::document;
pub(crate) use patient::patient;
pub(crate) use request::{request, request_brief};
pub(crate) use session::session;
pub(crate) use show::Show;
pub(crate) use time::time;
