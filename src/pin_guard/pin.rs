//! When two PINs are one.

use zeroize::Zeroizing;

use crate::messages::Reason;
use crate::wire::is_blank;

/// Where the digits of other scripts begin that a keyboard or a copied text may bring.
const OTHER_DIGITS: [char; 3] = ['\u{660}', '\u{6f0}', '\u{ff10}'];

/// The PIN as the guard compares it. A card client may take blanks away and read digits of any script, so what
/// differs in these alone may be the same PIN to the card: holding one back too many asks a person, presenting
/// one too many may lock the card. What is sent is what was typed.
pub fn compared(pin: &str) -> Result<Zeroizing<String>, Reason> {
    let mut compared = Zeroizing::new(String::new());
    let room = compared.try_reserve_exact(pin.len());
    room.map_err(|_| Reason::NoMemory)?;
    let letters = pin.chars().filter(|letter| !is_blank(*letter));
    compared.extend(letters.map(ascii_digit));
    if compared.is_empty() {
        return Err(Reason::EmptyArgument("pin_code"));
    }
    Ok(compared)
}

fn ascii_digit(letter: char) -> char {
    let value = |zero: char| (letter as u32).wrapping_sub(zero as u32);
    let digit = OTHER_DIGITS
        .into_iter()
        .map(value)
        .find(|value| *value < 10);
    digit
        .and_then(|value| char::from_digit(value, 10))
        .unwrap_or(letter)
}
