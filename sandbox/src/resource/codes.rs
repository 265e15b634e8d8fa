//! The two codes of a document.

use crate::bilingual::Bilingual;

/// What to say of codes that look as if each stood in the place of the other. The interface lists no values, so that
/// this is no refusal.
pub(super) fn remark(activity_type: &str, type_code: &str) -> Option<Bilingual> {
    let swapped = is_loinc(activity_type) && !is_loinc(type_code);
    swapped.then(|| {
        words!("activity_type and type_code look swapped: {activity_type} in activity_type has the form of a document type (LOINC), the value of type_code has not", activity_type)
    })
}

/// Digits, a hyphen and a check digit, such as 11488-4.
fn is_loinc(code: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    code.split_once('-').is_some_and(|(number, check)| {
        (1..=7).contains(&number.len()) && check.len() == 1 && digits(number) && digits(check)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_codes_that_look_swapped_are_remarked_upon() {
        assert!(remark("11488-4", "CONSULTATION").is_some());
        assert!(remark("11488-4", "").is_some());
        for (activity_type, type_code) in [
            ("CONSULTATION", "11488-4"),
            ("CONSULTATION", "COMPTE-RENDU"),
            ("11488-4", "34133-9"),
            ("2026-11", "A"),
            ("-4", "A"),
        ] {
            assert_eq!(remark(activity_type, type_code), None, "{activity_type}");
        }
    }
}
