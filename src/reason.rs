//! The codes of the contract, and why a call failed: the reasons of each code.
//!
//! A reason holds only names from this library's own vocabulary (arguments, keys, fields, operations), and of a
//! server's certificate who issued it, so no text made from it can carry a secret or a patient's data.

use std::collections::TryReserveError;
use std::ffi::CStr;
use std::io;

use crate::code::*;
use crate::json::JsonError;

macro_rules! reasons {
    ($($code:ident = $number:ident {
        $($(#[$comment:meta])* $reason:ident $(($($held:ty),+))? $(= $word:literal)?,)+
    })+) => {
        /// One of the negative codes of the contract.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(i32)]
        pub enum Code {
            $($code = $number),+
        }

        impl Code {
            pub const ALL: &'static [Code] = &[$(Code::$code),+];

            /// The name of the constant in the C header.
            pub const fn c_name(self) -> &'static CStr {
                match self {
                    $(Code::$code => c_text(concat!(stringify!($number), "\0"))),+
                }
            }

            pub fn name(self) -> &'static str {
                self.c_name().to_str().unwrap_or_default()
            }
        }

        /// Why a call failed, finer than its code.
        #[derive(Clone, PartialEq, Eq, thiserror::Error)]
        #[cfg_attr(test, derive(Debug))]
        #[error("Reason")]
        pub enum Reason {
            $($($(#[$comment])* $reason $(($($held),+))?,)+)+
        }

        impl Reason {
            #[cfg(test)]
            pub const NAMES: &[&str] = &[$($(stringify!($reason)),+),+];

            #[cfg(test)]
            pub const WORDS: &[&str] = &[$($($($word,)?)+)+];

            pub fn code(&self) -> Code {
                match self {
                    $($(Reason::$reason { .. })|+ => Code::$code,)+
                }
            }

            /// What the error object says as `reason`, for programs to act on.
            pub fn word(&self) -> Option<&'static str> {
                match self {
                    $($($(Reason::$reason { .. } => Some($word),)?)+)+
                    _ => None,
                }
            }
        }
    };
}

// Their names would take three kilobytes of the library, where nobody reads them.
#[cfg(not(test))]
crate::opaque::opaque!(Reason);

// For each code of the contract its constant, its reasons, and the words of those that have one.
reasons! {
    Argument = HR_E_ARGUMENT {
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
    }
    Handle = HR_E_HANDLE {
        UnknownHandle,
        /// A callback forked this process off the one that makes the call.
        Forked,
    }
    Busy = HR_E_BUSY {
        Busy,
        /// Another call of the same session has the current patient.
        SessionInUse = "session_in_use",
    }
    State = HR_E_STATE {
        // What must be called first.
        TicketMissing,
        ReadyMissing,
        LoginMissing,
        SearchMissing,
        PatientMissing,
        UpdateNotAsked,
        /// What of the patient's parameters is still to be updated.
        UpdatePending(Choose),
        /// This login has not read the parameters of this patient.
        PatientNotRead,
        RecordNotOpen,
    }
    Config = HR_E_CONFIG {
        ConfigNotJson,
        /// None where the key does not look like one: it may be a secret in the wrong place.
        ConfigUnknownKey(Option<String>),
        ConfigTwice(Option<String>),
        /// The value of the named key is not what it must be.
        ConfigValue(String, Expected),
        ConfigNeeded(&'static str),
        LocalNameNotLoopback,
        /// The card client's address leads to a process of another session, or of another user.
        CardClientOtherSession = "card_client_other_session",
        CardClientService = "card_client_service",
        CardClientHttpSys = "card_client_http_sys",
        CardClientUnknown = "card_client_unknown",
    }
    File = HR_E_FILE {
        FileMissing,
        FileUnreadable,
        FileNotRegular,
        FileChanged,
        /// Another program holds it.
        FileBusy = "file_locked",
    }
    TooLarge = HR_E_TOO_LARGE {
        NoMemory,
        NoHandleLeft,
        /// So many uploads are unknown that no new one may become one.
        TooManyUnknownUploads,
    }
    PinGuard = HR_E_PIN_GUARD {
        /// A presentation failed before: a person decides.
        PinHeld(PinHeld) = "pin_held",
        PinNeedsReady = "ready_needed",
        PinInUse = "pin_in_use",
    }
    Cancelled = HR_E_CANCELLED {
        CancelledByHost,
        CancelledByProgress,
    }
    Choice = HR_E_CHOICE {
        /// A person must choose before the call can go on.
        ToChoose(Choose),
    }
    NoCard = HR_E_NO_CARD {
        NoCard,
    }
    OtherPatient = HR_E_OTHER_PATIENT {
        OtherPatient,
        /// Behind an update: it may have been made for that patient.
        OtherPatientUpdated = "other_patient_updated",
    }
    // Of the file that the key `journal` names.
    Journal = HR_E_JOURNAL {
        /// Another process holds its lock.
        JournalLocked = "journal_locked",
        /// Reading it takes longer than the call may.
        JournalSlow = "journal_slow",
        JournalUnreadable = "journal_unreadable",
        JournalUnwritable = "journal_unwritable",
        JournalNotRegular = "journal_not_a_file",
        /// It is on another computer's drive.
        JournalRemote = "journal_on_network",
        /// No journal, or its first line is damaged.
        JournalForeign = "journal_not_ours",
        /// A later version of this library made it.
        JournalNewer = "journal_newer",
        /// It is no longer the file that was opened, or it became shorter.
        JournalReplaced = "journal_replaced",
        JournalFull = "journal_full",
    }
    Absent = HR_E_ABSENT {
        /// No call that changes something has ended on the handle.
        NothingEnded,
    }
    CardClientAbsent = HR_E_CARD_CLIENT_ABSENT {
        CardClientAbsent,
    }
    Connect = HR_E_CONNECT {
        NameNotFound,
        NotReachable,
    }
    Timeout = HR_E_TIMEOUT {
        TimedOut,
        /// Reading a document took the time of the call.
        DocumentSlow,
    }
    Tls = HR_E_TLS {
        /// By the clock of this computer, as the next one.
        TlsExpired = "tls_expired",
        TlsNotYetValid = "tls_not_yet_valid",
        /// Nobody whom this computer trusts has issued the certificate; who has, where it says so.
        TlsUnknownIssuer(Option<Box<str>>) = "tls_unknown_issuer",
        TlsWrongName = "tls_wrong_name",
        /// The certificate is refused for another reason.
        TlsCertificate = "tls_refused",
        TlsFailed,
        /// The server wants a certificate of its client.
        TlsClientCertificate,
        NoTrustStore,
    }
    Proxy = HR_E_PROXY {
        ProxyFailed,
        /// Nothing answers at its address.
        ProxyAbsent,
        /// It opens no connection with this server.
        ProxyRefused,
        /// It did not answer in time.
        ProxySilent,
        /// The environment or the system names a proxy that is not an http proxy.
        ProxyUnusable,
        /// 407: the proxy accepts no request without credentials, or not with these.
        ProxyLogin,
    }
    Interrupted = HR_E_INTERRUPTED {
        Interrupted,
    }
    InDoubt = HR_E_IN_DOUBT {
        InDoubt,
    }
    Reply = HR_E_REPLY {
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
    }
    Refused = HR_E_REFUSED {
        Refused,
        /// 404, 405 or 501 to a request whose form a configuration key decides; its code is that of the status.
        WrongForm(&'static str),
    }
    Unauthorized = HR_E_UNAUTHORIZED {
        Unauthorized,
    }
    NotFound = HR_E_NOT_FOUND {
        NotFound,
        /// The list of patients is empty.
        NobodyFound,
    }
    Conflict = HR_E_CONFLICT {
        Conflict,
        ResendRefused,
        /// The same document is being sent by another call.
        DocumentInUse = "document_in_use",
    }
    RateLimited = HR_E_RATE_LIMITED {
        RateLimited,
    }
    Server = HR_E_SERVER {
        ServerFailed,
    }
    CardStatus = HR_E_CARD_STATUS {
        CardStatus,
        /// As `CardStatus`, with a code that the configuration knows.
        PinRefused = "pin_refused",
        CardLocked = "card_locked",
        CardAbsent = "card_absent",
    }
    Redirect = HR_E_REDIRECT {
        Redirected,
    }
    Panic = HR_E_PANIC {
        Panicked,
    }
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
}

impl From<Reason> for io::Error {
    fn from(reason: Reason) -> io::Error {
        io::Error::other(reason)
    }
}

/// Why a PIN is held back, and what a person must name to have it presented all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PinHeld {
    /// The failed presentation that the person is asked about, be it of another PIN. It changes with each new one, so that
    /// no answer counts twice.
    entry: [u8; 16],
    /// A person has insisted before.
    pub again: bool,
}

impl PinHeld {
    pub fn new(entry: u128, again: bool) -> PinHeld {
        // As bytes, which need no alignment that would make every error longer.
        let entry = entry.to_be_bytes();
        PinHeld { entry, again }
    }

    pub fn entry(&self) -> u128 {
        u128::from_be_bytes(self.entry)
    }
}

/// What the value of a configuration key must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// What every value of this key must be.
    OfKey,
    SecureAddress,
    /// A code that is in the list has no other place.
    CodesOnce,
    UsablePem,
    UsableBearer,
}

/// What a person must choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choose {
    /// Several fit.
    Card,
    /// Those in the reader are of no kind that the configuration names.
    OtherCard,
    /// No PIN was given.
    Pin,
    Situation,
    /// Its situations come with the reply to a profile.
    Profile,
    /// Whether the one who was read is the one who is meant.
    Patient,
    /// Several were found, and none of them can be read.
    Homonyms,
    /// Whether the patient's parameters are to be updated: the identity, the consent, or both.
    Identity,
    Consent,
    Update,
}
