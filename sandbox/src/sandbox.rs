//! The sandbox as a library: start it, steer it, read what it saw.

use crate::call::Call;
use crate::config::config;
use crate::documents::StoredDocument;
use crate::fault::Fault;
use crate::options::{Options, StartError};
use crate::request_log::LoggedRequest;
use crate::scenario::Card;
use crate::server::{self, Serving};
use crate::shared::{Holds, Shared};
use crate::start_message::start_message;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The three services and their control interface, on a thread of their own. Dropping it
/// closes every connection and joins the thread.
pub struct Sandbox {
    shared: Arc<Shared>,
    _serving: Serving,
}

impl Sandbox {
    /// Starts; every port is bound when this returns.
    pub fn start(options: Options) -> Result<Sandbox, StartError> {
        let (shared, _serving) = server::start(options)?;
        Ok(Sandbox { shared, _serving })
    }

    pub fn license_url(&self) -> String {
        self.shared.urls.license.clone()
    }

    pub fn local_url(&self) -> String {
        self.shared.urls.card.clone()
    }

    /// The `serviceUrl` that a login gives.
    pub fn service_url(&self) -> String {
        self.shared.urls.service.clone()
    }

    pub fn control_url(&self) -> String {
        self.shared.urls.control.clone()
    }

    pub fn console_url(&self) -> String {
        format!("{}/", self.shared.urls.control)
    }

    /// Writes to standard error what a person reads first, which is the console, the cards with their PINs and the
    /// patients, then this text, then the lines of [`Options::terminal`], without which this does nothing. Nothing waits
    /// for a reader.
    pub fn begin_terminal(&self, more: &str) {
        if let Some(terminal) = &self.shared.terminal {
            terminal.begin(start_message(&self.shared, terminal) + more);
        }
    }

    /// Whether somebody follows the event stream, as the console's page does, or has followed it.
    pub fn is_followed(&self) -> bool {
        self.shared.followed.load(Ordering::Relaxed)
    }

    pub fn license_bearer(&self) -> String {
        self.shared.state().scenario.license_bearer.clone()
    }

    /// Certificate of the run's authority, when https is on.
    pub fn ca_pem(&self) -> Option<String> {
        self.shared.ca_pem.clone()
    }

    /// The file into which the caller has written [`Sandbox::ca_pem`], for the configuration.
    pub fn set_ca_file(&self, file: PathBuf) {
        // A second one does not count.
        let _ = self.shared.ca_file.set(file);
    }

    pub fn config_json(&self) -> Value {
        config(&self.shared)
    }

    /// Every request, in order of arrival, unmasked.
    pub fn requests(&self) -> Vec<LoggedRequest> {
        self.requests_since(0)
    }

    /// The requests of one call, in order of arrival, unmasked.
    pub fn requests_of(&self, call: Call) -> Vec<LoggedRequest> {
        let state = self.shared.state();
        let of = state.request_log.all().filter(|seen| seen.call == call);
        of.cloned().collect()
    }

    /// The requests behind the one of this number (0: all), in order of arrival, unmasked.
    pub fn requests_since(&self, number: u64) -> Vec<LoggedRequest> {
        let state = self.shared.state();
        state.request_log.since(number).cloned().collect()
    }

    pub fn documents(&self) -> Vec<StoredDocument> {
        self.shared.state().documents.all().to_vec()
    }

    /// How many PINs the card looked at. A locked card looks at none.
    pub fn pin_presentations(&self, serial: &str) -> u32 {
        let state = self.shared.state();
        let known = state.reader.by_serial(serial);
        known.map_or(0, |known| known.presentations)
    }

    /// Tries left before the card locks; none for an unknown card.
    pub fn card_tries_left(&self, serial: &str) -> Option<u32> {
        let state = self.shared.state();
        state.reader.by_serial(serial).map(|known| known.tries_left)
    }

    /// The token under which the card is in the reader.
    pub fn card_token(&self, serial: &str) -> Option<String> {
        self.shared.state().reader.by_serial(serial)?.token.clone()
    }

    /// Puts a card in the reader. A known serial keeps its tries left and gets a fresh token,
    /// unless [`Card::token`] names one.
    pub fn insert_card(&self, card: Card) {
        self.shared.state().insert_card(card);
    }

    /// Takes a card out. Open sessions stay open.
    pub fn remove_card(&self, serial: &str) {
        self.shared.state().remove_card(serial);
    }

    /// Ends every session: their bearers answer 401 from now on.
    pub fn end_sessions(&self) {
        self.shared.state().end_sessions();
    }

    /// Adds a fault; for each request the first set that applies is taken.
    pub fn set_fault(&self, fault: Fault) {
        self.shared.state().set_fault(fault, None);
    }

    pub fn clear_faults(&self) {
        self.shared.state().clear_faults();
    }

    /// Back to the scenario's start: cards, patients, sessions, documents, faults, journal.
    /// Holds stay.
    pub fn reset(&self) {
        self.shared.state().reset();
    }

    /// Blocks until `count` requests of `call` have arrived (headers received) since the
    /// start; false when the time is over.
    pub fn wait_for(&self, call: Call, count: usize, timeout: Duration) -> bool {
        self.shared
            .wait(timeout, |state| state.request_log.arrived(call) >= count)
    }

    /// Blocks until `count` requests of `call` have ended since the start: answered, cut, or
    /// left by their client; false when the time is over.
    pub fn wait_for_end(&self, call: Call, count: usize, timeout: Duration) -> bool {
        self.shared
            .wait(timeout, |state| state.request_log.ended(call) >= count)
    }

    /// While the result lives, requests of `call` are received and neither acted upon nor
    /// answered. The body of an upload is not read meanwhile; one that had arrived whole is
    /// stored on release even when its client has left.
    pub fn hold(&self, call: Call) -> Hold {
        let holds = Arc::clone(&self.shared.holds);
        holds.send_modify(|holds| *holds.entry(call).or_default() += 1);
        Hold { holds, call }
    }
}

/// Keeps the requests of one call unanswered; see [`Sandbox::hold`].
#[must_use = "dropping a hold releases the requests"]
pub struct Hold {
    holds: Arc<Holds>,
    call: Call,
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.holds.send_modify(|holds| {
            if let Some(count) = holds.get_mut(&self.call) {
                *count = count.saturating_sub(1);
            }
        });
    }
}
