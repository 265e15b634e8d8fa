//! In which words a person is shown a card, a patient or a situation, and what tells a card from others.

use zeroize::Zeroizing;

use super::cards::{identifier, is_blank, is_shown};
use super::{Fields, TRAITS};
use crate::address;
use crate::json::{self, JsonError, ObjectWriter, lookup};

/// The rest of a longer text is left out: it stands beside the label as it came.
const MAX_LETTERS: usize = 200;

const OF_HOLDER: [&str; 3] = ["civTitle", "firstName", "lastName"];
const OF_CARD: [&str; 2] = ["cardType", "serial"];

pub type Label = Zeroizing<String>;

/// The holder of a card, its kind and its number.
pub fn card(entry: &str) -> Result<Label, JsonError> {
    let fields = Fields::read(entry)?;
    let mut label = Label::default();
    for (names, separator) in [(&OF_HOLDER[..], " "), (&OF_CARD[..], ", ")] {
        for (at, name) in names.iter().enumerate() {
            let text = fields.once(name).ok().flatten();
            let separator = if at == 0 { ", " } else { separator };
            push(&mut label, separator, text.unwrap_or("null"))?;
        }
    }
    Ok(label)
}

/// The texts of an object whose members the interface does not show: the traits of a patient first, then the others in
/// their order.
pub fn texts(object: &str) -> Result<Label, JsonError> {
    let mut label = Label::default();
    if object.trim_start().starts_with('{') {
        let mut members = Fields::read(object)?.0;
        let place = |name: &str| TRAITS.iter().position(|known| *known == name);
        members.sort_by_key(|(name, _)| place(name).unwrap_or(TRAITS.len()));
        for (_, value) in &members {
            push(&mut label, ", ", value)?;
        }
    }
    Ok(label)
}

/// Adds a JSON string, without what nobody sees or what shows it in another order.
fn push(label: &mut Label, separator: &str, written: &str) -> Result<(), JsonError> {
    if !written.starts_with('"') {
        return Ok(());
    }
    let text = json::string(written)?;
    let text = text.trim_matches(is_blank);
    let room = MAX_LETTERS.saturating_sub(label.chars().count());
    if text.is_empty() || room == 0 {
        return Ok(());
    }
    if !label.is_empty() {
        label.push_str(separator);
    }
    label.extend(text.chars().filter(|letter| is_shown(*letter)).take(room));
    Ok(())
}

/// Writes the members that tell a card from others: its identifiers, or its token where it has none.
pub fn write_card_identity(out: &mut ObjectWriter, entry: &str) -> Result<(), JsonError> {
    let fields = Fields::read(entry)?;
    let mut known = false;
    for name in ["serial", "idNat"] {
        let value = fields.once(name)?;
        if let Some(value) = value.filter(|value| identifier(value).is_some()) {
            out.raw(name, value);
            known = true;
        }
    }
    if !known && let Some(token) = fields.once("token")? {
        out.raw("token", token);
    }
    Ok(())
}

/// The id of a situation; None where it has none that could be sent.
pub fn situation_id(item: &str) -> Result<Option<Label>, JsonError> {
    let written = match lookup::written(item, "/id") {
        Ok(written) => written,
        Err(JsonError::NoMemory) => return Err(JsonError::NoMemory),
        Err(_) => return Ok(None),
    };
    let id = match written.as_bytes().first() {
        Some(b'"') => json::string(written)?,
        Some(b'0'..=b'9') => Zeroizing::new(written.to_owned()),
        _ => return Ok(None),
    };
    Ok(Some(id).filter(|id| address::is_segment(id)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_has_the_texts_that_can_be_seen() {
        let entry = r#"{"serial":"81\u0000","civTitle":null,"firstName":" Am\u202eine ","lastName":"DUPONT","cardType":"CPS","pinAttempt":3}"#;
        assert_eq!(*card(entry).unwrap(), "Amine DUPONT, CPS, 81");
        assert_eq!(*card("{}").unwrap(), "");
        let situation = r#"{"id":"7","lieu":"Cabinet","ouvert":true,"ville":"","code":"75"}"#;
        assert_eq!(*texts(situation).unwrap(), "7, Cabinet, 75");
        let patient =
            r#"{"date_naissance":"1969-05-20","zone":"A","prenom":"Hélène","nom":"EXEMPLE"}"#;
        assert_eq!(*texts(patient).unwrap(), "EXEMPLE, Hélène, 1969-05-20, A");
        assert_eq!(*texts("[1]").unwrap(), "");
        let long = format!(r#"{{"nom":"{}"}}"#, "é".repeat(300));
        assert_eq!(texts(&long).unwrap().chars().count(), MAX_LETTERS);
    }
}
