//! What a diagnosis says of each check: what was found, and what to do about it.

use super::{Language, Sentence};
use crate::words::words;

/// What is checked: its word, and what it is called on a page.
macro_rules! check_names {
    ($($name:ident = $word:literal, $label:tt;)+) => {
        words! {
            pub enum CheckName {
                $($name = $word,)+
            }
        }

        impl CheckName {
            pub fn label(self, language: Language) -> &'static str {
                language.of(sentences! { self; $(CheckName::$name => $label;)+ })
            }
        }
    };
}

check_names! {
    Library = "library", "Library";
    CardCodes = "card_codes", "Codes of the card client";
    IdentifiedField = "identified_field", "Professional's profile";
    PatientsPointer = "patients_pointer", "List of patients";
    Journal = "journal", "Journal";
    TrustStore = "trust_store", "Certificates";
    Proxy = "proxy", "Proxy";
    LicenseServer = "license_server", "License server";
    Clock = "clock", "Clock";
    Ticket = "ticket", "License ticket";
    CardClient = "card_client", "Card client";
    Cards = "cards", "Cards";
}

/// That a key is not set, and what to do about it.
pub fn unset(key: CheckName) -> [Sentence; 2] {
    match key {
        CheckName::CardCodes => [CARD_CODES_UNSET, CARD_CODES],
        CheckName::IdentifiedField => [IDENTIFIED_UNSET, IDENTIFIED],
        CheckName::PatientsPointer => [PATIENTS_UNSET, PATIENTS],
        _ => [JOURNAL_UNSET, JOURNAL],
    }
}

/// Between a label and what is said of it.
pub const COLON: Sentence = [": ", " : "];

named! {
    LIBRARY = "hr {version}, {bits} bits, {file}";
    SET = "{key} is set.";
    CARD_CODES_UNSET = "card_codes is not set: the library cannot distinguish a wrong PIN, a locked card and a missing card.";
    CARD_CODES = "Set card_codes in the configuration, to the codes that this card client uses.";
    IDENTIFIED_UNSET = "identified_field is not set: hr_connect does not know when a professional profile is to be chosen.";
    IDENTIFIED = "Set identified_field in the configuration: the JSON pointer to that field in the reply of the login.";
    PATIENTS_UNSET = "patients_pointer is not set: a person has to compare each patient that is found.";
    PATIENTS = "Set patients_pointer in the configuration: the JSON pointer to the list of patients in the reply of the search.";
    JOURNAL_UNSET = "No journal is kept: after a restart nothing is known of PINs that were refused and of documents in doubt.";
    JOURNAL = "Set journal in the configuration: the absolute path of a file on this computer.";
    JOURNAL_HOLDS = "Written to. Documents: {uploads}; in doubt: {doubts}. Damaged lines: {damaged}.";
    JOURNAL_UNUSABLE = "The file cannot be used ({name}).";
    LOOK_FOR_DOUBTS = "Before a document in doubt is sent again, look for it in the patient's record; hr_journal lists them.";
    TRUST = "Certificates are trusted by: {trust}.";
    PROXY = "proxy is \"{setting}\". Set in the environment: {environment}.";
    NOTHING = "nothing";
    ANSWERED = "{host} answered ({steps} ms).";
    FAILED = "{host}: {message} ({name}{http})";
    TICKET_FROM_ELSEWHERE = "license_url or license_bearer is not set: the ticket comes from elsewhere.";
    CLOCK_RIGHT = "This computer's clock says {now} (UTC), the license server's {theirs} (UTC): {apart} apart.";
    SET_CLOCK = "Set the clock of this computer, and have it synchronised.";
    CLOCK_UNKNOWN = "This computer's clock says {now} (UTC). No answer says what time it is elsewhere.";
    TICKET_ENDS = "The ticket is valid until {time}.";
    TICKET_ENDED = "The ticket has expired: {time}.";
    TICKET_EARLY = "The ticket is not valid before {time}.";
    NEW_TICKET = "Get a new ticket; if a new one has expired as well, set the clock of this computer.";
    TICKET_WITHOUT_TIMES = "There is a ticket; it does not say until when it is valid.";
    TICKET_MISSING = "There is no ticket.";
    CARD_CLIENT_FORM = "{host} answered in the form \"{form}\" ({steps} ms).";
    CARD_CLIENT_OTHER_FORM = "{host} lists the cards in the form \"{form}\", and not in the form \"{set}\" that card_form names.";
    SET_FORM = "Set card_form in the configuration to \"{form}\".";
    CARD_CLIENT_LISTENS = "{host} answers. Without a ticket it was not asked for cards.";
    CARDS = "In the reader: {cards}.";
    NO_CARD = "No card is in the reader.";
    INSERT_CARD = "Insert the professional's card, and check that the reader is connected.";
    OTHER_CARD = "Insert the professional's card; if it is in the reader, add its kind to card_types in the configuration.";
    OTHER_CARDS = "No card is of a kind that card_types names. In the reader: {cards}.";
    NOT_ASKED = "Not checked: what comes before it failed.";
    DIAGNOSIS = "hr {version}: diagnosis of {time}, call {call}";
    WORKS = "Nothing that was checked prevents work.";
    WORKS_NOT = "Work is not possible until this is fixed: {failed}.";
}
