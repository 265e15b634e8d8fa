//! The query of a patient search.

use crate::bilingual::{Bilingual, quoted};
use crate::findings;
use crate::refusal::Refusal;
use crate::scenario::Patient;
use percent_encoding::percent_decode_str;

/// The traits given, in order.
pub(super) struct Traits(Vec<(&'static str, String)>);

const NAMES: [&str; 4] = ["nom", "prenom", "date_naissance", "sexe"];

impl Traits {
    /// Reads `application/x-www-form-urlencoded` text. Bytes that are not UTF-8 are refused
    /// rather than replaced: a client that encodes another alphabet must hear of it.
    pub(super) fn parse(query: &str) -> Result<Traits, Refusal> {
        let mut traits: Vec<(&str, String)> = Vec::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let name = decode(name)?;
            let Some(name) = NAMES.into_iter().find(|known| *known == name) else {
                let text = words!(
                    "`{name}` is no trait: use nom, prenom, date_naissance, sexe",
                    name
                );
                let found = quoted(&name);
                return Err(refusal(text, words!("the parameter {found}", found)));
            };
            if traits.iter().any(|(given, _)| *given == name) {
                let text = words!("{name} is given twice", name);
                let found = words!("{name}, twice", name);
                return Err(refusal(text, found));
            }
            traits.push((name, decode(value)?));
        }
        if traits.is_empty() {
            let text = words!("give at least one trait: nom, prenom, date_naissance, sexe");
            return Err(refusal(text, words!("no trait")));
        }
        Ok(Traits(traits))
    }

    /// Whether a patient has all the traits given, whatever the case; accents count.
    pub(super) fn fit(&self, patient: &Patient) -> bool {
        self.0.iter().all(|(name, given)| has(patient, name, given))
    }

    /// Notes how many patients have each trait.
    pub(super) fn say(&self, patients: &[Patient]) {
        for (name, given) in &self.0 {
            findings::right(count(patients, name, given));
        }
    }

    /// How many patients have each trait, in a sentence.
    pub(super) fn counts(&self, patients: &[Patient]) -> Bilingual {
        let counts = self
            .0
            .iter()
            .map(|(name, given)| count(patients, name, given));
        let (en, fr): (Vec<_>, Vec<_>) = counts.map(|text| (text.en, text.fr)).unzip();
        Bilingual::new(en.join("; "), fr.join(" ; "))
    }
}

fn has(patient: &Patient, name: &str, given: &str) -> bool {
    let has = match name {
        "nom" => &patient.nom,
        "prenom" => &patient.prenom,
        "date_naissance" => &patient.date_naissance,
        _ => &patient.sexe,
    };
    has.to_lowercase() == given.to_lowercase()
}

fn count(patients: &[Patient], name: &str, given: &str) -> Bilingual {
    let count = patients.iter().filter(|p| has(p, name, given)).count();
    let given = quoted(given);
    match count {
        0 => words!("{name} {given}: no patient", name, given),
        1 => words!("{name} {given}: one patient", name, given),
        _ => words!("{name} {given}: {count} patients", name, given, count),
    }
}

fn refusal(text: Bilingual, found: Bilingual) -> Refusal {
    let expected = words!("one or more of nom, prenom, date_naissance, sexe, each once");
    Refusal::bad_request(text).mismatch(expected, found)
}

fn decode(text: &str) -> Result<String, Refusal> {
    let spaced = text.replace('+', " ");
    match percent_decode_str(&spaced).decode_utf8() {
        Ok(decoded) => Ok(decoded.into_owned()),
        Err(_) => {
            let text = words!("the query is not UTF-8 once percent-decoded");
            let expected = words!("UTF-8, percent-encoded");
            let found = words!("bytes of another encoding");
            Err(Refusal::bad_request(text).mismatch(expected, found))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    fn count(query: &str) -> usize {
        let traits = Traits::parse(query).unwrap();
        let patients = Scenario::default().patients;
        patients.iter().filter(|p| traits.fit(p)).count()
    }

    #[test]
    fn all_given_traits_must_fit() {
        assert_eq!(count("nom=exemple"), 1);
        assert_eq!(count("nom=exemple&prenom=h%C3%89l%C3%A8ne&sexe=F"), 1);
        assert_eq!(count("nom=exemple&sexe=M"), 0);
        assert_eq!(count("prenom=Helene"), 0);
        assert_eq!(
            count("nom=JUMEAU&prenom=Marie&date_naissance=1953-07-11"),
            2
        );
        assert_eq!(count("nom=D%27%C3%89TANG+%26+FILS+%2B+CIE"), 1);
        assert_eq!(count("prenom=Anne%20Marie"), 1);
    }

    #[test]
    fn what_is_no_search_is_refused() {
        for query in ["", "name=A", "nom=A&nom=B", "nom=%C9tang"] {
            assert!(Traits::parse(query).is_err(), "{query}");
        }
    }
}
