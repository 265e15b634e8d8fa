//! Reading one value of the configuration: its form is checked, and refused by its key's name.

use std::path::Path;

use secrecy::SecretString;
use serde::Serialize;
use serde_json::value::RawValue;
use zeroize::Zeroizing;

use crate::address::{BaseUrl, Host};
use crate::json;
use crate::reason::{Expected, Reason};

/// Longest path in bytes.
const MAX_PATH: usize = 4096;

/// The texts of a list, and the bytes of each.
const MAX_TEXTS: usize = 16;
const MAX_TEXT: usize = 64;

/// One value of the configuration on its way into its field.
pub struct Value<'a> {
    /// One of the keys there are, so that it can be shown.
    pub key: &'a str,
    pub raw: &'a str,
}

impl Value<'_> {
    pub fn refuse(&self, wanted: Expected) -> Reason {
        Reason::ConfigValue(self.key.to_owned(), wanted)
    }

    pub fn text(&self, wanted: Expected) -> Result<Zeroizing<String>, Reason> {
        json::string(self.raw).map_err(|error| Reason::of(error, self.refuse(wanted)))
    }

    pub fn integer(&self, wanted: Expected) -> Result<usize, Reason> {
        let number = self.raw.parse::<i32>().ok().filter(|number| *number >= 1);
        let number = number.and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| self.refuse(wanted))
    }

    /// One of some values, in the form in which the settings in force show it.
    pub fn choice<T: Copy + Serialize>(&self, known: &[T], wanted: Expected) -> Result<T, Reason> {
        let given = |value: &&T| serde_json::to_string(value).is_ok_and(|text| text == self.raw);
        let found = known.iter().find(given).copied();
        found.ok_or_else(|| self.refuse(wanted))
    }

    pub fn url(&self, wanted: Expected) -> Result<BaseUrl, Reason> {
        BaseUrl::parse(&self.text(wanted)?).ok_or_else(|| self.refuse(wanted))
    }

    /// A list of short texts.
    pub fn texts(&self, wanted: Expected) -> Result<Vec<String>, Reason> {
        let items = json::items(self.raw, MAX_TEXTS);
        let items = items.map_err(|error| Reason::of(error, self.refuse(wanted)))?;
        let texts = items.into_iter().map(|raw| {
            let mut text = Value { raw, ..*self }.text(wanted)?;
            match (1..=MAX_TEXT).contains(&text.len()) {
                true => Ok(std::mem::take(&mut *text)),
                false => Err(self.refuse(wanted)),
            }
        });
        texts.collect()
    }

    /// An object that is passed on as it is written; None for null.
    pub fn object(&self, wanted: Expected) -> Result<Option<Box<RawValue>>, Reason> {
        match self.raw {
            "null" => Ok(None),
            raw if raw.starts_with('{') => {
                let raw = RawValue::from_string(raw.to_owned());
                raw.map(Some).map_err(|_| self.refuse(wanted))
            }
            _ => Err(self.refuse(wanted)),
        }
    }

    /// An address of this computer, or a name: what it resolves to is checked at each connection.
    pub fn local_url(&self) -> Result<BaseUrl, Reason> {
        let wanted = Expected::CardClientAddress;
        let url = self.url(wanted)?;
        match url.host {
            Host::Ip(ip) if !ip.is_loopback() => Err(self.refuse(wanted)),
            _ => Ok(url),
        }
    }

    pub fn secret(&self) -> Result<SecretString, Reason> {
        let wanted = Expected::LicenseBearer;
        let text = self.text(wanted)?;
        if !valid_credential(&text) {
            return Err(self.refuse(wanted));
        }
        Ok(SecretString::from(text.as_str()))
    }

    /// A path that does not depend on the folder in which the program was started.
    pub fn absolute_path(&self) -> Result<String, Reason> {
        let wanted = Expected::AbsolutePath;
        let mut path = self.text(wanted)?;
        match Path::new(&*path).is_absolute() && path.len() <= MAX_PATH {
            true => Ok(std::mem::take(&mut *path)),
            false => Err(self.refuse(wanted)),
        }
    }

    /// A reply may be a list as a whole, but not a boolean.
    pub fn pointer(&self, wanted: Expected) -> Result<Option<String>, Reason> {
        if self.raw == "null" {
            return Ok(None);
        }
        let mut text = self.text(wanted)?;
        let whole = text.is_empty() && wanted != Expected::ListPointer;
        if whole || !json::lookup::is_pointer(&text) {
            return Err(self.refuse(wanted));
        }
        Ok(Some(std::mem::take(&mut *text)))
    }
}

/// Whether a ticket or bearer can stand in a header: visible ASCII, and not absurdly long.
pub fn valid_credential(text: &str) -> bool {
    !text.is_empty() && text.len() <= 32_768 && text.bytes().all(|b| b.is_ascii_graphic())
}

/// A key as it may be shown in a message; None for what does not look like a key of this configuration: it
/// may be a secret that was put in the wrong place.
pub fn shown(prefix: &str, key: &str) -> Option<String> {
    let fits =
        (1..=40).contains(&key.len()) && key.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    fits.then(|| format!("{prefix}{key}"))
}
