//! A stop of the host's: it ends the calls that run under it, and every one that begins under it later.

use std::sync::{Arc, Mutex};

use super::InFlight;
use crate::locking::lock;

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

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    /// Otherwise a stop could end the call that another thread has begun on the handle meanwhile.
    #[test]
    fn a_call_that_is_being_stopped_keeps_its_handle() {
        let stop = Arc::new(StickyStop::default());
        let call = Arc::new(InFlight::new());
        let running = call.begin(Some(Arc::clone(&stop)));
        let being_stopped = lock(&stop.0);
        std::thread::scope(|scope| {
            scope.spawn(|| drop(running));
            let begun = Instant::now();
            // Nothing shows that the other thread waits.
            while begun.elapsed() < Duration::from_millis(50) {
                assert!(call.begin(None).is_none());
            }
            drop(being_stopped);
        });
        assert!(call.begin(None).is_some());
    }
}
