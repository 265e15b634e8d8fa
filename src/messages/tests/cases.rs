//! Every error that an error object can state: operation, reason, origin, outcome.

use super::*;
use crate::reason::Choose;

mod reasons;

pub use reasons::every_reason;

#[derive(Clone, Debug)]
pub struct Known {
    pub operation: Operation,
    pub reason: Reason,
    pub origin: Origin,
    pub outcome: Option<Outcome>,
}

impl Known {
    pub fn case(&self) -> Case<'_> {
        Case {
            operation: self.operation,
            reason: &self.reason,
            origin: self.origin,
            outcome: self.outcome,
        }
    }
}

/// The functions that give a text.
pub const WITH_TEXT: [Operation; 19] = [
    Operation::Open,
    Operation::State,
    Operation::Ticket,
    Operation::Ready,
    Operation::Login,
    Operation::ProfilePut,
    Operation::ProfileSelect,
    Operation::PatientSearch,
    Operation::PatientGet,
    Operation::PatientUpdate,
    Operation::DmpOpen,
    Operation::DmpSend,
    Operation::DmpSendBytes,
    Operation::Journal,
    Operation::WaitCard,
    Operation::Connect,
    Operation::PatientFind,
    Operation::Deposit,
    Operation::Request,
];

/// Those that make several steps.
const SEVERAL_STEPS: [Operation; 4] = [
    Operation::WaitCard,
    Operation::Connect,
    Operation::PatientFind,
    Operation::Deposit,
];

/// The service that an operation sends its request to.
fn peer(operation: Operation) -> Option<Origin> {
    match operation.task() {
        Task::Open => None,
        Task::Ticket => Some(Origin::License),
        Task::Ready | Task::Login => Some(Origin::Card),
        Task::Other if operation != Operation::Request => None,
        _ => Some(Origin::Service),
    }
}

/// The pass-through call stands here for both kinds of methods.
fn reads(operation: Operation) -> bool {
    !operation.changes() || operation == Operation::Request
}

