//! What a run must not show, by value: the bearers it has issued or accepted, and the identifiers of its patients.

use super::nir;
use std::collections::{BTreeSet, HashSet, VecDeque};
use std::fmt;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The newest session bearers, live or not; as many as there are requests in the log.
const SESSIONS: usize = 100_000;

/// A shorter license bearer or identifier may be a word of any sentence.
const SHORTEST: usize = 8;

/// Of a bearer that was cut, so much is enough to be recognised.
const CUT: usize = 16;

/// The values of a run, those of earlier scenarios too.
#[derive(Default)]
pub(crate) struct Known(RwLock<Values>);

#[derive(Default)]
struct Values {
    licenses: Vec<String>,
    /// In lower case, hexadecimal.
    sessions: BTreeSet<String>,
    order: VecDeque<String>,
    patients: HashSet<String>,
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Known").finish_non_exhaustive()
    }
}

impl Known {
    pub(crate) fn license(&self, bearer: &str) {
        let licenses = &mut self.write().licenses;
        if bearer.len() >= SHORTEST && !licenses.iter().any(|known| known == bearer) {
            licenses.push(bearer.into());
        }
    }

    /// A bearer in hexadecimal, as every login gives one.
    pub(crate) fn session(&self, bearer: &str) {
        let mut values = self.write();
        if values.order.len() == SESSIONS
            && let Some(oldest) = values.order.pop_front()
        {
            values.sessions.remove(&oldest);
        }
        values.sessions.insert(bearer.into());
        values.order.push_back(bearer.into());
    }

    pub(crate) fn patient(&self, patient_id: &str) {
        if patient_id.len() >= SHORTEST {
            self.write().patients.insert(patient_id.into());
        }
    }

    /// Whether a login of the run has given this bearer.
    pub(crate) fn was_session(&self, bearer: &str) -> bool {
        self.read().sessions.contains(bearer)
    }

    /// Whether a word holds such a bearer, or the start of one.
    pub(super) fn is_session(&self, word: &str) -> bool {
        if word.len() < CUT {
            return false;
        }
        let (values, word) = (self.read(), word.to_ascii_lowercase());
        let begins = |from: &str| {
            let start = &from[..CUT];
            let next = values.sessions.range(start.to_owned()..).next();
            next.is_some_and(|bearer| bearer.starts_with(start))
        };
        (0..=word.len() - CUT).any(|at| begins(&word[at..]))
    }

    pub(super) fn without_licenses(&self, text: &str, mask: &str) -> String {
        let licenses = &self.read().licenses;
        let mut text = text.to_owned();
        for bearer in licenses.iter().filter(|it| it.is_ascii()) {
            text = text.replace(bearer, mask);
            // What is quoted of a long text is cut.
            let start = &bearer[..bearer.len() / 2];
            text = text.replace(&format!("{start}…"), mask);
        }
        text
    }

    pub(super) fn without_patients(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for id in &self.read().patients {
            if text.contains(id) {
                text = text.replace(id, &nir::shortened(id));
            }
        }
        text
    }

    fn read(&self) -> RwLockReadGuard<'_, Values> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Values> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}
