//! A document is sent, if nothing is known against it.

use rustc_hash::FxHashSet;

use super::digests;
use super::documents::{Meant, SendRefusal};
use super::event::{Event, UploadBegin, UploadEnd, Why};
use super::event_log::{JournalLog, decide_in, end_in};
use super::memory::memory;
use super::recent::Moment;
use crate::error::{Error, Outcome};
use crate::hex;
use crate::journal::{Lock, Wait};
use crate::keyed_digest::{KeyedDigest, random};
use crate::per_process::token;
use crate::reason::Reason;

#[derive(Clone, Copy)]
pub struct Document<'a> {
    /// Host and port of the license server: a test service and a real one do not answer for each other.
    pub service: &'a str,
    pub patient_id: &'a str,
    pub type_code: &'a str,
    pub bytes: u64,
    /// Whatever the host calls it.
    pub reference: Option<&'a str>,
    /// Those that are not to be sent where they were accepted before; None: it is one.
    pub once: Option<&'a SentAgain>,
}

/// Documents that were sent although they had been accepted before.
pub type SentAgain = FxHashSet<KeyedDigest>;

struct Admitted {
    document: KeyedDigest,
    content: KeyedDigest,
    /// The doubt whose permit it uses.
    permit_of: Option<u128>,
    /// Others see the upload in flight until it is dropped.
    _lock: Option<Lock>,
}

/// One upload of a document, from before its first byte to its end. Dropped without an outcome, as after a panic, it counts
/// as unknown.
pub struct Sending<'a> {
    journal: Option<&'a JournalLog>,
    process: u32,
    document: Document<'a>,
    /// Before it is read.
    since: Moment,
    entry: u128,
    /// Of the document, once its content is known.
    pub digest: Option<KeyedDigest>,
    admitted: Option<Admitted>,
    released: bool,
}

/// The entry of the doubt that there is now, and whether a journal has the end.
pub type KeptEnd = (Option<String>, bool);

/// A random number.
pub fn new_entry() -> Result<u128, Reason> {
    let entry = random().ok_or(Reason::NoMemory)?;
    Ok(u128::from_be_bytes(entry))
}

impl<'a> Sending<'a> {
    /// Begins an upload, before its document is read.
    pub fn begin(
        journal: Option<&'a JournalLog>,
        document: Document<'a>,
        wait: &Wait<'_>,
    ) -> Result<Sending<'a>, Reason> {
        Ok(Sending {
            since: match journal {
                Some(journal) => {
                    journal.look(wait, |recorded, _, _| Ok(recorded.known.latest()))?
                }
                None => memory().remembered().known.latest(),
            },
            journal,
            process: token(),
            document,
            entry: new_entry()?,
            digest: None,
            admitted: None,
            released: false,
        })
    }

    fn shape(&self) -> Result<KeyedDigest, Reason> {
        let sent = &self.document;
        let parts = [
            sent.service.as_bytes(),
            sent.patient_id.as_bytes(),
            sent.type_code.as_bytes(),
            &sent.bytes.to_be_bytes(),
        ];
        Ok(memory().key()?.digest("shape", &parts))
    }

    /// Whether the content must be known before the first byte leaves: always with a journal; without one, where something
    /// is known that may be this document.
    pub fn must_be_compared(&self) -> Result<bool, Reason> {
        if self.journal.is_some() {
            return Ok(true);
        }
        let once = self.document.once.is_none_or(|once| !once.is_empty());
        Ok(memory().remembered().may_know(&self.shape()?, once))
    }

    /// Whether the content was admitted.
    pub fn is_admitted(&self) -> bool {
        self.admitted.is_some()
    }

    /// Admits this content, unless it is in doubt or in flight, and keeps that its upload begins; uses up a permit where one
    /// is needed. No other upload may send it until this one has ended.
    pub fn admit(
        &mut self,
        sha256: &str,
        wait: &Wait<'_>,
    ) -> Result<Result<(), SendRefusal>, Reason> {
        let sent = &self.document;
        let sha256 = hex::to_digest(sha256).ok_or(Reason::NoMemory)?;
        let document = digests::document(&sha256, sent.service, sent.patient_id, sent.type_code);
        let document = document.ok_or(Reason::NoMemory)?;
        self.digest = Some(document);
        let once = sent.once.is_none_or(|once| once.contains(&document));
        let content = digests::content(&sha256);
        let reference = sent.reference.map(quoted).transpose()?;
        if self.journal.is_none() {
            memory().remembered().note(self.shape()?)?;
        }
        let (judged, lock) = decide_in(self.journal, wait, |known, runs| {
            let (documents, bounds) = (&known.documents, known.bounds);
            let permit_of = match documents.judge(&document, once, self.since, runs, bounds) {
                Ok(permit_of) => permit_of,
                Err(refusal) => return Ok((Err(refusal), None)),
            };
            let event = Event::Upload(UploadBegin {
                entry: self.entry,
                document,
                permit_of,
                content,
                bytes: sent.bytes,
                reference: reference.as_deref(),
            });
            Ok((Ok(permit_of), Some(event)))
        })?;
        Ok(judged.map(|permit_of| {
            self.admitted = Some(Admitted {
                document,
                content,
                permit_of,
                _lock: lock,
            });
        }))
    }

    /// The last bytes leave: from here on all of it may arrive.
    pub fn release(&mut self) {
        self.released = true;
    }

    /// Keeps the outcome.
    pub fn end(mut self, outcome: Outcome, error: Option<&Error>, wait: &Wait<'_>) -> KeptEnd {
        self.finish(outcome, error, wait)
    }

    fn finish(&mut self, outcome: Outcome, error: Option<&Error>, wait: &Wait<'_>) -> KeptEnd {
        // In a child forked meanwhile the upload is not the child's: the parent goes on.
        let admitted = self.admitted.take().filter(|_| self.process == token());
        let Some(admitted) = admitted else {
            return (None, true);
        };
        let unknown = outcome.is_doubt();
        let event = Event::UploadEnd(UploadEnd {
            entry: self.entry,
            document: admitted.document,
            content: admitted.content,
            outcome: match unknown && !self.released {
                true => Outcome::Incomplete,
                false => outcome,
            },
            why: Why::of(error),
        });
        let recorded = end_in(self.journal, &event, &wait.for_an_end());
        let doubt = match unknown && self.released {
            true => Some(self.entry),
            // The one that it was sent again for stays, and its permit is used up.
            false => admitted.permit_of.filter(|_| outcome == Outcome::Rejected),
        };
        (doubt.map(hex::number), recorded)
    }
}

impl Drop for Sending<'_> {
    fn drop(&mut self) {
        self.finish(Outcome::Unknown, None, &Wait::briefly());
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// To send the document once more.
    Permit,
    /// That it arrived.
    Found,
}

/// A person decides about a doubt. Returns what the entry was before; only a doubt is decided about.
pub fn decide(
    journal: Option<&JournalLog>,
    entry: u128,
    decision: Decision,
    wait: &Wait<'_>,
) -> Result<Meant, Reason> {
    let (meant, _) = decide_in(journal, wait, |known, runs| {
        let meant = known.documents.meaning(entry, runs);
        let event = match decision {
            Decision::Permit => Event::SendPermit(entry),
            Decision::Found => Event::Found(entry),
        };
        Ok((meant, (meant == Meant::Doubt).then_some(event)))
    })?;
    Ok(meant)
}

/// A text as a JSON string.
pub fn quoted(text: &str) -> Result<String, Reason> {
    serde_json::to_string(text).map_err(|_| Reason::NoMemory)
}
