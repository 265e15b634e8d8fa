//! What the doctor reads where nothing failed: of what succeeded, of all the documents of a call, and in choices.

use super::{Language, Sentence, fill};
use crate::error::Tally;

/// Of a login, or of the session that there was.
pub const OPEN: Sentence = [
    "The connection to the service is open.",
    "La connexion au service est ouverte.",
];
pub const FOUND: Sentence = ["The patient was found.", "Le patient a été trouvé."];
/// Of a deposit without documents.
const RECORD_OPEN: Sentence = [
    "The patient's shared health record is open.",
    "Le dossier médical partagé du patient est ouvert.",
];
/// Of one document.
pub const SENT: Sentence = [
    "The document was put into the patient's shared health record.",
    "Le document a été déposé dans le dossier médical partagé du patient.",
];
/// Of one that was accepted before.
pub const SENT_BEFORE: Sentence = [
    "The document was put into the patient's shared health record before; it was not sent again.",
    "Le document avait déjà été déposé dans le dossier médical partagé du patient ; il n'a pas été renvoyé.",
];

/// What follows the sentence about the one that failed. The numbers come last, so that no word agrees with them.
pub fn counted(tally: Tally, language: Language) -> String {
    let Tally {
        stored,
        in_doubt,
        missing,
        ..
    } = tally;
    let (all, to_check) = (
        tally.all(),
        match (in_doubt, language) {
            (0, _) => String::new(),
            (_, Language::English) => format!("; to be looked for in the record: {in_doubt}"),
            (_, Language::French) => format!(" ; à vérifier dans le dossier : {in_doubt}"),
        },
    );
    match language {
        Language::English => format!(
            " Documents: {all}; in the record: {stored}; not in the record: {missing}{to_check}."
        ),
        Language::French => format!(
            " Documents : {all} ; dans le dossier : {stored} ; absents du dossier : {missing}{to_check}."
        ),
    }
}

/// Of a call whose documents are all in the record.
pub fn all_stored(tally: Tally, language: Language) -> String {
    match (tally.stored, language) {
        (1, _) if tally.already == 1 => language.of(SENT_BEFORE).to_owned(),
        (1, _) => language.of(SENT).to_owned(),
        (0, _) => language.of(RECORD_OPEN).to_owned(),
        (all, Language::English) => {
            format!("The {all} documents are in the patient's shared health record.")
        }
        (all, Language::French) => {
            format!("Les {all} documents sont dans le dossier médical partagé du patient.")
        }
    }
}

// What a choice is called where what it stands for has no name, and the answers about a code or a document.
pub const CARD: Sentence = ["Card without a name", "Carte sans nom"];
pub const PATIENT: Sentence = ["Patient without a name", "Patient sans nom"];
pub const SITUATION: Sentence = [
    "Place of practice without a name",
    "Situation d'exercice sans nom",
];
/// Of a service, which leads to no list.
pub const REPLY: Sentence = ["Reply of the service", "Réponse du service"];
pub const PRESENT_AGAIN: Sentence = [
    "Present the code once more",
    "Présenter le code une fois de plus",
];
pub const DOCUMENT_FOUND: Sentence = [
    "{document} is in the record",
    "{document} est dans le dossier",
];
pub const DOCUMENT_ABSENT: Sentence = [
    "{document} is not in the record: send it again",
    "{document} n'est pas dans le dossier : l'envoyer à nouveau",
];

/// `number`: which of several it is.
pub fn about_document(sentence: Sentence, number: Option<usize>, language: Language) -> String {
    let document = match (number, language) {
        (Some(number), _) => format!("Document {number}"),
        (None, Language::English) => "The document".to_owned(),
        (None, Language::French) => "Le document".to_owned(),
    };
    fill(sentence, language, |_| &document)
}
