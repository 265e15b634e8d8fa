//! The one error type that every layer returns, and what it states besides the code.

use crate::hex;
use crate::opaque::opaque;
use crate::operation::Operation;
pub use crate::operation::Origin;
use crate::reason::{Choose, Code, Reason};
use crate::wiping::WipingBuffer;
use crate::words::words;

words! {
    pub enum Phase {
        Resolve = "resolve",
        Connect = "connect",
        Tls = "tls",
        Send = "send",
        Wait = "wait",
        Read = "read",
    }
}

words! {
    /// What is known of the effect of a call that changes something at the other side.
    pub enum Outcome {
        Accepted = "accepted",
        NotSent = "not_sent",
        Incomplete = "incomplete",
        Rejected = "rejected",
        Unknown = "unknown",
        AcceptedUnreadable = "accepted_unreadable",
    }
}

impl Outcome {
    /// Whether a person must find out what became of the document.
    pub fn is_doubt(self) -> bool {
        matches!(self, Outcome::Unknown | Outcome::AcceptedUnreadable)
    }
}

/// What a definite answer that a call failed rests on. A page is none, nor is 408 or 5xx; of a login, nor is
/// one that is not whole and readable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definite {
    /// The HTTP status, 3xx or 4xx.
    Status,
    /// The card client's own `status.code`.
    ServiceCode,
}

/// SHA-256 (lower-case hexadecimal) and length of a document, once both are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentDigest {
    pub sha256: String,
    pub bytes: u64,
}

/// What became of the documents of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    pub stored: usize,
    /// Of those stored, the ones that an earlier call has sent.
    pub already: usize,
    pub in_doubt: usize,
    pub missing: usize,
    /// Of those missing, the ones whose turn did not come.
    pub waiting: usize,
}

impl Tally {
    pub fn all(self) -> usize {
        self.stored + self.in_doubt + self.missing
    }

    /// Whether it says more than the sentence about one document, or about the step before all of them.
    pub fn says_more(self) -> bool {
        self.all() > 1 && self.waiting < self.all()
    }
}

/// What few errors state.
#[derive(Default)]
pub struct Details {
    /// The id of the doubt about this document, for `hr_dmp_resend_allow`.
    pub entry: Option<Box<str>>,
    /// The step that failed, of a call that makes several.
    pub step: Option<Operation>,
    /// Of such a call: whether a session is open.
    pub session: Option<bool>,
    /// What a person may choose from, as JSON. It may hold a patient's data.
    pub choices: Option<WipingBuffer>,
    /// What is known of each document, as JSON.
    pub documents: Option<WipingBuffer>,
    pub tally: Option<Tally>,
    /// Of several documents one is held by an earlier doubt, whatever the error is about.
    pub doubt_asked: bool,
}

// Fixed words: the choices may be patients.
opaque!(Details);

/// Everything that the error object of the contract states, and nothing of the request or the response body.
#[derive(Debug, thiserror::Error)]
#[error("{}", .code.name())]
pub struct Error {
    pub code: Code,
    pub reason: Reason,
    pub origin: Origin,
    pub phase: Option<Phase>,
    pub outcome: Option<Outcome>,
    /// None without a definite response.
    pub definite: Option<Definite>,
    pub http_status: Option<u16>,
    pub service_code: Option<Box<str>>,
    pub service_message: Option<Box<str>>,
    pub retry_after_s: Option<u32>,
    pub cause: Option<Code>,
    pub document: Option<Box<DocumentDigest>>,
    /// The journal has no record of how the call ended.
    pub journal_not_completed: bool,
    pub details: Option<Box<Details>>,
}

impl Error {
    /// An error found here, before anything was sent.
    pub fn local(reason: Reason) -> Error {
        Error {
            code: reason.code(),
            reason,
            origin: Origin::Library,
            phase: None,
            outcome: None,
            definite: None,
            http_status: None,
            service_code: None,
            service_message: None,
            retry_after_s: None,
            cause: None,
            document: None,
            journal_not_completed: false,
            details: None,
        }
    }

    /// The same of a call that changes something, where it may be made again.
    pub fn not_sent(reason: Reason) -> Error {
        Error {
            outcome: Some(Outcome::NotSent),
            ..Error::local(reason)
        }
    }

    /// An error of the exchange with `at`.
    pub fn remote(reason: Reason, origin: Origin) -> Error {
        Error {
            origin,
            ..Error::local(reason)
        }
    }

    /// Adds the outcome to an error that no response decided: a refusal before anything was sent, or an end of which this
    /// process knows nothing.
    pub fn completed(mut self, operation: Operation) -> Error {
        if operation.changes() && self.origin == Origin::Library {
            self.outcome.get_or_insert(match self.reason {
                Reason::Panicked | Reason::Forked => Outcome::Unknown,
                _ => Outcome::Rejected,
            });
        }
        self
    }

    pub fn of_step(self, step: Operation) -> Error {
        let mut error = self.completed(step);
        error.details().step = Some(step);
        error
    }

    /// About a doubt, or what holds a PIN back.
    pub fn about(entry: u128, reason: Reason) -> Error {
        let mut error = Error::local(reason);
        error.details().entry = Some(hex::number(entry).into());
        error
    }

    pub fn to_choose(choose: Choose, choices: WipingBuffer) -> Error {
        let mut error = Error::local(Reason::ToChoose(choose));
        error.details().choices = Some(choices);
        error
    }

    /// The id of a doubt, or of what holds a PIN back.
    pub fn entry(&self) -> Option<&str> {
        self.details.as_ref()?.entry.as_deref()
    }

    pub fn step(&self) -> Option<Operation> {
        self.details.as_ref()?.step
    }

    pub fn details(&mut self) -> &mut Details {
        self.details.get_or_insert_default()
    }
}

impl From<Reason> for Error {
    fn from(reason: Reason) -> Error {
        Error::local(reason)
    }
}
