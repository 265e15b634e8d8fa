//! What makes a scenario invalid, in a sentence that says what to change.

use super::{Card, CardType, Patient, Scenario};
use crate::bilingual::Bilingual;
use std::collections::HashSet;

/// Names that a login's reply has already.
const TAKEN: [&str; 7] = [
    "connectionId",
    "connectedTo",
    "bearer",
    "serviceUrl",
    "masterData",
    "status",
    "",
];

impl Scenario {
    pub(crate) fn check(&self) -> Result<(), Bilingual> {
        let bearer = &self.license_bearer;
        if bearer.is_empty() || !bearer.bytes().all(|b| b.is_ascii_graphic()) {
            return wrong(
                "license_bearer must be visible ASCII characters",
                "license_bearer : caractères ASCII visibles seulement",
            );
        }
        let field = &self.identified_field;
        if TAKEN.contains(&field.as_str()) {
            return wrong(
                format!("identified_field cannot be `{field}`"),
                format!("identified_field ne peut pas être `{field}`"),
            );
        }
        self.check_cards()?;
        let mut patients = HashSet::new();
        for patient in &self.patients {
            if !patients.insert(&patient.patient_id) {
                return wrong(
                    "two patients have the same patient_id",
                    "deux patients ont le même patient_id",
                );
            }
            patient.check()?;
        }
        Ok(())
    }

    fn check_cards(&self) -> Result<(), Bilingual> {
        let (mut serials, mut tokens) = (HashSet::new(), HashSet::new());
        for card in &self.cards {
            let serial = &card.serial;
            if !serials.insert(serial) {
                return wrong(
                    format!("two cards have the serial {serial}"),
                    format!("deux cartes ont le numéro de série {serial}"),
                );
            }
            if card.token.as_ref().is_some_and(|t| !tokens.insert(t)) {
                return wrong(
                    format!("the token of card {serial} is used twice"),
                    format!("le token de la carte {serial} est utilisé deux fois"),
                );
            }
            card.check()?;
        }
        Ok(())
    }
}

impl Card {
    pub(crate) fn check(&self) -> Result<(), Bilingual> {
        let Some((en, fr)) = self.problem() else {
            return Ok(());
        };
        let serial = &self.serial;
        wrong(
            format!("card {serial}: {en}"),
            format!("carte {serial} : {fr}"),
        )
    }

    fn problem(&self) -> Option<(&'static str, &'static str)> {
        if self.serial.is_empty() {
            return Some(("the serial is empty", "le numéro de série est vide"));
        }
        if self.token.as_deref() == Some("") {
            return Some(("the token is empty", "le token est vide"));
        }
        let ids: HashSet<_> = self.situations.iter().map(|s| &s.id).collect();
        if ids.len() != self.situations.len() || self.situations.iter().any(|s| s.id.is_empty()) {
            return Some((
                "situations need identifiers that differ",
                "les situations doivent avoir des identifiants différents",
            ));
        }
        match self.card_type {
            CardType::Cps if self.pin.as_deref().unwrap_or("").is_empty() => {
                Some(("a CPS needs a pin", "une CPS doit avoir un code (pin)"))
            }
            CardType::Cps if self.situations.is_empty() => Some((
                "a CPS needs a situation",
                "une CPS doit avoir une situation",
            )),
            CardType::Cps if self.tries == 0 => {
                Some(("tries must be at least 1", "tries doit être au moins 1"))
            }
            CardType::Cps if self.tries_left.is_some_and(|left| left > self.tries) => {
                Some(("tries_left exceeds tries", "tries_left dépasse tries"))
            }
            CardType::Vitale if self.pin.is_some() => Some((
                "a Vitale has no pin",
                "une carte Vitale n'a pas de code (pin)",
            )),
            CardType::Cps | CardType::Vitale => None,
        }
    }
}

impl Patient {
    pub(crate) fn check(&self) -> Result<(), Bilingual> {
        if self.patient_id.is_empty() {
            return wrong("the patient_id is empty", "le patient_id est vide");
        }
        if self.opposed && self.alimentation_consent {
            return wrong(
                "a patient is both opposed and consenting: set alimentation_consent or opposed to false",
                "un patient est à la fois opposé et consentant : mettre alimentation_consent ou opposed à false",
            );
        }
        Ok(())
    }
}

fn wrong(en: impl Into<String>, fr: impl Into<String>) -> Result<(), Bilingual> {
    Err(Bilingual::new(en, fr))
}
