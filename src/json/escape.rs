//! What an escape in a JSON string stands for.

use super::JsonError;

/// The character that an escape stands for, and its length. `byte` gives the bytes from its backslash on, each after the one
/// before.
pub fn escape(mut byte: impl FnMut(usize) -> u8) -> Result<(char, usize), JsonError> {
    let letter = match byte(1) {
        letter @ (b'"' | b'\\' | b'/') => char::from(letter),
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let first = unit(&mut byte, 2)?;
            if !(0xD800..0xDC00).contains(&first) {
                let letter = char::from_u32(u32::from(first));
                return Ok((letter.ok_or(JsonError::Syntax)?, 6));
            }
            if byte(6) != b'\\' || byte(7) != b'u' {
                return Err(JsonError::Syntax);
            }
            let pair = [first, unit(&mut byte, 8)?];
            let letter = char::decode_utf16(pair).next().and_then(Result::ok);
            return Ok((letter.ok_or(JsonError::Syntax)?, 12));
        }
        _ => return Err(JsonError::Syntax),
    };
    Ok((letter, 2))
}

/// The UTF-16 unit of four hexadecimal digits.
fn unit(byte: &mut impl FnMut(usize) -> u8, at: usize) -> Result<u16, JsonError> {
    (at..at + 4).try_fold(0, |unit, at| {
        let digit = char::from(byte(at)).to_digit(16);
        let digit = digit.and_then(|digit| u16::try_from(digit).ok());
        Ok(unit << 4 | digit.ok_or(JsonError::Syntax)?)
    })
}
