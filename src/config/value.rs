//! Reading one value of the configuration: its form is checked, and refused by its key's name.

use std::path::Path;

use secrecy::SecretString;
use serde::Serialize;
use serde_json::value::RawValue;
use zeroize::Zeroizing;

use crate::address::{BaseUrl, Host};
use crate::json::{self, lookup};
use crate::reason::{Expected, Reason};

/// Longest path in bytes.
const MAX_PATH: usize = 4096;

/// The texts of a list, and the bytes of each.
const MAX_TEXTS: usize = 16;
const MAX_TEXT: usize = 64;

/// One value of the configuration on its way into its field.
pub struct Value<'a> {
    /// The key of the object that it is in, with a dot behind it; empty for the configuration itself.
    within: &'a str,
    pub key: &'a str,
    pub raw: &'a str,
}

/// Reads an object, whose members `take` knows; none is there twice.
pub fn members(
    object: &str,
    within: &str,
    no_object: Reason,
    mut take: impl FnMut(Value) -> Result<(), Reason>,
) -> Result<(), Reason> {
    let entries = json::entries(object).map_err(|error| Reason::of(error, no_object))?;
    if let Some(key) = json::twice(&entries).map_err(|_| Reason::NoMemory)? {
        return Err(Reason::ConfigTwice(shown(within, key)));
    }
    let mut entries = entries.iter();
    entries.try_for_each(|(key, raw)| take(Value { within, key, raw }))
}

/// A key as it may be shown in a message; None for what does not look like a key of this configuration: it
/// may be a secret that was put in the wrong place.
fn shown(within: &str, key: &str) -> Option<String> {
    let fits =
        (1..=40).contains(&key.len()) && key.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    fits.then(|| format!("{within}{key}"))
}

impl<'a> Value<'a> {
    pub fn unknown(&self) -> Reason {
        Reason::ConfigUnknownKey(shown(self.within, self.key))
    }

    pub fn refuse(&self) -> Reason {
        self.must_be(Expected::OfKey)
    }

    pub fn must_be(&self, expected: Expected) -> Reason {
        Reason::ConfigValue(format!("{}{}", self.within, self.key), expected)
    }

    pub fn fit<T>(&self, value: Option<T>) -> Result<T, Reason> {
        value.ok_or_else(|| self.refuse())
    }

    pub fn members(&self, take: impl FnMut(Value) -> Result<(), Reason>) -> Result<(), Reason> {
        members(self.raw, &format!("{}.", self.key), self.refuse(), take)
    }

    /// The elements of a list, at most so many.
    pub fn items(&self, most: usize) -> Result<impl ExactSizeIterator<Item = Value<'a>>, Reason> {
        let Value { within, key, .. } = *self;
        let items = json::items(self.raw, most);
        let items = items.map_err(|error| Reason::of(error, self.refuse()))?;
        Ok(items.into_iter().map(move |raw| Value { within, key, raw }))
    }

    pub fn text(&self) -> Result<Zeroizing<String>, Reason> {
        json::string(self.raw).map_err(|error| Reason::of(error, self.refuse()))
    }

    /// A text, if it is one of these.
    fn text_if(&self, fits: impl Fn(&str) -> bool) -> Result<String, Reason> {
        let mut text = self.text()?;
        self.fit(fits(&text).then(|| std::mem::take(&mut *text)))
    }

    pub fn integer(&self) -> Result<usize, Reason> {
        let number = self.raw.parse::<i32>().ok().filter(|number| *number >= 1);
        self.fit(number.and_then(|number| usize::try_from(number).ok()))
    }

    /// One of some values, in the form in which the settings in force show it.
    pub fn choice<T: Copy + Serialize>(&self, known: &[T]) -> Result<T, Reason> {
        let given = |value: &&T| serde_json::to_string(value).is_ok_and(|text| text == self.raw);
        self.fit(known.iter().find(given).copied())
    }

    pub fn url(&self) -> Result<BaseUrl, Reason> {
        self.fit(BaseUrl::parse(&self.text()?))
    }

    pub fn texts(&self) -> Result<Vec<String>, Reason> {
        let short = |text: &str| (1..=MAX_TEXT).contains(&text.len());
        self.items(MAX_TEXTS)?
            .map(|item| item.text_if(short))
            .collect()
    }

    /// An object that is passed on as it is written; None for null.
    pub fn object(&self) -> Result<Option<Box<RawValue>>, Reason> {
        if self.raw == "null" {
            return Ok(None);
        }
        let object = Some(self.raw).filter(|raw| raw.starts_with('{'));
        let object = object.and_then(|raw| RawValue::from_string(raw.to_owned()).ok());
        self.fit(object).map(Some)
    }

    /// An address of this computer, or a name: what it resolves to is checked at each connection.
    pub fn local_url(&self) -> Result<BaseUrl, Reason> {
        let url = self.url()?;
        match url.host {
            Host::Ip(ip) if !ip.is_loopback() => Err(self.refuse()),
            _ => Ok(url),
        }
    }

    pub fn secret(&self) -> Result<SecretString, Reason> {
        let text = self.text()?;
        self.fit(valid_credential(&text).then(|| SecretString::from(text.as_str())))
    }

    /// A path that hr_open tries itself.
    pub fn path(&self) -> Result<String, Reason> {
        Ok(std::mem::take(&mut *self.text()?))
    }

    /// A path that does not depend on the folder in which the program was started.
    pub fn absolute_path(&self) -> Result<String, Reason> {
        self.text_if(|path| Path::new(path).is_absolute() && path.len() <= MAX_PATH)
    }

    pub fn visible_text(&self) -> Result<String, Reason> {
        let visible = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
        self.text_if(|text| (1..=256).contains(&text.len()) && text.bytes().all(visible))
    }

    /// A JSON pointer, or null; `to_whole`: it may lead to the whole text.
    pub fn pointer(&self, to_whole: bool) -> Result<Option<String>, Reason> {
        let fits = |text: &str| lookup::is_pointer(text) && (to_whole || !text.is_empty());
        match self.raw {
            "null" => Ok(None),
            _ => self.text_if(fits).map(Some),
        }
    }
}

/// Whether a ticket or bearer can stand in a header: visible ASCII, and not absurdly long.
pub fn valid_credential(text: &str) -> bool {
    !text.is_empty() && text.len() <= 32_768 && text.bytes().all(|b| b.is_ascii_graphic())
}
