//! Every error that an error object can state: operation, reason, origin, outcome.

use super::*;
use crate::reason::{Choose, Expected};

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
            tally: None,
        }
    }
}

/// The functions that give a text.
pub const WITH_TEXT: [Operation; 20] = [
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
    Operation::DepositBytes,
    Operation::Request,
];

/// Where an error may come from, and, where the call changes something, what may be known of its effect.
type Places = Vec<(Origin, &'static [Outcome])>;

/// What a call of several steps finds itself; of a step's own errors the texts are those of the step.
fn between_steps(operation: Operation, reason: &Reason) -> Places {
    use Reason::*;
    let cards = matches!(operation, Operation::WaitCard | Operation::Connect);
    let connects = operation == Operation::Connect;
    let deposits = operation.deposits();
    let fits = match reason {
        EmptyArgument(name) => connects && *name == "pin_code",
        NotUtf8(_) | NotJson(_) | BadMember(_) | UnknownHandle | Busy | NoMemory | Panicked => true,
        NullArgument(_)
        | TooLong(_)
        | ToChoose(Choose::Patient | Choose::Homonyms)
        | OtherPatient => !cards,
        LoginMissing => !cards || connects,
        ToChoose(Choose::Card | Choose::OtherCard | Choose::Pin | Choose::Situation) => connects,
        ToChoose(Choose::Identity | Choose::Consent | Choose::Update) | MissingMember(_) => {
            deposits
        }
        NoCard | CancelledByHost => cards,
        _ => false,
    };
    let outcome: &[Outcome] = match reason {
        Panicked => &[Outcome::Unknown],
        _ => &[Outcome::Rejected],
    };
    Vec::from_iter(fits.then_some((Origin::Library, outcome)))
}

/// Each reason, and its places in a call of one step.
fn rows(operation: Operation) -> Vec<(Reason, Places)> {
    use Outcome::*;
    use Reason::*;
    let task = operation.task();
    let peer = match Origin::of(operation) {
        Origin::Library => None,
        origin => Some(origin),
    };
    let remote = peer.is_some();
    let card = peer == Some(Origin::Card);
    let service = peer == Some(Origin::Service);
    let distant = remote && !card;
    let open = task == Task::Open;
    let login = task == Task::Login;
    let send = task == Task::Send;
    let file = operation == Operation::DmpSend;
    let journal = operation == Operation::Journal;
    let search = operation == Operation::PatientSearch;
    let request = operation == Operation::Request;
    let body = matches!(task, Task::Profile | Task::Update | Task::Record);
    let arguments = !matches!(
        operation,
        Operation::State | Operation::Ticket | Operation::Ready | Operation::PatientGet
    );
    let patient = matches!(
        task,
        Task::Search | Task::Read | Task::Update | Task::Record
    );
    let fields = matches!(task, Task::Ticket | Task::Ready | Task::Login | Task::Read);
    let unread: &[Outcome] = match login {
        true => &[Unknown],
        false => &[AcceptedUnreadable, Unknown],
    };
    let unusable: &[Outcome] = match login {
        true => &[Unknown, Rejected],
        false => unread,
    };
    let of = |fits: bool, outcomes: &'static [Outcome]| {
        Vec::from_iter(fits.then_some((Origin::Library, outcomes)))
    };
    let here = |fits| of(fits, &[Rejected]);
    let there = |fits: bool, outcomes: &'static [Outcome]| {
        let peer = peer.filter(|_| fits);
        Vec::from_iter(peer.map(|peer| (peer, outcomes)))
    };
    let not_sent = |fits| there(fits, &[NotSent]);
    let decided = |fits| there(fits, &[Rejected, Unknown]);
    let cut: &[Outcome] = &[NotSent, Incomplete];
    let keeps_journal = || of(login || send || open || journal, &[NotSent]);
    let configured = || here(open);
    // Of functions that give a code alone, or of several steps.
    let never = Vec::new;
    vec![
        (NullArgument("path"), here(arguments)),
        (NotUtf8("path"), here(arguments)),
        (EmptyArgument("path"), here(arguments)),
        (EmptyArgument("pin_code"), here(login)),
        (NotJson("body_json"), here(body || journal)),
        (NegativeLength("length"), here(send && !file)),
        (
            BadSegment("patient_id"),
            here(matches!(task, Task::Profile | Task::Record | Task::Send)),
        ),
        (TooLong("sexe"), here(search)),
        (BadMember("filter_json.since".into()), here(journal)),
        (MissingMember("request_json.documents".into()), never()),
        (BadCredential("ticket"), never()),
        (BadFilename, here(send)),
        (BadMethod, here(request)),
        (BadPath, here(request)),
        (BadEntry, never()),
        (BadServiceUrlArgument, never()),
        (BadLevel, never()),
        (CardNotListed, here(login)),
        (NothingToAllow("card_token"), never()),
        (DoubtReplaced, never()),
        (ToChoose(Choose::Card), never()),
        (ToChoose(Choose::OtherCard), never()),
        (ToChoose(Choose::Pin), never()),
        (ToChoose(Choose::Situation), never()),
        (ToChoose(Choose::Patient), never()),
        (ToChoose(Choose::Homonyms), never()),
        (ToChoose(Choose::Identity), never()),
        (ToChoose(Choose::Consent), never()),
        (ToChoose(Choose::Update), never()),
        (NoCard, never()),
        (OtherPatient, never()),
        (UnknownHandle, here(!open)),
        (Forked, of(!open, &[Unknown])),
        (Busy, here(!open)),
        (SessionInUse, of(patient || request, &[NotSent])),
        (TicketMissing, here(card)),
        (ReadyMissing, here(login)),
        (LoginMissing, here(service)),
        (SearchMissing, here(task == Task::Read)),
        (PatientMissing, here(task == Task::Update)),
        (UpdateNotAsked, here(task == Task::Update)),
        (UpdatePending(Choose::Identity), here(task == Task::Record)),
        (UpdatePending(Choose::Consent), here(task == Task::Record)),
        (UpdatePending(Choose::Update), here(task == Task::Record)),
        (PatientNotRead, here(task == Task::Record)),
        (RecordNotOpen, here(send)),
        (ConfigNotJson, configured()),
        (ConfigUnknownKey(Some("kolor".into())), configured()),
        (ConfigUnknownKey(None), configured()),
        (ConfigTwice(Some("proxy".into())), configured()),
        (ConfigTwice(None), configured()),
        (ConfigValue("proxy".into(), Expected::Proxy), configured()),
        (
            ConfigNeeded("license_url"),
            here(task == Task::Ticket || journal),
        ),
        (LocalNameNotLoopback, not_sent(card)),
        (CardClientOtherSession, not_sent(card)),
        (CardClientService, not_sent(card)),
        (CardClientHttpSys, not_sent(card)),
        (CardClientUnknown, not_sent(card)),
        (FileMissing, here(file)),
        (FileUnreadable, of(file, &[Rejected, NotSent, Incomplete])),
        (FileNotRegular, here(file)),
        (FileChanged, of(send, cut)),
        (FileBusy, of(file, cut)),
        (DocumentSlow, of(send, cut)),
        (
            NoMemory,
            [here(true), there(remote, &[NotSent, AcceptedUnreadable])].concat(),
        ),
        (NoHandleLeft, here(open)),
        (TooManyUnknownUploads, here(send)),
        (PinKnownWrong, here(login)),
        (PinNeedsReady, here(login)),
        (PinInUse, here(login)),
        (JournalLocked, keeps_journal()),
        (JournalSlow, keeps_journal()),
        (JournalUnreadable, keeps_journal()),
        (JournalUnwritable, keeps_journal()),
        (JournalNotRegular, keeps_journal()),
        (JournalRemote, keeps_journal()),
        (JournalForeign, keeps_journal()),
        (JournalNewer, keeps_journal()),
        (JournalReplaced, keeps_journal()),
        (JournalFull, keeps_journal()),
        (
            CancelledByHost,
            [here(journal), there(remote, cut)].concat(),
        ),
        (CancelledByProgress, there(send, cut)),
        (CardClientAbsent, not_sent(card)),
        (NameNotFound, not_sent(remote)),
        (NotReachable, not_sent(distant)),
        (TimedOut, there(remote, cut)),
        (TlsExpired, not_sent(remote)),
        (TlsNotYetValid, not_sent(remote)),
        (TlsUnknownIssuer, not_sent(remote)),
        (TlsWrongName, not_sent(remote)),
        (TlsCertificate, not_sent(remote)),
        (TlsFailed, not_sent(remote)),
        (TlsClientCertificate, not_sent(remote)),
        (NoTrustStore, not_sent(remote)),
        (ProxyFailed, not_sent(distant)),
        (ProxyAbsent, not_sent(distant)),
        (ProxyRefused, not_sent(distant)),
        (ProxySilent, not_sent(distant)),
        (ProxyUnusable, not_sent(distant)),
        (ProxyLogin, there(distant, &[NotSent, Rejected])),
        (Interrupted, there(remote, cut)),
        (InDoubt, there(operation.changes(), &[Unknown])),
        (NotHttp, there(remote, &[Incomplete, Unknown])),
        (ReplyNotJson, there(remote, unread)),
        (ReplyNotUtf8, there(remote, unread)),
        (ReplyNested, there(remote, unread)),
        (ReplyPage, there(remote, &[Incomplete, Unknown])),
        (ReplyCompressed, there(remote, unread)),
        (ReplyTooLarge, there(remote, unread)),
        (ReplyCut, there(remote, unread)),
        (ReplyStatus, there(remote, unread)),
        (ReplyMissing("bearer"), there(fields, unread)),
        (ReplyField("bearer"), there(fields, unusable)),
        (NoPatientList, there(search, &[])),
        (Refused, decided(remote)),
        (WrongForm("card_form"), decided(!service)),
        (Unauthorized, decided(remote)),
        (NotFound, decided(service)),
        (NobodyFound, there(search, &[])),
        (Conflict, decided(remote)),
        (ResendRefused, here(send)),
        (DocumentInUse, here(send)),
        (RateLimited, decided(remote)),
        (ServerFailed, there(remote, &[Incomplete, Unknown])),
        (CardStatus, decided(card)),
        (PinRefused, there(card, &[Rejected])),
        (CardLocked, there(card, &[Rejected])),
        (CardAbsent, there(card, &[Rejected])),
        (Redirected, decided(remote)),
        (Panicked, of(true, &[Unknown])),
    ]
}

/// At least one of each reason.
pub fn every_reason() -> Vec<Reason> {
    let rows = rows(Operation::Request).into_iter();
    rows.map(|(reason, _)| reason).collect()
}

pub fn every_case() -> Vec<Known> {
    let mut all = Vec::new();
    for operation in WITH_TEXT {
        // The pass-through call stands here for both kinds of methods.
        let reads = !operation.changes() || operation == Operation::Request;
        let steps = matches!(
            operation,
            Operation::WaitCard
                | Operation::Connect
                | Operation::PatientFind
                | Operation::Deposit
                | Operation::DepositBytes
        );
        for (reason, places) in rows(operation) {
            let places = match steps {
                true => between_steps(operation, &reason),
                false => places,
            };
            let mut add = |origin, outcome| {
                all.push(Known {
                    operation,
                    reason: reason.clone(),
                    origin,
                    outcome,
                });
            };
            for (origin, outcomes) in places {
                if reads && reason != Reason::InDoubt {
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
