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

/// Cards move, are locked, unlocked and get another PIN.
impl SandboxState {
    /// Puts a card in and gives its token.
    pub(crate) fn insert_card(&mut self, card: Card) -> String {
        let title = title(&card);
        let token = self.reader.insert(card);
        self.say(
            Topic::Card,
            words!("the card {title} is in the reader", title),
        );
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
        let Some(card) = self.reader.remove(serial_or_token) else {
            return false;
        };
        let title = title(&card.card);
        self.say(
            Topic::Card,
            words!("the card {title} left the reader", title),
        );
        true
    }

    /// Every card leaves the reader.
    pub(crate) fn remove_cards(&mut self) {
        if self.reader.remove_all() {
            self.say(Topic::Card, words!("every card left the reader"));
        }
    }

    /// Gives a card all its tries back; `None` for an unknown card.
    pub(crate) fn unlock_card(&mut self, serial: &str) -> Option<u32> {
        let known = self.reader.by_serial_mut(serial)?;
        known.tries_left = known.card.tries;
        let (title, tries) = (title(&known.card), known.tries_left);
        let text = words!("the card {title} has its {tries} tries again", title, tries);
        self.say(Topic::Card, text);
        Some(tries)
    }

    /// Takes the last try of a card, as wrong PINs do.
    pub(crate) fn lock_card(&mut self, serial: &str) {
        if let Some(known) = self.reader.by_serial_mut(serial) {
            known.tries_left = 0;
            let title = title(&known.card);
            self.say(Topic::Card, words!("the card {title} is locked", title));
        }
    }

    /// Gives a card another PIN.
    pub(crate) fn set_pin(&mut self, serial: &str, pin: &str) {
        if let Some(known) = self.reader.by_serial_mut(serial) {
            known.card.pin = Some(pin.into());
            let title = title(&known.card);
            self.say(
                Topic::Card,
                words!("the card {title} has another PIN", title),
            );
        }
    }

