//! The list of cards in the reply of `ready`.

use std::borrow::Cow;
use std::fmt;

use percent_encoding::percent_decode_str;

use super::Fields;
use crate::json::{self, ObjectWriter};
use crate::messages::Reason;
use crate::wiping::WipingBuffer;

/// More entries than any reader can hold; a longer list would only cost memory.
const MAX_CARDS: usize = 1000;
/// Longest token in bytes; it is written once per entry.
const MAX_TOKEN: usize = 4096;

/// Which card it is, whatever token the card client gave it. The values are kept as the JSON text
/// that the card client wrote, so that nothing is assumed about their form.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CardId {
    serial: String,
    id_nat: String,
}

/// One entry of the list, as far as the PIN guard needs it.
#[derive(Clone)]
pub struct ListedCard {
    pub token: String,
    pub id: CardId,
    /// The counter as written; None when the entry has none.
    pub pin_attempt: Option<String>,
}

/// Fixed words: the identifier of a patient's card is the patient's NIR.
impl fmt::Debug for CardId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("CardId")
    }
}

impl fmt::Debug for ListedCard {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("ListedCard")
    }
}

pub struct Listing {
    pub cards: Vec<ListedCard>,
    /// The entries as one JSON array, with readable texts added.
    pub json: WipingBuffer,
}

/// Flattens the map of tokens into one list of entries.
pub fn listing(fields: &Fields) -> Result<Listing, Reason> {
    let inner = Fields::read(fields.must("data")?).ok_or(Reason::ReplyField("data"))?;
    let map = match inner.raw("data")? {
        Some(map) => Fields::read(map).ok_or(Reason::ReplyField("data.data"))?,
        None => return Err(Reason::ReplyLacks("data.data")),
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
        let entries = json::items(entries.get(), room).ok_or(Reason::ReplyField("data.data"))?;
        for entry in entries {
            if !cards.is_empty() {
                list.push(b",").map_err(no_memory)?;
            }
            let entry_fields = Fields::read(entry.get()).ok_or(Reason::ReplyField("data.data"))?;
            cards.push(listed(token, &entry_fields)?);
            write_entry(&mut list, token, entry.get(), &entry_fields)?;
        }
    }
    list.push(b"]").map_err(no_memory)?;
    Ok(Listing { cards, json: list })
}

fn listed(token: &str, entry: &Fields) -> Result<ListedCard, Reason> {
    if has_key(entry, "token") && *entry.text("token")? != token {
        return Err(Reason::ReplyField("token"));
    }
    let written = |name| Ok(entry.raw(name)?.filter(|text| *text != "\"\""));
    let serial = written("serial")?;
    let id_nat = written("idNat")?;
    // A card without either can only be told apart by its token.
    let serial = match (serial, id_nat) {
        (None, None) => Cow::Owned(format!("token:{token}")),
        (serial, _) => Cow::Borrowed(serial.unwrap_or_default()),
    };
    Ok(ListedCard {
        token: token.to_owned(),
        id: CardId {
            serial: serial.into_owned(),
            id_nat: id_nat.unwrap_or_default().to_owned(),
        },
        pin_attempt: entry.raw("pinAttempt")?.map(str::to_owned),
    })
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
        match fields.text(name) {
            Ok(encoded) => added.field(readable, decoded(&encoded)),
            Err(_) => added.field(readable, None::<&str>),
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
    fields.0.iter().any(|(key, _)| key == name)
}

/// Percent-decoded, without the NUL characters and blanks that pad the card's own strings.
fn decoded(encoded: &str) -> String {
    let text = percent_decode_str(encoded).decode_utf8_lossy();
    text.trim_matches(|c: char| c == '\0' || c.is_whitespace())
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(data: &str) -> Result<Listing, Reason> {
        let text = format!(r#"{{"status":{{"code":0}},"data":{data}}}"#);
        listing(&Fields::read(&text).unwrap())
    }

    #[test]
    fn entries_are_flattened_and_made_readable() {
        let listing = list(
            r#"{"data":{"t/1":[{"model":"CPS%203%00%00","manufacturer":"G%C3%A9m","serial":"9",
               "token":"t/1","idNat":"8","pinAttempt":3,"big":123456789012345678901234567890}],
               "t2":[],"t3":[{},{"modelText":"own"}]}}"#,
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
        assert_eq!(listing.cards.len(), 3);
        assert_eq!(format!("{:?}", listing.cards[0]), "ListedCard");
        assert_eq!(listing.cards[0].pin_attempt.as_deref(), Some("3"));
    }

    #[test]
    fn a_card_keeps_its_identity_when_its_token_changes() {
        let id = |data| list(data).unwrap().cards[0].id.clone();
        let before = id(r#"{"data":{"a":[{"serial":"9","idNat":"8"}]}}"#);
        assert_eq!(
            before,
            id(r#"{"data":{"b":[{"serial":"9","idNat":"8","token":"b"}]}}"#)
        );
        assert_ne!(before, id(r#"{"data":{"a":[{"serial":"9","idNat":"7"}]}}"#));
        let nameless = id(r#"{"data":{"a":[{"serial":"","idNat":null}]}}"#);
        assert_ne!(nameless, id(r#"{"data":{"b":[{}]}}"#));
    }

    #[test]
    fn a_list_of_another_shape_is_named() {
        for (data, reason) in [
            ("null", Reason::ReplyLacks("data")),
            ("[]", Reason::ReplyField("data")),
            ("{}", Reason::ReplyLacks("data.data")),
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
