//! Faults are set, met and removed.

use crate::bilingual::Bilingual;
use crate::call::{Call, Service};
use crate::events::{Subject, Topic};
use crate::fault::{Fault, Picked};
use crate::state::SandboxState;

impl SandboxState {
    /// Adds a fault and gives its number.
    pub(crate) fn set_fault(&mut self, fault: Fault, name: Option<&'static str>) -> u64 {
        let id = self.faults.set(fault, name);
        let title = self.faults.title(id);
        self.said_of_fault(words!("the fault {title} is armed", title));
        id
    }

    /// Removes one; false when none has this number.
    pub(crate) fn remove_fault(&mut self, id: u64) -> bool {
        let title = self.faults.title(id);
        let found = self.faults.remove(id);
        if found {
            self.said_of_fault(words!("the fault {title} was removed", title));
        }
        found
    }

    pub(crate) fn clear_faults(&mut self) {
        if !self.faults.all().is_empty() {
            self.faults.clear();
            self.said_of_fault(words!("every fault was removed"));
        }
    }

    /// The fault for the request of `call` that arrives now. What it does to the cards is done.
    pub(crate) fn pick_fault(&mut self, call: Call) -> Option<Picked> {
        if !self.faults.concern(call) {
            return None;
        }
        let picked = self.faults.pick(call);
        if picked.as_ref().is_some_and(|it| it.fault.remove_cards) {
            self.remove_cards();
        }
        self.drop_used_up_faults();
        picked
    }

    /// The service of the fault stops listening.
    pub(crate) fn begin_outage(&mut self, id: u64) {
        self.faults.begin_outage(id);
        self.events.push(Subject::Faults);
    }

    /// The fault no longer keeps its service from listening. Gives its title when it did until now.
    pub(crate) fn end_outage(&mut self, id: u64) -> Option<String> {
        let title = self.faults.title(id);
        let ended = self.faults.end_outage(id);
        if ended {
            self.drop_used_up_faults();
        }
        ended.then_some(title)
    }

    pub(crate) fn said_that_it_listens(&mut self, service: Service, title: &str) {
        let service = service.title();
        self.said_of_fault(words!(
            "the {service} listens again after the fault {title}",
            service,
            title
        ));
    }

    fn drop_used_up_faults(&mut self) {
        self.events.push(Subject::Faults);
        for title in self.faults.drop_used_up() {
            self.said_of_fault(words!("the fault {title} is used up", title));
        }
    }

    fn said_of_fault(&mut self, text: Bilingual) {
        self.events.record(Topic::Fault, text);
    }
}
