//! What people call the things of a scenario.

use crate::scenario::{Patient, Situation};

impl Situation {
    /// The label, or what identifies it.
    pub(crate) fn name(&self) -> &str {
        match self.label.as_str() {
            "" => &self.id,
            label => label,
        }
    }
}

impl Patient {
    /// Last name and first name.
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.nom, self.prenom)
    }
}