/// Where an error may come from, and what may be known of the call's effect.
enum ErrorPlace {
    /// Found here before anything is sent.
    Here,
    /// Found here, with these outcomes of a change.
    HereOf(&'static [Outcome]),
    /// The exchange failed: with these outcomes of a change.
    There(&'static [Outcome]),
    /// Both.
    Both(&'static [Outcome]),
}

/// What a call of several steps finds itself; of a step's own errors the texts are those of the step.
fn may_between_steps(operation: Operation, reason: &Reason) -> Option<ErrorPlace> {
    use Reason::*;
    let (cards, patients) = match operation {
        Operation::WaitCard | Operation::Connect => (true, false),
        _ => (false, true),
    };
    let connects = operation == Operation::Connect;
    let deposits = operation == Operation::Deposit;
    let fits = match reason {
        EmptyArgument(name) => connects && *name == "pin_code",
        NullArgument(_) => patients,
        NotUtf8(_) | NotJson(_) | BadMember(_) | UnknownHandle | Busy | NoMemory | Panicked => true,
        TooLong(_) => patients,
        Missing(Operation::Login) => !cards || connects,
        ToChoose(Choose::Card | Choose::Situation) => connects,
        ToChoose(Choose::Patient) => patients,
        OtherPatient => patients,
        ToChoose(Choose::Update) | MissingMember(_) => deposits,
        NoCard | CancelledByHost => cards,
        _ => false,
    };
    fits.then_some(ErrorPlace::Here)
}

fn may(operation: Operation, reason: &Reason) -> Option<ErrorPlace> {
    if SEVERAL_STEPS.contains(&operation) {
        return may_between_steps(operation, reason);
    }
    use ErrorPlace::*;
    use Outcome::*;
    use Reason::*;
    let task = operation.task();
    let remote = peer(operation).is_some();
    let (card, service) = (
        peer(operation) == Some(Origin::Card),
        peer(operation) == Some(Origin::Service),
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
            operation,
            Operation::State | Operation::Ticket | Operation::Ready | Operation::PatientGet
        )),
        NotJson(_) => here(
            matches!(task, Task::Profile | Task::Update | Task::Record)
                || operation == Operation::Journal,
        ),
        BadMember(_) => here(operation == Operation::Journal),
        NegativeLength(_) => here(operation == Operation::DmpSendBytes),
        BadSegment(_) => here(matches!(task, Task::Profile | Task::Record | Task::Send)),
        TooLong(_) => here(task == Task::Search),
        BadFilename => here(send),
        BadMethod | BadPath => here(operation == Operation::Request),
        // Of functions that give a code alone.
        BadCredential(_)
        | BadEntry
        | BadServiceUrlArgument
        | BadLevel
        | NothingToAllow(_)
        | DoubtReplaced
        | ToChoose(_)
        | NoCard
        | OtherPatient
        | MissingMember(_) => None,
        CardNotListed => here(login),
        UnknownHandle | Busy => here(operation != Operation::Open),
        SessionInUse => {
            let concerns = [Task::Search, Task::Read, Task::Update, Task::Record];
            let waits = concerns.contains(&task) || operation == Operation::Request;
            waits.then_some(HereOf(&[NotSent]))
        }
        Forked if operation == Operation::Open => None,
        Forked => Some(HereOf(&[Unknown])),
        Missing(Operation::Ticket) => here(card),
        Missing(Operation::Ready) => here(login),
        Missing(Operation::PatientSearch) => here(task == Task::Read),
        Missing(Operation::PatientGet) => here(task == Task::Update),
        Missing(_) => here(service),
        UpdateNotAsked => here(task == Task::Update),
        UpdatePending | PatientNotRead => here(task == Task::Record),
        RecordNotOpen => here(send),
        ConfigNotJson | ConfigUnknownKey(_) | ConfigTwice(_) | ConfigValue(..) => {
            here(task == Task::Open)
        }
        ConfigNeeded(_) => here(task == Task::Ticket || operation == Operation::Journal),
        LocalNameNotLoopback
        | CardClientOtherSession
        | CardClientService
        | CardClientHttpSys
        | CardClientUnknown => there(card, &[NotSent]),
        FileMissing | FileNotRegular => here(operation == Operation::DmpSend),
        FileBusy => (operation == Operation::DmpSend).then_some(HereOf(&[NotSent, Incomplete])),
        FileUnreadable => {
            (operation == Operation::DmpSend).then_some(HereOf(&[Rejected, NotSent, Incomplete]))
        }
        FileChanged => send.then_some(HereOf(&[NotSent, Incomplete])),
        DocumentSlow => send.then_some(HereOf(&[NotSent, Incomplete])),
        NoMemory if remote => Some(Both(&[NotSent, AcceptedUnreadable])),
        NoMemory => Some(Here),
        NoHandleLeft => here(task == Task::Open),
        PinKnownWrong | PinNeedsReady | PinInUse => here(login),
        Journal(_) => {
            let keeps = login || send || task == Task::Open || operation == Operation::Journal;
            keeps.then_some(HereOf(&[NotSent]))
        }
        CancelledByHost if operation == Operation::Journal => Some(Here),
        CancelledByHost => there(remote, &[NotSent, Incomplete]),
        CancelledByProgress => there(send, &[NotSent, Incomplete]),
        CardClientAbsent => there(card, &[NotSent]),
        NotReachable => there(remote && !card, &[NotSent]),
        NameNotFound | TlsCertificate | TlsFailed | NoTrustStore => there(remote, &[NotSent]),
        ProxyFailed | ProxyUnusable => there(remote && !card, &[NotSent]),
        ProxyLogin => there(remote && !card, &[NotSent, Rejected]),
        TimedOut | Interrupted => there(remote, &[NotSent, Incomplete]),
        InDoubt => there(remote && operation.changes(), &[Unknown]),
        NotHttp => there(remote, &[Incomplete, Unknown]),
        ReplyPage => there(remote, &[Incomplete, Unknown]),
        ReplyNotJson | ReplyNotUtf8 | ReplyNested | ReplyCompressed | ReplyTooLarge | ReplyCut
        | ReplyStatus => there(remote, unread),
        ReplyMissing(_) => there(
            matches!(task, Task::Ticket | Task::Ready | Task::Login | Task::Read),
            unread,
        ),
        ReplyField(_) if login => Some(There(&[Unknown, Rejected])),
        ReplyField(_) => there(
            matches!(task, Task::Ticket | Task::Ready | Task::Read),
            unread,
        ),
        // Errors of a step of a call that makes several.
        NoPatientList | NobodyFound => there(operation == Operation::PatientSearch, &[]),
        WrongForm(_) => there(remote && !service, &[Rejected, Unknown]),
        NotFound => there(service, &[Rejected, Unknown]),
        Refused | Unauthorized | Conflict | RateLimited | Redirected => {
            there(remote, &[Rejected, Unknown])
        }
        ResendRefused | DocumentInUse | TooManyUnknownUploads => here(send),
        ServerFailed => there(remote, &[Incomplete, Unknown]),
        CardStatus => there(card, &[Rejected, Unknown]),
        PinRefused | CardLocked | CardAbsent => there(card, &[Rejected]),
        Panicked => Some(Here),
    }
}

pub fn every_case() -> Vec<Known> {
    let mut all = Vec::new();
    for operation in WITH_TEXT {
        for reason in every_reason() {
            let mut add = |origin, outcome| {
                all.push(Known {
                    operation,
                    reason: reason.clone(),
                    origin,
                    outcome,
                });
            };
            let Some(place) = may(operation, &reason) else {
                continue;
            };
            let local = match place {
                ErrorPlace::Here | ErrorPlace::Both(_) if reason == Reason::Panicked => {
                    Some(Outcome::Unknown)
                }
                ErrorPlace::Here | ErrorPlace::Both(_) => Some(Outcome::Rejected),
                ErrorPlace::HereOf(_) | ErrorPlace::There(_) => None,
            };
            if let ErrorPlace::HereOf(outcomes) = place {
                if reads(operation) {
                    add(Origin::Library, None);
                }
                for outcome in outcomes.iter().filter(|_| operation.changes()) {
                    add(Origin::Library, Some(*outcome));
                }
            }
            if let Some(outcome) = local {
                if reads(operation) {
                    add(Origin::Library, None);
                }
                if operation.changes() {
                    add(Origin::Library, Some(outcome));
                }
            }
            if let ErrorPlace::There(outcomes) | ErrorPlace::Both(outcomes) = place {
                let origin = peer(operation).unwrap();
                if reads(operation) && reason != Reason::InDoubt {
                    add(origin, None);
                }
                for outcome in outcomes.iter().filter(|_| operation.changes()) {
                    add(origin, Some(*outcome));
                }
            }
        }
    }
    all
}
