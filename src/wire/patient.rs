//! The parameters of a patient, and those in an update.

use zeroize::Zeroizing;

use super::Fields;
use crate::address;
use crate::json::{self, JsonError, ObjectWriter, Scanner};
use crate::reason::{Choose, Reason};

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
        self.update_wanted().is_some()
    }

    /// What a person is asked to update.
    pub fn update_wanted(&self) -> Option<Choose> {
        match (self.ins_qualified, self.alimentation_consent) {
            (true, true) => None,
            (false, true) => Some(Choose::Identity),
            (true, false) => Some(Choose::Consent),
            (false, false) => Some(Choose::Update),
        }
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
    if !address::is_segment(&patient_id) {
        return Err(Reason::ReplyField("patient_id"));
    }
    Ok(Patient {
        patient_id,
        ins_qualified: fields.flag(INS_QUALIFIED)?,
        alimentation_consent: fields.flag(ALIMENTATION_CONSENT)?,
    })
}

/// Whether the body of an update, or the reply to it, says of the identity or of the consent anything but true.
/// The interface does not show its shape, so a member counts at whatever depth, and so does a name in a text
/// that is no JSON. A text that does not mention them does not; one that cannot be read may say so.
pub fn keeps_record_closed(text: &str) -> bool {
    let mut rest = text;
    while let Some((outside, string)) = rest.find('"').and_then(|at| rest.split_at_checked(at)) {
        let Ok(inner) = Scanner::new(string.as_bytes()).string() else {
            return names_condition(rest);
        };
        let after = string.get(inner.end + 1..).unwrap_or_default();
        let inner = string.get(inner).unwrap_or_default();
        if names_condition(outside) || (is_condition(inner) && denies(after)) {
            return true;
        }
        rest = after;
    }
    names_condition(rest)
}

fn is_condition(inner: &str) -> bool {
    let is = |key: &str| CONDITIONS.iter().any(|name| name.eq_ignore_ascii_case(key));
    if !inner.contains('\\') {
        return is(inner);
    }
    match json::decoded(inner) {
        Ok(key) => is(&key),
        Err(error) => error == JsonError::NoMemory,
    }
}

/// Whether what follows a string makes it a member's name, and the member's value is not true.
fn denies(after: &str) -> bool {
    let value = after.trim_ascii_start().strip_prefix(':');
    value.is_some_and(|value| {
        let rest = value.trim_ascii_start().strip_prefix("true");
        rest.is_none_or(|rest| rest.starts_with(|next: char| next.is_alphanumeric()))
    })
}

/// Whether a name stands in a text outside of any string.
fn names_condition(text: &str) -> bool {
    let bytes = text.as_bytes();
    let found = |name: &&str| {
        let mut windows = bytes.windows(name.len());
        windows.any(|window| window.eq_ignore_ascii_case(name.as_bytes()))
    };
    CONDITIONS.iter().any(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_update_opens_the_record_unless_it_says_otherwise() {
        for silent in [
            "",
            "{}",
            "[false]",
            "done",
            r#"{"insQualified":true}"#,
            r#"{"patient":{"insQualified" : true , "x":[]}}"#,
            r#"{"updated":["insQualified"],"note":"a \"quoted\" word"}"#,
        ] {
            assert!(!keeps_record_closed(silent), "{silent}");
        }
        for opposed in [
            r#"{"alimentationConsent":false}"#,
            r#"{"insQualified":true,"insQualified":false}"#,
            r#"{"alimentation\u0043onsent": false }"#,
            r#"{"patient":{"alimentationConsent":false}}"#,
            r#"[{"alimentationConsent":false}]"#,
            "\u{feff}{\"alimentationConsent\":false}",
            r#"{"AlimentationConsent":false}"#,
            r#"{"insQualified":truer}"#,
            r#"{"note":"a \" quote","insQualified":0}"#,
            "alimentationConsent=false",
            r#"{"insQualified":"true"}"#,
            r#"{"alimentationConsent":null}"#,
        ] {
            assert!(keeps_record_closed(opposed), "{opposed}");
        }
    }
}
