//! What the doctor reads where nothing failed: of what succeeded, of all the documents of a call, and in choices.

use super::{Language, Sentence, Text};
use crate::error::Tally;

named! {
    /// Of a login, or of the session that there was.
    OPEN = "The connection to the service is open.";
    FOUND = "The patient was found.";
    /// Of a deposit without documents.
    RECORD_OPEN = "The patient's shared health record is open.";
    /// Of one document.
    SENT = "The document was put into the patient's shared health record.";
    /// Of one that was accepted before.
    SENT_BEFORE = "The document was put into the patient's shared health record before; it was not sent again.";
    /// Of one of several whose turn did not come.
    NOT_ITS_TURN = "The document was not sent: the operation ended before its turn.";
    ALL_SENT = "The {all} documents are in the patient's shared health record.";
    // The numbers come last, so that no word agrees with them.
    COUNTED = " Documents: {all}; known to be in the record: {stored}; not put there this time: {missing}.";
    COUNTED_WITH_DOUBTS = " Documents: {all}; known to be in the record: {stored}; not put there this time: {missing}; to be looked for in the record: {in_doubt}.";

    // What a choice is called where what it stands for has no name, and the answers about a code or a document.
    CARD = "Card without a name";
    PATIENT = "Patient without a name";
    SITUATION = "Place of practice without a name";
    /// Of a service, which leads to no list.
    REPLY = "Reply of the service";
    PRESENT_AGAIN = "Present the code once more";
    DOCUMENT_FOUND = "{document} is in the record";
    DOCUMENT_ABSENT = "{document} is not in the record: send it again";
    THE_DOCUMENT = "The document";
}

/// What follows the sentence about the one that failed.
pub fn counted(tally: Tally) -> Text {
    let sentence = match tally.in_doubt {
        0 => COUNTED,
        _ => COUNTED_WITH_DOUBTS,
    };
    Text::from(sentence)
        .with("all", tally.all())
        .with("stored", tally.stored)
        .with("missing", tally.missing)
        .with("in_doubt", tally.in_doubt)
}

/// Of a call whose documents are all in the record.
pub fn all_stored(tally: Tally) -> Text {
    match (tally.stored, tally.already) {
        (1, 1) => SENT_BEFORE.into(),
        (1, _) => SENT.into(),
        (0, _) => RECORD_OPEN.into(),
        (all, _) => Text::from(ALL_SENT).with("all", all),
    }
}

/// `number`: which of several it is.
pub fn about_document(sentence: Sentence, number: Option<usize>) -> Text {
    let document = |language: Language| match number {
        Some(number) => format!("Document {number}"),
        None => language.of(THE_DOCUMENT).to_owned(),
    };
    Text::from(sentence).with_both("document", document)
}
