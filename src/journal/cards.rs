//! Cards in the file: pseudonyms under the file's key, which is beside them.

use serde::{Deserialize, Serialize};

use super::hex;
use crate::keyed_digest::{Digester, KeyedDigest};

/// A card's identifiers; None where an entry of a list does not give one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct JournalCard {
    serial: Option<KeyedDigest>,
    holder: Option<KeyedDigest>,
}

impl JournalCard {
    pub fn new(key: Digester<'_>, serial: Option<&str>, holder: Option<&str>) -> JournalCard {
        let digest =
            |kind, text: Option<&str>| text.map(|text| key.digest(kind, &[text.as_bytes()]));
        JournalCard {
            serial: digest("card", serial),
            holder: digest("holder", holder),
        }
    }

    /// Whether both may be one card: no identifier that both have differs.
    pub fn may_be(&self, other: &JournalCard) -> bool {
        let differ = |one: Option<KeyedDigest>, another: Option<KeyedDigest>| {
            one.zip(another)
                .is_some_and(|(one, another)| one != another)
        };
        !differ(self.serial, other.serial) && !differ(self.holder, other.holder)
    }

    /// Whether both are one card for certain.
    pub fn is(&self, other: &JournalCard) -> bool {
        self.serial.is_some() && self == other
    }
}

/// A card as it is written.
#[derive(Deserialize, Serialize)]
pub(super) struct WrittenCard<'a> {
    serial: Option<std::borrow::Cow<'a, str>>,
    holder: Option<std::borrow::Cow<'a, str>>,
}

impl WrittenCard<'_> {
    pub fn of(card: &JournalCard) -> WrittenCard<'static> {
        let text = |digest: &KeyedDigest| hex::digest(digest).into();
        WrittenCard {
            serial: card.serial.as_ref().map(text),
            holder: card.holder.as_ref().map(text),
        }
    }

    pub fn read(&self) -> Option<JournalCard> {
        let digest = |text: &Option<std::borrow::Cow<'_, str>>| match text {
            Some(text) => hex::to_digest(text).map(Some),
            None => Some(None),
        };
        Some(JournalCard {
            serial: digest(&self.serial)?,
            holder: digest(&self.holder)?,
        })
    }
}

/// The digests and no identifier.
impl std::fmt::Debug for JournalCard {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("JournalCard")
    }
}
