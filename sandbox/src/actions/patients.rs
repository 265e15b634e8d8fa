//! A new patient, and another state of a record.

use crate::bilingual::Bilingual;
use crate::events::Topic;
use crate::scenario::Patient;
use crate::state::SandboxState;
use serde::Deserialize;

/// What may change of a patient; what is left out stays.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PatientChange {
    pub ins_qualified: Option<bool>,
    pub alimentation_consent: Option<bool>,
    pub opposed: Option<bool>,
}

impl SandboxState {
    /// Adds a patient and gives the number.
    pub(crate) fn add_patient(&mut self, patient: Patient) -> Result<usize, Bilingual> {
        patient.check()?;
        let known = |other: &Patient| other.patient_id == patient.patient_id;
        if let Some(index) = self.patients.iter().position(known) {
            let number = index + 1;
            return Err(words!(
                "patient {number} has this patient_id: give another",
                number
            ));
        }
        let name = patient.name();
        self.known.patient(&patient.patient_id);
        self.patients.push(patient);
        let number = self.patients.len();
        self.said_of_patient(words!("patient {number}, {name}, is new", number, name));
        Ok(number)
    }

    /// Changes the patient of this number; false when there is none.
    pub(crate) fn change_patient(
        &mut self,
        number: usize,
        change: &PatientChange,
    ) -> Result<bool, Bilingual> {
        let index = number.checked_sub(1);
        let Some(patient) = index.and_then(|index| self.patients.get_mut(index)) else {
            return Ok(false);
        };
        let mut changed = patient.clone();
        let set = |to: &mut bool, from: Option<bool>| *to = from.unwrap_or(*to);
        set(&mut changed.ins_qualified, change.ins_qualified);
        set(
            &mut changed.alimentation_consent,
            change.alimentation_consent,
        );
        set(&mut changed.opposed, change.opposed);
        changed.check()?;
        let (name, now) = (changed.name(), state(&changed));
        *patient = changed;
        self.said_of_patient(words!("patient {number}, {name}: {now}", number, name, now));
        Ok(true)
    }

    fn said_of_patient(&mut self, text: Bilingual) {
        self.events.record(Topic::Patient, text);
    }
}

fn state(patient: &Patient) -> Bilingual {
    let qualified = match patient.ins_qualified {
        true => words!("identity qualified"),
        false => words!("identity not qualified"),
    };
    let consent = match patient.alimentation_consent {
        true => words!("consent given"),
        false => words!("no consent"),
    };
    let opposed = match patient.opposed {
        true => words!("opposed"),
        false => words!("not opposed"),
    };
    words!(
        "{qualified}, {consent}, {opposed}",
        qualified,
        consent,
        opposed
    )
}
