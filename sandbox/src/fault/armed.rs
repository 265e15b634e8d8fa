//! The faults that are set, each with its own count.

use super::Fault;
use crate::call::Call;

/// The armed faults, in the order in which they were set.
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
    /// Of a named fault.
    pub name: Option<&'static str>,
    pub fault: Fault,
    /// Requests of the call since it was set.
    pub seen: u32,
    /// Requests that it changed.
    pub applied: u32,
}

/// The fault for one request.
#[derive(Clone, Debug)]
pub(crate) struct Picked {
    pub id: u64,
    pub name: Option<&'static str>,
    pub fault: Fault,
}

impl Faults {
    /// Adds a fault and returns its number.
    pub(crate) fn set(&mut self, fault: Fault, name: Option<&'static str>) -> u64 {
        self.last += 1;
        self.armed.push(Armed {
            id: self.last,
            name,
            fault,
            seen: 0,
            applied: 0,
        });
        self.last
    }

    /// Forgets every fault but not the numbering, so that a number means one fault.
    pub(crate) fn clear(&mut self) {
        self.armed.clear();
    }

    pub(crate) fn remove(&mut self, id: u64) -> Option<Armed> {
        let index = self.armed.iter().position(|armed| armed.id == id)?;
        Some(self.armed.remove(index))
    }

    pub(crate) fn all(&self) -> &[Armed] {
        &self.armed
    }

    /// The fault for the request of `call` that arrives now: the first set one that applies.
    pub(crate) fn pick(&mut self, call: Call) -> Option<Picked> {
        let mut picked = None;
        for armed in self.armed.iter_mut().filter(|a| a.fault.call == call) {
            armed.seen = armed.seen.saturating_add(1);
            if picked.is_none() && armed.applies() {
                armed.applied += 1;
                picked = Some(Picked {
                    id: armed.id,
                    name: armed.name,
                    fault: armed.fault.clone(),
                });
            }
        }
        picked
    }

    /// Takes out the faults that no later request can meet.
    pub(crate) fn take_used_up(&mut self) -> Vec<Armed> {
        self.armed
            .extract_if(.., |armed| armed.left() == Some(0))
            .collect()
    }
}

impl Armed {
    /// What people call it: its name or its number, and its call.
    pub(crate) fn title(&self) -> String {
        let call = self.fault.call.name();
        match self.name {
            Some(name) => format!("{name} ({call})"),
            None => format!("{} ({call})", self.id),
        }
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
            (Some(times), _) => times,
            (None, Some(_)) => 1,
            (None, None) => return None,
        };
        let passed = (seen + 1).saturating_sub(self.first());
        Some(times.saturating_sub(passed))
    }

    fn first(&self) -> u32 {
        self.fault.nth.unwrap_or(1).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(fault: Fault) -> Vec<bool> {
        let mut faults = Faults::default();
        faults.set(fault, None);
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
    fn a_fault_counts_down_and_is_used_up() {
        let mut faults = Faults::default();
        let id = faults.set(Fault::on(Call::Login).nth(2).times(2), None);
        let mut left = Vec::new();
        for _ in 0..3 {
            left.push(faults.all()[0].left());
            assert!(faults.take_used_up().is_empty());
            faults.pick(Call::Login);
        }
        assert_eq!(left, [Some(2), Some(2), Some(1)]);
        let gone = faults.take_used_up();
        assert_eq!((gone[0].id, gone[0].applied), (id, 2));
        assert!(faults.all().is_empty());
        assert_eq!(faults.set(Fault::on(Call::Login), None), id + 1);
    }
}
