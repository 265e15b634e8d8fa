//! Every error that an error object can tell: function, reason, who it comes from, outcome.

use super::*;

/// One of each reason: `ends` makes a forgotten one a compile error.
pub fn every_reason() -> Vec<Reason> {
    use Reason::*;
    vec![
        NullArgument("path"),
        NotUtf8("path"),
        EmptyArgument("path"),
        EmptyArgument("pin_code"),
        NotJson("body_json"),
        NegativeLength("length"),
        BadSegment("patient_id"),
        TooLong("sexe"),
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
        Forked,
        Busy,
        Missing("hr_ticket"),
        Missing("hr_ready"),
        Missing("hr_login"),
        Missing("hr_patient_search"),
        Missing("hr_patient_get"),
        UpdateNotAsked,
        UpdatePending,
        PatientNotRead,
        RecordNotOpen,
        ConfigNotJson,
        ConfigUnknownKey(Some("kolor".into())),
        ConfigUnknownKey(None),
        ConfigTwice(Some("proxy".into())),
        ConfigTwice(None),
        ConfigValue("proxy".into(), &forms::PROXY),
        ConfigNeeded("license_url"),
        LocalNameNotLoopback,
        CardClientOtherSession,
        CardClientService,
        CardClientHttpSys,
        CardClientUnknown,
        FileMissing,
        FileUnreadable,
        FileNotRegular,
        FileChanged,
        FileBusy,
        DocumentSlow,
        NoMemory,
        NoHandleLeft,
        TooManyDoubts,
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
        ProxyUnusable,
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
        ReplyLacks("bearer"),
        ReplyField("bearer"),
        Refused,
        WrongForm("card_form"),
        Unauthorized,
        NotFound,
        Conflict,
        ResendRefused,
        DocumentInUse,
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

#[derive(Clone, Debug)]
pub struct Known {
    pub function: Function,
    pub reason: Reason,
    pub at: At,
    pub outcome: Option<Outcome>,
}

impl Known {
    pub fn case(&self) -> Case<'_> {
        Case {
            function: self.function,
            reason: &self.reason,
            at: self.at,
            outcome: self.outcome,
        }
    }
}

/// The functions that give a text.
pub const TELLING: [Function; 14] = [
    Function::Open,
    Function::State,
    Function::Ticket,
    Function::Ready,
    Function::Login,
    Function::ProfilePut,
    Function::ProfileSelect,
    Function::PatientSearch,
    Function::PatientGet,
    Function::PatientUpdate,
    Function::DmpOpen,
    Function::DmpSend,
    Function::DmpSendBytes,
    Function::Request,
];

/// Whom a function speaks to.
fn peer(function: Function) -> Option<At> {
    match function.task() {
        Task::Open => None,
        Task::Ticket => Some(At::License),
        Task::Ready | Task::Login => Some(At::Card),
        Task::Other if function != Function::Request => None,
        _ => Some(At::Service),
    }
}

fn reads(function: Function) -> bool {
    !matches!(
        function.task(),
        Task::Login | Task::Profile | Task::Update | Task::Record | Task::Send
    )
}

fn changes(function: Function) -> bool {
    !reads(function) || function == Function::Request
}

/// Where an error may come from, and what may be known of the call's effect.
enum Ends {
    /// Found here before anything is sent.
    Here,
    /// Found here, with these outcomes of a change.
    HereOf(&'static [Outcome]),
    /// The exchange failed: with these outcomes of a change.
    There(&'static [Outcome]),
    /// Both.
    Both(&'static [Outcome]),
}

fn may(function: Function, reason: &Reason) -> Option<Ends> {
    use Ends::*;
    use Outcome::*;
    use Reason::*;
    let task = function.task();
    let remote = peer(function).is_some();
    let (card, service) = (
        peer(function) == Some(At::Card),
        peer(function) == Some(At::Service),
    );
    let login = task == Task::Login;
    let send = task == Task::Send;
    let there = |fits: bool, outcomes| fits.then_some(There(outcomes));
    let here = |fits: bool| fits.then_some(Here);
    let unread: &[Outcome] = match login {
        true => &[Unknown],
        false => &[AcceptedUnreadable, Unknown],
    };
    match reason {
        EmptyArgument("pin_code") => here(login),
        NullArgument(_) | NotUtf8(_) | EmptyArgument(_) => here(!matches!(
            function,
            Function::State | Function::Ticket | Function::Ready | Function::PatientGet
        )),
        NotJson(_) => here(matches!(task, Task::Profile | Task::Update | Task::Record)),
        NegativeLength(_) => here(function == Function::DmpSendBytes),
        BadSegment(_) => here(matches!(task, Task::Profile | Task::Record | Task::Send)),
        TooLong(_) => here(task == Task::Search),
        BadFilename => here(send),
        BadMethod | BadPath => here(function == Function::Request),
        // Of functions that give a code alone.
        BadCredential(_)
        | BadEntry
        | BadServiceUrlArgument
        | BadLevel
        | NothingToAllow(_)
        | SeveralDoubts => None,
        CardNotListed => here(login),
        UnknownHandle | Busy => here(function != Function::Open),
        Forked if function == Function::Open => None,
        Forked => Some(HereOf(&[Unknown])),
        Missing("hr_ticket") => here(card),
        Missing("hr_ready") => here(login),
        Missing("hr_patient_search") => here(task == Task::Read),
        Missing("hr_patient_get") => here(task == Task::Update),
        Missing(_) => here(service),
        UpdateNotAsked => here(task == Task::Update),
        UpdatePending | PatientNotRead => here(task == Task::Record),
        RecordNotOpen => here(send),
        ConfigNotJson | ConfigUnknownKey(_) | ConfigTwice(_) | ConfigValue(..) => {
            here(task == Task::Open)
        }
        ConfigNeeded(_) => here(task == Task::Ticket),
        LocalNameNotLoopback
        | CardClientOtherSession
        | CardClientService
        | CardClientHttpSys
        | CardClientUnknown => there(card, &[NotSent]),
        FileMissing | FileNotRegular => here(function == Function::DmpSend),
        FileBusy => (function == Function::DmpSend).then_some(HereOf(&[NotSent, Incomplete])),
        FileUnreadable => {
            (function == Function::DmpSend).then_some(HereOf(&[Rejected, NotSent, Incomplete]))
        }
        FileChanged => send.then_some(HereOf(&[NotSent, Incomplete])),
        DocumentSlow => send.then_some(HereOf(&[NotSent, Incomplete])),
        NoMemory if remote => Some(Both(&[NotSent, AcceptedUnreadable])),
        NoMemory => Some(Here),
        NoHandleLeft => here(task == Task::Open),
        PinKnownWrong | PinNeedsReady | PinInUse => here(login),
        CancelledByHost => there(remote, &[NotSent, Incomplete]),
        CancelledByProgress => there(send, &[NotSent, Incomplete]),
        CardClientAbsent => there(card, &[NotSent]),
        NotReachable => there(remote && !card, &[NotSent]),
        NameNotFound | TlsCertificate | TlsFailed | NoTrustStore => there(remote, &[NotSent]),
        ProxyFailed | ProxyUnusable => there(remote && !card, &[NotSent]),
        ProxyLogin => there(remote && !card, &[NotSent, Rejected]),
        TimedOut | Interrupted => there(remote, &[NotSent, Incomplete]),
        InDoubt => there(remote && changes(function), &[Unknown]),
        NotHttp => there(remote, &[Incomplete, Unknown]),
        ReplyPage => there(remote, &[Incomplete, Unknown]),
        ReplyNotJson | ReplyNotUtf8 | ReplyNested | ReplyCompressed | ReplyTooLarge | ReplyCut
        | ReplyStatus => there(remote, unread),
        ReplyLacks(_) => there(
            matches!(task, Task::Ticket | Task::Ready | Task::Login | Task::Read),
            unread,
        ),
        ReplyField(_) if login => Some(There(&[Unknown, Rejected])),
        ReplyField(_) => there(
            matches!(task, Task::Ticket | Task::Ready | Task::Read),
            unread,
        ),
        WrongForm(_) => there(remote && !service, &[Rejected, Unknown]),
        NotFound => there(service, &[Rejected, Unknown]),
        Refused | Unauthorized | Conflict | RateLimited | Redirected => {
            there(remote, &[Rejected, Unknown])
        }
        ResendRefused | DocumentInUse | TooManyDoubts => here(send),
        ServerFailed => there(remote, &[Incomplete, Unknown]),
        CardStatus => there(card, &[Rejected, Unknown]),
        PinRefused | CardLocked | CardAbsent => there(card, &[Rejected]),
        Panicked => Some(Here),
    }
}

pub fn every_case() -> Vec<Known> {
    let mut all = Vec::new();
    for function in TELLING {
        for reason in every_reason() {
            let mut add = |at, outcome| {
                all.push(Known {
                    function,
                    reason: reason.clone(),
                    at,
                    outcome,
                });
            };
            let Some(ends) = may(function, &reason) else {
                continue;
            };
            let local = match ends {
                Ends::Here | Ends::Both(_) if reason == Reason::Panicked => Some(Outcome::Unknown),
                Ends::Here | Ends::Both(_) => Some(Outcome::Rejected),
                Ends::HereOf(_) | Ends::There(_) => None,
            };
            if let Ends::HereOf(outcomes) = ends {
                if reads(function) {
                    add(At::Library, None);
                }
                for outcome in outcomes.iter().filter(|_| changes(function)) {
                    add(At::Library, Some(*outcome));
                }
            }
            if let Some(outcome) = local {
                if reads(function) {
                    add(At::Library, None);
                }
                if changes(function) {
                    add(At::Library, Some(outcome));
                }
            }
            if let Ends::There(outcomes) | Ends::Both(outcomes) = ends {
                let at = peer(function).unwrap();
                if reads(function) && reason != Reason::InDoubt {
                    add(at, None);
                }
                for outcome in outcomes.iter().filter(|_| changes(function)) {
                    add(at, Some(*outcome));
                }
            }
        }
    }
    all
}
