//! The services of the shared health record, simulated on one machine: license server, card
//! client and resource service, with cards, patients, faults and a request log.
//!
//! ```
//! use hr_sandbox::{Call, Fault, Options, Sandbox};
//!
//! let sandbox = Sandbox::start(Options::default()).unwrap();
//! sandbox.set_fault(Fault::on(Call::Login).nth(1).status(503));
//! println!("{}", sandbox.config_json());
//! ```
//!
//! A request goes `connection` -> `intercept` (request log, holds, faults) -> `license`, `card` or
//! `resource` -> `state`. Where the interface does not specify something, the sandbox chooses, and the module
//! documents the choice.

#![forbid(unsafe_code)]

#[macro_use]
mod bilingual;
#[macro_use]
mod findings;
#[macro_use]
mod refusal;

mod actions;
mod call;
mod card;
mod clock;
mod config;
mod connection;
mod console;
mod control;
mod documents;
mod event_stream;
mod events;
mod fault;
mod faulty_response;
mod headers;
mod intercept;
mod license;
mod line_writer;
mod listen;
mod manual;
mod mask;
mod open_request;
mod options;
mod outage;
mod random;
mod reader;
mod request_log;
mod resource;
mod sample;
mod sandbox;
mod scenario;
mod server;
mod shared;
mod start_message;
mod state;
mod ticket;
mod tls;
mod views;

pub use bilingual::{Bilingual, Language};
pub use call::{Call, Service};
pub use documents::StoredDocument;
pub use fault::{Cut, Fault};
pub use findings::{Finding, Mismatch, UploadPart};
pub use options::{CardForm, LicenseAuth, Options, Origin, StartError, TicketMethod};
pub use request_log::{AppliedFault, LoggedRequest, LoggedResponse, RequestEnd};
pub use sample::sample_pdf;
pub use sandbox::{Hold, Sandbox};
pub use scenario::{
    Card, CardType, Holder, Patient, PinAttempt, Scenario, ScenarioError, Situation,
};
