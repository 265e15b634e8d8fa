//! What a doctor reads of a document of several that did not fail.

use super::Language;

#[derive(Clone, Copy)]
pub enum Whereabouts {
    /// It was sent and accepted.
    Now,
    /// It was accepted before.
    Before,
    /// Its turn did not come.
    NotItsTurn,
}

impl Whereabouts {
    pub fn text(self, language: Language) -> &'static str {
        match (self, language) {
            (Whereabouts::Now, Language::English) => {
                "The document was put into the patient's shared health record."
            }
            (Whereabouts::Now, Language::French) => {
                "Le document a été déposé dans le dossier médical partagé du patient."
            }
            (Whereabouts::Before, Language::English) => {
                "The document was put into the patient's shared health record before; it was not sent again."
            }
            (Whereabouts::Before, Language::French) => {
                "Le document avait déjà été déposé dans le dossier médical partagé du patient ; il n'a pas été renvoyé."
            }
            (Whereabouts::NotItsTurn, Language::English) => {
                "The document was not sent: the operation ended before its turn."
            }
            (Whereabouts::NotItsTurn, Language::French) => {
                "Le document n'a pas été envoyé : l'opération s'est terminée avant son tour."
            }
        }
    }
}
