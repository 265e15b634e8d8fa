//! The process-wide log. Records are made from this library's own words only: function names,
//! path templates, statuses, durations, code names. The dependencies' records are compiled out.

use std::cell::Cell;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, RwLock};

pub(crate) const ERROR: i32 = 1;
pub(crate) const INFO: i32 = 2;
pub(crate) const DEBUG: i32 = 3;

type Sink = Arc<dyn Fn(i32, &str) + Send + Sync>;

static LEVEL: AtomicI32 = AtomicI32::new(0);
static SINK: RwLock<Option<Sink>> = RwLock::new(None);

/// Replaces the receiver; None or level 0 turns the log off.
pub fn set(sink: Option<Sink>, level: i32) {
    let level = if sink.is_some() { level } else { 0 };
    LEVEL.store(0, Ordering::SeqCst);
    *SINK.write().unwrap_or_else(|p| p.into_inner()) = sink;
    LEVEL.store(level, Ordering::SeqCst);
}

thread_local! {
    static RECEIVING: Cell<bool> = const { Cell::new(false) };
}

/// Hands one line to the receiver, on the calling thread and with no lock held. A receiver that calls the
/// library is not called again for that: one that makes a failing call would be called without end.
pub fn emit(level: i32, line: impl FnOnce() -> String) {
    if level > LEVEL.load(Ordering::Relaxed) || RECEIVING.get() {
        return;
    }
    let sink = SINK.read().unwrap_or_else(|p| p.into_inner()).clone();
    if let Some(sink) = sink {
        let line = line();
        RECEIVING.set(true);
        sink(level, &line);
        RECEIVING.set(false);
    }
}
