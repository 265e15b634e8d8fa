//! The one reader of JSON: reads a text up to the end of a value, and no byte beyond. It neither recurses nor allocates.

use std::ops::Range;

use super::JsonError;

/// A text whose length is not known before its end is reached.
pub trait JsonText<'t> {
    /// The byte at this place; 0 at the end of the text and beyond.
    fn byte(&mut self, at: usize) -> u8;

    /// The first bytes of the text; none where one of them was not read before.
    fn first(&self, bytes: usize) -> &'t [u8];

    /// How many bytes of a string follow from here on that neither end it nor begin an escape.
    fn plain(&mut self, at: usize) -> usize {
        (0..)
            .take_while(|more| is_plain(self.byte(at + more)))
            .count()
    }
}

fn is_plain(byte: u8) -> bool {
    !matches!(byte, b'"' | b'\\' | 0..b' ')
}

impl<'t> JsonText<'t> for &'t [u8] {
    fn byte(&mut self, at: usize) -> u8 {
        // NUL within a text is as misplaced as any other control character, and not its end.
        self.get(at).map_or(0, |byte| (*byte).max(1))
    }

    fn first(&self, bytes: usize) -> &'t [u8] {
        self.get(..bytes).unwrap_or_default()
    }

    fn plain(&mut self, at: usize) -> usize {
        let rest = self.get(at..).unwrap_or_default();
        let end = rest.iter().position(|byte| !is_plain(*byte));
        end.unwrap_or(rest.len())
    }
}

/// The objects and arrays that may lie within each other.
const MAX_DEPTH: usize = 136;

pub struct Scanner<T> {
    text: T,
    at: usize,
    /// So far it was read before going back.
    furthest: usize,
    /// The arrays and objects that will be around the text.
    around: usize,
    /// Those, and the ones that were entered and not left.
    depth: usize,
    /// What closes each of them.
    closes: [u8; MAX_DEPTH],
}

impl<'t, T: JsonText<'t>> Scanner<T> {
    pub fn new(text: T) -> Scanner<T> {
        Scanner::within(0, text)
    }

    /// Reads a text that will stand within so many arrays and objects.
    pub fn within(around: usize, text: T) -> Scanner<T> {
        Scanner {
            text,
            at: 0,
            furthest: 0,
            around,
            depth: around,
            closes: [0; MAX_DEPTH],
        }
    }

    pub fn at(&self) -> usize {
        self.at
    }

    /// Goes back to a value in the object that was just left.
    pub fn back_into(&mut self, at: usize) {
        self.furthest = self.furthest.max(self.at);
        self.at = at;
        self.depth += 1;
    }

    /// All that was read.
    pub fn text(&self) -> Result<&'t str, JsonError> {
        let bytes = self.text.first(self.furthest.max(self.at));
        std::str::from_utf8(bytes).map_err(|_| JsonError::Syntax)
    }

    /// What was read of this part of the text.
    pub fn part(&self, range: Range<usize>) -> Result<&'t str, JsonError> {
        let bytes = self.text.first(range.end).get(range);
        let text = bytes.and_then(|bytes| std::str::from_utf8(bytes).ok());
        text.ok_or(JsonError::Syntax)
    }

    /// Goes into the array or object that is next. False when it is empty, and left again.
    pub fn enter(&mut self) -> Result<bool, JsonError> {
        let close = match self.peek() {
            b'{' => b'}',
            _ => b']',
        };
        *self.closes.get_mut(self.depth).ok_or(JsonError::Depth)? = close;
        self.at += 1;
        let empty = self.takes(close);
        self.depth += usize::from(!empty);
        Ok(!empty)
    }

    /// After an element or member: whether another one follows. Otherwise the array or object is left.
    pub fn has_next(&mut self) -> Result<bool, JsonError> {
        if self.takes(b',') {
            return Ok(true);
        }
        self.expect(self.innermost())?;
        self.depth -= 1;
        Ok(false)
    }

    /// What closes the array or object that was entered last; 0 where none was.
    fn innermost(&self) -> u8 {
        let last = self.depth.checked_sub(1);
        let close = last.and_then(|last| self.closes.get(last));
        close.copied().unwrap_or(0)
    }

    /// Nothing may follow a whole text.
    pub fn end(&mut self) -> Result<(), JsonError> {
        if self.depth > self.around {
            return Ok(());
        }
        self.skip_blanks();
        match self.peek() {
            0 => Ok(()),
            _ => Err(JsonError::Syntax),
        }
    }

    pub fn peek(&mut self) -> u8 {
        self.text.byte(self.at)
    }

    pub fn skip_blanks(&mut self) {
        while matches!(self.peek(), b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
    }

    /// Whether this byte is next, after blanks; it is taken then.
    fn takes(&mut self, byte: u8) -> bool {
        self.skip_blanks();
        let found = self.peek() == byte;
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8) -> Result<(), JsonError> {
        self.takes(byte).then_some(()).ok_or(JsonError::Syntax)
    }

    /// Reads a member's name and the colon; where the name stands, without its quotes.
    pub fn name(&mut self) -> Result<Range<usize>, JsonError> {
        self.skip_blanks();
        let name = self.string()?;
        self.expect(b':')?;
        Ok(name)
    }

    /// Reads one value of any kind; where it stands.
    pub fn value(&mut self) -> Result<Range<usize>, JsonError> {
        self.skip_blanks();
        let start = self.at;
        let outer = self.depth;
        loop {
            self.skip_blanks();
            let mut more = match self.peek() {
                b'{' | b'[' => self.enter()?,
                _ => self.scalar().map(|()| false)?,
            };
            while !more {
                if self.depth == outer {
                    return Ok(start..self.at);
                }
                more = self.has_next()?;
            }
            if self.innermost() == b'}' {
                self.name()?;
            }
        }
    }

    fn scalar(&mut self) -> Result<(), JsonError> {
        match self.peek() {
            b'"' => return self.string().map(|_| ()),
            b't' => self.word(b"true")?,
            b'f' => self.word(b"false")?,
            b'n' => self.word(b"null")?,
            _ => self.number()?,
        }
        // Only what follows shows that a number ends here, and that the text was not cut.
        match self.peek() {
            b' ' | b'\t' | b'\n' | b'\r' | b',' | b']' | b'}' => Ok(()),
            0 if self.depth == self.around => Ok(()),
            _ => Err(JsonError::Syntax),
        }
    }

    fn word(&mut self, word: &[u8]) -> Result<(), JsonError> {
        for letter in word {
            if self.peek() != *letter {
                return Err(JsonError::Syntax);
            }
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<(), JsonError> {
        self.at += usize::from(self.peek() == b'-');
        if self.peek() == b'0' {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.peek() == b'.' {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), b'e' | b'E') {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), b'+' | b'-'));
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), JsonError> {
        let start = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        (self.at > start).then_some(()).ok_or(JsonError::Syntax)
    }

    /// Reads a string; where it stands, without its quotes.
    pub fn string(&mut self) -> Result<Range<usize>, JsonError> {
        if self.peek() != b'"' {
            return Err(JsonError::Syntax);
        }
        self.at += 1;
        let start = self.at;
        loop {
            self.at += self.text.plain(self.at);
            match self.peek() {
                b'"' => {
                    self.at += 1;
                    return Ok(start..self.at - 1);
                }
                b'\\' => {
                    let (_, length) = escape(|more| self.text.byte(self.at + more))?;
                    self.at += length;
                }
                _ => return Err(JsonError::Syntax),
            }
        }
    }
}

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
