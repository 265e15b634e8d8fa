//! What the control interface and the event stream show of each thing, as JSON. Secrets are masked.

mod activity;
mod card;
mod document;
mod fault;
mod hello;
mod patient;
mod request;
mod session;
mod show;
mod time;

pub(crate) use activity::activity;
pub(crate) use card::cards;
pub(crate) use document::document;
pub(crate) use fault::{faults, named_faults};
pub(crate) use hello::{hello, urls};
pub(crate) use patient::patients;
pub(crate) use request::{request, request_brief};
pub(crate) use session::sessions;
pub(crate) use show::Show;
pub(crate) use time::time;
