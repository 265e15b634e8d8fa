//! The query of a patient search.

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
                let text = format!("`{name}` is no trait: use nom, prenom, date_naissance, sexe");
                return Err(Refusal::bad_request(text));
            };
            if traits.iter().any(|(given, _)| *given == name) {
                return Err(Refusal::bad_request(format!("{name} is given twice")));
            }
            traits.push((name, decode(value)?));
        }
        if traits.is_empty() {
            let text = "give at least one trait: nom, prenom, date_naissance, sexe";
            return Err(Refusal::bad_request(text));
        }
        Ok(Traits(traits))
    }

    /// Whether a patient has all the traits given, whatever the case; accents count.
    pub(super) fn fit(&self, patient: &Patient) -> bool {
        self.0.iter().all(|(name, given)| {
            let has = match *name {
                "nom" => &patient.nom,
                "prenom" => &patient.prenom,
                "date_naissance" => &patient.date_naissance,
                _ => &patient.sexe,
            };
            has.to_lowercase() == given.to_lowercase()
        })
    }
}

fn decode(text: &str) -> Result<String, Refusal> {
    let spaced = text.replace('+', " ");
    match percent_decode_str(&spaced).decode_utf8() {
        Ok(decoded) => Ok(decoded.into_owned()),
        Err(_) => Err(Refusal::bad_request(
            "the query is not UTF-8 once percent-decoded",
        )),
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
