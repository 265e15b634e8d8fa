//! Why a call failed, and the code of each reason.
//!
//! A reason holds only names from this library's own vocabulary (arguments, keys, fields, operations), so no text
//! made from it can carry a secret or a patient's data.

mod expected;
mod journal;

use std::collections::TryReserveError;
use std::io;

use crate::code::Code;
use crate::json::JsonError;
use crate::operation::Operation;
pub use expected::Expected;

pub use journal::JournalRefusal;

/// Why a call failed, finer than its code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{self:?}")]
pub enum Reason {
    /// A pointer that may not be NULL is NULL.
    NullArgument(&'static str),
    NotUtf8(&'static str),
    EmptyArgument(&'static str),
    /// The argument must be a JSON text of the named kind.
    NotJson(&'static str),
    NegativeLength(&'static str),
    /// The value cannot be one segment of a path: `.`, `..`, or too long.
    BadSegment(&'static str),
    TooLong(&'static str),
    /// A member of a JSON argument: `argument.member`, or the argument alone where the member does not look like one.
    BadMember(String),
    /// A member of a JSON argument that the call cannot do without.
    MissingMember(String),
    /// The value cannot be put into an HTTP header.
    BadCredential(&'static str),
    BadFilename,
    BadMethod,
    BadPath,
    BadEntry,
    BadServiceUrlArgument,
    BadLevel,
    CardNotListed,
    NothingToAllow(&'static str),
    /// A later doubt has replaced the one that is meant.
    DoubtReplaced,
    /// A person must choose before the call can go on.
    ToChoose(Choose),
    /// No card that was asked for is in the reader.
    NoCard,
    /// The service answered for another patient than the host's.
    OtherPatient,

    UnknownHandle,
    /// A callback forked this process off the one that makes the call.
    Forked,
    Busy,
    /// Another call of the same session has the current patient.
    SessionInUse,
    /// This operation must be called first.
    Missing(Operation),
    UpdateNotAsked,
    UpdatePending,
    /// This login has not read the parameters of this patient.
    PatientNotRead,
    RecordNotOpen,

    ConfigNotJson,
    /// None where the key does not look like one: it may be a secret in the wrong place.
    ConfigUnknownKey(Option<String>),
    ConfigTwice(Option<String>),
    /// The value of the named key is not what it must be.
    ConfigValue(String, Expected),
    ConfigNeeded(&'static str),
    LocalNameNotLoopback,
    /// The card client's address leads to a process of another session, or of another user.
    CardClientOtherSession,
    CardClientService,
    CardClientHttpSys,
    CardClientUnknown,

    FileMissing,
    FileUnreadable,
    FileNotRegular,
    FileChanged,
    /// Another program holds it.
    FileBusy,
    /// Reading a document took the time of the call.
    DocumentSlow,

    NoMemory,
    NoHandleLeft,
    /// So many uploads are unknown that no new one may become one.
    TooManyUnknownUploads,

    PinKnownWrong,
    PinNeedsReady,
    PinInUse,

    /// The file of the key `journal` cannot be used.
    Journal(JournalRefusal),

    CancelledByHost,
    CancelledByProgress,

    CardClientAbsent,
    NameNotFound,
    NotReachable,
    TimedOut,
    TlsCertificate,
    TlsFailed,
    NoTrustStore,
    ProxyFailed,
    /// The environment or the system names a proxy that is not an http proxy.
    ProxyUnusable,
    /// 407: the proxy accepts no request without credentials, or not with these.
    ProxyLogin,
    Interrupted,
    InDoubt,

    NotHttp,
    ReplyNotJson,
    ReplyNotUtf8,
    ReplyNested,
    ReplyPage,
    ReplyCompressed,
    ReplyTooLarge,
    ReplyCut,
    ReplyStatus,
    /// A field that the operation cannot do without is absent from the reply.
    ReplyMissing(&'static str),
    /// A field of the reply is not of the type, or not of the form, that it must have.
    ReplyField(&'static str),
    /// `patients_pointer` leads to no list of patients.
    NoPatientList,

    Refused,
    /// 404, 405 or 501 to a request whose form a configuration key decides.
    WrongForm(&'static str),
    Unauthorized,
    NotFound,
    /// The list of patients is empty.
    NobodyFound,
    Conflict,
    ResendRefused,
    /// The same document is being sent by another call.
    DocumentInUse,
    RateLimited,
    ServerFailed,
    CardStatus,
    /// As `CardStatus`, with a code that the configuration knows.
    PinRefused,
    CardLocked,
    CardAbsent,
    Redirected,

    Panicked,
}

impl From<TryReserveError> for Reason {
    fn from(_: TryReserveError) -> Reason {
        Reason::NoMemory
    }
}

impl Reason {
    /// The reason for what is wrong with a JSON text, unless the text may be right: there is no memory to read it.
    pub fn of(error: JsonError, otherwise: Reason) -> Reason {
        match error {
            JsonError::NoMemory => Reason::NoMemory,
            _ => otherwise,
        }
    }

    /// What an operation was made to fail with.
    pub fn within(error: &io::Error) -> Option<&Reason> {
        error.get_ref()?.downcast_ref()
    }

    /// Why a document cannot be read.
    pub fn of_reading(error: &io::Error) -> Reason {
        match (Reason::within(error), error.kind()) {
            (Some(reason), _) => reason.clone(),
            (None, io::ErrorKind::UnexpectedEof) => Reason::FileChanged,
            (None, _) => Reason::FileUnreadable,
        }
    }

    /// What the error object says as `reason`, for programs to act on.
    pub fn word(&self) -> Option<&'static str> {
        match self {
            Reason::SessionInUse => Some("session_in_use"),
            Reason::PinInUse => Some("pin_in_use"),
            Reason::PinNeedsReady => Some("ready_needed"),
            Reason::PinKnownWrong => Some("pin_held"),
            Reason::PinRefused => Some("pin_refused"),
            Reason::CardLocked => Some("card_locked"),
            Reason::CardAbsent => Some("card_absent"),
            Reason::CardClientOtherSession => Some("card_client_other_session"),
            Reason::CardClientService => Some("card_client_service"),
            Reason::CardClientHttpSys => Some("card_client_http_sys"),
            Reason::CardClientUnknown => Some("card_client_unknown"),
            Reason::DocumentInUse => Some("document_in_use"),
            Reason::FileBusy => Some("file_locked"),
            Reason::Journal(refusal) => Some(refusal.word()),
            _ => None,
        }
    }

    /// What a person must choose before the call can go on.
    pub fn to_choose(&self) -> Option<Choose> {
        match self {
            Reason::ToChoose(choose) => Some(*choose),
            _ => None,
        }
    }

    /// The code of the contract. There is no wildcard arm: a new reason does not compile without one.
    pub fn code(&self) -> Code {
        use Reason::*;
        match self {
            NullArgument(_)
            | NotUtf8(_)
            | EmptyArgument(_)
            | NotJson(_)
            | NegativeLength(_)
            | BadSegment(_)
            | TooLong(_)
            | BadMember(_)
            | MissingMember(_)
            | BadCredential(_)
            | BadFilename
            | BadMethod
            | BadPath
            | BadEntry
            | BadServiceUrlArgument
            | BadLevel
            | CardNotListed
            | NothingToAllow(_)
            | DoubtReplaced => Code::Argument,
            ToChoose(_) => Code::Choice,
            NoCard => Code::NoCard,
            OtherPatient => Code::OtherPatient,
            UnknownHandle | Forked => Code::Handle,
            Busy | SessionInUse => Code::Busy,
            Missing(_) | UpdateNotAsked | UpdatePending | PatientNotRead | RecordNotOpen => {
                Code::State
            }
            ConfigNotJson
            | ConfigUnknownKey(_)
            | ConfigTwice(_)
            | ConfigValue(..)
            | ConfigNeeded(_)
            | LocalNameNotLoopback
            | CardClientOtherSession
            | CardClientService
            | CardClientHttpSys
            | CardClientUnknown => Code::Config,
            FileMissing | FileUnreadable | FileNotRegular | FileChanged | FileBusy => Code::File,
            NoMemory | NoHandleLeft | TooManyUnknownUploads => Code::TooLarge,
            PinKnownWrong | PinNeedsReady | PinInUse => Code::PinGuard,
            Journal(_) => Code::Journal,
            CancelledByHost | CancelledByProgress => Code::Cancelled,
            CardClientAbsent => Code::CardClientAbsent,
            NameNotFound | NotReachable => Code::Connect,
            TimedOut | DocumentSlow => Code::Timeout,
            TlsCertificate | TlsFailed | NoTrustStore => Code::Tls,
            ProxyFailed | ProxyUnusable | ProxyLogin => Code::Proxy,
            Interrupted => Code::Interrupted,
            InDoubt => Code::InDoubt,
            NotHttp | ReplyNotJson | ReplyNotUtf8 | ReplyNested | ReplyPage | ReplyCompressed
            | ReplyTooLarge | ReplyCut | ReplyStatus | ReplyMissing(_) | ReplyField(_)
            | NoPatientList => Code::Reply,
            Refused => Code::Refused,
            // The status decides between 404, 405 and 501; see `client::outcome`.
            WrongForm(_) => Code::Refused,
            Unauthorized => Code::Unauthorized,
            NotFound | NobodyFound => Code::NotFound,
            Conflict | ResendRefused | DocumentInUse => Code::Conflict,
            RateLimited => Code::RateLimited,
            ServerFailed => Code::Server,
            CardStatus | PinRefused | CardLocked | CardAbsent => Code::CardStatus,
            Redirected => Code::Redirect,
            Panicked => Code::Panic,
        }
    }
}

impl From<Reason> for io::Error {
    fn from(reason: Reason) -> io::Error {
        io::Error::other(reason)
    }
}

/// What a person must choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choose {
    Card,
    Situation,
    Patient,
    /// Whether the patient's parameters are to be updated.
    Update,
}

impl Choose {
    pub fn word(self) -> &'static str {
        match self {
            Choose::Card => "card",
            Choose::Situation => "situation",
            Choose::Patient => "patient",
            Choose::Update => "update",
        }
    }
}
