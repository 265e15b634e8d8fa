//! When two PINs are one.

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
    if compared.is_empty() {
        return Err(Reason::EmptyArgument("pin_code"));
    }
    Ok(compared)
}

/// Whether it has no character that anybody could have typed as a code.
pub fn is_blank(pin: &str) -> bool {
    pin.chars().all(wire::is_blank)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pin_is_compared_without_blanks_and_in_ascii_digits() {
        let compared = |text: &str| super::compared(text).map(|pin| pin.to_string());
        for same in [
            "0123",
            " 01 23\r\n",
            "\u{feff}0123",
            "\u{660}\u{661}\u{662}\u{663}",
            "\u{ff10}\u{6f1}23",
            "\u{966}\u{1d7f7}\u{1fbf2}\u{1e953}",
        ] {
            assert_eq!(compared(same), Ok("0123".into()), "{same:?}");
        }
        assert_eq!(compared("aB é"), Ok("aBé".into()));
        for nothing in [" ", "\t\u{a0}", "\u{200b}"] {
            assert_eq!(compared(nothing), Err(Reason::EmptyArgument("pin_code")));
        }
    }
}
