//! Which card a host means: members that the card's entry must have.

use std::borrow::Cow;

use super::identifier::identifier;
use crate::json::{self, JsonError};
use crate::reason::Reason;
use crate::request_object::{self, Member};

/// The members that a card's entry must have, each with its value.
pub struct WantedCard<'a>(Vec<(Cow<'a, str>, &'a str)>);

impl<'a> WantedCard<'a> {
    /// Reads an argument that is such an object.
    pub fn argument(name: &'static str, text: &'a str) -> Result<WantedCard<'a>, Reason> {
        request_object::read_argument(name, text, scalar)?;
        WantedCard::checked(name, text)
    }

    /// Reads a member of an argument.
    pub fn member(name: &str, member: Member<'a>) -> Result<WantedCard<'a>, Reason> {
        request_object::read(name, member.json(), scalar)?;
        WantedCard::checked(name, member.json())
    }

    fn checked(name: &str, text: &'a str) -> Result<WantedCard<'a>, Reason> {
        let bad = || Reason::BadMember(name.to_owned());
        let members = json::entries(text).map_err(|error| Reason::of(error, bad()))?;
        // It would be every card.
        match members.is_empty() {
            true => Err(bad()),
            false => Ok(WantedCard(members)),
        }
    }

    /// Whether they say which card it is, not only of what kind.
    pub fn names_a_card(&self) -> bool {
        self.0.iter().any(|(name, _)| is_identifier(name))
    }

    /// Whether an entry of a list of cards has all of them.
    pub fn fits(&self, entry: &str) -> Result<bool, JsonError> {
        let fields = json::entries(entry)?;
        for (name, wanted) in &self.0 {
            let mut found = fields.iter().filter(|(key, _)| key == name);
            // A member that is there twice has no value.
            let fits = match (found.next(), found.next()) {
                (Some((_, value)), None) => equal(name, wanted, value)?,
                _ => false,
            };
            if !fits {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn scalar(_: &str, value: Member<'_>) -> Option<()> {
    let text = value.json();
    let number = text.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    (number || value.flag().is_some() || text.starts_with('"')).then_some(())
}

fn is_identifier(name: &str) -> bool {
    matches!(name, "serial" | "idNat")
}

/// Strings are compared decoded, identifiers in the form in which the PIN guard compares them, all else as it is written.
fn equal(name: &str, wanted: &str, value: &str) -> Result<bool, JsonError> {
    if is_identifier(name) {
        let known = (identifier(wanted), identifier(value));
        if known != (None, None) {
            return Ok(known.0 == known.1);
        }
    }
    if !wanted.starts_with('"') || !value.starts_with('"') {
        return Ok(wanted == value);
    }
    Ok(*json::string(wanted)? == *json::string(value)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: &str = r#"{"modelText":"CPS é","token":"t","serial":" 0095x","idNat":800000000002,
        "pinAttempt":3,"ratio":1.0,"open":false,"none":null,"twice":1,"twice":1}"#;

    #[test]
    fn an_entry_fits_when_each_member_is_equal() {
        let fits = |text| {
            let wanted = WantedCard::argument("card_json", text).unwrap();
            wanted.fits(ENTRY).unwrap()
        };
        for text in [
            r#"{"modelText":"CPS \u00e9"}"#,
            r#"{"serial":"95X"}"#,
            r#"{"idNat":"8 00000000002","token":"t"}"#,
            r#"{"pinAttempt":3,"open":false}"#,
            r#"{"ratio":1.0}"#,
            r#"{"\u0074oken":"t"}"#,
        ] {
            assert!(fits(text), "{text}");
        }
        for text in [
            r#"{"modelText":"CPS"}"#,
            r#"{"serial":"95"}"#,
            r#"{"serial":""}"#,
            r#"{"serial":95}"#,
            r#"{"serial":true}"#,
            r#"{"pinAttempt":"3"}"#,
            r#"{"ratio":1}"#,
            r#"{"open":true}"#,
            r#"{"token":"T"}"#,
            r#"{"none":"null"}"#,
            r#"{"twice":1}"#,
            r#"{"absent":1}"#,
            r#"{"serial":"95X","pinAttempt":2}"#,
        ] {
            assert!(!fits(text), "{text}");
        }
        let nothing = WantedCard::argument("card_json", r#"{"serial":"-"}"#).unwrap();
        assert!(nothing.fits(r#"{"serial":"-"}"#).unwrap());
        assert!(!nothing.fits(r#"{"serial":""}"#).unwrap());
        assert!(!nothing.fits(r#"{"serial":"1"}"#).unwrap());
    }
}
