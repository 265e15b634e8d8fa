//! What of a card client's words may be passed on: no secret of the call or its handle, no number long enough to be
//! a personal number, and nothing at all where the rest would have no meaning.

use std::ops::Range;

use zeroize::Zeroizing;

use crate::session::Session;

/// Longest message that is passed on, in characters.
const MAX_MESSAGE: usize = 200;

/// Characters behind them that are looked at as well: a number or a secret may stand across the end.
const BEHIND: usize = 100;

/// From this length on, a text that is a part of a secret is no coincidence.
const PART_OF_A_SECRET: usize = 8;

/// A shorter secret that stands in a message may be a part of any word: what is cut out then makes no sense.
const SHORTEST_CUT: usize = 4;

/// From so many digits on, a number may be a PIN, also one of an earlier login, or a personal number. A year, a
/// date or a telephone number goes as well.
const LONG_NUMBER: usize = 4;

/// No card client is known to write short numbers in digits other than ASCII, and a PIN could be hidden in them.
const LONG_FOREIGN_NUMBER: usize = 3;

/// The characters that may stand between two digits of one number.
const GAP: usize = 8;

const CUT: &str = "***";

/// Knows what may not come back in what is passed on.
pub struct Redactor<'a> {
    /// Whose bearers and ticket are meant.
    pub session: Option<&'a Session>,
    /// What the call sends beside them.
    pub own: &'a [&'a str],
}

/// In small letters: a program may write a hexadecimal text in capitals.
type Secrets = Vec<Zeroizing<String>>;

impl Redactor<'_> {
    /// Whether a code, the JSON text of an integer or of a short text, is nothing but a code.
    pub fn passes(&self, code: &str) -> bool {
        let quoted = code.strip_prefix('"').and_then(|c| c.strip_suffix('"'));
        // Without memory to look for secrets nothing is passed on.
        let Some(secrets) = self.secrets() else {
            return false;
        };
        let Some(text) = quoted else {
            let number = code.trim_start_matches('-');
            return !secrets.iter().any(|secret| **secret == number);
        };
        let text = text.to_ascii_lowercase();
        // A PIN may have signs between its digits.
        let digits: Zeroizing<String> =
            Zeroizing::new(text.chars().filter(char::is_ascii_digit).collect());
        !secrets.iter().any(|secret| {
            text.contains(secret.as_str())
                || digits.contains(secret.as_str())
                || (text.len() >= PART_OF_A_SECRET && secret.contains(&text))
        })
    }

    /// One line without secrets and long numbers; None when nothing is left that makes sense.
    pub fn message(&self, message: &str) -> Option<String> {
        let letters: Vec<char> = message.chars().take(MAX_MESSAGE + BEHIND).collect();
        let mut cut = vec![false; letters.len()];
        let secrets = self.secrets()?;
        for secret in &secrets {
            cut_secret(&letters, secret, &mut cut)?;
        }
        for number in numbers(&letters) {
            cut_number(&secrets, &letters, number, &mut cut)?;
        }
        let mut line = String::new();
        let mut sense = false;
        for (letter, cut) in letters.iter().zip(&cut).take(MAX_MESSAGE) {
            match (*cut, invisible(*letter)) {
                (true, _) if line.ends_with(CUT) => {}
                (true, _) => line.push_str(CUT),
                (false, true) => line.push(' '),
                (false, false) => {
                    sense |= letter.is_alphanumeric();
                    line.push(*letter);
                }
            }
        }
        line.truncate(line.trim_end().len());
        sense.then_some(line)
    }

    /// None without memory.
    fn secrets(&self) -> Option<Secrets> {
        let held = self.session.map(Session::secrets).unwrap_or_default();
        let held = held.iter().flatten().map(|secret| secret.as_str());
        let mut secrets = Secrets::new();
        for secret in held.chain(self.own.iter().copied()) {
            let mut own = Zeroizing::new(String::new());
            own.try_reserve_exact(secret.len()).ok()?;
            own.push_str(secret);
            own.make_ascii_lowercase();
            secrets.push(own);
        }
        secrets.retain(|secret| !secret.is_empty());
        Some(secrets)
    }
}

fn cut_number(
    secrets: &Secrets,
    letters: &[char],
    number: Range<usize>,
    cut: &mut [bool],
) -> Option<()> {
    let own = letters.get(number.clone()).unwrap_or_default();
    let digits: Zeroizing<String> = Zeroizing::new(own.iter().filter(|c| c.is_numeric()).collect());
    let count = digits.chars().count();
    // A PIN with something between its digits.
    let mut secret = false;
    for known in secrets {
        let found = known.bytes().all(|b| b.is_ascii_digit()) && digits.contains(known.as_str());
        if found && known.len() < SHORTEST_CUT {
            return None;
        }
        secret |= found;
    }
    let foreign = !digits.is_ascii() && count >= LONG_FOREIGN_NUMBER;
    if secret || foreign || count >= LONG_NUMBER {
        mark(cut, number);
    }
    Some(())
}

fn mark(cut: &mut [bool], range: Range<usize>) {
    cut.get_mut(range).unwrap_or_default().fill(true);
}

/// Marks a secret, and parts of it, wherever they stand; None where it is too short to be cut out.
fn cut_secret(letters: &[char], secret: &str, cut: &mut [bool]) -> Option<()> {
    let count = secret.chars().count();
    let length = count.min(PART_OF_A_SECRET);
    let text: Vec<char> = letters.iter().map(char::to_ascii_lowercase).collect();
    for (at, part) in text.windows(length).enumerate() {
        let begins = |own: &str| own.chars().take(length).eq(part.iter().copied());
        let mut starts = secret.char_indices();
        if starts.any(|(from, _)| secret.get(from..).is_some_and(begins)) {
            if count < SHORTEST_CUT {
                return None;
            }
            mark(cut, at..at + length);
        }
    }
    Some(())
}

/// The numbers of a text: digits of any script with a few characters between them that are neither letters nor
/// digits, or with the A or B of Corsica.
fn numbers(letters: &[char]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, _) in letters.iter().enumerate().filter(|(_, c)| c.is_numeric()) {
        let joined = found.last_mut().filter(|last| {
            let gap = letters.get(last.end..at).unwrap_or_default();
            let written = gap.iter().filter(|c| c.is_alphanumeric());
            let corsican = written.clone().all(|c| "ABab".contains(*c));
            gap.len() <= GAP && corsican && written.count() <= 1
        });
        match joined {
            Some(last) => last.end = at + 1,
            None => found.push(at..at + 1),
        }
    }
    found
}

/// Control characters, ends of lines, and marks that change how a line is shown.
fn invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests;
