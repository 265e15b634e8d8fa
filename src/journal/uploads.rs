//! Uploads: begun, ended, permitted, found.

use std::cell::Cell;

use super::index::{Judgement, Meant};
use super::record::{JournalRecord, UploadBegin, UploadEnd};
use super::{Journal, Wait, digests, hex, time};
use crate::error::Outcome;
use crate::keyed_digest::KeyedDigest;
use crate::reason::{JournalRefusal, Reason};
use crate::system::processes;

/// What is sent to whose record.
#[derive(Clone, Copy)]
pub struct JournalDocument<'a> {
    /// As 64 lower-case hexadecimal digits.
    pub sha256: &'a str,
    pub patient_id: &'a str,
    pub type_code: &'a str,
    pub bytes: u64,
    /// Whatever the host calls it.
    pub reference: Option<&'a str>,
    /// Not to be sent where it was accepted before.
    pub once: bool,
}

/// Why the file does not admit an upload.
pub enum Refused {
    /// Nobody knows whether the document of this upload arrived.
    Doubt(u128),
    InUse,
    /// It was accepted before.
    Accepted,
}

/// How an upload went.
pub struct Ended<'a> {
    pub outcome: Outcome,
    /// The name of an error's code.
    pub code: Option<&'a str>,
    pub status: Option<u16>,
}

/// What a person decided about a doubt.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// To send the document once more.
    Permit,
    /// That it arrived.
    Found,
}

/// A SHA-256 as it is written.
fn sha256(text: &str) -> Option<KeyedDigest> {
    hex::to_digest(text)
}

impl Journal {
    /// How long the file is now: for [`Journal::begin_upload`], before a document is read.
    pub fn length(&self, wait: &Wait<'_>) -> Result<u64, Reason> {
        self.look(wait, |_, file| file.length())
    }

    /// Records that an upload begins, unless the file or `admit` refuses it. `admit` may ask which uploads the file
    /// knows, and whether they are open. `since`: what was accepted after the file had this length is the document of
    /// another upload at the same time.
    pub fn begin_upload<E: From<Refused>>(
        &self,
        wait: &Wait<'_>,
        entry: u128,
        document: &JournalDocument<'_>,
        since: u64,
        admit: impl FnOnce(&dyn Fn(u128) -> Option<bool>) -> Result<(), E>,
    ) -> Result<Result<(), E>, Reason> {
        let own = processes::own();
        let content = sha256(document.sha256).ok_or(Reason::NoMemory)?;
        let digest = digests::document(&content, document.patient_id, document.type_code);
        let digest = digest.ok_or(Reason::NoMemory)?;
        let reference = document.reference.map(quoted).transpose()?;
        let pushed = Cell::new(false);
        let begun = self.transaction(wait, |transaction| {
            let index = &transaction.contents.index;
            let short = hex::short(&digest);
            if document.once && index.was_accepted(short) {
                return Ok(Err(Refused::Accepted.into()));
            }
            if index.accepted_since(short, since) {
                return Ok(Err(Refused::InUse.into()));
            }
            let permit = match index.judge(short) {
                Judgement::Free(permit) => permit,
                Judgement::Doubt(doubt) => return Ok(Err(Refused::Doubt(doubt).into())),
                Judgement::InUse => return Ok(Err(Refused::InUse.into())),
            };
            if index.is_full() {
                return Err(JournalRefusal::Full.into());
            }
            if let Err(refused) = admit(&|entry| index.is_open(entry)) {
                return Ok(Err(refused));
            }
            transaction.push(&JournalRecord::Upload(UploadBegin {
                entry,
                time: time::now(),
                content: digests::content(&content),
                document: digest,
                bytes: document.bytes,
                reference: reference.as_deref(),
                permit,
                process: (own.number, &own.start),
            }))?;
            pushed.set(true);
            Ok(Ok(()))
        });
        if begun.is_err() && pushed.get() {
            // It may stand in the file nevertheless.
            let ended = Ended {
                outcome: Outcome::NotSent,
                code: None,
                status: None,
            };
            self.postpone(&end_of(entry, &ended));
        }
        begun
    }

    /// Records how an upload ended. False where it could not be written: other processes see a doubt, or an upload in
    /// use while this process runs.
    pub fn end_upload(&self, entry: u128, ended: &Ended<'_>) -> bool {
        self.complete(&end_of(entry, ended))
    }

    /// Records what a person decided about the doubt with this entry, or with this SHA-256. Returns what the file knew
    /// of it before.
    pub fn decide(
        &self,
        wait: &Wait<'_>,
        doubt: &str,
        decision: Decision,
    ) -> Result<Meant, Reason> {
        self.transaction(wait, |transaction| {
            let index = &transaction.contents.index;
            let meant = match (hex::to_number(doubt), sha256(doubt)) {
                (Some(entry), _) => index.meant_by_entry(entry),
                (None, Some(content)) => {
                    index.meant_by_content(hex::short(&digests::content(&content)))
                }
                (None, None) => Meant::Nothing,
            };
            if let Meant::Doubt(entry) = meant {
                transaction.push(&match decision {
                    Decision::Permit => JournalRecord::Permit { entry },
                    Decision::Found => JournalRecord::Found { entry },
                })?;
            }
            Ok(meant)
        })
    }
}

fn end_of<'a>(entry: u128, ended: &Ended<'a>) -> JournalRecord<'a> {
    JournalRecord::UploadEnd(UploadEnd {
        entry,
        time: time::now(),
        outcome: ended.outcome,
        code: ended.code,
        status: ended.status,
    })
}

/// A text as a JSON string.
pub fn quoted(text: &str) -> Result<String, Reason> {
    serde_json::to_string(text).map_err(|_| Reason::NoMemory)
}
