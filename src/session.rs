//! What a handle holds between two calls, and which call may come next.

use std::sync::{Mutex, MutexGuard, PoisonError};

use secrecy::{ExposeSecret, SecretString};
use zeroize::Zeroizing;

use crate::address::BaseUrl;
use crate::config::Config;
use crate::json::ObjectWriter;
use crate::messages::Reason;
use crate::regular_file;
use crate::transport::{Transport, Trust};
use crate::wiping::WipingBuffer;
use crate::wire::{ListedCard, Patient};

/// Far more than the roots of any system.
const MAX_CA_FILE: u64 = 16 * 1024 * 1024;

/// The configuration of a handle, its connections, and what its calls have brought so far.
#[derive(Debug)]
pub struct Session {
    pub config: Config,
    pub transport: Transport,
    state: Mutex<State>,
}

impl Session {
    /// Reads what the configuration points to; nothing is sent.
    pub fn open(config: Config) -> Result<Session, Reason> {
        let trust = match &config.ca_file {
            None => Trust::default(),
            Some(path) => {
                let wanted =
                    "the path of a PEM file of at most 16 MiB with at least one certificate";
                let refuse = || Reason::ConfigValue("ca_file".into(), wanted);
                let pem = regular_file::read(path, MAX_CA_FILE).ok_or_else(refuse)?;
                Trust::with_pem(&pem).ok_or_else(refuse)?
            }
        };
        let transport = Transport::new(
            trust,
            config.proxy.clone(),
            &config.user_agent,
            config.timeouts.connect,
            config.max_reply_bytes,
        );
        Ok(Session {
            config,
            transport,
            state: Mutex::default(),
        })
    }

    /// The state, for a short look or change; never held while something is sent.
    pub fn state(&self) -> MutexGuard<'_, State> {
        // Every change of the state is one assignment, so a panic cannot have left it half-made.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The name of the function to call next; None when the chain is complete.
    pub fn next(&self) -> Option<&'static str> {
        self.state().next(&self.config)
    }

    /// Begins to use a service, whether the login was made here or elsewhere.
    pub fn start_login(&self, base: BaseUrl, bearer: Zeroizing<String>, identified: Option<bool>) {
        self.transport.forget_connections();
        let mut state = self.state();
        state.adopted = false;
        state.login = Some(Login {
            base,
            bearer: SecretString::from(bearer.as_str()),
            identified,
            step: Step::LoggedIn,
            current: None,
            pending: Vec::new(),
            open: Vec::new(),
        });
    }

    /// Begins to use a service with a login that was made elsewhere.
    pub fn adopt_login(&self, base: BaseUrl, bearer: Zeroizing<String>) {
        self.start_login(base, bearer, None);
        self.state().adopted = true;
    }

    /// Ends the use of the service: its bearer and its connections are dropped.
    pub fn end_login(&self) {
        self.state().login = None;
        self.transport.forget_connections();
    }

    /// What `hr_state` tells.
    pub fn describe(&self) -> Option<WipingBuffer> {
        let state = self.state();
        let login = state.login.as_ref();
        let mut out = ObjectWriter::with_capacity(256);
        out.field("ticket", state.ticket.is_some())
            .field(
                "cards",
                state.listed.as_ref().map(|listed| listed.cards.len()),
            )
            .field("session", login.is_some())
            .field("identified", login.and_then(|login| login.identified))
            .field(
                "patient",
                login.is_some_and(|login| login.current.is_some()),
            )
            .field(
                "updateNeeded",
                login
                    .and_then(|login| login.current.as_ref())
                    .map(|patient| patient.update_needed),
            )
            .field("open_records", login.map_or(0, |login| login.open.len()))
            .field("next", state.next(&self.config));
        out.finish()
    }
}

/// The last list of cards, and when it was asked for (see `pin_guard`).
#[derive(Clone, Debug)]
pub struct Listed {
    pub cards: Vec<ListedCard>,
    pub asked_at: u64,
}

/// How far a login's chain has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    LoggedIn,
    ProfilePut,
    ProfileSelected,
    Searched,
    PatientRead,
    PatientUpdated,
    RecordOpen,
    DocumentSent,
}

#[derive(Debug)]
struct CurrentPatient {
    patient_id: Zeroizing<String>,
    update_needed: bool,
}

/// A session with the resource service.
#[derive(Debug)]
pub struct Login {
    pub base: BaseUrl,
    pub bearer: SecretString,
    identified: Option<bool>,
    step: Step,
    /// The patient of the last `hr_patient_get`, until another one is searched for.
    current: Option<CurrentPatient>,
    /// Patients whose parameters ask for an update that was not made.
    pending: Vec<Zeroizing<String>>,
    /// Patients whose shared record is open.
    open: Vec<Zeroizing<String>>,
}

#[derive(Debug, Default)]
pub struct State {
    ticket: Option<SecretString>,
    listed: Option<Listed>,
    login: Option<Login>,
    /// The last login was made elsewhere; so will be the next one.
    adopted: bool,
}

