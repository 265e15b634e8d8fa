//! A stop of the host's: it ends the calls that run under it, and every one that begins under it later.

use std::sync::{Arc, Mutex};

use super::{InFlight, lock};

#[derive(Default)]
pub struct StickyStop(Mutex<StopState>);

#[derive(Default)]
struct StopState {
    stopped: bool,
    /// The calls that run under it.
    calls: Vec<Arc<InFlight>>,
}

impl StickyStop {
    pub fn stop(&self) {
        let mut state = lock(&self.0);
        state.stopped = true;
        // Locked until all are cancelled: the call that is meant cannot end meanwhile and leave its handle to another.
        for call in &state.calls {
            call.cancel();
        }
    }

    /// A call begins under it.
    pub(super) fn enter(&self, call: &Arc<InFlight>) {
        let mut state = lock(&self.0);
        state.calls.push(Arc::clone(call));
        if state.stopped {
            call.cancel();
        }
    }

    pub(super) fn leave(&self, call: &Arc<InFlight>) {
        let mut state = lock(&self.0);
        state.calls.retain(|other| !Arc::ptr_eq(other, call));
    }
}
