//! The guard with a journal: what others began, and what this process began before it was started again, is judged by
//! the file.

use super::{Id, InFlightUpload, PermitRefusal, ResendGuard, SendRefusal, hexadecimal};
use crate::error::{Error, Outcome};
use crate::journal::{Decision, Ended, Journal, JournalDocument, Meant, Refused, Wait};
use crate::per_process::token;
use crate::reason::Reason;

/// An upload's record in the file.
pub struct Journaled<'a> {
    pub journal: &'a Journal,
    /// How long the file was when the call began.
    pub since: u64,
    /// The begin is in the file.
    pub begun: bool,
}

impl From<Refused> for SendRefusal {
    fn from(refused: Refused) -> SendRefusal {
        match refused {
            Refused::Doubt(entry) => SendRefusal::Unknown(hexadecimal(&entry.to_be_bytes())),
            Refused::InUse => SendRefusal::InUse,
            Refused::Accepted => SendRefusal::Accepted,
        }
    }
}

impl<'a> InFlightUpload<'a> {
    /// Makes the file judge this upload as well. Before its document is read.
    pub fn use_journal(&mut self, journal: &'a Journal, wait: &Wait<'_>) -> Result<(), Reason> {
        let since = journal.length(wait)?;
        self.journaled = Some(Journaled {
            journal,
            since,
            begun: false,
        });
        Ok(())
    }

    /// Admits this content as [`InFlightUpload::admit`] does, where the file admits it too, and records that the upload
    /// begins.
    pub fn admit_and_record(
        &mut self,
        sha256: &str,
        bytes: u64,
        reference: Option<&str>,
        wait: &Wait<'_>,
    ) -> Result<Result<(), SendRefusal>, Reason> {
        let Some(Journaled { journal, since, .. }) = self.journaled else {
            return Ok(self.admit(sha256));
        };
        let document = JournalDocument {
            sha256,
            patient_id: self.patient_id,
            type_code: self.type_code,
            bytes,
            reference,
            once: self.once,
        };
        let entry = u128::from_be_bytes(self.id);
        let begun = journal.begin_upload(wait, entry, &document, since, |is_open| {
            self.admit_by(sha256, is_open)
        });
        match &begun {
            Ok(Ok(())) => {
                if let Some(journaled) = &mut self.journaled {
                    journaled.begun = true;
                }
            }
            // Nothing is sent.
            _ => drop(self.record(Outcome::NotSent)),
        }
        begun
    }

    /// Records the outcome here and in the file. Returns the id of the upload where it is unknown, and whether the file
    /// has its end.
    pub fn end(mut self, outcome: Outcome, error: Option<&Error>) -> (Option<String>, bool) {
        let recorded = self.record_end(outcome, error);
        (self.record(outcome), recorded)
    }

    /// True where there is nothing to record.
    pub(super) fn record_end(&mut self, outcome: Outcome, error: Option<&Error>) -> bool {
        let begun = |journaled: &Journaled<'_>| journaled.begun && self.process == token();
        let Some(journaled) = self.journaled.take().filter(begun) else {
            return true;
        };
        let uncertain = matches!(outcome, Outcome::Unknown | Outcome::AcceptedUnreadable);
        let outcome = match uncertain && !self.released {
            true => Outcome::Incomplete,
            false => outcome,
        };
        let entry = u128::from_be_bytes(self.id);
        journaled.journal.end_upload(
            entry,
            &Ended {
                outcome,
                code: error.map(|error| error.code.name()),
                status: error.and_then(|error| error.http_status),
            },
        )
    }
}

impl ResendGuard {
    /// A person decides about a doubt, be it this process' or another's.
    pub fn decide(
        &self,
        entry: &str,
        decision: Decision,
        journal: Option<(&Journal, &Wait<'_>)>,
    ) -> Result<Result<(), PermitRefusal>, Reason> {
        let here = |entry: &str| match decision {
            Decision::Permit => self.allow(entry),
            Decision::Found => self.found(entry),
        };
        let Some((journal, wait)) = journal else {
            return Ok(here(entry));
        };
        let entry = entry.to_ascii_lowercase();
        let of = |doubt: u128| hexadecimal(&Id::from(doubt.to_be_bytes()));
        // The file first: where it cannot be written nothing is decided here either.
        Ok(match journal.decide(wait, &entry, decision)? {
            // The file has it, so that it does not matter whether this process knows it.
            Meant::Doubt(doubt) => {
                let _ = here(&of(doubt));
                Ok(())
            }
            Meant::Settled(doubt) => {
                let _ = self.found(&of(doubt));
                Err(PermitRefusal::Nothing)
            }
            Meant::Several => Err(PermitRefusal::Several),
            Meant::InUse => Err(PermitRefusal::Nothing),
            Meant::Nothing => here(&entry),
        })
    }
}
