//! The parameters of a patient, and what an update says of them.

use zeroize::Zeroizing;

use super::Fields;
use crate::json::{self, Flaw, ObjectWriter};
use crate::messages::Reason;

const INS_QUALIFIED: &str = "insQualified";
const ALIMENTATION_CONSENT: &str = "alimentationConsent";

/// What must be true before the shared record may be opened.
const CONDITIONS: [&str; 2] = [INS_QUALIFIED, ALIMENTATION_CONSENT];

/// The parameters of a patient.
pub struct Patient {
    pub patient_id: Zeroizing<String>,
    pub ins_qualified: bool,
    pub alimentation_consent: bool,
}

impl Patient {
    pub fn update_needed(&self) -> bool {
        !(self.ins_qualified && self.alimentation_consent)
    }

    pub fn write(&self, out: &mut ObjectWriter) {
        out.field("patient_id", self.patient_id.as_str())
            .field(INS_QUALIFIED, self.ins_qualified)
            .field(ALIMENTATION_CONSENT, self.alimentation_consent)
            .field("updateNeeded", self.update_needed());
    }
}

pub fn patient(fields: &Fields) -> Result<Patient, Reason> {
    let patient_id = fields.text("patient_id")?;
    if patient_id.is_empty() {
        return Err(Reason::ReplyField("patient_id"));
    }
    Ok(Patient {
        patient_id,
        ins_qualified: fields.flag(INS_QUALIFIED)?,
        alimentation_consent: fields.flag(ALIMENTATION_CONSENT)?,
    })
}

/// Whether the body of an update, or the reply to it, says of the identity or of the consent anything but true.
/// A text that says nothing of them, or is no object, does not. One that cannot be read may say so.
pub fn keeps_record_closed(text: &str) -> bool {
    let entries = match json::entries(text) {
        Ok(entries) => entries,
        Err(flaw) => return flaw == Flaw::NoMemory,
    };
    let mut entries = entries.iter();
    entries.any(|(key, value)| CONDITIONS.contains(&&**key) && value.get() != "true")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> Fields<'_> {
        Fields::read(text).unwrap()
    }

    #[test]
    fn patients_need_their_three_fields() {
        let good =
            r#"{"patient_id":"255081416802538","insQualified":true,"alimentationConsent":false}"#;
        assert!(patient(&fields(good)).unwrap().update_needed());
        for (text, reason) in [
            (
                r#"{"insQualified":true,"alimentationConsent":true}"#,
                Reason::ReplyLacks("patient_id"),
            ),
            (
                r#"{"patient_id":"1","insQualified":"true","alimentationConsent":true}"#,
                Reason::ReplyField("insQualified"),
            ),
            (
                r#"{"patient_id":"1","insQualified":true}"#,
                Reason::ReplyLacks("alimentationConsent"),
            ),
            (
                r#"{"patient_id":"","insQualified":true,"alimentationConsent":true}"#,
                Reason::ReplyField("patient_id"),
            ),
        ] {
            assert_eq!(patient(&fields(text)).err(), Some(reason), "{text}");
        }
    }

    #[test]
    fn an_update_opens_the_record_unless_it_says_otherwise() {
        for silent in ["", "{}", "[false]", "done", r#"{"insQualified":true}"#] {
            assert!(!keeps_record_closed(silent), "{silent}");
        }
        for opposed in [
            r#"{"alimentationConsent":false}"#,
            r#"{"insQualified":true,"insQualified":false}"#,
            r#"{"alimentation\u0043onsent": false }"#,
            r#"{"insQualified":"true"}"#,
            r#"{"alimentationConsent":null}"#,
        ] {
            assert!(keeps_record_closed(opposed), "{opposed}");
        }
    }
}
