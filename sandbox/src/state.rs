//! What changes while a sandbox runs: cards, patients, sessions, documents, faults and the request log.

use crate::bilingual::quoted;
use crate::documents::Documents;
use crate::events::EventLog;
use crate::fault::Faults;
use crate::mask::Known;
use crate::reader::Reader;
use crate::refusal::Refusal;
use crate::request_log::RequestLog;
use crate::scenario::{Card, Patient, Scenario, Situation};
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use time::OffsetDateTime;

/// One login. Nothing in it is shared with another.
pub(crate) struct Session {
    pub connection_id: String,
    /// As it was at the login.
    pub card: Card,
    pub since: OffsetDateTime,
    /// The situation the professional works in; none until one is selected.
    pub situation: Option<Situation>,
    /// Whether user-profiles was called: a selection needs it.
    pub profiled: bool,
    /// `patient_id` of the current patient.
    pub patient: Option<String>,
    /// Records opened by this login.
    pub opened: BTreeSet<String>,
}

impl Session {
    /// The card has one situation, so that none had to be selected.
    pub(crate) fn known_at_login(&self) -> bool {
        self.card.situations.len() == 1
    }

    /// `masterData`: who is logged in. The shape is the sandbox's own choice.
    pub(crate) fn master_data(&self) -> Value {
        json!({
            "idNat": self.card.holder.id_nat,
            "lastName": self.card.holder.last_name,
            "firstName": self.card.holder.first_name,
            "situations": self.card.situations,
            "situation": self.situation,
        })
    }
}

pub(crate) struct SandboxState {
    /// What a reset goes back to, and the settings of the run.
    pub scenario: Scenario,
    pub reader: Reader,
    pub patients: Vec<Patient>,
    pub sessions: HashMap<String, Session>,
    pub documents: Documents,
    pub faults: Faults,
    pub request_log: RequestLog,
    pub events: EventLog,
    /// What is not to be shown.
    pub known: Arc<Known>,
}

impl SandboxState {
    pub(crate) fn new(scenario: Scenario, events: EventLog, known: Arc<Known>) -> SandboxState {
        scenario.learn(&known);
        SandboxState {
            reader: Reader::new(&scenario.cards),
            patients: scenario.patients.clone(),
            sessions: HashMap::new(),
            documents: Documents::default(),
            faults: Faults::default(),
            request_log: RequestLog::default(),
            events,
            known,
            scenario,
        }
    }

    pub(crate) fn session(&mut self, bearer: &str) -> Result<&mut Session, Refusal> {
        let count = self.sessions.len();
        let ended = self.known.was_session(bearer);
        let session = self.sessions.get_mut(bearer);
        session.ok_or_else(|| match ended {
            true => refusal!(UNAUTHORIZED, "bearer.ended", count).code("session_ended"),
            false => refusal!(UNAUTHORIZED, "bearer.unknown", count).code("bearer_unknown"),
        })
    }

    /// The session of a bearer, for the calls that need to know in which situation the professional works.
    pub(crate) fn identified(&mut self, bearer: &str) -> Result<&mut Session, Refusal> {
        let session = self.session(bearer)?;
        let count = session.card.situations.len();
        match session.situation {
            Some(_) => Ok(session),
            None => Err(refusal!(CONFLICT, "situation.none", count)),
        }
    }

    /// The number of a patient, from 1, and the patient.
    pub(crate) fn numbered(&self, patient_id: &str) -> Option<(u64, &Patient)> {
        let mut numbered = (1..).zip(&self.patients);
        numbered.find(|(_, patient)| patient.patient_id == patient_id)
    }

    pub(crate) fn patient(&mut self, patient_id: &str) -> Result<&mut Patient, Refusal> {
        let mut patients = self.patients.iter_mut();
        let patient = patients.find(|patient| patient.patient_id == patient_id);
        let found = quoted(patient_id);
        patient.ok_or_else(|| refusal!(NOT_FOUND, "patient.unknown", patient_id, found))
    }

    pub(crate) fn current(&mut self, bearer: &str) -> Result<&mut Patient, Refusal> {
        let current = self.identified(bearer)?.patient.clone();
        let current = current.ok_or_else(|| refusal!(CONFLICT, "patient.none"))?;
        self.patient(&current)
    }
}
