//! A card's identifiers, in the one form in which they are compared.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use crate::digits::ascii_digit;
use crate::json;

/// An identifier that is longer than this and holds escapes is not read: decoding it would take memory.
const MAX_ESCAPED: usize = 64 * 1024;

/// The letters and digits of an identifier, however a list writes it: a string or a number, with escapes of
/// JSON or percent escapes, with blanks or signs, in either case, in digits of any script, with leading zeros.
/// None where nothing is left. Two cards that count as one cost a person's decision; one card that counts as
/// two may be locked.
pub fn identifier(written: &str) -> Option<Cow<'_, str>> {
    let inner = written
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    let text = match inner {
        Some(text) => text,
        None if written.bytes().all(|byte| byte.is_ascii_digit()) => written,
        None => return None,
    };
    let bare = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_uppercase();
    let text: Cow<str> = if text.bytes().all(bare) {
        text.trim_start_matches('0').into()
    } else if !text.contains(['\\', '%']) {
        kept(text.chars())?.into()
    } else if text.len() > MAX_ESCAPED {
        return None;
    } else {
        let text = json::string(written).ok()?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(text.len()).ok()?;
        bytes.extend(percent_decode_str(&text));
        // What is no character is no letter or digit either.
        kept(bytes.utf8_chunks().flat_map(|part| part.valid().chars()))?.into()
    };
    (!text.is_empty()).then_some(text)
}

/// None where memory is short: a card of which nothing is known may be every card.
fn kept(letters: impl Iterator<Item = char>) -> Option<String> {
    let letters = letters.map(ascii_digit).filter(|c| c.is_alphanumeric());
    let letters = letters.skip_while(|letter| *letter == '0');
    let mut kept = String::new();
    for letter in letters.flat_map(char::to_uppercase) {
        kept.try_reserve(letter.len_utf8()).ok()?;
        kept.push(letter);
    }
    Some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_identifier_is_compared_unless_it_holds_escapes() {
        let long = "9".repeat(MAX_ESCAPED + 1);
        assert_eq!(identifier(&long).as_deref(), Some(long.as_str()));
        let dashed = format!("\"{long}-x\"");
        assert_eq!(identifier(&dashed), Some(format!("{long}X").into()));
        assert_eq!(identifier(&format!("\"{long}%20\"")), None);
        assert_eq!(identifier(&format!("\"{long}\\u0020\"")), None);
    }
}
