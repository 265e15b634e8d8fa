//! National numbers (NIR) in a text, by their form: 13 digits and perhaps a key of two, or 2A and 2B for Corsica.

use std::ops::Range;

/// Where the parts of a number meet: sex, year, month, department, commune, order, key.
const JOINTS: [usize; 6] = [1, 3, 5, 7, 10, 13];

/// A hexadecimal word as long is an identifier, whatever its digits are.
const IDENTIFIER: usize = 32;

/// What stands between the parts of a number; never more than two.
const BETWEEN: [&str; 10] = [
    " ", "-", "_", ".", "+", "/", "\u{a0}", "\u{202f}", "\u{2009}", "\u{2011}",
];

/// The length of what stands between two parts here; 0 when nothing of that kind does.
pub(super) fn between(bytes: &[u8]) -> usize {
    if bytes.first().is_none_or(u8::is_ascii_alphanumeric) {
        return 0;
    }
    let found = BETWEEN.iter().find(|it| bytes.starts_with(it.as_bytes()));
    found.map_or(0, |it| it.len())
}

/// The numbers of a text, in order.
pub(super) fn find(text: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if text.iter().filter(|byte| byte.is_ascii_digit()).count() < 12 {
        return found;
    }
    for word in words(text, u8::is_ascii_alphanumeric) {
        in_word(text, &word, &mut found);
    }
    let mut index = 0;
    while index < text.len() {
        match Candidate::at(text, index).filter(|it| it.is_nir(text)) {
            Some(number) => {
                index = number.range.end;
                found.push(number.range);
            }
            None => index += 1,
        }
    }
    found
}

/// A whole word of the length, or the digits of one; those beside `a` to `f` are an identifier's in hexadecimal.
fn in_word(text: &[u8], word: &Range<usize>, found: &mut Vec<Range<usize>>) {
    let letters = &text[word.clone()];
    let digits = letters.iter().filter(|byte| byte.is_ascii_digit()).count();
    if (13..=15).contains(&letters.len()) && digits + 1 >= letters.len() {
        found.push(word.clone());
    } else if !is_hexadecimal(letters) {
        let runs = words(letters, u8::is_ascii_digit);
        let long = runs.filter(|run| (13..=15).contains(&run.len()));
        found.extend(long.map(|run| word.start + run.start..word.start + run.end));
    }
}

fn words<'a>(
    text: &'a [u8],
    belongs: impl Fn(&u8) -> bool + 'a,
) -> impl Iterator<Item = Range<usize>> + 'a {
    let mut index = 0;
    std::iter::from_fn(move || {
        let start = index + text[index..].iter().position(&belongs)?;
        let length = text[start..].iter().position(|byte| !belongs(byte));
        index = length.map_or(text.len(), |length| start + length);
        Some(start..index)
    })
}

fn is_hexadecimal(word: &[u8]) -> bool {
    word.iter().all(u8::is_ascii_hexdigit) && word.iter().any(u8::is_ascii_alphabetic)
}

/// Thirteen or fifteen characters that may be a number.
struct Candidate {
    range: Range<usize>,
    characters: Vec<u8>,
    /// Before which characters something stands.
    joints: Vec<usize>,
}

impl Candidate {
    fn at(text: &[u8], start: usize) -> Option<Candidate> {
        if !matches!(text[start], b'1'..=b'4' | b'7' | b'8') {
            return None;
        }
        let (mut characters, mut joints) = (Vec::with_capacity(15), Vec::new());
        let (mut index, mut end, mut short) = (start, start, None);
        while characters.len() < 15 {
            let mut next = index;
            for _ in 0..2 {
                next += between(text.get(next..)?);
            }
            let Some(&byte) = text.get(next) else { break };
            let corsica = characters.len() == 6
                && characters[5] == b'2'
                && matches!(byte.to_ascii_uppercase(), b'A' | b'B');
            if !byte.is_ascii_digit() && !corsica {
                break;
            }
            if next > index {
                if characters.len() == 13 {
                    short = Some(end);
                }
                joints.push(characters.len());
            }
            characters.push(byte.to_ascii_uppercase());
            end = next + 1;
            index = end;
            // The sixth and seventh may be 00 of no department, but the month tells most texts apart early.
            if characters.len() == 5 && !has_month(&characters) {
                return None;
            }
        }
        match characters.len() {
            13 | 15 => {}
            14 if short.is_some() => {
                characters.truncate(13);
                joints.retain(|joint| *joint < 13);
                end = short?;
            }
            _ => return None,
        }
        Some(Candidate {
            range: start..end,
            characters,
            joints,
        })
    }

    fn is_nir(&self, text: &[u8]) -> bool {
        let Range { start, end } = self.range;
        let before = start.checked_sub(1).and_then(|index| text.get(index));
        let beside = [before, text.get(end)];
        let beside = |is: fn(&u8) -> bool| beside.iter().flatten().any(|byte| is(byte));
        let has_key = self.has_key();
        if !self.joints.is_empty() {
            let canonical = self.joints.iter().all(|joint| JOINTS.contains(joint));
            let whole = self.characters.len() == 15 || self.joints.len() > 2;
            return has_key || (canonical && whole && !beside(u8::is_ascii_alphanumeric));
        }
        let is_letter = |byte: &&u8| byte.is_ascii_alphanumeric();
        let first = start - text[..start].iter().rev().take_while(is_letter).count();
        let last = end + text[end..].iter().take_while(is_letter).count();
        let word = &text[first..last];
        let corsica = self.characters[6].is_ascii_alphabetic();
        match is_hexadecimal(word) {
            true if word.len() >= IDENTIFIER => false,
            true => has_key,
            false => has_key || (corsica && !beside(u8::is_ascii_digit)),
        }
    }

    /// Whether the last two are the key: 97 less the rest of the division by 97.
    fn has_key(&self) -> bool {
        let (number, key) = match self.characters.split_at_checked(13) {
            Some((number, key)) if key.len() == 2 => (number, key),
            _ => return false,
        };
        let value = |digits: &[u8]| {
            let digits = digits.iter().map(|byte| match byte {
                b'A' => 9,
                b'B' => 8,
                digit => u64::from(digit - b'0'),
            });
            digits.fold(0, |value, digit| value * 10 + digit)
        };
        // 2A counts as 19 and 2B as 18.
        let corsica = number[6].is_ascii_alphabetic();
        let number = value(number) - if corsica { 10_000_000 } else { 0 };
        value(key) == 97 - number % 97
    }
}

/// 01 to 12, and what stands for an unknown one.
fn has_month(characters: &[u8]) -> bool {
    let month = (characters[3] - b'0') * 10 + (characters[4] - b'0');
    matches!(month, 1..=12 | 20..=42 | 50..=99)
}