impl State {
    fn next(&self, config: &Config) -> Option<&'static str> {
        let Some(login) = &self.login else {
            return Some(match (&self.ticket, &self.listed) {
                (None, _) if self.adopted => "hr_session_set",
                (None, _) => config.first_step(),
                (Some(_), None) => "hr_ready",
                (Some(_), Some(_)) => "hr_login",
            });
        };
        match login.step {
            Step::LoggedIn if login.identified == Some(true) => Some("hr_patient_search"),
            Step::LoggedIn => Some("hr_profile_put"),
            Step::ProfilePut => Some("hr_profile_select"),
            Step::ProfileSelected => Some("hr_patient_search"),
            Step::Searched => Some("hr_patient_get"),
            Step::PatientRead => Some(match &login.current {
                Some(patient) if patient.update_needed => "hr_patient_update",
                _ => "hr_dmp_open",
            }),
            Step::PatientUpdated => Some("hr_dmp_open"),
            Step::RecordOpen => Some("hr_dmp_send"),
            Step::DocumentSent => None,
        }
    }

    pub fn set_ticket(&mut self, ticket: Option<&str>) {
        self.ticket = ticket.map(SecretString::from);
    }

    pub fn ticket(&self) -> Result<Zeroizing<String>, Reason> {
        let ticket = self.ticket.as_ref().ok_or(Reason::Missing("hr_ticket"))?;
        Ok(Zeroizing::new(ticket.expose_secret().to_owned()))
    }

    pub fn set_listed(&mut self, listed: Listed) {
        self.listed = Some(listed);
    }

    /// The entries of the last list that carry this token, and when the list was asked for.
    pub fn card(&self, token: &str) -> Result<Listed, Reason> {
        let listed = self.listed.as_ref().ok_or(Reason::Missing("hr_ready"))?;
        let cards: Vec<ListedCard> = listed
            .cards
            .iter()
            .filter(|card| card.token == token)
            .cloned()
            .collect();
        if cards.is_empty() {
            return Err(Reason::CardNotListed);
        }
        Ok(Listed {
            cards,
            asked_at: listed.asked_at,
        })
    }

    pub fn login(&self) -> Result<&Login, Reason> {
        self.login.as_ref().ok_or(Reason::Missing("hr_login"))
    }

    /// The login, to note what a call has brought; None when it ended meanwhile.
    pub fn login_mut(&mut self) -> Option<&mut Login> {
        self.login.as_mut()
    }
}

fn holds(list: &[Zeroizing<String>], patient_id: &str) -> bool {
    list.iter().any(|known| known.as_str() == patient_id)
}

fn add(list: &mut Vec<Zeroizing<String>>, patient_id: &str) {
    if !holds(list, patient_id) {
        list.push(Zeroizing::new(patient_id.to_owned()));
    }
}

fn remove(list: &mut Vec<Zeroizing<String>>, patient_id: &str) {
    list.retain(|known| known.as_str() != patient_id);
}

impl Login {
    pub fn profile_put(&mut self) {
        self.step = Step::ProfilePut;
    }

    pub fn profile_selected(&mut self) {
        self.step = Step::ProfileSelected;
    }

    /// A search may change whose parameters the service reads and updates.
    pub fn search_begins(&mut self) {
        self.current = None;
    }

    pub fn searched(&mut self) {
        self.step = Step::Searched;
    }

    pub fn patient_read(&mut self, patient: &Patient) {
        let update_needed = patient.update_needed();
        if update_needed {
            add(&mut self.pending, &patient.patient_id);
            // What was open may no longer be fed: the patient may have opposed.
            remove(&mut self.open, &patient.patient_id);
        } else {
            remove(&mut self.pending, &patient.patient_id);
        }
        self.current = Some(CurrentPatient {
            patient_id: patient.patient_id.clone(),
            update_needed,
        });
        self.step = Step::PatientRead;
    }

    pub fn may_update(&self) -> Result<(), Reason> {
        match &self.current {
            None => Err(Reason::Missing("hr_patient_get")),
            Some(patient) if !patient.update_needed => Err(Reason::UpdateNotAsked),
            Some(_) => Ok(()),
        }
    }

    pub fn patient_updated(&mut self) {
        if let Some(patient) = &mut self.current {
            patient.update_needed = false;
            remove(&mut self.pending, &patient.patient_id);
        }
        self.step = Step::PatientUpdated;
    }

    pub fn may_open(&self, patient_id: &str) -> Result<(), Reason> {
        if holds(&self.pending, patient_id) {
            return Err(Reason::UpdatePending);
        }
        Ok(())
    }

    /// Until the answer is known the record counts as closed.
    pub fn opening(&mut self, patient_id: &str) {
        remove(&mut self.open, patient_id);
    }

    pub fn opened(&mut self, patient_id: &str) {
        add(&mut self.open, patient_id);
        self.step = Step::RecordOpen;
    }

    pub fn may_send(&self, patient_id: &str) -> Result<(), Reason> {
        if !holds(&self.open, patient_id) {
            return Err(Reason::RecordNotOpen);
        }
        Ok(())
    }

    pub fn document_sent(&mut self) {
        self.step = Step::DocumentSent;
    }
}

#[cfg(test)]
mod tests;
