//! The process-wide log. Records are made from this library's own words only: function names,
//! path templates, statuses, durations, code names. The dependencies' records are compiled out.

use std::cell::Cell;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, RwLock};

use crate::call_id;
use crate::locking::unpoisoned;
use crate::per_process::PerProcess;

pub(crate) const ERROR: i32 = 1;
pub(crate) const INFO: i32 = 2;
pub(crate) const DEBUG: i32 = 3;

type Sink = Arc<dyn Fn(i32, &str) + Send + Sync>;

/// What a forked child inherits of it is of no effect, since its log has no receiver.
static LEVEL: AtomicI32 = AtomicI32::new(0);
/// A child begins without a receiver: the parent's may wait for a lock that another thread held at the fork.
static SINK: PerProcess<RwLock<Option<Sink>>> = PerProcess::new(RwLock::default);

/// Replaces the receiver; None or level 0 turns the log off.
pub fn set(sink: Option<Sink>, level: i32) {
    let level = if sink.is_some() { level } else { 0 };
    let mut current = unpoisoned(SINK.get().write());
    let former = std::mem::replace(&mut *current, sink);
    LEVEL.store(level, Ordering::SeqCst);
    drop(current);
    drop(former);
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
    let sink = unpoisoned(SINK.get().read()).clone();
    if let Some(sink) = sink {
        let mut line = line();
        if let Some(id) = call_id::current() {
            line = format!("{line} (call {id})");
        }
        RECEIVING.set(true);
        sink(level, &line);
        RECEIVING.set(false);
    }
}
