//! Why a document may not be sent again: it was sent, and whether it arrived is not known.
//!
//! Kept in memory, one ledger for the process, under keyed digests: neither a patient's number nor a
//! document's type is in it.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use ring::hmac;
use ring::rand::SystemRandom;

use crate::per_process::PerProcess;

/// Whose document of which type, without its content.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subject([u8; 32]);

#[derive(Default)]
struct Doubt {
    permits: u32,
}

pub struct Ledger {
    key: OnceLock<hmac::Key>,
    /// Subject, length and SHA-256 of the documents whose fate is not known.
    doubts: Mutex<BTreeMap<(Subject, u64, String), Doubt>>,
}

static LEDGER: PerProcess<Ledger> = PerProcess::new(Ledger::new);

/// The ledger of this process.
pub fn ledger() -> &'static Ledger {
    LEDGER.get()
}

impl Ledger {
    fn new() -> Ledger {
        Ledger {
            key: OnceLock::new(),
            doubts: Mutex::default(),
        }
    }

    /// Made when first needed; where the system had no random numbers, the next call asks again.
    fn key(&self) -> Option<&hmac::Key> {
        if self.key.get().is_none() {
            let key = hmac::Key::generate(hmac::HMAC_SHA256, &SystemRandom::new()).ok()?;
            return Some(self.key.get_or_init(|| key));
        }
        self.key.get()
    }

    fn doubts(&self) -> MutexGuard<'_, BTreeMap<(Subject, u64, String), Doubt>> {
        self.doubts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(feature = "fuzzing")]
    pub fn forget(&self) {
        self.doubts().clear();
    }

    /// None when the system has no random numbers to make a key from.
    pub fn subject(&self, patient_id: &str, type_code: &str) -> Option<Subject> {
        let mut context = hmac::Context::with_key(self.key()?);
        for part in [patient_id, type_code] {
            context.update(&(part.len() as u64).to_be_bytes());
            context.update(part.as_bytes());
        }
        context.sign().as_ref().try_into().ok().map(Subject)
    }

    /// Whether a document of this length could be one in doubt, so that its digest must be known first.
    pub fn concerns(&self, subject: &Subject, bytes: u64) -> bool {
        self.doubts()
            .keys()
            .any(|(known, length, _)| known == subject && *length == bytes)
    }

    /// Whether this document may be sent; uses up a permit where one is needed.
    pub fn admit(&self, subject: &Subject, bytes: u64, sha256: &str) -> bool {
        let mut doubts = self.doubts();
        match doubts.get_mut(&(subject.clone(), bytes, sha256.to_owned())) {
            None => true,
            Some(doubt) if doubt.permits > 0 => {
                // One permit is one sending, though the content may be in doubt for several patients.
                let same = doubts
                    .iter_mut()
                    .filter(|((_, _, known), _)| known == sha256);
                same.for_each(|(_, doubt)| doubt.permits = 0);
                true
            }
            Some(_) => false,
        }
    }

    /// Notes that the fate of a document that was sent is not known.
    pub fn doubt(&self, subject: &Subject, bytes: u64, sha256: &str) {
        self.doubts().insert(
            (subject.clone(), bytes, sha256.to_owned()),
            Doubt::default(),
        );
    }

    /// Gives back the permit of a sending that never left.
    pub fn not_sent(&self, subject: &Subject, bytes: u64, sha256: &str) {
        let key = (subject.clone(), bytes, sha256.to_owned());
        if let Some(doubt) = self.doubts().get_mut(&key) {
            doubt.permits = 1;
        }
    }

    /// Notes that the document has arrived.
    pub fn settle(&self, subject: &Subject, bytes: u64, sha256: &str) {
        self.doubts()
            .remove(&(subject.clone(), bytes, sha256.to_owned()));
    }

    /// A person decides: lets documents of this content be sent once more. False when none is in doubt.
    pub fn allow(&self, sha256: &str) -> bool {
        let mut any = false;
        for ((_, _, known), doubt) in self.doubts().iter_mut() {
            if known.eq_ignore_ascii_case(sha256) {
                doubt.permits = 1;
                any = true;
            }
        }
        any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_in_doubt_needs_a_permit_for_each_sending() {
        let ledger = Ledger::new();
        let subject = ledger.subject("255081416802538", "11503-0").unwrap();
        assert!(ledger.admit(&subject, 3, "aa") && !ledger.concerns(&subject, 3));
        ledger.doubt(&subject, 3, "aa");
        assert!(ledger.concerns(&subject, 3) && !ledger.concerns(&subject, 4));
        assert!(!ledger.admit(&subject, 3, "aa") && ledger.admit(&subject, 3, "bb"));
        let other = ledger.subject("255081416802538", "other").unwrap();
        assert!(
            ledger.admit(&other, 3, "aa"),
            "another type is another document"
        );

        assert!(ledger.allow("AA") && !ledger.allow("cc"));
        assert!(ledger.admit(&subject, 3, "aa") && !ledger.admit(&subject, 3, "aa"));
        ledger.allow("aa");
        ledger.doubt(&subject, 3, "aa");
        assert!(
            !ledger.admit(&subject, 3, "aa"),
            "a new doubt takes the permit back"
        );
        ledger.settle(&subject, 3, "aa");
        assert!(ledger.admit(&subject, 3, "aa"));
    }

    #[test]
    fn subjects_do_not_run_together() {
        let ledger = Ledger::new();
        assert!(ledger.subject("1", "23") != ledger.subject("12", "3"));
    }
}
