//! The sentence for the doctor: chosen by what was being done, why it failed and what is known of its effect.
//!
//! It stands alone, or says what failed and why: "what: why. advice."

use super::{Case, Language, Sentence, fill};
use crate::error::{Origin, Outcome};
use crate::operation::Task;
use crate::reason::{Choose, Reason};

pub fn message(case: &Case, language: Language) -> String {
    fill(sentence(case), language, |part| {
        language.of(match part {
            "failed" => failed(case),
            "peer" => peer(case.origin),
            advice => self::advice(advice),
        })
    })
}

fn sentence(case: &Case) -> Sentence {
    of_outcome(case).unwrap_or_else(|| of_reason(case))
}

/// The sentence of an outcome that decides alone, whatever the reason.
pub fn of_outcome(case: &Case) -> Option<Sentence> {
    let task = case.operation.task();
    match case.outcome {
        Some(Outcome::Unknown) => Some(in_doubt(task)),
        // A part of the request is enough for a card to be asked.
        Some(Outcome::Incomplete | Outcome::Accepted | Outcome::AcceptedUnreadable)
            if task == Task::Login =>
        {
            Some(in_doubt(task))
        }
        Some(Outcome::Accepted | Outcome::AcceptedUnreadable) => Some(unread(task)),
        None | Some(Outcome::NotSent | Outcome::Incomplete | Outcome::Rejected) => None,
    }
}

/// Who is spoken of.
fn peer(origin: Origin) -> Sentence {
    sentences! { origin;
        Origin::License => "license server";
        Origin::Card => "card reader software";
        Origin::Service | Origin::Library => "shared health record service";
    }
}

fn advice(name: &str) -> Sentence {
    sentences! { name;
        "vendor" => "Contact the software's vendor.";
        "technician" => "Contact your technician.";
        "network" => "Check the Internet connection, then try again.";
        "later" => "Try again in a few minutes.";
        // A test finds the braces.
        _ => "{}";
    }
}

fn in_doubt(task: Task) -> Sentence {
    sentences! { task;
        Task::Login => "It is not known whether the code was presented to the card: a try may be spent. Check the code before you type it again.";
        Task::Profile => "It is not known whether your place of practice was recorded. Check it before you choose it again.";
        Task::Update => "It is not known whether the patient's details were updated. Read them again before you change them.";
        Task::Record => "It is not known whether the patient's shared health record was opened. Read the patient's details before you open it again.";
        Task::Send => "It is not known whether the document arrived in the patient's record. Look into the record before you send it again.";
        Task::Open | Task::Ticket | Task::Ready | Task::Search | Task::Read | Task::Other => "It is not known whether the operation was done. Check before you ask for it again.";
    }
}

fn unread(task: Task) -> Sentence {
    sentences! { task;
        Task::Profile => "Your place of practice was accepted, but the reply is unreadable. Do not choose it again without a check.";
        Task::Update => "The update of the patient was accepted, but the reply is unreadable. Read the patient's details again.";
        Task::Record => "The opening of the shared health record was accepted, but the reply is unreadable. {vendor}";
        Task::Send => "The document was accepted, but the reply is unreadable. Do not send it again: look into the patient's record.";
        Task::Open | Task::Ticket | Task::Ready | Task::Login | Task::Search | Task::Read | Task::Other => "The operation was accepted, but the reply is unreadable. Do not ask for it again without a check.";
    }
}

/// What did not succeed.
fn failed(case: &Case) -> Sentence {
    let nothing_sent = case.outcome == Some(Outcome::NotSent) || case.origin == Origin::Library;
    sentences! { case.operation.task();
        Task::Open => "The connection could not be prepared";
        Task::Ticket => "The software's license could not be checked";
        Task::Ready => "The card could not be read";
        Task::Login if nothing_sent => "The code was not presented to the card";
        Task::Login => "The connection with the card could not be opened";
        Task::Profile => "Your place of practice was not recorded";
        Task::Search => "The search for the patient did not succeed";
        Task::Read => "The patient's details could not be read";
        Task::Update => "The patient's details were not updated";
        Task::Record => "The shared health record was not opened";
        Task::Send if case.outcome == Some(Outcome::Incomplete) => "The document was not sent as a whole";
        Task::Send if nothing_sent => "The document was not sent";
        Task::Send => "This sending of the document was not accepted";
        Task::Other => "The operation did not succeed";
    }
}

