//! What became of all the documents of a call.

use super::Language;
use super::success::{RECORD_OPEN, SENT, SENT_BEFORE};
use crate::error::Tally;

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
