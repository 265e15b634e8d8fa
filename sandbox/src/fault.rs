//! Faults: which response is changed or cut on purpose.

use crate::call::Call;
use serde::Deserialize;
use std::time::Duration;

/// Changes, delays or cuts the response to some requests of one call. Built with [`Fault::on`].
///
/// A fault that sets neither `status`, `body` nor `cut` leaves the answer as it is, only
/// later, or with more headers. Otherwise the request is read whole and not acted upon,
/// unless `act` is set.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The call concerned.
    pub call: Call,
    /// From which request on, counting those of the call since the fault was set; 1 is the next.
    pub nth: Option<u32>,
    /// How many requests. Left out: one when `nth` is given, every one otherwise.
    pub times: Option<u32>,
    /// Status answered instead, 100 to 999.
    pub status: Option<u16>,
    /// Wait before the answer, after the action.
    pub delay: Duration,
    /// Where the connection is cut.
    pub cut: Option<Cut>,
    /// The request is acted upon as usual, then the response is changed.
    pub act: bool,
    /// Body answered instead, byte for byte.
    pub body: Option<Vec<u8>>,
    /// Headers added to the answer, or replaced in it.
    pub headers: Vec<(String, String)>,
    /// `Content-Type` answered instead.
    pub content_type: Option<String>,
    /// Answer (or cut) once this many bytes of the request's body were read; the rest is not
    /// read, and nothing is acted upon. 0 answers on the headers alone.
    pub after_bytes: Option<u64>,
    /// The connection ends with a reset (RST) behind the answer. Windows drops what a reset finds unread.
    pub reset: bool,
}

/// Where an answer is cut; the connection closes there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cut {
    /// No byte of an answer.
    Before,
    /// Status and headers, announcing a body that does not come.
    AfterHeaders,
    /// Half of the body.
    MidBody,
}

impl Fault {
    /// A fault on every request of `call`, so far without effect.
    pub fn on(call: Call) -> Fault {
        Fault {
            call,
            nth: None,
            times: None,
            status: None,
            delay: Duration::ZERO,
            cut: None,
            act: false,
            body: None,
            headers: Vec::new(),
            content_type: None,
            after_bytes: None,
            reset: false,
        }
    }

    /// Sets [`Fault::nth`].
    pub fn nth(mut self, nth: u32) -> Fault {
        self.nth = Some(nth);
        self
    }

    /// Sets [`Fault::times`].
    pub fn times(mut self, times: u32) -> Fault {
        self.times = Some(times);
        self
    }

    /// Sets [`Fault::status`].
    pub fn status(mut self, status: u16) -> Fault {
        self.status = Some(status);
        self
    }

    /// Sets [`Fault::delay`].
    pub fn delay(mut self, delay: Duration) -> Fault {
        self.delay = delay;
        self
    }

    /// Sets [`Fault::cut`].
    pub fn cut(mut self, cut: Cut) -> Fault {
        self.cut = Some(cut);
        self
    }

    /// Sets [`Fault::act`].
    pub fn act(mut self) -> Fault {
        self.act = true;
        self
    }

    /// Sets [`Fault::body`].
    pub fn body(mut self, body: impl Into<Vec<u8>>) -> Fault {
        self.body = Some(body.into());
        self
    }

    /// Adds to [`Fault::headers`].
    pub fn header(mut self, name: &str, value: &str) -> Fault {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Sets [`Fault::content_type`].
    pub fn content_type(mut self, content_type: &str) -> Fault {
        self.content_type = Some(content_type.into());
        self
    }

    /// Sets [`Fault::after_bytes`].
    pub fn after_bytes(mut self, bytes: u64) -> Fault {
        self.after_bytes = Some(bytes);
        self
    }

    /// Sets [`Fault::reset`].
    pub fn reset(mut self) -> Fault {
        self.reset = true;
        self
    }

    /// Whether the request is acted upon.
    pub(crate) fn acts(&self) -> bool {
        let replaces = self.status.is_some() || self.body.is_some() || self.cut.is_some();
        self.after_bytes.is_none() && (self.act || !replaces)
    }
}

/// The faults set, each with its own count.
#[derive(Debug, Default)]
pub(crate) struct Faults(Vec<Active>);

#[derive(Debug)]
struct Active {
    fault: Fault,
    seen: u32,
}

impl Faults {
    pub(crate) fn set(&mut self, fault: Fault) {
        self.0.push(Active { fault, seen: 0 });
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The fault for the request of `call` that arrives now: the first set one that applies.
    pub(crate) fn pick(&mut self, call: Call) -> Option<Fault> {
        let mut picked = None;
        for active in self.0.iter_mut().filter(|a| a.fault.call == call) {
            active.seen = active.seen.saturating_add(1);
            if picked.is_none() && active.applies() {
                picked = Some(active.fault.clone());
            }
        }
        picked
    }
}

impl Active {
    fn applies(&self) -> bool {
        let first = self.fault.nth.unwrap_or(1).max(1);
        let times = match (self.fault.times, self.fault.nth) {
            (Some(times), _) => times,
            (None, Some(_)) => 1,
            (None, None) => u32::MAX,
        };
        self.seen >= first && self.seen - first < times
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(fault: Fault) -> Vec<bool> {
        let mut faults = Faults::default();
        faults.set(fault);
        (0..4).map(|_| faults.pick(Call::Login).is_some()).collect()
    }

    #[test]
    fn nth_and_times_choose_the_requests() {
        let on = || Fault::on(Call::Login);
        assert_eq!(pattern(on()), [true, true, true, true]);
        assert_eq!(pattern(on().nth(2)), [false, true, false, false]);
        assert_eq!(pattern(on().times(2)), [true, true, false, false]);
        assert_eq!(pattern(on().nth(2).times(2)), [false, true, true, false]);
        assert_eq!(pattern(Fault::on(Call::Ready)), [false; 4]);
    }

    #[test]
    fn a_fault_that_only_delays_lets_the_request_act() {
        let on = || Fault::on(Call::Login);
        assert!(on().delay(Duration::from_millis(1)).acts());
        assert!(!on().status(503).acts());
        assert!(on().status(503).act().acts());
        assert!(!on().status(503).act().after_bytes(0).acts());
    }
}
