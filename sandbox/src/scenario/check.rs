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
            return Err(words!("scenario.bearer"));
        }
        let field = &self.identified_field;
        if TAKEN.contains(&field.as_str()) {
            return Err(words!("scenario.field", field));
        }
        self.check_cards()?;
        let mut patients = HashSet::new();
        for patient in &self.patients {
            if !patients.insert(&patient.patient_id) {
                return Err(words!("scenario.same_patient"));
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
                return Err(words!("scenario.same_serial", serial));
            }
            if card.token.as_ref().is_some_and(|t| !tokens.insert(t)) {
                return Err(words!("scenario.same_token", serial));
            }
            card.check()?;
        }
        Ok(())
    }
}

impl Card {
    pub(crate) fn check(&self) -> Result<(), Bilingual> {
        let Some(problem) = self.problem() else {
            return Ok(());
        };
        let serial = &self.serial;
        Err(words!("scenario.card", serial, problem))
    }

    fn problem(&self) -> Option<Bilingual> {
        if self.serial.is_empty() {
            return Some(words!("scenario.no_serial"));
        }
        if self.token.as_deref() == Some("") {
            return Some(words!("scenario.no_token"));
        }
        let ids: HashSet<_> = self.situations.iter().map(|s| &s.id).collect();
        if ids.len() != self.situations.len() || self.situations.iter().any(|s| s.id.is_empty()) {
            return Some(words!("scenario.situations"));
        }
        match self.card_type {
            CardType::Cps if self.pin.as_deref().unwrap_or("").is_empty() => {
                Some(words!("scenario.no_pin"))
            }
            CardType::Cps if self.situations.is_empty() => Some(words!("scenario.no_situation")),
            CardType::Cps if self.tries == 0 => Some(words!("scenario.no_tries")),
            CardType::Cps if self.tries_left.is_some_and(|left| left > self.tries) => {
                Some(words!("scenario.tries_left"))
            }
            CardType::Vitale if self.pin.is_some() => Some(words!("scenario.vitale_pin")),
            CardType::Cps | CardType::Vitale => None,
        }
    }
}

impl Patient {
    pub(crate) fn check(&self) -> Result<(), Bilingual> {
        if self.patient_id.is_empty() {
            return Err(words!("scenario.no_patient_id"));
        }
        if self.opposed && self.alimentation_consent {
            return Err(words!("scenario.opposed"));
        }
        Ok(())
    }
}
