//! The scenario: cards, patients and settings, read from JSON, and what makes it invalid, in a sentence that says what to
//! change.

use crate::bilingual::Bilingual;
use crate::mask::Known;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::HashSet;

const DEFAULT: &str = include_str!("../scenarios/default.json");

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

/// Everything a run starts from. A key left out of the JSON takes the value of the default
/// scenario (`scenarios/default.json`); an unknown key is refused.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scenario {
    pub license_bearer: String,
    /// Name of the login's boolean that makes step 4 unnecessary; the interface does not name it.
    pub identified_field: String,
    pub pin_attempt: PinAttempt,
    /// Path of the resource service; wins over [`crate::Options::service_prefix`] when set.
    pub service_prefix: Option<String>,
    /// Largest upload body accepted; a longer one is refused with 413.
    pub max_upload_bytes: Option<u64>,
    /// A received document is kept whole up to this size; its SHA-256 and length always are.
    pub keep_bytes: u64,
    /// Fields added to each patient record, so that clients prove that they keep what they
    /// do not know.
    pub record_extra: Map<String, Value>,
    pub cards: Vec<Card>,
    pub patients: Vec<Patient>,
}

/// What the counter `pinAttempt` of a card entry counts; the interface does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PinAttempt {
    /// Tries left before the card locks.
    Left,
    /// Tries used since the last right PIN.
    Used,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CardType {
    /// A professional's card: has a PIN and situations.
    #[serde(rename = "CPS")]
    Cps,
    /// A patient's insurance card: cannot log in.
    Vitale,
}

/// A card. Its memory (PIN, tries left) goes with its serial, not with its token.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    pub serial: String,
    #[serde(rename = "type")]
    pub card_type: CardType,
    /// Token of the first insertion; a fresh one when left out, and at each later insertion.
    #[serde(default)]
    pub token: Option<String>,
    #[serde(default)]
    pub pin: Option<String>,
    /// Wrong presentations in a row that lock the card.
    #[serde(default = "three")]
    pub tries: u32,
    /// Tries left at the start; `tries` when left out.
    #[serde(default)]
    pub tries_left: Option<u32>,
    #[serde(default = "yes")]
    pub inserted: bool,
    /// Model, as plain text: it is URL-encoded when sent and may hold NUL characters.
    #[serde(default)]
    pub model: String,
    /// Manufacturer, as plain text: it is URL-encoded when sent.
    #[serde(default)]
    pub manufacturer: String,
    #[serde(default)]
    pub category: String,
    pub holder: Holder,
    /// Where a professional works; one means identified at login.
    #[serde(default)]
    pub situations: Vec<Situation>,
    #[serde(default)]
    pub note: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note_fr: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Holder {
    pub id_nat: String,
    pub civ_title: String,
    pub first_name: String,
    pub last_name: String,
    pub prof_code: i32,
    pub train_code: i32,
    pub spec_code: String,
}

/// A place and role in which a professional works.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    /// Identifier, used in the path of `select`.
    pub id: String,
    #[serde(default)]
    pub label: String,
}

/// A patient and the state of their record.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patient {
    /// The NIR, used in the `dmp` paths.
    pub patient_id: String,
    pub nom: String,
    pub prenom: String,
    /// Birth date, compared as text.
    pub date_naissance: String,
    /// Sex, compared as text.
    pub sexe: String,
    pub ins_qualified: bool,
    pub alimentation_consent: bool,
    /// The patient opposed the feeding of the record: a consent is refused.
    #[serde(default)]
    pub opposed: bool,
    #[serde(default)]
    pub note: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note_fr: String,
}

/// Why a scenario is invalid.
#[derive(Debug, thiserror::Error)]
pub enum ScenarioError {
    /// Not JSON, an unknown key or a wrong type.
    #[error("the scenario cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// Well formed, but contradictory.
    #[error("the scenario is invalid: {}", .0.en)]
    Content(Bilingual),
}

