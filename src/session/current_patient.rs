//! The service keeps one current patient in a session, whichever handle has searched. So the handles with one session
//! share what is here: which search was the last, which call may concern the current patient now, and for whom the service
//! may yet act.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, Thread, ThreadId};
use std::time::Duration;

use crate::address::BaseUrl;
use crate::keyed_digest::{DigestKey, KeyedDigest};
use crate::locking::lock;
use crate::operation::Operation;
use crate::per_process::{PerProcess, token};
use crate::reason::Reason;
use crate::weak_map::WeakMap;

/// The sessions of a process, by a digest of their service's port and of their bearer.
struct Sessions {
    key: DigestKey,
    known: Mutex<WeakMap<KeyedDigest, CurrentPatient>>,
}

static SESSIONS: PerProcess<Sessions> = PerProcess::new(|| Sessions {
    key: DigestKey::new(),
    known: Mutex::default(),
});

/// What is known of step 4.
#[derive(Default)]
pub struct Situation {
    /// A profile and a situation that were sent, and nobody knows how that ended: the service may yet take them.
    unanswered: Vec<(Operation, KeyedDigest)>,
    /// The digest of the last profile; None from before another one is sent until it has succeeded.
    pub profile: Option<KeyedDigest>,
    /// A situation was selected behind it.
    pub selected: bool,
}

#[derive(Default)]
pub struct CurrentPatient {
    /// The number of the last search: odd from before it is sent until it has succeeded.
    search: AtomicU64,
    /// A search was sent and nobody knows how it ended: the service may yet carry it out, and take its patient.
    pub unanswered: AtomicBool,
    pub situation: Mutex<Situation>,
    /// The threads whose calls concern the patient: the first has the patient, the others wait.
    queue: Mutex<VecDeque<Thread>>,
}

impl CurrentPatient {
    /// That of the session with this bearer, which every handle of the process shares that has it, however it writes the
    /// service's host.
    pub fn of(base: &BaseUrl, bearer: &str) -> Result<Arc<CurrentPatient>, Reason> {
        let sessions = SESSIONS.get();
        let key = sessions.key.get().ok_or(Reason::NoMemory)?;
        let digest = key.digest("session", &[&base.port.to_be_bytes(), bearer.as_bytes()]);
        let mut known = lock(&sessions.known);
        if let Some(patient) = known.get(&digest) {
            return Ok(patient);
        }
        let patient = Arc::default();
        known.insert(digest, &patient)?;
        Ok(patient)
    }

    /// Waits until no other call has the patient. An error of `left`, which says how long the caller may still wait, ends
    /// the wait.
    pub fn reserve(
        self: &Arc<Self>,
        left: impl Fn() -> Result<Duration, Reason>,
    ) -> Result<QueuePlace, Reason> {
        let own = thread::current();
        let thread = own.id();
        let mut queue = lock(&self.queue);
        // A callback of the call that has the patient would wait for itself.
        if queue.iter().any(|other| other.id() == thread) {
            return Err(Reason::SessionInUse);
        }
        queue.try_reserve(1)?;
        queue.push_back(own);
        drop(queue);
        let place = QueuePlace {
            patient: Arc::clone(self),
            thread,
            process: token(),
        };
        while !place.is_first() {
            thread::park_timeout(left()?);
        }
        Ok(place)
    }

    /// For the call that has the patient.
    pub fn search_begins(&self) {
        let next = (self.last_search() + 1) | 1;
        self.search.store(next, Ordering::SeqCst);
    }

    pub fn search_succeeds(&self) {
        let next = (self.last_search() + 1) & !1;
        self.search.store(next, Ordering::SeqCst);
    }

    /// Known from now on for as long as the process lives: a host may set the same session once more.
    pub fn search_unanswered(self: &Arc<Self>) {
        if !self.unanswered.swap(true, Ordering::SeqCst) {
            std::mem::forget(Arc::clone(self));
        }
    }

    /// Known for as long, since the service may take it behind another one that it accepts.
    pub fn choice_unanswered(self: &Arc<Self>, operation: Operation, chosen: KeyedDigest) {
        let unanswered = &mut lock(&self.situation).unanswered;
        if !unanswered.contains(&(operation, chosen)) {
            unanswered.push((operation, chosen));
            std::mem::forget(Arc::clone(self));
        }
    }

    /// In a session that was opened just now nobody has searched or chosen anything.
    pub fn opened(&self) {
        self.unanswered.store(false, Ordering::SeqCst);
        *lock(&self.situation) = Situation::default();
    }

    /// Whether the service may yet take another profile, or situation, than this.
    pub fn may_take_other(&self, operation: Operation, chosen: &KeyedDigest) -> bool {
        let situation = lock(&self.situation);
        let mut same = situation
            .unanswered
            .iter()
            .filter(|(of, _)| *of == operation);
        same.any(|(_, other)| other != chosen)
    }

    pub fn last_search(&self) -> u64 {
        self.search.load(Ordering::SeqCst)
    }

    /// Whether nobody knows whose parameters the service would return.
    pub fn is_unknown(&self) -> bool {
        self.last_search() % 2 == 1
    }
}

/// A place in the queue; dropping it lets the next one go on.
pub struct QueuePlace {
    patient: Arc<CurrentPatient>,
    thread: ThreadId,
    process: u32,
}

impl QueuePlace {
    fn is_first(&self) -> bool {
        let queue = lock(&self.patient.queue);
        queue.front().is_some_and(|first| first.id() == self.thread)
    }
}

impl Drop for QueuePlace {
    fn drop(&mut self) {
        // In a child that a callback forked, another thread's lock may be locked for ever.
        if self.process != token() {
            return;
        }
        let mut queue = lock(&self.patient.queue);
        queue.retain(|waiting| waiting.id() != self.thread);
        if let Some(first) = queue.front() {
            first.unpark();
        }
    }
}
