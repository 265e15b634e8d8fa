//! Every error that an error object can state: operation, reason, origin, outcome.

use super::*;
use crate::reason::{Choose, PinHeld as Held};

/// The functions that give a text. The pass-through call stands here for both kinds of methods.
pub fn with_text() -> Vec<Operation> {
    let index = include_str!("../../../schema/index.json");
    let gives_text = |name: &str| index.contains(&format!("\"{name}\": {{"));
    let all = Operation::ALL.iter().copied();
    let all = all.filter(|one| *one != Operation::SafeRequest && gives_text(one.name()));
    all.collect()
}

/// Where an error comes from, and, where the call changes something, what may be known of its effect.
type Circumstances = (Origin, Outcomes);
type Outcomes = &'static [Outcome];

fn held(again: bool) -> Held {
    Held::new(1, again)
}

/// Rows of reasons, each behind the place where they may come from.
macro_rules! rows {
    ($($place:expr => $($reason:expr),+;)+) => {
        vec![$($(($reason, $place)),+),+]
    };
}

/// Each reason, with its place in a call. A call of several steps has what it finds itself; of a step's own errors the texts
/// are those of the step.
fn rows(operation: Operation) -> Vec<(Reason, Option<Circumstances>)> {
    use Outcome::*;
    use Reason::*;
    let task = operation.task();
    let peer = match operation.origin() {
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
    let update = task == Task::Update;
    let record = task == Task::Record;
    let file = operation == Operation::DmpSend;
    let journal = operation == Operation::Journal;
    let search = operation == Operation::PatientSearch;
    let request = operation == Operation::Request;
    let read = task == Task::Read;
    let bare = read
        || matches!(task, Task::Ticket | Task::Ready)
        || matches!(operation, Operation::State | Operation::Last);
    let patient = read || update || record || task == Task::Search;
    let fields = read || login || matches!(task, Task::Ticket | Task::Ready);
    let unread: Outcomes = match login {
        true => &[Unknown],
        false => &[AcceptedUnreadable, Unknown],
    };
    let unusable: Outcomes = match login {
        true => &[Unknown, Rejected],
        false => unread,
    };
    let cut: Outcomes = &[NotSent, Incomplete];
    let late: Outcomes = &[Incomplete, Unknown];
    let steps = operation.sends() && !remote;
    let connects = operation == Operation::Connect;
    let cards = connects || operation == Operation::WaitCard;
    let deposits = operation.deposits();
    let finds = deposits || operation == Operation::PatientFind;
    let place = |fits: bool, outcomes: Outcomes| fits.then_some((Origin::Library, outcomes));
    let of = |fits: bool, outcomes: Outcomes| place(fits && !steps, outcomes);
    let between = |fits: bool| place(fits && steps, &[Rejected]);
    let here = |fits| of(fits, &[Rejected]);
    let both = |fits: bool, between_steps: bool| here(fits).or(between(between_steps));
    let there = |fits: bool, outcomes: Outcomes| peer.filter(|_| fits).map(|peer| (peer, outcomes));
    let not_sent = |fits| there(fits, &[NotSent]);
    let decided = |fits| there(fits, &[Rejected, Unknown]);
    let decides = matches!(operation, Operation::DmpResendAllow | Operation::DmpFound);
    let permits = operation == Operation::PinRetryAllow;
    let sets = |set: Operation| here(operation == set);
    // Of functions that give a code alone.
    let never = None;
    rows! {
        both(!bare, finds) => NullArgument("path");
        both(!bare, finds || cards) => NotUtf8("path");
        here(!bare) => EmptyArgument("path");
        both(login, connects) => EmptyArgument("pin_code");
        both(task == Task::Profile || update || record || journal, finds || cards) => NotJson("body_json");
        here(send && !file) => NegativeLength("length");
        here(task == Task::Profile || record || send) => BadSegment("patient_id");
        both(search, finds) => TooLong("sexe");
        both(journal, finds || cards) => BadMember("filter_json.since".into());
        between(deposits) => MissingMember("request_json.documents".into());
        sets(Operation::TicketSet) => BadCredential("ticket");
        sets(Operation::SessionSet) => BadCredential("bearer"), BadServiceUrlArgument;
        here(send) => BadFilename;
        here(request) => BadMethod, BadPath;
        here(decides) => BadEntry, NothingToAllow("entry"), DoubtReplaced;
        here(permits) => NothingToAllow("card_token");
        here(login || permits) => CardNotListed;
        never => BadLevel;
        between(connects) => ToChoose(Choose::Card), ToChoose(Choose::OtherCard), ToChoose(Choose::Pin),
            ToChoose(Choose::Situation), ToChoose(Choose::Profile);
        between(finds) => ToChoose(Choose::Patient), ToChoose(Choose::Homonyms);
        between(deposits) => ToChoose(Choose::Identity), ToChoose(Choose::Consent), ToChoose(Choose::Update);
        between(cards) => NoCard;
        between(finds) => OtherPatient;
        between(deposits) => OtherPatientUpdated;
        both(!open, true) => UnknownHandle;
        of(!open, &[Unknown]) => Forked;
        both(!open, true) => Busy;
        here(operation == Operation::Last) => NothingEnded;
        of(patient || request, &[NotSent]) => SessionInUse;
        here(card) => TicketMissing;
        here(login || permits) => ReadyMissing;
        both(service, finds || connects) => LoginMissing;
        here(read) => SearchMissing;
        here(update) => PatientMissing, UpdateNotAsked;
        here(record) => UpdatePending(Choose::Identity), UpdatePending(Choose::Consent), UpdatePending(Choose::Update),
            PatientNotRead;
        here(send) => RecordNotOpen;
        here(open) => ConfigNotJson, ConfigUnknownKey(Some("kolor".into())), ConfigUnknownKey(None),
            ConfigTwice(Some("proxy".into())), ConfigTwice(None), ConfigValue("proxy".into(), Expected::OfKey);
        here(task == Task::Ticket || journal) => ConfigNeeded("license_url");
        not_sent(card) => LocalNameNotLoopback, CardClientOtherSession, CardClientService, CardClientHttpSys,
            CardClientUnknown;
        here(file) => FileMissing;
        of(file, &[Rejected, NotSent, Incomplete]) => FileUnreadable;
        here(file) => FileNotRegular;
        of(send, cut) => FileChanged;
        of(file, cut) => FileBusy;
        of(send, cut) => DocumentSlow;
        both(true, true) => NoMemory;
        there(remote, &[NotSent, AcceptedUnreadable]) => NoMemory;
        here(open) => NoHandleLeft;
        here(send) => TooManyUnknownUploads;
        here(login) => PinHeld(held(false)), PinHeld(held(true)), PinNeedsReady, PinInUse;
        of(login || send || open || journal || decides || permits, &[NotSent]) => JournalLocked, JournalSlow, JournalUnreadable,
            JournalUnwritable, JournalNotRegular, JournalRemote, JournalForeign, JournalNewer, JournalReplaced, JournalFull;
        both(journal || decides || permits, !finds) => CancelledByHost;
        there(remote, cut) => CancelledByHost;
        there(send, cut) => CancelledByProgress;
        not_sent(card) => CardClientAbsent;
        not_sent(remote) => NameNotFound;
        not_sent(distant) => NotReachable;
        there(remote, cut) => TimedOut;
        not_sent(remote) => TlsExpired, TlsNotYetValid, TlsUnknownIssuer(None), TlsUnknownIssuer(Some("Exemple CA".into())), TlsWrongName, TlsCertificate, TlsFailed,
            TlsClientCertificate, NoTrustStore;
        not_sent(distant) => ProxyFailed, ProxyAbsent, ProxyRefused, ProxySilent, ProxyUnusable;
        there(distant, &[NotSent, Rejected]) => ProxyLogin;
        there(remote, cut) => Interrupted;
        there(operation.changes(), &[Unknown]) => InDoubt;
        there(remote, late) => NotHttp;
        there(remote, unread) => ReplyNotJson, ReplyNotUtf8, ReplyNested;
        there(remote, late) => ReplyPage;
        there(remote, unread) => ReplyCompressed, ReplyTooLarge, ReplyCut, ReplyStatus;
        there(fields, unread) => ReplyMissing("bearer");
        there(fields, unusable) => ReplyField("bearer");
        there(search, &[]) => NoPatientList;
        decided(remote) => Refused;
        decided(!service) => WrongForm("card_form");
        decided(remote) => Unauthorized;
        decided(service) => NotFound;
        there(search, &[]) => NobodyFound;
        decided(remote) => Conflict;
        here(send) => ResendRefused, DocumentInUse;
        decided(remote) => RateLimited;
        there(remote, late) => ServerFailed;
        decided(card) => CardStatus;
        there(card, &[Rejected]) => PinRefused, CardLocked, CardAbsent;
        decided(remote) => Redirected;
        place(true, &[Unknown]) => Panicked;
    }
}

/// At least one of each reason.
pub fn every_reason() -> Vec<Reason> {
    let rows = rows(Operation::Request).into_iter();
    let mut reasons: Vec<Reason> = rows.map(|(reason, _)| reason).collect();
    reasons.dedup();
    reasons
}

pub fn every_case() -> Vec<Case<'static>> {
    let mut all = Vec::new();
    for operation in with_text() {
        // The pass-through call stands here for both kinds of methods.
        let reads = !operation.changes() || operation == Operation::Request;
        for (reason, place) in rows(operation) {
            let reason: &Reason = Box::leak(Box::new(reason));
            let Some((origin, outcomes)) = place else {
                continue;
            };
            let known = outcomes.iter().filter(|_| operation.changes());
            let none = (reads && *reason != Reason::InDoubt).then_some(None);
            let case = |outcome| Case {
                operation,
                reason,
                origin,
                outcome,
                tally: None,
            };
            all.extend(none.into_iter().chain(known.copied().map(Some)).map(case));
        }
    }
    all
}
