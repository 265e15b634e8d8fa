//! What a doctor reads in English.

use super::{Cause, Failed, Whole};
use crate::error::Origin;

/// Who is spoken of, and the same behind a noun.
pub fn who(origin: Origin) -> (&'static str, &'static str) {
    match origin {
        Origin::License => ("the license server", "of the license server"),
        Origin::Card => ("the card reader software", "of the card reader software"),
        Origin::Service | Origin::Library => (
            "the shared health record service",
            "of the shared health record service",
        ),
    }
}

pub fn failed(failed: Failed) -> &'static str {
    match failed {
        Failed::Opening => "The connection could not be prepared",
        Failed::License => "The software's license could not be checked",
        Failed::Reading => "The card could not be read",
        Failed::Card => "The connection with the card could not be opened",
        Failed::CodeNotPresented => "The code was not presented to the card",
        Failed::Profile => "Your place of practice was not recorded",
        Failed::Search => "The search for the patient did not succeed",
        Failed::Patient => "The patient's details could not be read",
        Failed::Update => "The patient's details were not updated",
        Failed::Record => "The shared health record was not opened",
        Failed::DocumentNotSent => "The document was not sent",
        Failed::DocumentCut => "The document was not sent as a whole",
        Failed::DocumentNotStored => "The document was not stored in the record",
        Failed::Other => "The operation did not succeed",
    }
}

pub fn whole(whole: Whole) -> &'static str {
    match whole {
        Whole::CodeInDoubt => {
            "It is not known whether the code was presented to the card: a try may be spent. Check the code before you type it again."
        }
        Whole::ProfileInDoubt => {
            "It is not known whether your place of practice was recorded. Check it before you choose it again."
        }
        Whole::UpdateInDoubt => {
            "It is not known whether the patient's details were updated. Read them again before you change them."
        }
        Whole::RecordInDoubt => {
            "It is not known whether the patient's shared health record was opened. Read the patient's details before you open it again."
        }
        Whole::DocumentInDoubt => {
            "It is not known whether the document arrived in the patient's record. Look into the record before you send it again."
        }
        Whole::OtherInDoubt => {
            "It is not known whether the operation was done. Check before you ask for it again."
        }
        Whole::ProfileUnread => {
            "Your place of practice was accepted, but the reply is unreadable. Do not choose it again without a check."
        }
        Whole::UpdateUnread => {
            "The update of the patient was accepted, but the reply is unreadable. Read the patient's details again."
        }
        Whole::RecordUnread => {
            "The opening of the shared health record was accepted, but the reply is unreadable. Contact the software's vendor."
        }
        Whole::DocumentUnread => {
            "The document was accepted, but the reply is unreadable. Do not send it again: look into the patient's record."
        }
        Whole::OtherUnread => {
            "The operation was accepted, but the reply is unreadable. Do not ask for it again without a check."
        }
        Whole::CodeMissing => "No code was typed for the card.",
        Whole::CodeWrong => {
            "The card's code is not the right one. Check it before another try: the card locks after several wrong codes."
        }
        Whole::CodeHeld => {
            "The code was not presented, so as not to lock the card: a code failed before with this card, or had no answer. Check it, then type it again."
        }
        Whole::CardToBeReadAgain => {
            "The code was not presented to the card: the card must be read again first."
        }
        Whole::CardInUse => {
            "The code was not presented: another connection with this card is being opened. Wait until it has ended."
        }
        Whole::CardRefused => {
            "The connection with the card could not be opened. Check the card and the code before another try."
        }
        Whole::CardLocked => "The card is locked. Ask the organisation that issued it.",
        Whole::CardAbsent => "The card is not in the reader. Insert it, then try again.",
        Whole::NoSuchPatient => {
            "No patient was found. Check the last name, the first name, the date of birth and the sex."
        }
        Whole::PatientGone => "The patient was not found. Search for the patient again.",
        Whole::DocumentInDoubtBefore => {
            "This document was sent before and it is not known whether it arrived; it was not sent again. Look into the patient's record."
        }
        Whole::DocumentInUse => {
            "This document is being sent at this moment; it was not sent a second time. Wait until that has ended."
        }
        Whole::TooManyInDoubt => {
            "The document was not sent: too many documents are in doubt. Look into the records of these patients."
        }
        Whole::DoubtReplaced => {
            "This document was sent again since, and it is not known whether it arrived. Look into the patient's record."
        }
        Whole::CardToChoose => "Several cards are in the reader. Choose yours.",
        Whole::SituationToChoose => "Choose your place of practice.",
        Whole::PatientToChoose => {
            "It is not certain which patient is meant. Compare the details, then choose the patient."
        }
        Whole::UpdateToChoose => {
            "The patient's identity or consent is still to be confirmed. Ask the patient."
        }
        Whole::OtherPatient => {
            "The service answered for another patient: no record was opened. Search for the patient again."
        }
    }
}

const VENDOR: &str = "Contact the software's vendor.";
const TECHNICIAN: &str = "Contact your technician.";
const NETWORK: &str = "Check the Internet connection, then try again.";
const LATER: &str = "Try again in a few minutes.";

