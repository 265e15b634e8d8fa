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
    let mut written = Vec::new();
    for (token, entries) in &map.0 {
        if token.len() > MAX_TOKEN {
            return Err(Reason::ReplyField("token"));
        }
        let room = MAX_CARDS - cards.len();
        for entry in json::items(entries, room).map_err(misformed)? {
            let fields = Fields::read(entry).map_err(misformed)?;
            cards.try_reserve(1)?;
            cards.push(listed(token, &fields)?);
            written.try_reserve(1)?;
            written.push(write_entry(token, entry, &fields));
        }
    }
    let json = json::array(1024, written).ok_or(Reason::NoMemory)?;
    Ok(Listing { cards, json })
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
        || matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Whether a character may be shown as it is: of blanks the common one alone.
pub fn is_shown(letter: char) -> bool {
    letter == ' ' || !is_blank(letter)
}

/// Writes the entry's own fields untouched, behind the fields that are added.
fn write_entry(token: &str, entry: &str, fields: &Fields) -> Option<WipingBuffer> {
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
    let added = added.finish()?;
    let head = added.as_slice().strip_suffix(b"}").unwrap_or_default();
    let own = entry.trim().strip_prefix('{').unwrap_or_default();
    let separator: &[u8] = match (head.len(), own.trim_start()) {
        (1, _) | (_, "}") => b"",
        _ => b",",
    };
    let mut json = WipingBuffer::with_capacity(added.len() + entry.len());
    for part in [head, separator, own.as_bytes()] {
        json.push(part).ok()?;
    }
    Some(json)
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
    fn entries_are_flattened_and_written_behind_what_is_added() {
        let listing = list(
            r#"{"data":{"t1":[{"token":"t1","big":123456789012345678901234567890}],
               "t2":[],"t3":[{},{"token":"t3","modelText":"","manufacturerText":"own"}]}}"#,
        );
        let listing = listing.unwrap();
        assert_eq!(
            std::str::from_utf8(&listing.json).unwrap(),
            "[{\"modelText\":null,\"manufacturerText\":null,\
             \"token\":\"t1\",\"big\":123456789012345678901234567890},\
             {\"token\":\"t3\",\"modelText\":null,\"manufacturerText\":null},\
             {\"token\":\"t3\",\"modelText\":\"\",\"manufacturerText\":\"own\"}]"
        );
        assert_eq!(listing.cards.len(), 3);
    }
}
