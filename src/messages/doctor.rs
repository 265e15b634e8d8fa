//! The sentence for the doctor: chosen by what was being done, why it failed and what is known of its effect.
//!
//! The choice is made here, once for all languages; the words are in the modules below. A sentence either
//! stands alone, or says what failed and why: "what: why. advice."

mod english;
mod french;
mod missing;
mod parts;

use super::{Case, Language};
use crate::error::{Origin, Outcome};
use crate::operation::Task;
use crate::reason::{Choose, JournalRefusal, Reason};
use missing::missing;
use parts::{Cause, Failed, Whole};

enum Sentence {
    Whole(Whole),
    Because(Failed, Cause),
}

pub fn message(case: &Case, language: Language) -> String {
    match Sentence::of(case) {
        Sentence::Whole(whole) => match language {
            Language::English => english::whole(whole),
            Language::French => french::whole(whole),
        }
        .to_owned(),
        Sentence::Because(failed, cause) => {
            let (failed, colon, (why, advice), (who, of)) = match language {
                Language::English => (
                    english::failed(failed),
                    ": ",
                    english::cause(cause),
                    english::who(case.origin),
                ),
                Language::French => (
                    french::failed(failed),
                    " : ",
                    french::cause(cause),
                    french::who(case.origin),
                ),
            };
            let why = why.replace("{who}", who).replace("{of}", of);
            let space = if advice.is_empty() { "" } else { " " };
            format!("{failed}{colon}{why}.{space}{advice}")
        }
    }
}

impl Sentence {
    fn of(case: &Case) -> Sentence {
        let task = case.operation.task();
        match (case.outcome, task) {
            // A part of the request is enough for a card to be asked.
            (Some(Outcome::Unknown), _) | (Some(Outcome::Incomplete), Task::Login) => {
                Sentence::Whole(in_doubt(task))
            }
            (Some(Outcome::Accepted | Outcome::AcceptedUnreadable), _) => {
                Sentence::Whole(unread(task))
            }
            (None | Some(Outcome::NotSent | Outcome::Incomplete | Outcome::Rejected), _) => {
                definite(case, task)
            }
        }
    }
}

fn in_doubt(task: Task) -> Whole {
    match task {
        Task::Login => Whole::CodeInDoubt,
        Task::Profile => Whole::ProfileInDoubt,
        Task::Update => Whole::UpdateInDoubt,
        Task::Record => Whole::RecordInDoubt,
        Task::Send => Whole::DocumentInDoubt,
        Task::Open | Task::Ticket | Task::Ready | Task::Search | Task::Read | Task::Other => {
            Whole::OtherInDoubt
        }
    }
}

fn unread(task: Task) -> Whole {
    match task {
        Task::Login => Whole::CodeInDoubt,
        Task::Profile => Whole::ProfileUnread,
        Task::Update => Whole::UpdateUnread,
        Task::Record => Whole::RecordUnread,
        Task::Send => Whole::DocumentUnread,
        Task::Open | Task::Ticket | Task::Ready | Task::Search | Task::Read | Task::Other => {
            Whole::OtherUnread
        }
    }
}

fn failed(case: &Case, task: Task) -> Failed {
    match task {
        Task::Open => Failed::Opening,
        Task::Ticket => Failed::License,
        Task::Ready => Failed::Reading,
        Task::Login if case.outcome == Some(Outcome::NotSent) || case.origin == Origin::Library => {
            Failed::CodeNotPresented
        }
        Task::Login => Failed::Card,
        Task::Profile => Failed::Profile,
        Task::Search => Failed::Search,
        Task::Read => Failed::Patient,
        Task::Update => Failed::Update,
        Task::Record => Failed::Record,
        Task::Send if case.outcome == Some(Outcome::Incomplete) => Failed::DocumentCut,
        Task::Send if case.outcome == Some(Outcome::NotSent) || case.origin == Origin::Library => {
            Failed::DocumentNotSent
        }
        Task::Send => Failed::DocumentNotStored,
        Task::Other => Failed::Other,
    }
}

fn to_choose(choose: Choose) -> Whole {
    match choose {
        Choose::Card => Whole::CardToChoose,
        Choose::Situation => Whole::SituationToChoose,
        Choose::Patient => Whole::PatientToChoose,
        Choose::Update => Whole::UpdateToChoose,
    }
}

