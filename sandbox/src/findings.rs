//! What is noted of a request while it is handled: what was checked in it, and to what it belongs.

use crate::bilingual::Bilingual;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One thing that was checked in a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Right, wrong, or neither: a remark.
    pub ok: Option<bool>,
    /// What was found, in words. It may quote what the request holds, unmasked.
    pub text: Bilingual,
    /// Of what is wrong: what was expected, and what came.
    pub mismatch: Option<Mismatch>,
}

/// What was expected of a request, beside what came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    pub expected: Bilingual,
    pub found: Bilingual,
}

/// A part of an upload, as it was received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UploadPart {
    pub name: String,
    pub filename: Option<String>,
    pub content_type: Option<String>,
    pub bytes: u64,
    /// The content of a text, which may be shortened.
    pub value: Option<String>,
}

/// What one request has given so far.
#[derive(Debug, Default)]
pub(crate) struct Noted {
    pub findings: Vec<Finding>,
    /// What kind of remark is among them.
    pub code: Option<&'static str>,
    pub session: Option<String>,
    pub ticket: Option<String>,
    pub card: Option<String>,
    pub parts: Vec<UploadPart>,
    pub bytes: u64,
    /// The body ended before it was whole: its client left, or stopped sending.
    pub broken: bool,
}

/// The notes of one request. They survive a client that leaves in the middle.
#[derive(Debug, Default)]
pub(crate) struct Notes(Mutex<Noted>);

impl Notes {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Noted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

tokio::task_local! {
    static NOTES: Arc<Notes>;
}

/// Handles a request; what is noted meanwhile goes to `notes`.
pub(crate) async fn gather<T>(notes: Arc<Notes>, handling: impl Future<Output = T>) -> T {
    NOTES.scope(notes, handling).await
}

/// Something is as it must be.
macro_rules! right {
    ($($words:tt)*) => { $crate::findings::add(Some(true), words!($($words)*)) };
}

/// Something is allowed and looks like a mistake, or is worth a word.
macro_rules! remark {
    ($($words:tt)*) => { $crate::findings::add(None, words!($($words)*)) };
}

/// How many bytes of the body have come.
pub(crate) fn received() -> u64 {
    NOTES.try_with(|notes| notes.lock().bytes).unwrap_or(0)
}

pub(crate) fn add(ok: Option<bool>, text: Bilingual) {
    let finding = Finding {
        ok,
        text,
        mismatch: None,
    };
    note(|noted| noted.findings.push(finding));
}

/// Outside of a request (the control interface, a websocket that goes on) nothing is noted.
pub(crate) fn note(change: impl FnOnce(&mut Noted)) {
    let _ = NOTES.try_with(|notes| change(&mut notes.lock()));
}