    fn say(&mut self, topic: Topic, text: Bilingual) {
        self.events.record(topic, text);
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

/// A new patient, and another state of a record.
impl SandboxState {
    /// Adds a patient and gives the number.
    pub(crate) fn add_patient(&mut self, patient: Patient) -> Result<usize, Bilingual> {
        patient.check()?;
        if let Some((number, _)) = self.numbered(&patient.patient_id) {
            return Err(words!(
                "patient {number} has this patient_id: give another",
                number
            ));
        }
        let name = patient.name();
        self.known.patient(&patient.patient_id);
        self.patients.push(patient);
        let number = self.patients.len();
        let text = words!("patient {number}, {name}, is new", number, name);
        self.say(Topic::Patient, text);
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
        let (name, now) = (changed.name(), state(&changed));
        *patient = changed;
        let text = words!("patient {number}, {name}: {now}", number, name, now);
        self.say(Topic::Patient, text);
        Ok(true)
    }
}

fn state(patient: &Patient) -> Bilingual {
    let qualified = match patient.ins_qualified {
        true => words!("identity qualified"),
        false => words!("identity not qualified"),
    };
    let consent = match patient.alimentation_consent {
        true => words!("consent given"),
        false => words!("no consent"),
    };
    let opposed = match patient.opposed {
        true => words!("opposed"),
        false => words!("not opposed"),
    };
    words!(
        "{qualified}, {consent}, {opposed}",
        qualified,
        consent,
        opposed
    )
}

/// Sessions end.
impl SandboxState {
    /// Ends every session: their bearers answer 401 from now on.
    pub(crate) fn end_sessions(&mut self) {
        if !self.sessions.is_empty() {
            self.sessions.clear();
            self.say(Topic::Session, words!("every session was ended"));
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
        let card = session.card_serial;
        let text = words!(
            "the session {connection_id} of card {card} was ended",
            connection_id,
            card
        );
        self.say(Topic::Session, text);
        true
    }
}

/// Faults are set, met and removed.
impl SandboxState {
    /// Adds a fault and gives its number.
    pub(crate) fn set_fault(&mut self, fault: Fault, name: Option<&'static str>) -> u64 {
        let id = self.faults.set(fault, name);
        let title = self.faults.title(id);
        self.say(Topic::Fault, words!("the fault {title} is armed", title));
        id
    }

    /// Removes one; false when none has this number.
    pub(crate) fn remove_fault(&mut self, id: u64) -> bool {
        let title = self.faults.title(id);
        let found = self.faults.remove(id);
        if found {
            self.say(Topic::Fault, words!("the fault {title} was removed", title));
        }
        found
    }

    pub(crate) fn clear_faults(&mut self) {
        if !self.faults.all().is_empty() {
            self.faults.clear();
            self.say(Topic::Fault, words!("every fault was removed"));
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
        let text = words!(
            "the {service} listens again after the fault {title}",
            service,
            title
        );
        self.say(Topic::Fault, text);
    }

    fn drop_used_up_faults(&mut self) {
        self.events.push(Subject::Faults);
        for title in self.faults.drop_used_up() {
            self.say(Topic::Fault, words!("the fault {title} is used up", title));
        }
    }
}

/// The start of a run, the same again or another.
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
        let text = words!(
            "another scenario: {cards} cards, {patients} patients",
            cards,
            patients
        );
        self.restart(text);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::Call;
    use crate::events::{EventLog, Subject};
    use crate::fault::Fault;
    use crate::scenario::Scenario;
    use crate::state::SandboxState;
    use std::sync::Arc;

    const CARD: &str = "2000000001";

    /// What an action says in French, and of which list; an action that changes nothing says nothing.
    fn said(
        state: &mut SandboxState,
        act: impl FnOnce(&mut SandboxState),
    ) -> Vec<(String, Subject)> {
        let before = *state.events.subscribe().borrow();
        act(state);
        let (mut texts, mut lists) = (Vec::new(), Vec::new());
        for (_, subject) in state.events.since(before).unwrap() {
            match subject {
                Subject::Activity(number) => {
                    let activity = state.events.activity(*number).unwrap();
                    texts.push(activity.text.fr.clone());
                }
                list => lists.push(list.clone()),
            }
        }
        lists.dedup();
        texts.into_iter().zip(lists).collect()
    }

    #[test]
    fn each_change_is_said_and_pushes_its_list() {
        let mut state = SandboxState::new(Scenario::default(), EventLog::new(None), Arc::default());
        let state = &mut state;
        let title = "2000000001 (Zoé D'ESSAI)";
        let cards = |text: String| vec![(text, Subject::Cards)];
        let out = cards(format!("la carte {title} a quitté le lecteur"));
        assert_eq!(said(state, |it| assert!(it.remove_card(CARD))), out);
        assert_eq!(said(state, |it| assert!(!it.remove_card(CARD))), []);
        let back = cards(format!("la carte {title} est dans le lecteur"));
        assert_eq!(
            said(state, |it| assert!(it.insert_known_card(CARD).is_some())),
            back
        );
        let unlocked = cards(format!("la carte {title} a de nouveau ses 3 essais"));
        assert_eq!(
            said(state, |it| assert!(it.unlock_card(CARD).is_some())),
            unlocked
        );
        let pin = cards(format!("la carte {title} a un autre code"));
        assert_eq!(said(state, |it| it.set_pin(CARD, "9")), pin);
        let none = cards("toutes les cartes ont quitté le lecteur".into());
        assert_eq!(said(state, SandboxState::remove_cards), none);
        assert_eq!(said(state, SandboxState::remove_cards), []);

        let change = PatientChange {
            opposed: Some(false),
            ..PatientChange::default()
        };
        let changed = said(state, |it| assert!(it.change_patient(1, &change).unwrap()));
        let text =
            "patient 1, EXEMPLE Hélène : identité qualifiée, consentement donné, pas d'opposition";
        assert_eq!(changed, [(text.into(), Subject::Patients)]);
        assert_eq!(said(state, SandboxState::end_sessions), []);
        let reset = [("retour au début du scénario".into(), Subject::Reset)];
        assert_eq!(said(state, SandboxState::reset), reset);
    }

    #[test]
    fn a_fault_is_said_to_be_armed_met_and_used_up() {
        let mut state = SandboxState::new(Scenario::default(), EventLog::new(None), Arc::default());
        let state = &mut state;
        let faults = |text: &str| vec![(text.to_owned(), Subject::Faults)];
        let fault = || Fault::on(Call::Login).times(1);
        let set = said(state, |it| assert!(it.set_fault(fault(), Some("busy")) > 0));
        assert_eq!(set, faults("la panne busy (login) est armée"));
        assert_eq!(
            said(state, |it| assert!(it.pick_fault(Call::Ready).is_none())),
            []
        );
        let used = said(state, |it| assert!(it.pick_fault(Call::Login).is_some()));
        assert_eq!(used, faults("la panne busy (login) est épuisée"));

        let id = state.set_fault(fault().nth(3), None);
        let before = *state.events.subscribe().borrow();
        assert!(state.pick_fault(Call::Login).is_none());
        let pushed: Vec<_> = state.events.since(before).unwrap().cloned().collect();
        assert_eq!(
            pushed,
            [(before + 1, Subject::Faults)],
            "it has seen one more"
        );
        let removed = said(state, |it| assert!(it.remove_fault(id)));
        assert_eq!(removed, faults("la panne 2 (login) a été retirée"));
        assert_eq!(said(state, SandboxState::clear_faults), []);
    }
}