/// The reason, and what to do about it.
pub fn cause(cause: Cause) -> (&'static str, &'static str) {
    match cause {
        Cause::Software => ("the software made an incorrect request", VENDOR),
        Cause::Configuration => ("the software is not configured correctly", VENDOR),
        Cause::CardClientElsewhere => (
            "the address of the card reader is not on this computer",
            TECHNICIAN,
        ),
        Cause::CardClientOfAnother => (
            "the card reader software is running in another session of this computer",
            "Have it closed there, or contact your technician.",
        ),
        Cause::CardClientNotKnown => (
            "it is not certain that the card reader software is the one of your session",
            TECHNICIAN,
        ),
        Cause::FileName => ("the name of the file cannot be used", "Rename the file."),
        Cause::TooLong => ("something that was typed is too long", "Shorten it."),
        Cause::CardNotRead => ("the card was not read yet", "Read the card first."),
        Cause::CardNotListed => (
            "this card is not among the cards that were read",
            "Read the cards again, then choose yours.",
        ),
        Cause::NoLicense => ("the software's license was not checked yet", VENDOR),
        Cause::NotLoggedIn => (
            "no connection is open with your card",
            "Connect with your card.",
        ),
        Cause::NoPatient => (
            "the details of this patient were not read",
            "Search for the patient first.",
        ),
        Cause::StepMissing => ("a step before this one was not done", VENDOR),
        Cause::NoUpdateAsked => ("no update is asked for this patient", ""),
        Cause::UpdatePending => (
            "the patient's identity or consent is still to be confirmed",
            "Ask the patient.",
        ),
        Cause::RecordClosed => ("the record of this patient is not open", "Open it first."),
        Cause::Busy => ("another operation is running", "Wait until it has ended."),
        Cause::Cancelled => ("the operation was cancelled", ""),
        Cause::FileMissing => ("the file was not found", "Check that it still exists."),
        Cause::FileUnreadable => (
            "the file cannot be read",
            "Close it if it is open in another program.",
        ),
        Cause::FileNotAFile => ("what was chosen is not a file", "Choose a file."),
        Cause::FileChanged => (
            "the file was changed meanwhile",
            "Close it, then send it again.",
        ),
        Cause::FileBusy => (
            "the file is in use by another program",
            "Close it there, then send it again.",
        ),
        Cause::DocumentSlow => (
            "reading the document took too long",
            "Copy the document to this computer, then try again.",
        ),
        Cause::Memory => (
            "this computer has not enough memory",
            "Close other programs.",
        ),
        Cause::TooManySessions => (
            "the software has opened too many connections",
            "Restart the software.",
        ),
        Cause::JournalInUse => (
            "the journal that the software keeps on this computer is in use by another program",
            LATER,
        ),
        Cause::JournalUnusable => (
            "the journal that the software keeps on this computer cannot be used",
            TECHNICIAN,
        ),
        Cause::CardClientAbsent => (
            "the card reader software is not running on this computer",
            "Start it, then try again.",
        ),
        Cause::CardClientNotFound => (
            "the card reader software was not found on this computer",
            TECHNICIAN,
        ),
        Cause::NotFoundOnNetwork => ("{who} was not found", NETWORK),
        Cause::NotReachable => ("{who} cannot be reached", NETWORK),
        Cause::Slow => ("{who} did not answer in time", LATER),
        Cause::Certificate => (
            "the secure connection with {who} was refused",
            "Check the date and the time of this computer.",
        ),
        Cause::NotSecure => (
            "the secure connection with {who} could not be made",
            TECHNICIAN,
        ),
        Cause::NoTrustStore => (
            "this computer has no usable list of certificates",
            TECHNICIAN,
        ),
        Cause::Proxy => ("the network did not let the connection through", TECHNICIAN),
        Cause::ProxyLogin => (
            "the network asks for a user name and a password of its own",
            TECHNICIAN,
        ),
        Cause::Interrupted => ("the connection with {who} was interrupted", LATER),
        Cause::NoAnswer => ("{who} gave no answer", ""),
        Cause::Unreadable => ("the reply {of} is unreadable", VENDOR),
        Cause::Page => (
            "a web page came instead of the reply {of}",
            "Check the Internet connection.",
        ),
        Cause::TooLarge => ("the reply {of} is too large", VENDOR),
        Cause::Cut => ("the reply {of} is incomplete", LATER),
        Cause::Refused => ("{who} refused the request", "Check what was typed."),
        Cause::RefusedOutright => ("{who} refused the request", VENDOR),
        Cause::DocumentRefused => ("{who} refused it", "Check the document."),
        Cause::UnknownForm => ("{who} does not know the request", VENDOR),
        Cause::LicenseRefused => ("{who} did not accept it", VENDOR),
        Cause::LicenseRefusedByCardClient => (
            "{who} did not accept the license",
            "Try again; if it is refused again, contact the software's vendor.",
        ),
        Cause::CardOrLicenseRefused => (
            "{who} did not accept the card, the code or the license",
            "Check the card and the code.",
        ),
        Cause::NotAllowed => (
            "{who} does not allow this, or the connection has expired",
            "Connect again with your card.",
        ),
        Cause::NothingFound => ("what was asked for was not found", VENDOR),
        Cause::NoSuchPatient => ("the patient was not found", "Search for the patient again."),
        Cause::NoSuchRecord => (
            "the record of this patient was not found",
            "Check that it exists.",
        ),
        Cause::NoSuchProfile => ("it was not found", "Choose another one."),
        Cause::Contradiction => (
            "the request contradicts what {who} knows",
            "Read the details again, then decide.",
        ),
        Cause::Opposed => (
            "the patient may have opposed it, or the record cannot be opened",
            "Check the patient's consent.",
        ),
        Cause::RecordNotReady => (
            "the record of this patient is not open, or does not accept this document",
            "Open the record first.",
        ),
        Cause::PatientNotSearched => ("no patient is chosen", "Search for the patient first."),
        Cause::TooManyRequests => ("{who} receives too many requests", LATER),
        Cause::Failure => ("{who} is out of order", LATER),
        Cause::CardProblem => ("{who} reports a problem", "Check the reader and the card."),
        Cause::Moved => ("{who} has another address now", VENDOR),
        Cause::Internal => ("an internal error occurred", VENDOR),
    }
}
