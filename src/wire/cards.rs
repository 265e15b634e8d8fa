//! The list of cards in the reply of `ready`.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use super::Fields;
use super::identifier::identifier;
use crate::json::{self, ObjectWriter};
use crate::reason::Reason;
use crate::wiping::WipingBuffer;

/// More entries than any reader can hold; a longer list would only cost memory.
const MAX_CARDS: usize = 1000;
/// A longer name of a model or manufacturer is not decoded.
const MAX_ENCODED: usize = 4096;
/// Longest token in bytes; it is written once per entry.
const MAX_TOKEN: usize = 4096;

/// One entry of the list, as far as the PIN guard needs it.
pub struct ListedCard<'a> {
    pub token: String,
    /// The identifiers as `identifier` reads them.
    pub serial: Option<Cow<'a, str>>,
    pub id_nat: Option<Cow<'a, str>>,
}

pub struct Listing<'a> {
    pub cards: Vec<ListedCard<'a>>,
    /// The entries as one JSON array, with readable texts added.
    pub json: WipingBuffer,
}

/// Flattens the map of tokens into one list of entries.
pub fn listing<'a>(fields: &Fields<'a>) -> Result<Listing<'a>, Reason> {
    let misformed = |error| Reason::of(error, Reason::ReplyField("data.data"));
    let inner = Fields::read(fields.must("data")?)
        .map_err(|error| Reason::of(error, Reason::ReplyField("data")))?;
    let map = match inner.raw("data")? {
        Some(map) => Fields::read(map).map_err(misformed)?,
        None => return Err(Reason::ReplyMissing("data.data")),
    };
    let mut cards = Vec::new();
    let mut list = WipingBuffer::with_capacity(1024);
    let no_memory = |_| Reason::NoMemory;
    list.push(b"[").map_err(no_memory)?;
    for (token, entries) in &map.0 {
        if token.len() > MAX_TOKEN {
            return Err(Reason::ReplyField("token"));
        }
        let room = MAX_CARDS - cards.len();
        let entries = json::items(entries, room).map_err(misformed)?;
        for entry in entries {
            if !cards.is_empty() {
                list.push(b",").map_err(no_memory)?;
            }
            let entry_fields = Fields::read(entry).map_err(misformed)?;
            cards.try_reserve(1).map_err(|_| Reason::NoMemory)?;
            cards.push(listed(token, &entry_fields)?);
            write_entry(&mut list, token, entry, &entry_fields)?;
        }
    }
    list.push(b"]").map_err(no_memory)?;
    Ok(Listing { cards, json: list })
}

fn listed<'a>(token: &str, entry: &Fields<'a>) -> Result<ListedCard<'a>, Reason> {
    if has_key(entry, "token") && *entry.text("token")? != token {
        return Err(Reason::ReplyField("token"));
    }
    Ok(ListedCard {
        token: token.to_owned(),
        serial: entry.raw("serial")?.and_then(identifier),
        id_nat: entry.raw("idNat")?.and_then(identifier),
    })
}

/// Whether a character is nothing that anybody sees: a blank, a control character, or one without width.
pub fn is_blank(letter: char) -> bool {
    letter.is_whitespace()
        || letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// Writes the entry's own fields untouched, behind the fields that are added.
fn write_entry(
    json: &mut WipingBuffer,
    token: &str,
    entry: &str,
    fields: &Fields,
) -> Result<(), Reason> {
    let mut added = ObjectWriter::with_capacity(256);
    if !has_key(fields, "token") {
        added.field("token", token);
    }
    for (name, readable) in [("model", "modelText"), ("manufacturer", "manufacturerText")] {
        if has_key(fields, readable) {
            continue;
        }
        // The card's own strings have 32 bytes.
        let short = |text: &&str| text.len() <= MAX_ENCODED;
        match fields.raw(name).ok().flatten().filter(short) {
            Some(json) => {
                let encoded = json::string(json).ok();
                added.field(readable, encoded.map(|encoded| decoded(&encoded)))
            }
            None => added.field(readable, None::<&str>),
        };
    }
    let added = added.finish().ok_or(Reason::NoMemory)?;
    let head = added.as_slice().strip_suffix(b"}").unwrap_or_default();
    let own = entry.trim().strip_prefix('{').unwrap_or_default();
    let separator: &[u8] = match (head.len(), own.trim_start()) {
        (1, _) | (_, "}") => b"",
        _ => b",",
    };
    for part in [head, separator, own.as_bytes()] {
        json.push(part).map_err(|_| Reason::NoMemory)?;
    }
    Ok(())
}

fn has_key(fields: &Fields, name: &str) -> bool {
    fields.0.iter().any(|(key, _)| **key == *name)
}

/// Percent-decoded, without the NUL characters and blanks that pad the card's own strings.
fn decoded(encoded: &str) -> String {
    let text = percent_decode_str(encoded).decode_utf8_lossy();
    text.trim_matches(is_blank).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(data: &str) -> Result<Listing<'static>, Reason> {
        let text = format!(r#"{{"status":{{"code":0}},"data":{data}}}"#);
        listing(&Fields::read(text.leak()).unwrap())
    }

    #[test]
    fn entries_are_flattened_and_made_readable() {
        let listing = list(
            r#"{"data":{"t/1":[{"model":"CPS%203%00%00","manufacturer":"G%C3%A9m","serial":"9",
               "token":"t/1","idNat":"8","pinAttempt":3,"big":123456789012345678901234567890}],
               "t2":[],"t3":[{},{"modelText":"own"},
               {"token":"t3","modelText":"","manufacturerText":""}]}}"#,
        )
        .unwrap();
        let shown = std::str::from_utf8(listing.json.as_slice()).unwrap();
        let parsed: serde_json::Value = serde_json::from_str(shown).unwrap();
        assert_eq!(parsed[0]["modelText"], "CPS 3");
        assert_eq!(parsed[0]["manufacturerText"], "Gém");
        assert_eq!(parsed[0]["model"], "CPS%203%00%00");
        assert!(shown.contains("123456789012345678901234567890"));
        assert_eq!(parsed[1]["token"], "t3");
        assert_eq!(parsed[1]["modelText"], serde_json::Value::Null);
        assert_eq!(parsed[2]["modelText"], "own");
        assert_eq!(parsed[3]["token"], "t3");
        assert_eq!(listing.cards.len(), 4);
    }

    #[test]
    fn a_list_of_another_shape_is_named() {
        for (data, reason) in [
            ("null", Reason::ReplyMissing("data")),
            ("[]", Reason::ReplyField("data")),
            ("{}", Reason::ReplyMissing("data.data")),
            (r#"{"data":[]}"#, Reason::ReplyField("data.data")),
            (r#"{"data":{"a":{}}}"#, Reason::ReplyField("data.data")),
            (r#"{"data":{"a":[1]}}"#, Reason::ReplyField("data.data")),
            (
                r#"{"data":{"a":[{"token":"b"}]}}"#,
                Reason::ReplyField("token"),
            ),
        ] {
            assert_eq!(list(data).err(), Some(reason), "{data}");
        }
    }
}