/// The sentence for a call whose outcome is known. There is no wildcard arm: a new reason does not compile
/// without a sentence.
fn definite(case: &Case, task: Task) -> Sentence {
    use Reason::*;
    let cause = match case.reason {
        EmptyArgument("pin_code") => return Sentence::Whole(Whole::CodeMissing),
        NullArgument(_)
        | NotUtf8(_)
        | EmptyArgument(_)
        | NotJson(_)
        | NegativeLength(_)
        | BadSegment(_)
        | BadMember(_)
        | MissingMember(_)
        | BadCredential(_)
        | BadMethod
        | BadPath
        | BadEntry
        | BadServiceUrlArgument
        | BadLevel
        | NothingToAllow(_)
        | UnknownHandle
        | Forked => Cause::Software,
        TooLong(_) => Cause::TooLong,
        BadFilename => Cause::FileName,
        CardNotListed => Cause::CardNotListed,
        DoubtReplaced => return Sentence::Whole(Whole::DoubtReplaced),
        ToChoose(choose) => return Sentence::Whole(to_choose(*choose)),
        NoCard => return Sentence::Whole(Whole::CardAbsent),
        OtherPatient => return Sentence::Whole(Whole::OtherPatient),
        Busy | SessionInUse => Cause::Busy,
        Missing(operation) => missing(*operation),
        UpdateNotAsked => Cause::NoUpdateAsked,
        UpdatePending => Cause::UpdatePending,
        PatientNotRead => Cause::NoPatient,
        RecordNotOpen => Cause::RecordClosed,
        ConfigNotJson | ConfigUnknownKey(_) | ConfigTwice(_) | ConfigValue(..)
        | ConfigNeeded(_) => Cause::Configuration,
        LocalNameNotLoopback => Cause::CardClientElsewhere,
        CardClientOtherSession => Cause::CardClientOfAnother,
        CardClientService | CardClientHttpSys | CardClientUnknown => Cause::CardClientNotKnown,
        FileMissing => Cause::FileMissing,
        FileUnreadable => Cause::FileUnreadable,
        FileNotRegular => Cause::FileNotAFile,
        FileChanged => Cause::FileChanged,
        FileBusy => Cause::FileBusy,
        DocumentSlow => Cause::DocumentSlow,
        NoMemory => Cause::Memory,
        NoHandleLeft => Cause::TooManySessions,
        TooManyUnknownUploads => return Sentence::Whole(Whole::TooManyInDoubt),
        PinKnownWrong => return Sentence::Whole(Whole::CodeHeld),
        PinNeedsReady => return Sentence::Whole(Whole::CardToBeReadAgain),
        PinInUse => return Sentence::Whole(Whole::CardInUse),
        Journal(JournalRefusal::Locked | JournalRefusal::Slow) => Cause::JournalInUse,
        Journal(_) => Cause::JournalUnusable,
        CancelledByHost | CancelledByProgress => Cause::Cancelled,
        CardClientAbsent => Cause::CardClientAbsent,
        NameNotFound if case.origin == Origin::Card => Cause::CardClientNotFound,
        NameNotFound => Cause::NotFoundOnNetwork,
        NotReachable => Cause::NotReachable,
        TimedOut => Cause::Slow,
        TlsCertificate => Cause::Certificate,
        TlsFailed => Cause::NotSecure,
        NoTrustStore => Cause::NoTrustStore,
        ProxyFailed | ProxyUnusable => Cause::Proxy,
        ProxyLogin => Cause::ProxyLogin,
        Interrupted => Cause::Interrupted,
        InDoubt => Cause::NoAnswer,

        NotHttp | ReplyNotJson | ReplyNotUtf8 | ReplyNested | ReplyCompressed | ReplyStatus
        | ReplyMissing(_) | ReplyField(_) | NoPatientList => Cause::Unreadable,
        ReplyPage => Cause::Page,
        ReplyTooLarge => Cause::TooLarge,
        ReplyCut => Cause::Cut,

        Refused if task == Task::Send => Cause::DocumentRefused,
        Refused if task == Task::Login => return Sentence::Whole(Whole::CardRefused),
        Refused if case.origin == Origin::Service => Cause::Refused,
        Refused => Cause::RefusedOutright,
        WrongForm(_) => Cause::UnknownForm,
        Unauthorized => match case.origin {
            Origin::License => Cause::LicenseRefused,
            Origin::Card if task == Task::Login => Cause::CardOrLicenseRefused,
            Origin::Card => Cause::LicenseRefusedByCardClient,
            Origin::Service | Origin::Library => Cause::NotAllowed,
        },
        NobodyFound => return Sentence::Whole(Whole::NoSuchPatient),
        NotFound => match task {
            Task::Search => return Sentence::Whole(Whole::NoSuchPatient),
            Task::Read => return Sentence::Whole(Whole::PatientGone),
            Task::Update => Cause::NoSuchPatient,
            Task::Record | Task::Send => Cause::NoSuchRecord,
            Task::Profile => Cause::NoSuchProfile,
            Task::Open | Task::Ticket | Task::Ready | Task::Login | Task::Other => {
                Cause::NothingFound
            }
        },
        Conflict => match task {
            Task::Record => Cause::Opposed,
            Task::Send => Cause::RecordNotReady,
            Task::Read => Cause::PatientNotSearched,
            Task::Profile | Task::Search | Task::Update | Task::Other => Cause::Contradiction,
            Task::Open | Task::Ticket | Task::Ready | Task::Login => Cause::RefusedOutright,
        },
        ResendRefused => return Sentence::Whole(Whole::DocumentInDoubtBefore),
        DocumentInUse => return Sentence::Whole(Whole::DocumentInUse),
        RateLimited => Cause::TooManyRequests,
        ServerFailed => Cause::Failure,
        CardStatus if task == Task::Login => return Sentence::Whole(Whole::CardRefused),
        CardStatus => Cause::CardProblem,
        PinRefused => return Sentence::Whole(Whole::CodeWrong),
        CardLocked => return Sentence::Whole(Whole::CardLocked),
        CardAbsent => return Sentence::Whole(Whole::CardAbsent),
        Redirected => Cause::Moved,
        Panicked => Cause::Internal,
    };
    Sentence::Because(failed(case, task), cause)
}
