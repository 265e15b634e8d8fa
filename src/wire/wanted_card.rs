//! Which card a host means: members that the card's entry must have.

use zeroize::Zeroizing;

use super::Fields;
use super::identifier::identifier;
use crate::json::{self, JsonError};
use crate::reason::Reason;
use crate::request_object::{self, Member};

/// The members that a card's entry must have, each with its value.
pub struct WantedCard<'a>(Fields<'a>);

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
        let members = Fields::read(text).map_err(|error| Reason::of(error, bad()))?;
        // It would be every card.
        match members.0.is_empty() {
            true => Err(bad()),
            false => Ok(WantedCard(members)),
        }
    }

    /// Whether they say which card it is, not only of what kind.
    pub fn names_a_card(&self) -> bool {
        self.0.0.iter().any(|(name, _)| is_identifier(name))
    }

    /// Whether an entry of a list of cards has all of them.
    pub fn fits(&self, entry: &str) -> Result<bool, JsonError> {
        let fields = Fields::read(entry)?;
        for (name, wanted) in &self.0.0 {
            let fits = match fields.once(name) {
                Ok(Some(value)) => equal(name, wanted, value)?,
                _ => false,
            };
            if !fits {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The kind of card that an entry of a list is of, where it says one.
pub fn kind_of(entry: &str) -> Result<Option<Zeroizing<String>>, JsonError> {
    match Fields::read(entry)?.once("cardType") {
        Ok(Some(kind)) if kind.starts_with('"') => json::string(kind).map(Some),
        _ => Ok(None),
    }
}

/// Whether an entry of a list of cards is of one of these kinds.
pub fn is_of_kind(entry: &str, kinds: &[String]) -> Result<bool, JsonError> {
    Ok(kind_of(entry)?.is_some_and(|kind| kinds.contains(&*kind)))
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
