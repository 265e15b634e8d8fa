//! What a choice is called where what it stands for has no name, and the answers about a code or a document.

use super::{Language, Sentence, fill};

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
