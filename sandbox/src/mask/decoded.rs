//! A text as a server reads it, percent-decoded, and where each byte of it stands in the text as it came.

use std::borrow::Cow;
use std::ops::Range;

/// What was encoded more often is nothing that a server would read.
const TIMES: usize = 3;

pub(super) struct Decoded<'a> {
    pub bytes: Cow<'a, [u8]>,
    /// Where each byte begins, and where the last one ends; none when nothing was encoded.
    places: Option<Vec<usize>>,
}

impl<'a> Decoded<'a> {
    pub(super) fn of(text: &'a str) -> Decoded<'a> {
        let mut decoded = Decoded {
            bytes: Cow::Borrowed(text.as_bytes()),
            places: None,
        };
        for _ in 0..TIMES {
            if !has_encoded(&decoded.bytes) {
                break;
            }
            decoded = decoded.again();
        }
        decoded
    }

    /// Where bytes of the decoded text stand in the text as it came.
    pub(super) fn place(&self, range: &Range<usize>) -> Range<usize> {
        let at = |index: usize| match &self.places {
            Some(places) => places.get(index).copied().unwrap_or_default(),
            None => index,
        };
        at(range.start)..at(range.end)
    }

    fn again(self) -> Decoded<'a> {
        let (mut bytes, mut places) = (Vec::new(), Vec::new());
        let mut index = 0;
        while let Some(&byte) = self.bytes.get(index) {
            places.push(self.place(&(index..index)).start);
            match encoded(&self.bytes[index..]) {
                Some(decoded) => {
                    bytes.push(decoded);
                    index += 3;
                }
                None => {
                    bytes.push(byte);
                    index += 1;
                }
            }
        }
        places.push(self.place(&(index..index)).start);
        Decoded {
            bytes: Cow::Owned(bytes),
            places: Some(places),
        }
    }
}

fn has_encoded(bytes: &[u8]) -> bool {
    if !bytes.contains(&b'%') {
        return false;
    }
    let mut marks = (0..bytes.len()).filter(|&index| bytes[index] == b'%');
    marks.any(|index| encoded(&bytes[index..]).is_some())
}

fn encoded(bytes: &[u8]) -> Option<u8> {
    let &[b'%', high, low, ..] = bytes else {
        return None;
    };
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}
