//! One value out of a JSON text, by a JSON pointer (RFC 6901). What lies behind the value is not read. What a pointer, an
//! object or a string may not be is unfit: an escape that is none, a member that is there twice on the way, U+0000.

use std::iter;
use std::ops::Range;

use super::{FoundText, JsonError, JsonText, Scanner, unescaped, unquoted};

/// Numbered as hr_json_kind returns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Null = 1,
    Boolean,
    Number,
    String,
    Array,
    Object,
}

/// The value that the pointer leads to, as it is written; no object on the way may have the member twice.
pub fn written<'t>(text: &'t str, pointer: &str) -> Result<&'t str, JsonError> {
    let mut scanner = find_whole(text.as_bytes(), pointer, 0)?;
    text.get(scanner.value()?).ok_or(JsonError::Syntax)
}

/// Stands where the value begins that the pointer leads to.
pub fn find<'t, T: JsonText<'t>>(text: T, pointer: &str) -> Result<Scanner<T>, JsonError> {
    // This library's own objects are the outermost ones: no name is in them twice.
    find_whole(text, pointer, 1)
}

/// The same; objects are read to their end from this depth on, to see whether they have the member twice.
fn find_whole<'t, T: JsonText<'t>>(
    text: T,
    pointer: &str,
    from: usize,
) -> Result<Scanner<T>, JsonError> {
    if !is_pointer(pointer) {
        return Err(JsonError::Unfit);
    }
    let mut scanner = Scanner::new(text);
    scanner.skip_blanks();
    for (depth, token) in pointer.split('/').skip(1).enumerate() {
        match scanner.peek() {
            b'{' => scanner.enter_object(token, depth >= from)?,
            b'[' => scanner.enter_array(token)?,
            _ => {
                scanner.value()?;
                return Err(scanner.absent());
            }
        }
    }
    Ok(scanner)
}

pub fn is_pointer(pointer: &str) -> bool {
    let mut parts = pointer.split('~');
    parts.next();
    let escapes = parts.all(|part| part.starts_with(['0', '1']));
    escapes && (pointer.is_empty() || pointer.starts_with('/'))
}

/// Whether a pointer's token, in which `~1` is a slash and `~0` is `~`, is this key.
fn names(token: &str, key: &str) -> bool {
    let mut letters = token.chars();
    let unescaped = iter::from_fn(|| match letters.next()? {
        '~' => Some(if letters.next() == Some('1') {
            '/'
        } else {
            '~'
        }),
        letter => Some(letter),
    });
    unescaped.eq(key.chars())
}

impl<'t, T: JsonText<'t>> Scanner<T> {
    pub fn get(mut self) -> Result<FoundText<'t>, JsonError> {
        let kind = kind_of(self.peek());
        let range = self.value()?;
        let written = self.checked(range)?;
        match kind {
            Kind::Null => Err(JsonError::Absent),
            Kind::String => without_nul(unescaped(unquoted(written)?)?),
            _ => Ok(FoundText::Written(written)),
        }
    }

    /// What kind of value is next. Only the first byte of an array or object is read.
    pub fn kind(mut self) -> Result<Kind, JsonError> {
        let kind = kind_of(self.peek());
        if !matches!(kind, Kind::Array | Kind::Object) {
            self.value()?;
            self.end()?;
        }
        self.text()?;
        Ok(kind)
    }

    pub fn count(mut self) -> Result<usize, JsonError> {
        let kind = kind_of(self.peek());
        if !matches!(kind, Kind::Array | Kind::Object) {
            return Err(self.not_a_container());
        }
        let (count, _) = self.pass(usize::MAX)?;
        self.end()?;
        self.text()?;
        Ok(count)
    }

    /// The name of a member of the object that is next, by its place.
    pub fn key(mut self, index: usize) -> Result<FoundText<'t>, JsonError> {
        if self.peek() != b'{' {
            return Err(self.not_a_container());
        }
        let (_, true) = self.pass(index)? else {
            return Err(self.absent());
        };
        let range = self.name()?;
        without_nul(unescaped(self.checked(range)?)?)
    }

    /// Goes into the array or object that is next, past so many of its parts. How many it has passed, and whether it stands
    /// before another one.
    fn pass(&mut self, most: usize) -> Result<(usize, bool), JsonError> {
        let is_object = self.peek() == b'{';
        let mut passed = 0;
        let mut more = self.enter()?;
        while more && passed < most {
            if is_object {
                self.name()?;
            }
            self.value()?;
            passed += 1;
            more = self.has_next()?;
        }
        Ok((passed, more))
    }

    /// `whole`: the object is read to its end, to see whether it has the member twice.
    fn enter_object(&mut self, token: &str, whole: bool) -> Result<(), JsonError> {
        let mut found = None;
        let mut more = self.enter()?;
        while more {
            let name = self.name()?;
            let name = unescaped(self.part(name)?)?;
            let wanted = names(token, &name);
            self.skip_blanks();
            if wanted && !whole {
                return Ok(());
            }
            let value = self.value()?;
            if wanted && found.replace(value.start).is_some() {
                return Err(JsonError::Unfit);
            }
            more = self.has_next()?;
        }
        let found = found.ok_or_else(|| self.absent())?;
        self.back_into(found);
        Ok(())
    }

    fn enter_array(&mut self, token: &str) -> Result<(), JsonError> {
        // What is no such number, or too large for usize, leads behind the end, as "-" does.
        let plain = |place: &usize| place.to_string() == token;
        let wanted = token.parse().ok().filter(plain);
        match self.pass(wanted.unwrap_or(usize::MAX))? {
            (_, true) => {
                self.skip_blanks();
                Ok(())
            }
            (_, false) => Err(self.absent()),
        }
    }

    fn absent(&self) -> JsonError {
        self.text().err().unwrap_or(JsonError::Absent)
    }

    /// Null is nothing, here as for [`Scanner::get`].
    fn not_a_container(mut self) -> JsonError {
        let null = kind_of(self.peek()) == Kind::Null;
        let read = self.value().and_then(|_| self.end());
        match read {
            Err(error) => error,
            Ok(()) if null => self.absent(),
            Ok(()) => JsonError::Unfit,
        }
    }

    /// A part of what was read, all of which has to be UTF-8. Behind a whole text nothing may follow.
    fn checked(&mut self, part: Range<usize>) -> Result<&'t str, JsonError> {
        self.end()?;
        self.text()?.get(part).ok_or(JsonError::Syntax)
    }
}

fn kind_of(first: u8) -> Kind {
    match first {
        b'{' => Kind::Object,
        b'[' => Kind::Array,
        b'"' => Kind::String,
        b't' | b'f' => Kind::Boolean,
        b'n' => Kind::Null,
        _ => Kind::Number,
    }
}

fn without_nul(text: FoundText<'_>) -> Result<FoundText<'_>, JsonError> {
    match text.contains('\0') {
        true => Err(JsonError::Unfit),
        false => Ok(text),
    }
}
