//! A login with the resource service: whose parameters were read, whose record is open, which call comes next.

use std::sync::{Arc, MutexGuard};

use secrecy::SecretString;
use zeroize::Zeroizing;

use super::current_patient::{CurrentPatient, Situation};
use crate::address::BaseUrl;
use crate::keyed_digest::digest;
use crate::locking::lock;
use crate::operation::Operation;
use crate::reason::{Choose, Reason};
use crate::wiping::WipingBuffer;
use crate::wire::Patient;

/// How far the chain has come.
#[derive(Clone, Copy)]
enum Stage {
    LoggedIn,
    ProfilePut,
    /// A situation was selected; or a search began and has not succeeded: the service may still answer for the patient
    /// before.
    ToSearch,
    Searched,
    PatientRead,
    RecordOpen,
    DocumentSent,
}

struct KnownPatient {
    /// As the service wrote it.
    id: Zeroizing<String>,
    /// What the parameters ask to update and was not updated.
    update_pending: Option<Choose>,
    /// A deposit has made an update, and nobody was asked for one since.
    updated: bool,
    open: bool,
}

pub struct Login {
    pub base: BaseUrl,
    pub bearer: SecretString,
    pub identified: Option<bool>,
    /// The entry of the card that opened it, where that is known.
    card: Option<WipingBuffer>,
    stage: Stage,
    /// What the handles with this session share.
    pub shared: Arc<CurrentPatient>,
    /// The last search of this handle did not succeed.
    search_failed: bool,
    /// It succeeded, and nobody was read since.
    unread: bool,
    /// The session's last search when this handle searched or read.
    seen: u64,
    /// The patients that this login has read.
    patients: Vec<KnownPatient>,
    /// The place of the patient of the last `hr_patient_get`; see [`Login::current`].
    read: Option<usize>,
}

impl Login {
    pub fn new(base: BaseUrl, bearer: &str, identified: Option<bool>) -> Result<Login, Reason> {
        let shared = CurrentPatient::of(&base, bearer)?;
        Ok(Login {
            base,
            bearer: SecretString::from(bearer),
            identified,
            card: None,
            stage: Stage::LoggedIn,
            seen: shared.last_search(),
            shared,
            search_failed: false,
            unread: false,
            patients: Vec::new(),
            read: None,
        })
    }

    /// Without memory the card stays unknown.
    pub fn opened_by(&mut self, entry: &[u8]) {
        let mut card = WipingBuffer::with_capacity(entry.len());
        self.card = card.push(entry).is_ok().then_some(card);
    }

    pub fn card(&self) -> Option<&[u8]> {
        self.card.as_ref().map(WipingBuffer::as_slice)
    }

    /// Another handle with this session has searched since.
    fn is_superseded(&self) -> bool {
        self.seen != self.shared.last_search()
    }

    /// Who was read last, until somebody is searched for.
    fn current(&self) -> Option<&KnownPatient> {
        let read = self.read.filter(|_| !self.is_superseded());
        self.patients.get(read?)
    }

    pub fn is_current(&self, patient_id: &str) -> bool {
        self.current()
            .is_some_and(|current| *current.id == patient_id)
    }

    pub fn has_patient(&self) -> bool {
        self.current().is_some()
    }

    /// Whether the current patient's parameters ask for an update; None without a current patient.
    pub fn update_needed(&self) -> Option<bool> {
        Some(self.current()?.update_pending.is_some())
    }

    pub fn open_records(&self) -> usize {
        self.patients.iter().filter(|patient| patient.open).count()
    }

    pub fn next(&self) -> Option<Operation> {
        match self.stage {
            Stage::LoggedIn if self.identified == Some(true) => Some(Operation::PatientSearch),
            Stage::LoggedIn => Some(Operation::ProfilePut),
            Stage::ProfilePut => Some(Operation::ProfileSelect),
            Stage::ToSearch => Some(Operation::PatientSearch),
            Stage::Searched | Stage::PatientRead if self.may_read().is_err() => {
                Some(Operation::PatientSearch)
            }
            Stage::Searched => Some(Operation::PatientGet),
            Stage::PatientRead if self.is_superseded() => Some(Operation::PatientGet),
            Stage::PatientRead if self.update_needed() == Some(true) => {
                Some(Operation::PatientUpdate)
            }
            Stage::PatientRead => Some(Operation::DmpOpen),
            Stage::RecordOpen => Some(Operation::DmpSend),
            Stage::DocumentSent => None,
        }
    }

