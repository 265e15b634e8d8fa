//! Keeps secrets out of what people read: the bearers and patients that the run knows, what stands under the name of a
//! secret, tickets, and NIRs by their form. Cards and patients are invented; a program's own secret is found by its name.

#[cfg(test)]
mod tests;

use percent_encoding::percent_decode_str;
use regex::{Captures, Regex};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet, VecDeque};
use std::fmt;
use std::sync::{LazyLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

const MASK: &str = "***";

/// Marks that change the direction of a text, or end a line.
const INVISIBLE: [char; 14] = [
    '\u{200e}', '\u{200f}', '\u{2028}', '\u{2029}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}',
    '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}', '\u{feff}',
];

/// The methods that HTTP names; another one may be anything.
const METHODS: &str = "GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH";

/// A name that holds one of these may stand before a secret.
const HELD: &str = "ticket bearer token passw secret motdepasse jeton jwt";

/// So may the name of a header that holds one of these.
const HELD_BY_HEADERS: &str = "authorization cookie license apikey websocketprotocol";

/// With `pin` in a name: what is counted, not the PIN.
const COUNTED: &str = "attempt tries presentation left";

fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a pattern")
}

/// How every JSON object without blanks begins in base64url, and so every ticket.
static TICKET: LazyLock<Regex> = LazyLock::new(|| pattern("eyJ[A-Za-z0-9_.-]*"));

static HEXADECIMAL: LazyLock<Regex> = LazyLock::new(|| pattern("[0-9A-Fa-f]+"));

/// A name and its value, as in a query or a form.
static PAIR: LazyLock<Regex> = LazyLock::new(|| pattern(r"([^&;?/\r\n= ]+)=([^&;?/\r\n]+)"));

/// A national number: sex, year, month, department, commune, order, and the key where it is there, with or without
/// something between these; before it and behind it what belongs to no number.
static NIR: LazyLock<Regex> = LazyLock::new(|| {
    let between = r"[ .\-_+/\x{a0}\x{202f}]?";
    let groups = "[123478] [0-9]{2} [0-9]{2} ([0-9]{2}|2[ABab]) [0-9]{3} [0-9]{3}";
    let number = groups.replace(' ', between);
    pattern(&format!(
        "(?<before>^|[^0-9A-Za-z])(?<nir>{number}({between}[0-9]{{2}})?)(?<behind>$|[^0-9A-Za-z])"
    ))
});

/// The text with another one in the place of each match for which there is one; looked for only where it may be, since a
/// pattern is slow.
fn replaced<'a>(
    text: &'a str,
    may_be: bool,
    pattern: &Regex,
    other: impl Fn(&Captures) -> Option<String>,
) -> Cow<'a, str> {
    match may_be {
        true => pattern.replace_all(text, |found: &Captures| {
            other(found).unwrap_or_else(|| found[0].to_owned())
        }),
        false => text.into(),
    }
}

/// A text from outside must not control the terminal.
pub(crate) fn harmless(said: &str) -> String {
    said.replace(|c: char| c.is_control() || INVISIBLE.contains(&c), " ")
}

/// A method as it may be shown.
pub(crate) fn method(method: &str) -> &str {
    match METHODS.split(' ').any(|known| known == method) {
        true => method,
        false => "?",
    }
}

fn is_secret(name: &str) -> bool {
    let plain = plain(name);
    let pin = plain.contains("pin") && !has_one_of(&plain, COUNTED);
    // Rather too many: what stands under `shipping` is hidden too.
    pin || plain == "mdp" || has_one_of(&plain, HELD)
}

fn has_one_of(name: &str, words: &str) -> bool {
    words.split(' ').any(|word| name.contains(word))
}

/// In lower case, percent-decoded, without what joins words.
fn plain(name: &str) -> String {
    let name = percent_decode_str(name).decode_utf8_lossy();
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// `2550…38`.
fn shortened(number: &str) -> String {
    let number: Vec<char> = number.chars().filter(|c| c.is_alphanumeric()).collect();
    if number.len() < 13 {
        return MASK.into();
    }
    let (start, end) = (number.iter().take(4), number.iter().skip(number.len() - 2));
    start.chain(&['…']).chain(end).collect()
}

/// What one reader sees whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Show {
    pub nir: bool,
    pub pin: bool,
}

/// What is hidden from one reader.
pub(crate) struct Mask<'a> {
    known: &'a Known,
    show: Show,
}

