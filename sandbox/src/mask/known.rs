//! What a run must not show, by value: the bearers it has issued or accepted, and the identifiers of its patients.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::ops::Bound::{Included, Unbounded};
use std::ops::Range;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The newest session bearers, live or not; as many as there are requests in the log.
const SESSIONS: usize = 100_000;

/// The newest license bearers.
const LICENSES: usize = 100;

/// A shorter license bearer or identifier may be a word of any sentence.
const SHORTEST: usize = 8;

/// Of a text that was cut, so much of a secret at its end is enough to be seen as its start.
const CUT: usize = 8;

/// What stands where a text was cut.
const CUT_MARK: &[u8] = "…".as_bytes();

/// The values of a run, those of earlier scenarios too.
#[derive(Default)]
pub(crate) struct Known(RwLock<Values>);

#[derive(Default)]
struct Values {
    licenses: VecDeque<String>,
    /// In lower case, hexadecimal.
    sessions: BTreeSet<String>,
    order: VecDeque<String>,
    /// Without what may stand between, in lower case.
    patients: Vec<Vec<u8>>,
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Known").finish_non_exhaustive()
    }
}

impl Known {
    pub(crate) fn license(&self, bearer: &str) {
        let mut values = self.write();
        if bearer.len() < SHORTEST || values.licenses.iter().any(|known| known == bearer) {
            return;
        }
        if values.licenses.len() == LICENSES {
            values.licenses.pop_front();
        }
        values.licenses.push_back(bearer.into());
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
        let (id, _): (Vec<u8>, Vec<usize>) = joined(patient_id.as_bytes()).unzip();
        let patients = &mut self.write().patients;
        if id.len() >= SHORTEST && !patients.contains(&id) {
            patients.push(id);
        }
    }

    /// Bearers in a text.
    pub(super) fn bearers(&self, text: &[u8], found: &mut Vec<Range<usize>>) {
        let values = self.read();
        for bearer in &values.licenses {
            let bearer = bearer.as_bytes();
            found.extend(super::occurrences(text, bearer));
            if !text.contains(&CUT_MARK[0]) {
                continue;
            }
            for end in super::occurrences(text, CUT_MARK).map(|mark| mark.start) {
                let lengths = (CUT..bearer.len()).rev();
                let cut = lengths.map(|length| &bearer[..length]);
                let cut = cut.into_iter().find(|cut| text[..end].ends_with(cut));
                found.extend(cut.map(|cut| end - cut.len()..end));
            }
        }
        values.sessions(text, found);
    }

    /// Identifiers of patients in a text, whatever stands between their parts.
    pub(super) fn patients(&self, text: &[u8], found: &mut Vec<Range<usize>>) {
        let values = self.read();
        let (kept, places): (Vec<u8>, Vec<usize>) = joined(text).unzip();
        for id in &values.patients {
            let at = super::occurrences(&kept, id);
            found.extend(at.map(|at| places[at.start]..places[at.end - 1] + 1));
        }
    }

    fn read(&self) -> RwLockReadGuard<'_, Values> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Values> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Values {
    fn sessions(&self, text: &[u8], found: &mut Vec<Range<usize>>) {
        let Some(length) = self.sessions.first().map(String::len) else {
            return;
        };
        let is_hex = |byte: &u8| byte.is_ascii_hexdigit();
        let mut index = 0;
        while let Some(start) = text[index..].iter().position(is_hex) {
            let start = index + start;
            let run = text[start..].iter().take_while(|byte| is_hex(byte)).count();
            index = start + run;
            if run < CUT {
                continue;
            }
            let word = String::from_utf8_lossy(&text[start..index]).to_ascii_lowercase();
            let mut at = 0;
            while at + length <= run {
                let whole = &word[at..at + length];
                if self.sessions.contains(whole) {
                    found.push(start + at..start + at + length);
                    at += length;
                } else {
                    at += 1;
                }
            }
            if text[index..].starts_with(CUT_MARK) {
                let least = run.saturating_sub(length - 1).max(at);
                let cut = (least..=run - CUT).find(|&at| self.begins(&word[at..]));
                found.extend(cut.map(|at| start + at..index));
            }
        }
    }

    fn begins(&self, word: &str) -> bool {
        let next = self
            .sessions
            .range::<str, _>((Included(word), Unbounded))
            .next();
        next.is_some_and(|bearer| bearer.starts_with(word))
    }
}

/// What stands between the parts of an identifier.
const BETWEEN: [&str; 10] = [
    " ", "-", "_", ".", "+", "/", "\u{a0}", "\u{202f}", "\u{2009}", "\u{2011}",
];

/// The length of what stands between two parts here; 0 when nothing of that kind does.
fn between(bytes: &[u8]) -> usize {
    if bytes.first().is_none_or(u8::is_ascii_alphanumeric) {
        return 0;
    }
    let found = BETWEEN.iter().find(|it| bytes.starts_with(it.as_bytes()));
    found.map_or(0, |it| it.len())
}

/// Letters and digits in lower case and where they stand, without what may stand between the parts of a number;
/// what else stands there tells words apart.
fn joined(text: &[u8]) -> impl Iterator<Item = (u8, usize)> + '_ {
    let mut index = 0;
    std::iter::from_fn(move || {
        loop {
            let byte = *text.get(index)?;
            match between(&text[index..]) {
                0 => {
                    index += 1;
                    return Some((byte.to_ascii_lowercase(), index - 1));
                }
                length => index += length,
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_shows_no_value() {
        let known = Known::default();
        known.license("a-license-bearer");
        known.session("0f3a25508141680253");
        known.patient("255081416802538");
        assert_eq!(format!("{known:?}"), "Known { .. }");
    }

    #[test]
    fn the_oldest_bearers_are_forgotten() {
        let known = Known::default();
        let bearer = |number: usize| format!("{number:064x}");
        for number in 0..=SESSIONS {
            known.session(&bearer(number));
        }
        let found = |number: usize| {
            let mut found = Vec::new();
            known.bearers(bearer(number).as_bytes(), &mut found);
            found.len()
        };
        assert_eq!([found(0), found(1), found(SESSIONS)], [0, 1, 1]);
    }
}
