//! Values behind the name of a secret: `name=value`, as in a query or form, and `"name": value`, as in JSON.

use super::names;
use std::ops::Range;

pub(super) fn find(text: &[u8], found: &mut Vec<Range<usize>>) {
    if !text.contains(&b'=') && !text.contains(&b':') {
        return;
    }
    for (index, byte) in text.iter().enumerate() {
        let range = match byte {
            b'=' => after_equals(text, index),
            b':' => after_colon(text, index),
            _ => None,
        };
        found.extend(range.filter(|range| !range.is_empty()));
    }
}

fn after_equals(text: &[u8], index: usize) -> Option<Range<usize>> {
    let belongs =
        |byte: &&u8| byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"_-.".contains(byte);
    let length = text[..index].iter().rev().take_while(belongs).count();
    is_secret(&text[index - length..index]).then(|| {
        let start = index + 1;
        start..end(text, start, b"&;\r\n")
    })
}

/// Only behind a name in quotes: sentences have colons too.
fn after_colon(text: &[u8], index: usize) -> Option<Range<usize>> {
    let quoted = text[..index].trim_ascii_end().strip_suffix(b"\"")?;
    let from = quoted.iter().rposition(|byte| *byte == b'"')? + 1;
    let is_secret = is_secret(&quoted[from..]);
    is_secret.then(|| {
        let blanks = text[index + 1..]
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace());
        let start = index + 1 + blanks.count();
        let quotes = text[start..]
            .iter()
            .take_while(|byte| b"\\\"".contains(byte))
            .count();
        match quotes {
            0 => start..end(text, start, b",}]&\r\n"),
            _ => start + quotes..end(text, start + quotes, b"\\\""),
        }
    })
}

fn end(text: &[u8], start: usize, ends: &[u8]) -> usize {
    let length = text[start..].iter().position(|byte| ends.contains(byte));
    length.map_or(text.len(), |length| start + length)
}

fn is_secret(name: &[u8]) -> bool {
    names::is_secret(&String::from_utf8_lossy(name))
}
