//! What of a card client's words may be passed on: no secret of the call or its handle, no number long enough to be
//! a personal number, and nothing at all where the rest would have no meaning.

use std::ops::Range;

use zeroize::Zeroizing;

use crate::guard;
use crate::session::Session;
use crate::wire;

/// Longest message that is passed on, in characters.
const MAX_MESSAGE: usize = 200;

/// Characters behind them that are looked at as well: a number or a secret may stand across the end.
const BEHIND: usize = 100;

/// From this length in bytes on, a text that is a part of a secret is no coincidence.
const PART_OF_A_SECRET: usize = 8;

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
    pub session: &'a Session,
    /// What the call sends beside them.
    pub own: &'a [&'a str],
}

/// As PINs are compared, and in small letters: a program may write a hexadecimal text in capitals.
type Secrets = Vec<Zeroizing<String>>;

impl Redactor<'_> {
    /// Whether a code, the JSON text of an integer or of a short text, is nothing but a code.
    pub fn passes(&self, code: &str) -> bool {
        // Without memory to look for secrets nothing is passed on.
        let Some(secrets) = self.secrets() else {
            return false;
        };
        match code.strip_prefix('"').and_then(|c| c.strip_suffix('"')) {
            Some(text) => !holds_any(text, &secrets),
            None => {
                let number = without_zeros(code.trim_start_matches('-'));
                !secrets.iter().any(|secret| without_zeros(secret) == number)
            }
        }
    }

    /// One line without long numbers; None where it holds a secret, or nothing is left that makes sense.
    pub fn message(&self, message: &str) -> Option<String> {
        let letters: Zeroizing<String> =
            Zeroizing::new(message.chars().take(MAX_MESSAGE + BEHIND).collect());
        if holds_any(&letters, &self.secrets()?) {
            return None;
        }
        let letters: Vec<char> = letters.chars().collect();
        let mut cut = vec![false; letters.len()];
        for number in numbers(&letters) {
            let own = letters.get(number.clone()).unwrap_or_default();
            let digits = own.iter().filter(|c| c.is_numeric());
            let longest = match digits.clone().all(char::is_ascii) {
                true => LONG_NUMBER,
                false => LONG_FOREIGN_NUMBER,
            };
            if digits.count() >= longest {
                cut.get_mut(number).unwrap_or_default().fill(true);
            }
        }
        let mut line = String::new();
        let mut sense = false;
        for (letter, cut) in letters.iter().zip(&cut).take(MAX_MESSAGE) {
            match (*cut, wire::is_shown(*letter)) {
                (true, _) if line.ends_with(CUT) => {}
                (true, _) => line.push_str(CUT),
                (false, false) => line.push(' '),
                (false, true) => {
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
        let held = self.session.secrets();
        let held = held.iter().flatten().map(|secret| secret.as_str());
        let mut secrets = Secrets::new();
        for secret in held.chain(self.own.iter().copied()) {
            let mut own = guard::compared(secret).ok()?;
            own.make_ascii_lowercase();
            secrets.push(own);
        }
        secrets.retain(|secret| !secret.is_empty());
        Some(secrets)
    }
}

/// Whether a secret stands in a text, whole or in part, or a PIN with signs between its digits.
fn holds_any(text: &str, secrets: &Secrets) -> bool {
    let Ok(mut text) = guard::compared(text) else {
        return true;
    };
    text.make_ascii_lowercase();
    let digits = text.chars().filter(char::is_ascii_digit);
    let digits: Zeroizing<String> = Zeroizing::new(digits.collect());
    secrets.iter().any(|secret| {
        let length = secret.len().min(PART_OF_A_SECRET);
        let mut parts = text.as_bytes().windows(length);
        digits.contains(without_zeros(secret))
            || parts.any(|part| memchr::memmem::find(secret.as_bytes(), part).is_some())
    })
}

/// As a program writes a PIN that it takes for a number; of zeros alone as it is.
fn without_zeros(secret: &str) -> &str {
    let number = secret.trim_start_matches('0');
    if number.is_empty() { secret } else { number }
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