/// The sentence for a call whose outcome is known. There is no wildcard row: a new reason does not compile
/// without a sentence.
pub fn of_reason(case: &Case) -> Sentence {
    use Reason::*;
    let task = case.operation.task();
    sentences! { case.reason;
        EmptyArgument("pin_code") => "No code was typed for the card.";
        NullArgument(_) | NotUtf8(_) | EmptyArgument(_) | NotJson(_) | NegativeLength(_) | BadSegment(_) | BadMember(_)
        | MissingMember(_) | BadCredential(_) | BadMethod | BadPath | BadEntry | BadServiceUrlArgument | BadLevel
        | UnknownHandle | Forked => "{failed}: the software made an incorrect request. {vendor}";
        NothingToAllow(_) => "{failed}: there is nothing left to decide. It was settled meanwhile, or is still under way.";
        TooLong(_) => "{failed}: something that was typed is too long. Shorten it.";
        BadFilename => "{failed}: the name of the file cannot be used. Rename the file.";
        CardNotListed => "{failed}: this card is not among the cards that were read. Read the cards again, then choose yours.";
        DoubtReplaced => "This document was sent again since, and it is not known whether it arrived. Look into the patient's record.";
        ToChoose(Choose::Card) => "Several cards are in the reader. Choose yours.";
        ToChoose(Choose::OtherCard) => "The card in the reader does not seem to be a professional's. Insert yours, or choose the card to use.";
        ToChoose(Choose::Pin) => "Enter the card's code.";
        ToChoose(Choose::Situation) => "Choose your place of practice.";
        ToChoose(Choose::Profile) => "Your professional profile is missing. Complete it in the settings of your software.";
        ToChoose(Choose::Patient) => "It is not certain that the patient who was found is the one who is meant. Compare the details, then confirm the patient.";
        ToChoose(Choose::Homonyms) => "Several patients have these details. Add details of the patient, such as the date of birth, then search again.";
        ToChoose(Choose::Identity) => "The patient's identity is not verified yet. Check it with the patient.";
        ToChoose(Choose::Consent) => "The patient's details show an opposition to new documents in the shared health record, or no consent yet. Ask the patient.";
        ToChoose(Choose::Update) => "The patient's identity or consent is still to be confirmed. Ask the patient.";
        NoCard | CardAbsent => "The card is not in the reader. Insert it, then try again.";
        OtherPatient => "The service answered for another patient: no record was opened. Search for the patient again.";
        OtherPatientUpdated => "The service answered for another patient, whose identity or consent may have been changed. Have that patient's details checked, then search again.";
        Busy | SessionInUse => "{failed}: another operation is running. Wait until it has ended.";
        NothingEnded => "{failed}: nothing has been changed yet.";
        TicketMissing => "{failed}: the software's license was not checked yet. {vendor}";
        ReadyMissing => "{failed}: the card was not read yet. Read the card first.";
        LoginMissing => "{failed}: no connection is open with your card. Connect with your card.";
        PatientMissing | PatientNotRead => "{failed}: the details of this patient were not read. Search for the patient first.";
        UpdateNotAsked => "{failed}: no update is asked for this patient.";
        UpdatePending(Choose::Consent) => "{failed}: the patient's details show an opposition to new documents, or no consent yet. Ask the patient.";
        UpdatePending(Choose::Identity) => "{failed}: the patient's identity is not verified yet. Check it with the patient.";
        UpdatePending(_) => "{failed}: the patient's identity or consent is still to be confirmed. Ask the patient.";
        RecordNotOpen => "{failed}: the record of this patient is not open. Open it first.";
        ConfigNotJson | ConfigUnknownKey(_) | ConfigTwice(_) | ConfigValue(..) | ConfigNeeded(_) => "{failed}: the software is not configured correctly. {vendor}";
        LocalNameNotLoopback => "{failed}: the address of the card reader is not on this computer. {technician}";
        CardClientOtherSession => "{failed}: the card reader software is running in another session of this computer. Have it closed there, or contact your technician.";
        CardClientService | CardClientHttpSys | CardClientUnknown => "{failed}: it is not certain that the card reader software is the one of your session. {technician}";
        FileMissing => "{failed}: the file was not found. Check that it still exists.";
        FileUnreadable => "{failed}: the file cannot be read. Close it if it is open in another program.";
        FileNotRegular => "{failed}: what was chosen is not a file. Choose a file.";
        FileChanged => "{failed}: the file was changed meanwhile. Close it, then send it again.";
        FileBusy => "{failed}: the file is in use by another program. Close it there, then send it again.";
        DocumentSlow => "{failed}: reading the document took too long. Copy the document to this computer, then try again.";
        NoMemory => "{failed}: this computer has not enough memory. Close other programs.";
        NoHandleLeft => "{failed}: the software has opened too many connections. Restart the software.";
        TooManyUnknownUploads => "The document was not sent: too many documents are in doubt. Look into the records of these patients.";
        PinHeld(held) if held.again => "The code was not presented, so as not to lock the card: codes have failed several times with this card. Present it once more only if you are sure of it.";
        PinHeld(_) => "The code was not presented, so as not to lock the card: a code failed before with this card, or had no answer. Check it, then type it again.";
        PinNeedsReady => "The code was not presented to the card: the card must be read again first.";
        PinInUse => "The code was not presented: another connection with this card is being opened. Wait until it has ended.";
        JournalLocked | JournalSlow => "{failed}: the journal that the software keeps on this computer is in use by another program. {later}";
        JournalUnreadable | JournalUnwritable | JournalNotRegular | JournalRemote | JournalForeign | JournalNewer
        | JournalReplaced | JournalFull => "{failed}: the journal that the software keeps on this computer cannot be used. {technician}";
        CancelledByHost | CancelledByProgress => "{failed}: the operation was cancelled.";
        CardClientAbsent => "{failed}: the card reader software is not running on this computer. Start it, then try again.";
        NameNotFound if case.origin == Origin::Card => "{failed}: the card reader software was not found on this computer. {technician}";
        NameNotFound => "{failed}: the {peer} was not found. {network}";
        NotReachable => "{failed}: the {peer} cannot be reached. {network}";
        TimedOut => "{failed}: the {peer} did not answer in time. {later}";
        TlsExpired => "{failed}: the certificate of the {peer} has expired. Check the date of this computer. {technician}";
        TlsNotYetValid => "{failed}: the certificate of the {peer} is not valid yet. Check the date of this computer. {technician}";
        TlsUnknownIssuer(_) => "{failed}: this computer does not trust the certificate of the {peer}. {technician}";
        TlsWrongName => "{failed}: another server answered in the place of the {peer}. {technician}";
        TlsCertificate => "{failed}: the certificate of the {peer} was refused. {technician}";
        TlsFailed | TlsClientCertificate => "{failed}: the secure connection with the {peer} could not be made. {technician}";
        NoTrustStore => "{failed}: this computer has no usable list of certificates. {technician}";
        ProxyAbsent => "{failed}: the proxy of this network cannot be reached. {technician}";
        ProxyRefused => "{failed}: the proxy of this network does not allow the connection. {technician}";
        ProxyFailed | ProxySilent | ProxyUnusable => "{failed}: the network did not let the connection through. {technician}";
        ProxyLogin => "{failed}: the network asks for a user name and a password of its own. {technician}";
        Interrupted => "{failed}: the connection with the {peer} was interrupted. {later}";
        InDoubt => "{failed}: the {peer} gave no answer.";
        NotHttp | ReplyNotJson | ReplyNotUtf8 | ReplyNested | ReplyCompressed | ReplyStatus | ReplyMissing(_)
        | ReplyField(_) | NoPatientList => "{failed}: the reply of the {peer} is unreadable. {vendor}";
        ReplyPage | Redirected if case.origin == Origin::Card => "{failed}: another program answered in the place of the {peer}. {technician}";
        ReplyPage => "{failed}: the {peer} is not available, a web page answered in its place. {later}";
        ReplyTooLarge => "{failed}: the reply of the {peer} is too large. {vendor}";
        ReplyCut => "{failed}: the reply of the {peer} is incomplete. {later}";
        Refused if task == Task::Send => "{failed}: the {peer} refused it. Check the document.";
        Refused | CardStatus if task == Task::Login => "The connection with the card could not be opened. Check the card and the code before another try: the card locks after several wrong codes.";
        Refused | Conflict if matches!(case.origin, Origin::License | Origin::Card) => "{failed}: the {peer} refused the request. {vendor}";
        Refused => "{failed}: the {peer} refused the request. Check what was typed.";
        WrongForm(_) => "{failed}: the {peer} does not know the request. {vendor}";
        Unauthorized if case.origin == Origin::License => "{failed}: the {peer} did not accept it. {vendor}";
        Unauthorized if case.origin == Origin::Card && task == Task::Login => "{failed}: the {peer} did not accept the card, the code or the license. Check the code: the card locks after several wrong ones.";
        Unauthorized if case.origin == Origin::Card => "{failed}: the {peer} did not accept the license. Try again; if it is refused again, contact the software's vendor.";
        Unauthorized => "{failed}: the {peer} does not allow this, or the connection has expired. Connect again with your card.";
        NotFound if task == Task::Read => "The patient was not found. Search for the patient again.";
        NotFound if task == Task::Update => "{failed}: the patient was not found. Search for the patient again.";
        NotFound if matches!(task, Task::Record | Task::Send) => "{failed}: the record of this patient was not found. Check that it exists.";
        NotFound if task == Task::Profile => "{failed}: it was not found. Choose another one.";
        NotFound if task != Task::Search => "{failed}: what was asked for was not found. {vendor}";
        NobodyFound | NotFound => "No patient was found. Check the last name, the first name, the date of birth and the sex.";
        Conflict if task == Task::Record => "{failed}: the patient may have opposed it, or the record cannot be opened. Check the patient's consent.";
        Conflict if task == Task::Send => "{failed}: the record of this patient is not open, or does not accept this document. Open the record first.";
        Conflict if matches!(task, Task::Profile | Task::Search | Task::Update | Task::Other) => "{failed}: the request contradicts what the {peer} knows. Read the details again, then decide.";
        Conflict | SearchMissing => "{failed}: no patient is chosen. Search for the patient first.";
        ResendRefused => "This document was sent before and it is not known whether it arrived; it was not sent again. Look into the patient's record.";
        DocumentInUse => "This document is being sent at this moment; it was not sent a second time. Wait until that has ended.";
        RateLimited => "{failed}: the {peer} receives too many requests. {later}";
        ServerFailed => "{failed}: the {peer} is out of order. {later}";
        CardStatus => "{failed}: the {peer} reports a problem. Check the reader and the card.";
        PinRefused => "The card's code is not the right one. Check it before another try: the card locks after several wrong codes.";
        CardLocked => "The card is locked. Ask the organisation that issued it.";
        Redirected => "{failed}: the {peer} points to another address. Check the Internet connection. {technician}";
        Panicked => "{failed}: an internal error occurred. {vendor}";
    }
}