impl<'a> Mask<'a> {
    pub(crate) fn new(known: &'a Known, show: Show) -> Mask<'a> {
        Mask { known, show }
    }

    /// A text of any kind.
    pub(crate) fn text(&self, said: &str) -> String {
        if said.starts_with(['{', '['])
            && let Ok(value) = serde_json::from_str::<Value>(said)
        {
            let masked = self.json(value.clone());
            return match masked == value {
                true => said.to_owned(),
                false => masked.to_string(),
            };
        }
        let masked = self.plain(said);
        if !said.contains('%') {
            return masked;
        }
        // What was encoded so that it is not seen is not shown at all.
        let decoded = percent_decode_str(&masked).decode_utf8_lossy();
        match self.plain(&decoded) {
            again if again == decoded => masked,
            again => again,
        }
    }

    fn plain(&self, said: &str) -> String {
        let text = replaced(said, said.contains('='), &PAIR, |pair| {
            is_secret(&pair[1]).then(|| format!("{}={MASK}", &pair[1]))
        });
        let text = self.known.without_licenses(&text);
        let text = replaced(&text, text.contains("eyJ"), &TICKET, |_| Some(MASK.into()));
        let text = replaced(&text, text.len() >= CUT, &HEXADECIMAL, |word| {
            self.known.is_session(&word[0]).then(|| MASK.into())
        });
        if self.show.nir {
            return text.into_owned();
        }
        let mut text = self.known.without_patients(&text);
        // What stands behind one number may be what stands before the next.
        let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
        while digits(&text) >= 12 && NIR.is_match(&text) {
            let short = |found: &Captures| {
                let (before, behind) = (&found["before"], &found["behind"]);
                Some(format!("{before}{}{behind}", shortened(&found["nir"])))
            };
            text = replaced(&text, true, &NIR, short).into_owned();
        }
        text
    }

    /// A text for a line on the terminal.
    pub(crate) fn line(&self, said: &str) -> String {
        self.text(&harmless(said))
    }

    /// The value of a header.
    pub(crate) fn header(&self, name: &str, value: &str) -> String {
        if !is_secret(name) && !has_one_of(&plain(name), HELD_BY_HEADERS) {
            return self.text(value);
        }
        match value.split_once(' ') {
            Some((scheme, _)) if scheme.eq_ignore_ascii_case("bearer") => {
                format!("{scheme} {MASK}")
            }
            _ => MASK.into(),
        }
    }

    /// A body in JSON; none when it is not JSON.
    pub(crate) fn body(&self, body: &[u8]) -> Option<Value> {
        serde_json::from_slice(body).ok().map(|it| self.json(it))
    }

    /// What stands under a name.
    pub(crate) fn under(&self, name: &str, value: &str) -> String {
        match is_secret(name) {
            true => MASK.into(),
            false => self.text(value),
        }
    }

    /// A JSON of a program, in which names tell what is secret.
    pub(crate) fn json(&self, value: Value) -> Value {
        self.value(value, &is_secret)
    }

    /// A JSON of the sandbox's own, with each of its texts as it may be shown.
    pub(crate) fn texts(&self, value: Value) -> Value {
        self.value(value, &|_| false)
    }

    fn value(&self, value: Value, secret: &impl Fn(&str) -> bool) -> Value {
        match value {
            Value::Object(map) => map
                .into_iter()
                .map(|(key, value)| {
                    let value = match secret(&key) {
                        true => MASK.into(),
                        false => self.value(value, secret),
                    };
                    (self.text(&key), value)
                })
                .collect(),
            Value::Array(list) => list
                .into_iter()
                .map(|one| self.value(one, secret))
                .collect(),
            Value::String(string) => self.text(&string).into(),
            Value::Number(number) => {
                let said = number.to_string();
                match self.text(&said) {
                    masked if masked != said => masked.into(),
                    _ => Value::Number(number),
                }
            }
            other => other,
        }
    }
}

/// The newest session bearers, live or not; as many as there are requests in the log.
const SESSIONS: usize = 100_000;

/// A shorter license bearer or identifier may be a word of any sentence.
const SHORTEST: usize = 8;

/// Of a bearer that was cut, so much is enough to be recognised.
const CUT: usize = 16;

/// The values of a run, those of earlier scenarios too.
#[derive(Default)]
pub(crate) struct Known(RwLock<Values>);

#[derive(Default)]
struct Values {
    licenses: Vec<String>,
    /// In lower case, hexadecimal.
    sessions: BTreeSet<String>,
    order: VecDeque<String>,
    patients: HashSet<String>,
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Known").finish_non_exhaustive()
    }
}

impl Known {
    pub(crate) fn license(&self, bearer: &str) {
        let licenses = &mut self.write().licenses;
        if bearer.len() >= SHORTEST && !licenses.iter().any(|known| known == bearer) {
            licenses.push(bearer.into());
        }
    }

    /// A bearer in hexadecimal, as every login gives one.
    pub(crate) fn session(&self, bearer: &str) {
        let mut values = self.write();
        if values.order.len() == SESSIONS
            && let Some(oldest) = values.order.pop_front()
        {
            values.sessions.remove(&oldest);
        }
        values.sessions.insert(bearer.into());
        values.order.push_back(bearer.into());
    }

    pub(crate) fn patient(&self, patient_id: &str) {
        if patient_id.len() >= SHORTEST {
            self.write().patients.insert(patient_id.into());
        }
    }

    /// Whether a login of the run has given this bearer.
    pub(crate) fn was_session(&self, bearer: &str) -> bool {
        self.read().sessions.contains(bearer)
    }

    /// Whether a word holds such a bearer, or the start of one.
    fn is_session(&self, word: &str) -> bool {
        if word.len() < CUT {
            return false;
        }
        let (values, word) = (self.read(), word.to_ascii_lowercase());
        let begins = |from: &str| {
            let start = &from[..CUT];
            let next = values.sessions.range(start.to_owned()..).next();
            next.is_some_and(|bearer| bearer.starts_with(start))
        };
        (0..=word.len() - CUT).any(|at| begins(&word[at..]))
    }

    fn without_licenses(&self, text: &str) -> String {
        let licenses = &self.read().licenses;
        let mut text = text.to_owned();
        for bearer in licenses.iter().filter(|it| it.is_ascii()) {
            text = text.replace(bearer, MASK);
            // What is quoted of a long text is cut.
            let start = &bearer[..bearer.len() / 2];
            text = text.replace(&format!("{start}…"), MASK);
        }
        text
    }

    fn without_patients(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for id in &self.read().patients {
            if text.contains(id) {
                text = text.replace(id, &shortened(id));
            }
        }
        text
    }

    fn read(&self) -> RwLockReadGuard<'_, Values> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Values> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}
