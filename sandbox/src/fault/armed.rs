//! The faults that are set, each with its own count.

use super::Fault;
use crate::call::{Call, Service};
use crate::request_log::AppliedFault;

#[derive(Debug, Default)]
pub(crate) struct Faults {
    armed: Vec<Armed>,
    last: u64,
}

/// A fault that waits for its requests.
#[derive(Debug)]
pub(crate) struct Armed {
    /// Tells it from every other fault of the run.
    pub id: u64,
    pub name: Option<&'static str>,
    pub fault: Fault,
    /// Requests of the call since it was set.
    pub seen: u32,
    /// Requests that it changed.
    pub applied: u32,
    pub outage: FaultOutage,
}

/// What a fault does to whether its service listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FaultOutage {
    None,
    /// The request has not been answered yet.
    Ahead,
    /// The service does not listen.
    Now,
}

#[derive(Clone, Debug)]
pub(crate) struct Picked {
    pub applied: AppliedFault,
    pub fault: Fault,
}

impl Faults {
    pub(crate) fn set(&mut self, fault: Fault, name: Option<&'static str>) -> u64 {
        self.last += 1;
        self.armed.push(Armed {
            id: self.last,
            name,
            fault,
            seen: 0,
            applied: 0,
            outage: FaultOutage::None,
        });
        self.last
    }

    /// Forgets every fault but not the numbering, so that a number means one fault.
    pub(crate) fn clear(&mut self) {
        self.armed.clear();
    }

    /// Returns whether there was one.
    pub(crate) fn remove(&mut self, id: u64) -> bool {
        let before = self.armed.len();
        self.armed.retain(|armed| armed.id != id);
        self.armed.len() < before
    }

    /// What people call a fault: its name or its number, and its call.
    pub(crate) fn title(&self, id: u64) -> String {
        let Some(armed) = self.get(id) else {
            return id.to_string();
        };
        let call = armed.fault.call;
        match armed.name {
            Some(name) => format!("{name} ({call})"),
            None => format!("{id} ({call})"),
        }
    }

    /// Whether a fault waits for requests of this call.
    pub(crate) fn concern(&self, call: Call) -> bool {
        self.armed.iter().any(|armed| armed.fault.call == call)
    }

    /// Whether a fault keeps this service from listening.
    pub(crate) fn keep_down(&self, service: Service) -> bool {
        let mut down = self.armed.iter().filter(|armed| armed.is_down());
        down.any(|armed| armed.fault.call.service() == Some(service))
    }

    pub(crate) fn is_down(&self, id: u64) -> bool {
        self.get(id).is_some_and(Armed::is_down)
    }

    fn get(&self, id: u64) -> Option<&Armed> {
        self.armed.iter().find(|armed| armed.id == id)
    }

    /// The request is answered: its service stops listening, if the fault is still armed.
    pub(crate) fn begin_outage(&mut self, id: u64) {
        if let Some(armed) = self.armed.iter_mut().find(|it| it.id == id) {
            armed.outage = FaultOutage::Now;
        }
    }

    /// Returns whether this fault kept its service from listening until now.
    pub(crate) fn end_outage(&mut self, id: u64) -> bool {
        let mut all = self.armed.iter_mut();
        let armed = all.find(|it| it.id == id && it.is_down());
        let ended = armed.map(|armed| armed.outage = FaultOutage::None);
        ended.is_some()
    }

    pub(crate) fn all(&self) -> &[Armed] {
        &self.armed
    }

    /// The fault for the request of `call` that arrives now: the first set one that applies.
    pub(crate) fn pick(&mut self, call: Call) -> Option<Picked> {
        let mut picked = None;
        for armed in self.armed.iter_mut().filter(|a| a.fault.call == call) {
            // Who arms two by their names means two requests.
            if picked.is_some() && armed.name.is_some() && armed.fault.nth.is_none() {
                continue;
            }
            armed.seen = armed.seen.saturating_add(1);
            if picked.is_none() && armed.applies() {
                armed.applied += 1;
                if armed.fault.down_ms > 0 && !armed.is_down() {
                    armed.outage = FaultOutage::Ahead;
                }
                let (id, name) = (armed.id, armed.name);
                picked = Some(Picked {
                    applied: AppliedFault { id, name },
                    fault: armed.fault.clone(),
                });
            }
        }
        picked
    }

    /// Drops the faults that no later request can meet and that have no effect any more, and gives their titles.
    pub(crate) fn drop_used_up(&mut self) -> Vec<String> {
        let used_up = |armed: &&Armed| armed.left() == Some(0) && armed.outage == FaultOutage::None;
        let gone: Vec<_> = self.armed.iter().filter(used_up).map(|it| it.id).collect();
        let titles = gone.iter().map(|id| self.title(*id)).collect();
        self.armed.retain(|armed| !gone.contains(&armed.id));
        titles
    }
}

impl Armed {
    /// Whether the service does not listen because of it.
    pub(crate) fn is_down(&self) -> bool {
        self.outage == FaultOutage::Now
    }

    fn applies(&self) -> bool {
        self.seen >= self.first() && self.left_before(self.seen - 1) != Some(0)
    }

    /// How many requests it waits for; `None` for a fault without end.
    pub(crate) fn left(&self) -> Option<u32> {
        self.left_before(self.seen)
    }

    fn left_before(&self, seen: u32) -> Option<u32> {
        let times = match (self.fault.times, self.fault.nth) {
            (Some(0), _) | (None, None) => return None,
            (Some(times), _) => times,
            (None, Some(_)) => 1,
        };
        let passed = (seen + 1).saturating_sub(self.first());
        Some(times.saturating_sub(passed))
    }

    fn first(&self) -> u32 {
        self.fault.nth.unwrap_or(1).max(1)
    }
}
