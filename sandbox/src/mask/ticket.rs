//! License tickets in a text, by their form: a compact JWS.

use std::ops::Range;

/// How every JSON object without blanks begins in base64url.
const OBJECT: &[u8] = b"eyJ";

/// Of a ticket of which only the start is there.
const START: usize = 10;

pub(super) fn find(text: &[u8], found: &mut Vec<Range<usize>>) {
    let mut end = 0;
    for start in super::occurrences(text, OBJECT).map(|found| found.start) {
        if start >= end && part(&text[start..]) >= START {
            end = parts_end(text, start);
            found.push(start..end);
        }
    }
}

/// The length of a part in base64url.
fn part(text: &[u8]) -> usize {
    let belongs = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    text.iter().take_while(belongs).count()
}

fn parts_end(text: &[u8], start: usize) -> usize {
    let mut end = start + part(&text[start..]);
    for _ in 0..2 {
        if text[end..].starts_with(b".") {
            end += 1 + part(&text[end + 1..]);
        }
    }
    end
}
