//! The start of a run, the same again or another.

use crate::bilingual::Bilingual;
use crate::contents::Contents;
use crate::events::Topic;
use crate::reader::Reader;
use crate::scenario::Scenario;
use crate::state::SandboxState;

impl SandboxState {
    /// Back to the scenario's start. What numbers requests, faults and events goes on.
    pub(crate) fn reset(&mut self) {
        self.restart(words!("back to the scenario's start"));
    }

    /// Starts again from another scenario.
    pub(crate) fn play(&mut self, scenario: Scenario) {
        let (cards, patients) = (scenario.cards.len(), scenario.patients.len());
        scenario.learn(&self.known);
        self.scenario = scenario;
        self.restart(words!(
            "another scenario: {cards} cards, {patients} patients",
            cards,
            patients
        ));
    }

    fn restart(&mut self, text: Bilingual) {
        self.reader = Reader::new(&self.scenario.cards);
        self.patients.clone_from(&self.scenario.patients);
        self.sessions.clear();
        self.documents.clear();
        self.contents = Contents::default();
        self.firsts.clear();
        self.faults.clear();
        self.request_log.clear();
        self.events.record(Topic::Scenario, text);
    }

    /// The scenario that starts as things are now: a file for `--scenario`. It has no license
    /// bearer, which is a secret of the run.
    pub(crate) fn as_scenario(&self) -> Scenario {
        let mut scenario = self.scenario.clone();
        scenario.cards = self
            .reader
            .cards
            .iter()
            .map(|known| known.as_is())
            .collect();
        scenario.patients.clone_from(&self.patients);
        scenario
    }
}
