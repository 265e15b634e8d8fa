//! Why a call failed, and what is said about it in English and in French.
//!
//! A reason holds only names from this library's own vocabulary (arguments, keys, fields,
//! functions), so no text made from it can carry a secret or a patient's data.

mod english;
mod french;

use std::borrow::Cow;

use crate::error::{At, Code};

/// Why a call failed, finer than its code.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Several doubts are about documents of this content.
    SeveralDoubts,

    UnknownHandle,
    Busy,
    /// The named function must be called first.
    Missing(&'static str),
    UpdateNotAsked,
    UpdatePending,
    /// This login has not read the parameters of this patient.
    PatientNotRead,
    RecordNotOpen,

    ConfigNotJson,
    /// None where the key does not look like one: it may be a secret in the wrong place.
    ConfigUnknownKey(Option<String>),
    ConfigTwice(Option<String>),
    /// The value of the named key is not of the form described.
    ConfigValue(String, &'static str),
    ConfigNeeded(&'static str),
    LocalNameNotLoopback,

    FileMissing,
    FileUnreadable,
    FileNotRegular,
    FileChanged,
    /// Reading a document before it is sent took the time of the call.
    DocumentSlow,

    NoMemory,
    NoHandleLeft,

    PinKnownWrong,
    PinNeedsReady,
    PinInUse,

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
    ReplyLacks(&'static str),
    /// A field of the reply is not of the type, or not of the form, that it must have.
    ReplyField(&'static str),

    Refused,
    /// 404, 405 or 501 to a request whose form a configuration key decides.
    WrongForm(&'static str),
    Unauthorized,
    NotFound,
    Conflict,
    ResendRefused,
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

impl Reason {
    /// What the error object says as `reason`, for programs to act on.
    pub fn word(&self) -> Option<&'static str> {
        match self {
            Reason::PinInUse => Some("pin_in_use"),
            Reason::PinNeedsReady => Some("ready_needed"),
            Reason::PinKnownWrong => Some("pin_held"),
            Reason::PinRefused => Some("pin_refused"),
            Reason::CardLocked => Some("card_locked"),
            Reason::CardAbsent => Some("card_absent"),
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
            | BadCredential(_)
            | BadFilename
            | BadMethod
            | BadPath
            | BadEntry
            | BadServiceUrlArgument
            | BadLevel
            | CardNotListed
            | NothingToAllow(_) => Code::Argument,
            SeveralDoubts => Code::Choice,
            UnknownHandle => Code::Handle,
            Busy => Code::Busy,
            Missing(_) | UpdateNotAsked | UpdatePending | PatientNotRead | RecordNotOpen => {
                Code::State
            }
            ConfigNotJson | ConfigUnknownKey(_) | ConfigTwice(_) | ConfigValue(..)
            | ConfigNeeded(_) | LocalNameNotLoopback => Code::Config,
            FileMissing | FileUnreadable | FileNotRegular | FileChanged => Code::File,
            NoMemory | NoHandleLeft => Code::TooLarge,
            PinKnownWrong | PinNeedsReady | PinInUse => Code::PinGuard,
            CancelledByHost | CancelledByProgress => Code::Cancelled,
            CardClientAbsent => Code::CardClientAbsent,
            NameNotFound | NotReachable => Code::Connect,
            TimedOut | DocumentSlow => Code::Timeout,
            TlsCertificate | TlsFailed | NoTrustStore => Code::Tls,
            ProxyFailed => Code::Proxy,
            Interrupted => Code::Interrupted,
            InDoubt => Code::InDoubt,
            NotHttp | ReplyNotJson | ReplyNotUtf8 | ReplyNested | ReplyPage | ReplyCompressed
            | ReplyTooLarge | ReplyCut | ReplyStatus | ReplyLacks(_) | ReplyField(_) => Code::Reply,
            Refused => Code::Refused,
            // The status decides between 404, 405 and 501; see `client::verdict`.
            WrongForm(_) => Code::Refused,
            Unauthorized => Code::Unauthorized,
            NotFound => Code::NotFound,
            Conflict | ResendRefused => Code::Conflict,
            RateLimited => Code::RateLimited,
            ServerFailed => Code::Server,
            CardStatus | PinRefused | CardLocked | CardAbsent => Code::CardStatus,
            Redirected => Code::Redirect,
            Panicked => Code::Panic,
        }
    }
}

/// The language of `message` and `remedy`; the French texts are always given beside them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    #[default]
    English,
    French,
}

/// One line that says what happened, and one that says what to do about it.
#[derive(Debug, PartialEq, Eq)]
pub struct Text {
    pub message: Cow<'static, str>,
    pub remedy: Cow<'static, str>,
}

impl Text {
    fn new(message: impl Into<Cow<'static, str>>, remedy: impl Into<Cow<'static, str>>) -> Text {
        Text {
            message: message.into(),
            remedy: remedy.into(),
        }
    }
}

/// The text for `reason` as it happened at `at`.
pub fn text(reason: &Reason, at: At, language: Language) -> Text {
    match language {
        Language::English => english::text(reason, at),
        Language::French => french::text(reason, at),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// One of each reason: the match makes a forgotten one a compile error.
    pub(crate) fn every_reason() -> Vec<Reason> {
        use Reason::*;
        vec![
            NullArgument("path"),
            NotUtf8("path"),
            EmptyArgument("path"),
            NotJson("body_json"),
            NegativeLength("length"),
            BadSegment("patient_id"),
            TooLong("nom"),
            BadCredential("ticket"),
            BadFilename,
            BadMethod,
            BadPath,
            BadEntry,
            BadServiceUrlArgument,
            BadLevel,
            CardNotListed,
            NothingToAllow("card_token"),
            SeveralDoubts,
            UnknownHandle,
            Busy,
            Missing("hr_ready"),
            UpdateNotAsked,
            UpdatePending,
            PatientNotRead,
            RecordNotOpen,
            ConfigNotJson,
            ConfigUnknownKey(Some("kolor".into())),
            ConfigUnknownKey(None),
            ConfigTwice(Some("proxy".into())),
            ConfigTwice(None),
            ConfigValue("proxy".into(), "an http URL"),
            ConfigNeeded("license_url"),
            LocalNameNotLoopback,
            FileMissing,
            FileUnreadable,
            FileNotRegular,
            FileChanged,
            DocumentSlow,
            NoMemory,
            NoHandleLeft,
            PinKnownWrong,
            PinNeedsReady,
            PinInUse,
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
            ReplyLacks("bearer"),
            ReplyField("bearer"),
            Refused,
            WrongForm("card_form"),
            Unauthorized,
            NotFound,
            Conflict,
            ResendRefused,
            RateLimited,
            ServerFailed,
            CardStatus,
            PinRefused,
            CardLocked,
            CardAbsent,
            Redirected,
            Panicked,
        ]
    }

    #[test]
    fn every_code_has_texts_in_both_languages_on_one_line() {
        for at in [At::License, At::Card, At::Service, At::Library] {
            for reason in every_reason() {
                let english = text(&reason, at, Language::English);
                let french = text(&reason, at, Language::French);
                for line in [
                    &english.message,
                    &english.remedy,
                    &french.message,
                    &french.remedy,
                ] {
                    assert!(!line.trim().is_empty(), "{reason:?}");
                    assert!(!line.contains('\n'), "{reason:?}");
                }
                assert_ne!(english.message, french.message, "{reason:?}");
            }
        }
        let covered: Vec<Code> = every_reason().iter().map(Reason::code).collect();
        for code in Code::ALL {
            assert!(covered.contains(code), "no reason leads to {}", code.name());
        }
    }
}