    fn situation(&self) -> MutexGuard<'_, Situation> {
        lock(&self.shared.situation)
    }

    /// A profile or a situation is sent: until it has succeeded it is not known which one the service has. It may always
    /// begin.
    pub fn choice_begins(&mut self, operation: Operation) -> Result<(), Reason> {
        let mut situation = self.situation();
        situation.selected = false;
        if operation == Operation::ProfilePut {
            situation.profile = None;
        }
        Ok(())
    }

    pub fn profile_put(&mut self, payload: &str) {
        self.stage = Stage::ProfilePut;
        self.situation().profile = Some(digest([payload.as_bytes()]));
    }

    pub fn profile_selected(&mut self) {
        self.stage = Stage::ToSearch;
        self.situation().selected = true;
    }

    /// The service says that it does not know who the professional is, and no profile was put since.
    pub fn needs_profile(&self) -> bool {
        self.identified == Some(false) && self.situation().profile.is_none()
    }

    pub fn has_put(&self, payload: &str) -> bool {
        self.situation().profile == Some(digest([payload.as_bytes()]))
    }

    /// The service says that it does not know in which situation the professional works, and none was selected.
    pub fn needs_situation(&self) -> bool {
        self.identified == Some(false) && !self.situation().selected
    }

    /// A search may change whose parameters the service reads and updates. Until it succeeds it is not known whose they
    /// are. It may always begin.
    pub fn search_begins(&mut self) -> Result<(), Reason> {
        self.shared.search_begins();
        self.search_failed();
        Ok(())
    }

    /// A search of this handle did not succeed, wherever it failed.
    pub fn search_failed(&mut self) {
        self.search_failed = true;
        self.read = None;
        self.stage = Stage::ToSearch;
    }

    pub fn searched(&mut self) {
        self.shared.search_succeeds();
        self.seen = self.shared.last_search();
        self.search_failed = false;
        self.unread = true;
        self.stage = Stage::Searched;
    }

    /// Whom another handle has searched for is not whom this one has found.
    pub fn may_read(&self) -> Result<(), Reason> {
        let lost = self.search_failed || (self.unread && self.is_superseded());
        match lost || self.shared.is_unknown() {
            true => Err(Reason::SearchMissing),
            false => Ok(()),
        }
    }

    pub fn patient_read(&mut self, patient: &Patient) {
        self.stage = Stage::PatientRead;
        self.seen = self.shared.last_search();
        self.unread = false;
        let update_pending = patient.update_wanted();
        let before = |known: &KnownPatient| *known.id == *patient.patient_id;
        let at = self.patients.iter().position(before);
        self.read = at.or(Some(self.patients.len()));
        match at.and_then(|at| self.patients.get_mut(at)) {
            Some(known) => {
                known.update_pending = update_pending;
                // An open record may no longer receive documents: the patient may have opposed.
                known.open &= update_pending.is_none();
            }
            None => self.patients.push(KnownPatient {
                id: patient.patient_id.clone(),
                update_pending,
                updated: false,
                open: false,
            }),
        }
    }

    pub fn may_update(&self) -> Result<(), Reason> {
        match self.update_needed() {
            None => Err(Reason::PatientMissing),
            Some(false) => Err(Reason::UpdateNotAsked),
            Some(true) => Ok(()),
        }
    }

    fn last_read(&mut self) -> Option<&mut KnownPatient> {
        self.patients.get_mut(self.read?)
    }

    /// The update that the current patient's parameters asked for was made.
    pub fn patient_updated(&mut self) {
        if let Some(patient) = self.last_read() {
            patient.update_pending = None;
        }
        self.stage = Stage::PatientRead;
    }

    /// A person's word for an update counts once. `used`: an update was made; false where a person is asked. Gives what it
    /// was.
    pub fn word_for_update(&mut self, used: bool) -> bool {
        let patient = self.last_read();
        patient.is_some_and(|patient| std::mem::replace(&mut patient.updated, used))
    }

    /// Until the response is known the record counts as closed.
    pub fn opening_begins(&mut self, patient_id: &str) -> Result<(), Reason> {
        let patient = self.known(patient_id).ok_or(Reason::PatientNotRead)?;
        if let Some(wanted) = patient.update_pending {
            return Err(Reason::UpdatePending(wanted));
        }
        patient.open = false;
        Ok(())
    }

    pub fn opened(&mut self, patient_id: &str) {
        if let Some(patient) = self.known(patient_id) {
            patient.open = true;
        }
        self.stage = Stage::RecordOpen;
    }

    pub fn may_send(&mut self, patient_id: &str) -> Result<(), Reason> {
        match self.known(patient_id) {
            Some(patient) if patient.open => Ok(()),
            _ => Err(Reason::RecordNotOpen),
        }
    }

    pub fn document_sent(&mut self) {
        self.stage = Stage::DocumentSent;
    }

    fn known(&mut self, patient_id: &str) -> Option<&mut KnownPatient> {
        let mut patients = self.patients.iter_mut();
        patients.find(|known| *known.id == patient_id)
    }
}