impl Default for Scenario {
    fn default() -> Scenario {
        // Read through a plain value: the derived reader fills gaps from this very function.
        let mut value: Value = serde_json::from_str(DEFAULT).unwrap_or_default();
        let mut list = |key: &str| value[key].take();
        Scenario {
            license_bearer: "sandbox-license-bearer".into(),
            identified_field: "identified".into(),
            pin_attempt: PinAttempt::Left,
            service_prefix: None,
            max_upload_bytes: None,
            keep_bytes: 1024 * 1024,
            record_extra: serde_json::from_value(list("record_extra")).unwrap_or_default(),
            cards: serde_json::from_value(list("cards")).unwrap_or_default(),
            patients: serde_json::from_value(list("patients")).unwrap_or_default(),
        }
    }
}

impl Scenario {
    /// Says what of it is not to be shown.
    pub(crate) fn learn(&self, known: &Known) {
        known.license(&self.license_bearer);
        for patient in &self.patients {
            known.patient(&patient.patient_id);
        }
    }

    /// Reads and checks a scenario.
    pub fn from_json(text: &str) -> Result<Scenario, ScenarioError> {
        let scenario: Scenario = serde_json::from_str(text)?;
        scenario.check().map_err(ScenarioError::Content)?;
        Ok(scenario)
    }

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
    /// A professional's card with one situation, in the reader.
    pub fn cps(serial: &str, pin: &str) -> Card {
        Card {
            serial: serial.into(),
            card_type: CardType::Cps,
            token: None,
            pin: Some(pin.into()),
            tries: 3,
            tries_left: None,
            inserted: true,
            model: "IAS ECC\0\0".into(),
            manufacturer: "Fabricant d'essai".into(),
            category: "CPS".into(),
            holder: Holder {
                id_nat: format!("8{serial:0>11}"),
                ..Holder::default()
            },
            situations: vec![Situation {
                id: "1".into(),
                label: "Cabinet d'essai".into(),
            }],
            note: String::new(),
            note_fr: String::new(),
        }
    }

    /// A patient's card, in the reader.
    pub fn vitale(serial: &str) -> Card {
        Card {
            card_type: CardType::Vitale,
            pin: None,
            category: "VITALE".into(),
            situations: Vec::new(),
            ..Card::cps(serial, "")
        }
    }

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

impl Holder {
    pub(crate) fn name(&self) -> String {
        let name = format!("{} {}", self.first_name, self.last_name);
        name.trim().into()
    }
}

impl Patient {
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.nom, self.prenom)
    }

    pub(crate) fn check(&self) -> Result<(), Bilingual> {
        if self.patient_id.is_empty() {
            return Err(words!("scenario.no_patient_id"));
        }
        if self.opposed && self.alimentation_consent {
            return Err(words!("scenario.opposed"));
        }
        Ok(())
    }

    /// Whether the identity is qualified, and whether the record may be fed.
    pub(crate) fn in_words(&self) -> [Bilingual; 2] {
        let qualified = match self.ins_qualified {
            true => words!("state.qualified"),
            false => words!("state.not_qualified"),
        };
        let consent = match (self.alimentation_consent, self.opposed) {
            (_, true) => words!("state.opposed"),
            (true, false) => words!("state.consent"),
            (false, false) => words!("state.no_consent"),
        };
        [qualified, consent]
    }

    /// Traits and identifier: the sandbox's own choice for an answer to a search.
    pub(crate) fn traits(&self) -> Map<String, Value> {
        let traits = [
            ("patient_id", &self.patient_id),
            ("nom", &self.nom),
            ("prenom", &self.prenom),
            ("dateNaissance", &self.date_naissance),
            ("sexe", &self.sexe),
        ];
        let owned = traits.map(|(name, value)| (name.to_owned(), value.as_str().into()));
        owned.into_iter().collect()
    }

    /// The patient record of step 6; fields beyond the three of the interface are the
    /// sandbox's own choice.
    pub(crate) fn record(&self, extra: &Map<String, Value>) -> Value {
        let mut map = extra.clone();
        map.extend(self.traits());
        map.insert("insQualified".into(), self.ins_qualified.into());
        map.insert(
            "alimentationConsent".into(),
            self.alimentation_consent.into(),
        );
        Value::Object(map)
    }
}

fn three() -> u32 {
    3
}

fn yes() -> bool {
    true
}

impl Situation {
    /// The label, or what identifies it.
    pub(crate) fn name(&self) -> &str {
        match self.label.as_str() {
            "" => &self.id,
            label => label,
        }
    }
}
