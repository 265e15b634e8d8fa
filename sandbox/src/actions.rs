//! What is done to a sandbox from outside: by the control interface, by the library, by a fault. Each says in words
//! what happened.

use crate::bilingual::Bilingual;
use crate::call::{Call, Service};
use crate::documents::Documents;
use crate::events::{Subject, Topic};
use crate::fault::{Fault, Picked};
use crate::reader::Reader;
use crate::scenario::{Card, Patient, Scenario};
use crate::state::SandboxState;
use serde::Deserialize;

impl SandboxState {
    pub(crate) fn insert_card(&mut self, card: Card) -> String {
        let title = title(&card);
        let token = self.reader.insert(card);
        self.say(Topic::Card, words!("done.card_in", title));
        token
    }

    /// Puts a known card in again, under a fresh token.
    pub(crate) fn insert_known_card(&mut self, serial: &str) -> Option<String> {
        let mut card = self.reader.by_serial(serial)?.card.clone();
        card.token = None;
        Some(self.insert_card(card))
    }

    /// Takes out the card with this serial or token; returns whether it was in.
    pub(crate) fn remove_card(&mut self, serial_or_token: &str) -> bool {
        let Some(known) = self.reader.remove(serial_or_token) else {
            return false;
        };
        let title = title(&known.card);
        self.say(Topic::Card, words!("done.card_out", title));
        true
    }

    pub(crate) fn remove_cards(&mut self) {
        if self.reader.remove_all() {
            self.say(Topic::Card, words!("done.cards_out"));
        }
    }

    /// Gives a card all its tries back; `None` for an unknown card.
    pub(crate) fn unlock_card(&mut self, serial: &str) -> Option<u32> {
        let known = self.reader.by_serial_mut(serial)?;
        known.tries_left = known.card.tries;
        let (title, tries) = (title(&known.card), known.tries_left);
        self.say(Topic::Card, words!("done.card_unlocked", title, tries));
        Some(tries)
    }

    /// Takes the last try of a card, as wrong PINs do.
    pub(crate) fn lock_card(&mut self, serial: &str) {
        if let Some(known) = self.reader.by_serial_mut(serial) {
            known.tries_left = 0;
            let title = title(&known.card);
            self.say(Topic::Card, words!("done.card_locked", title));
        }
    }

    pub(crate) fn set_pin(&mut self, serial: &str, pin: &str) {
        if let Some(known) = self.reader.by_serial_mut(serial) {
            known.card.pin = Some(pin.into());
            let title = title(&known.card);
            self.say(Topic::Card, words!("done.pin_changed", title));
        }
    }

    fn say(&mut self, topic: Topic, text: Bilingual) {
        self.events.record(topic, text);
    }

    pub(crate) fn add_patient(&mut self, patient: Patient) -> Result<usize, Bilingual> {
        patient.check()?;
        if let Some((number, _)) = self.numbered(&patient.patient_id) {
            return Err(words!("wrong.patient_known", number));
        }
        let name = patient.name();
        self.known.patient(&patient.patient_id);
        self.patients.push(patient);
        let number = self.patients.len();
        self.say(Topic::Patient, words!("done.patient_new", number, name));
        Ok(number)
    }

    /// Changes the patient of this number; false when there is none.
    pub(crate) fn change_patient(
        &mut self,
        number: usize,
        change: &PatientChange,
    ) -> Result<bool, Bilingual> {
        let index = number.checked_sub(1);
        let Some(patient) = index.and_then(|index| self.patients.get_mut(index)) else {
            return Ok(false);
        };
        let changed = Patient {
            ins_qualified: change.ins_qualified.unwrap_or(patient.ins_qualified),
            alimentation_consent: change
                .alimentation_consent
                .unwrap_or(patient.alimentation_consent),
            opposed: change.opposed.unwrap_or(patient.opposed),
            ..patient.clone()
        };
        changed.check()?;
        let (name, [qualified, consent]) = (changed.name(), changed.in_words());
        *patient = changed;
        let now = words!("state", qualified, consent);
        let text = words!("done.patient_changed", number, name, now);
        self.say(Topic::Patient, text);
        Ok(true)
    }

    /// Ends every session: their bearers answer 401 from now on.
    pub(crate) fn end_sessions(&mut self) {
        if !self.sessions.is_empty() {
            self.sessions.clear();
            self.say(Topic::Session, words!("done.sessions_ended"));
        }
    }

    /// Ends one; false when no session has this `connectionId`.
    pub(crate) fn end_session(&mut self, connection_id: &str) -> bool {
        let mut ended = self
            .sessions
            .extract_if(|_, session| session.connection_id == connection_id);
        let Some((_, session)) = ended.next() else {
            return false;
        };
        drop(ended);
        let card = session.card.serial;
        let text = words!("done.session_ended", connection_id, card);
        self.say(Topic::Session, text);
        true
    }

    pub(crate) fn set_fault(&mut self, fault: Fault, name: Option<&'static str>) -> u64 {
        let id = self.faults.set(fault, name);
        let title = self.faults.title(id);
        self.say(Topic::Fault, words!("done.fault_armed", title));
        id
    }

    /// Removes one; false when none has this number.
    pub(crate) fn remove_fault(&mut self, id: u64) -> bool {
        let title = self.faults.title(id);
        let found = self.faults.remove(id);
        if found {
            self.say(Topic::Fault, words!("done.fault_removed", title));
        }
        found
    }

    pub(crate) fn clear_faults(&mut self) {
        if !self.faults.all().is_empty() {
            self.faults.clear();
            self.say(Topic::Fault, words!("done.faults_removed"));
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
        let text = words!("done.listens_again", service = service.title(), title);
        self.say(Topic::Fault, text);
    }

    fn drop_used_up_faults(&mut self) {
        self.events.push(Subject::Faults);
        for title in self.faults.drop_used_up() {
            self.say(Topic::Fault, words!("done.fault_used_up", title));
        }
    }

    /// Back to the scenario's start. What numbers requests, faults and events goes on.
    pub(crate) fn reset(&mut self) {
        self.restart(words!("done.reset"));
    }

    pub(crate) fn play(&mut self, scenario: Scenario) {
        let (cards, patients) = (scenario.cards.len(), scenario.patients.len());
        scenario.learn(&self.known);
        self.scenario = scenario;
        self.restart(words!("done.scenario", cards, patients));
    }

    fn restart(&mut self, text: Bilingual) {
        self.reader = Reader::new(&self.scenario.cards);
        self.patients.clone_from(&self.scenario.patients);
        self.sessions.clear();
        self.documents = Documents::default();
        self.faults.clear();
        self.request_log.clear();
        self.say(Topic::Scenario, text);
    }

    /// The scenario that starts as things are now: a file for `--scenario`. It has no license
    /// bearer, which is a secret of the run.
    pub(crate) fn as_scenario(&self) -> Scenario {
        let cards = self.reader.cards.iter();
        Scenario {
            cards: cards.map(|known| known.as_is()).collect(),
            patients: self.patients.clone(),
            ..self.scenario.clone()
        }
    }
}

fn title(card: &Card) -> String {
    match card.holder.name() {
        name if name.is_empty() => card.serial.clone(),
        name => format!("{} ({name})", card.serial),
    }
}

/// What may change of a patient; what is left out stays.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PatientChange {
    pub ins_qualified: Option<bool>,
    pub alimentation_consent: Option<bool>,
    pub opposed: Option<bool>,
}
