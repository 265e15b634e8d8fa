//! National numbers (NIR) in a text, by their form: a word of 13 characters, or 15 with the key. Those of the run's
//! patients are found by their value, however they are written.

use std::ops::Range;

/// The numbers of a text, in order.
pub(super) fn find(text: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for word in text.split(|byte| !byte.is_ascii_alphanumeric()) {
        if is_nir(word) {
            found.push(start..start + word.len());
        }
        start += word.len() + 1;
    }
    found
}

/// Digits, the first that of the sex; the department may be 2A or 2B.
fn is_nir(word: &[u8]) -> bool {
    let digits = word.iter().enumerate().all(|(index, byte)| {
        let corsica = index == 6 && word[5] == b'2' && b"ABab".contains(byte);
        byte.is_ascii_digit() || corsica
    });
    digits && matches!(word.len(), 13 | 15) && b"123478".contains(&word[0])
}
