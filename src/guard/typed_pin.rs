//! A PIN as it was typed: whether it is blank, and when two are one.

use zeroize::Zeroizing;

use crate::digits::ascii_digit;
use crate::reason::Reason;
use crate::wire;

/// The PIN as the guard compares it. A card client may take blanks away and read digits of any script, so what
/// differs in these alone may be the same PIN to the card: holding one back too many asks a person, presenting
/// one too many may lock the card. What is sent is what was typed.
pub fn compared(pin: &str) -> Result<Zeroizing<String>, Reason> {
    let mut compared = Zeroizing::new(String::new());
    compared.try_reserve_exact(pin.len())?;
    let letters = pin.chars().filter(|letter| !wire::is_blank(*letter));
    compared.extend(letters.map(ascii_digit));
    Ok(compared)
}

/// Whether it has no character that anybody could have typed as a code.
pub fn is_blank(pin: &str) -> bool {
    pin.chars().all(wire::is_blank)
}
