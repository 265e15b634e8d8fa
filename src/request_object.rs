//! A JSON object that a host passes as an argument: its members are known, and each is there once.

use std::cell::Cell;

use zeroize::Zeroizing;

use crate::json::{self, JsonError};
use crate::reason::Reason;

pub struct Member<'a> {
    json: &'a str,
    /// Decoded before anybody asks for it, so that a lack of memory is no misformed member.
    text: Cell<Option<Zeroizing<String>>>,
}

impl<'a> Member<'a> {
    /// None where the value is a string that cannot be decoded.
    fn read(json: &'a str) -> Result<Option<Member<'a>>, Reason> {
        let text = match json.starts_with('"').then(|| json::string(json)) {
            None => None,
            Some(Ok(text)) => Some(text),
            Some(Err(JsonError::NoMemory)) => return Err(Reason::NoMemory),
            Some(Err(_)) => return Ok(None),
        };
        let text = Cell::new(text);
        Ok(Some(Member { json, text }))
    }

    /// The value as it is written.
    pub fn json(&self) -> &'a str {
        self.json
    }

    /// The text of a string, once.
    pub fn text(&self) -> Option<Zeroizing<String>> {
        self.text.take()
    }

    /// The same, as C could pass it.
    pub fn c_text(&self) -> Option<Zeroizing<String>> {
        self.text().filter(|text| !text.contains('\0'))
    }

    pub fn flag(&self) -> Option<bool> {
        self.json.parse().ok()
    }

    /// An integer of 0 or more.
    pub fn number(&self) -> Option<u64> {
        self.json.parse().ok()
    }
}

/// Reads the object `text`, known to the host as `name`. `take` keeps a member's value; None where the member is not
/// known, or its value not of its form.
pub fn read<'a>(
    name: &str,
    text: &'a str,
    mut take: impl FnMut(&str, Member<'a>) -> Option<()>,
) -> Result<(), Reason> {
    let bad = |error| Reason::of(error, Reason::BadMember(name.to_owned()));
    let members = json::entries(text).map_err(bad)?;
    if let Some(key) = json::twice(&members).map_err(bad)? {
        return Err(refused(name, key));
    }
    for (key, value) in &members {
        let member = Member::read(value)?;
        if member.and_then(|member| take(key, member)).is_none() {
            return Err(refused(name, key));
        }
    }
    Ok(())
}

/// The same for the argument itself, of which it is not yet known that it is JSON.
pub fn read_argument<'a>(
    name: &'static str,
    text: &'a str,
    take: impl FnMut(&str, Member<'a>) -> Option<()>,
) -> Result<(), Reason> {
    check_argument(name, text)?;
    read(name, text, take)
}

/// Refuses an argument that is no JSON object.
pub fn check_argument(name: &'static str, text: &str) -> Result<(), Reason> {
    let not_json = |error| Reason::of(error, Reason::NotJson(name));
    json::check(text).map_err(not_json)?;
    match text.trim_start().starts_with('{') {
        true => Ok(()),
        false => Err(Reason::NotJson(name)),
    }
}

/// The reason that names a member; not what does not look like a name.
fn refused(name: &str, key: &str) -> Reason {
    let word = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    let shown = (1..=40).contains(&key.len()) && key.bytes().all(word);
    Reason::BadMember(match shown {
        true => format!("{name}.{key}"),
        false => name.to_owned(),
    })
}
