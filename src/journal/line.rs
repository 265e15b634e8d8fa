//! One line of the file: the CRC-32 of a JSON text in eight hexadecimal digits, a blank, the text, a line feed.

use std::io::Write;

use crate::wiping::WipingBuffer;

/// No line is longer; what is, is damaged.
pub(super) const MAX_LINE: usize = 64 * 1024;

/// The digits and the blank.
pub(super) const PREFIX: usize = 9;

/// No record is longer: it could not be read again.
pub(super) const MAX_RECORD: usize = MAX_LINE - PREFIX;

pub fn checksum(text: &[u8]) -> u32 {
    crc32fast::hash(text)
}

/// Appends a line to `out`; None without memory.
pub fn encode(json: &[u8], out: &mut WipingBuffer) -> Option<()> {
    out.reserve(PREFIX + json.len() + 1).ok()?;
    write!(out, "{:08x} ", checksum(json)).ok()?;
    out.push(json).ok()?;
    out.push(b"\n").ok()
}

/// The JSON text of a line, without its line feed; None where the line is not as it was written.
pub fn decode(line: &[u8]) -> Option<&str> {
    let (prefix, json) = line.split_at_checked(PREFIX)?;
    let (digits, blank) = prefix.split_at_checked(PREFIX - 1)?;
    // Digits in capitals stand for the same number, and nobody wrote them.
    let written = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let digits = digits.iter().all(written).then_some(digits)?;
    let crc = u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    let json = (blank == b" " && crc == checksum(json)).then_some(json)?;
    std::str::from_utf8(json).ok()
}

/// How each record begins, with the blank before it.
const BEGIN: &[u8] = br#" {"record":""#;

/// The records within a line that is not as it was written, and where they begin: two are one line where the line feed
/// between them was lost.
pub fn within(line: &[u8]) -> impl Iterator<Item = (usize, &str)> {
    let begins = memchr::memmem::find_iter(line, BEGIN);
    let mut begins = begins
        .filter_map(|blank| (blank + 1).checked_sub(PREFIX))
        .peekable();
    std::iter::from_fn(move || {
        let begin = begins.next()?;
        let end = begins.peek().copied().unwrap_or(line.len());
        // What stands for the line feed, if anything does.
        let ends = [end.saturating_sub(1), end];
        let found = ends.map(|end| decode(line.get(begin..end)?));
        Some(found.into_iter().flatten().next().map(|json| (begin, json)))
    })
    .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_crc_a_blank_and_the_text() {
        let mut out = WipingBuffer::default();
        encode(b"123456789", &mut out).unwrap();
        assert_eq!(out.as_slice(), b"cbf43926 123456789\n");
        assert_eq!(decode(b"cbf43926 123456789"), Some("123456789"));
    }

    #[test]
    fn records_of_a_line_that_is_damaged_elsewhere_are_found() {
        let json = [r#"{"record":"a","of":{"record":"b"}}"#, r#"{"record":"c"}"#];
        let lines = json.map(|json| {
            let mut line = WipingBuffer::default();
            encode(json.as_bytes(), &mut line).unwrap();
            String::from_utf8(line.as_slice().to_vec()).unwrap()
        });
        let [one, other] = [&lines[0], &lines[1]].map(|line| line.trim_end());
        for between in ["", "\u{b}"] {
            let text = format!("{other}{between}{one}{between}{other}");
            let found: Vec<_> = within(text.as_bytes()).map(|(_, json)| json).collect();
            assert_eq!(found, [json[1], json[0], json[1]], "{text}");
        }
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_seen() {
        let mut out = WipingBuffer::default();
        encode(br#"{"record":"found","text":"\u00e9"}"#, &mut out).unwrap();
        let line = out.as_slice().strip_suffix(b"\n").unwrap();
        assert!(decode(line).is_some());
        for bit in 0..line.len() * 8 {
            let mut flipped = line.to_vec();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(decode(&flipped), None, "bit {bit}");
        }
        for length in 0..line.len() {
            assert_eq!(decode(&line[..length]), None, "{length} bytes");
        }
    }
}
