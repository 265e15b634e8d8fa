//! What the services of one sandbox share.

use crate::call::{Call, Service};
use crate::clock;
use crate::events::EventLog;
use crate::line_writer::LineWriter;
use crate::listen::ListenSwitch;
use crate::options::Options;
use crate::random::bytes;
use crate::state::SandboxState;
use crate::ticket::Tickets;
use axum::extract::State;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// What each handler of a request is given of the sandbox.
pub(crate) type App = State<Arc<Shared>>;

/// Base addresses, known once the ports are bound.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct Urls {
    pub license: String,
    pub card: String,
    /// With the service prefix.
    pub service: String,
    /// Base of the websocket addresses, without the service prefix.
    #[serde(skip)]
    pub socket: String,
    pub control: String,
    /// Where the manual is, if it lies beside the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manual: Option<String>,
}

pub(crate) type Holds = watch::Sender<HashMap<Call, u32>>;

pub(crate) struct Shared {
    /// As they were at the start, but for the scenario, which the state has.
    pub options: Options,
    pub terminal: Option<LineWriter>,
    pub urls: Urls,
    pub tickets: Tickets,
    pub holds: Arc<Holds>,
    /// Whether the event stream has had a reader.
    pub followed: AtomicBool,
    pub started: String,
    /// Of the run's authority, when https is on, and the file that has it.
    pub ca_pem: Option<String>,
    pub ca_file: OnceLock<PathBuf>,
    switches: [Arc<ListenSwitch>; 3],
    state: Mutex<SandboxState>,
    changed: Condvar,
}

impl Shared {
    pub(crate) fn new(mut options: Options, urls: Urls, ca_pem: Option<String>) -> Shared {
        let known = Arc::default();
        let terminal = LineWriter::new(&options, &known);
        let scenario = std::mem::take(&mut options.scenario);
        let events = EventLog::new(terminal.clone());
        Shared {
            tickets: Tickets::new(&bytes(32), Duration::from_secs(options.ticket_validity)),
            state: Mutex::new(SandboxState::new(scenario, events, known)),
            followed: AtomicBool::new(false),
            holds: Arc::new(watch::Sender::new(HashMap::new())),
            changed: Condvar::new(),
            started: clock::now(),
            ca_pem,
            ca_file: OnceLock::new(),
            switches: Default::default(),
            options,
            terminal,
            urls,
        }
    }

    /// The service prefix without its last slash: what the paths of the calls start with.
    pub(crate) fn base(&self) -> &str {
        self.options.service_prefix.trim_end_matches('/')
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, SandboxState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn notify(&self) {
        self.changed.notify_all();
    }

    /// Blocks until the state is as wanted; false when the time is over.
    pub(crate) fn wait(
        &self,
        timeout: Duration,
        mut wanted: impl FnMut(&SandboxState) -> bool,
    ) -> bool {
        let unwanted = |state: &mut SandboxState| !wanted(state);
        let waited = self
            .changed
            .wait_timeout_while(self.state(), timeout, unwanted);
        let (_state, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        !waited.timed_out()
    }

    /// Waits while requests of `call` are held.
    pub(crate) async fn released(&self, call: Call) {
        let mut holds = self.holds.subscribe();
        let free = |holds: &HashMap<Call, u32>| holds.get(&call).is_none_or(|count| *count == 0);
        // An error means that the sender is gone, hence that nothing holds any more.
        let _ = holds.wait_for(free).await;
    }

    /// What starts and stops the listener of a service.
    pub(crate) fn switch(&self, service: Service) -> &Arc<ListenSwitch> {
        &self.switches[service as usize]
    }
}
