//! The sentence for the doctor about what succeeded.

use super::Sentence;

/// Of a login, or of the session that there was.
pub const OPEN: Sentence = [
    "The connection to the service is open.",
    "La connexion au service est ouverte.",
];
pub const FOUND: Sentence = ["The patient was found.", "Le patient a été trouvé."];
/// Of a deposit without documents.
pub const RECORD_OPEN: Sentence = [
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
