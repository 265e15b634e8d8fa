//! The forms of the values that the configuration alone has.

use std::path::Path;
use std::time::Duration;

use secrecy::SecretString;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::address::{BaseUrl, Host};
use crate::json::lookup;
use crate::reason::Reason;
use crate::request_object::{MAX_INTEGER, Member, Object, Take, members};

/// Longest path in bytes.
const MAX_PATH: usize = 4096;

/// The texts of a list, and the bytes of each.
const MAX_TEXTS: usize = 16;
const MAX_TEXT: usize = 64;

impl<'a> Member<'_, 'a> {
    pub fn members(&self, take: Take<'_, 'a>) -> Result<(), Reason> {
        let within = format!("{}.", self.key);
        let object = Object::Configuration(&within);
        members(object, self.json, self.refuse(), take)
    }

    /// A text that is no secret.
    fn plain_if(&self, fits: impl FnOnce(&str) -> bool) -> Result<String, Reason> {
        Ok(std::mem::take(&mut *self.text_if(fits)?))
    }

    pub fn integer(&self) -> Result<usize, Reason> {
        Ok(self.number(1..=MAX_INTEGER)? as usize)
    }

    pub fn milliseconds(&self) -> Result<Duration, Reason> {
        Ok(Duration::from_millis(self.integer()? as u64))
    }

    /// One of some values, in the form in which the settings in force show it.
    pub fn choice<T: Copy + Serialize>(&self, known: &[T]) -> Result<T, Reason> {
        let given = |value: &&T| serde_json::to_string(value).is_ok_and(|text| text == self.json);
        self.fit(known.iter().find(given).copied())
    }

    pub fn url(&self) -> Result<BaseUrl, Reason> {
        self.text_as(BaseUrl::parse)
    }

    pub fn texts(&self) -> Result<Vec<String>, Reason> {
        let short = |text: &str| (1..=MAX_TEXT).contains(&text.len());
        self.items(MAX_TEXTS)?
            .map(|item| item.plain_if(short))
            .collect()
    }

    /// An object that is passed on as it is written; None for null.
    pub fn object(&self) -> Result<Option<Box<RawValue>>, Reason> {
        if self.json == "null" {
            return Ok(None);
        }
        let object = Some(self.json).filter(|json| json.starts_with('{'));
        let object = object.and_then(|json| RawValue::from_string(json.to_owned()).ok());
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
        self.text_as(|text| valid_credential(text).then(|| SecretString::from(text)))
    }

    /// A path that hr_open tries itself.
    pub fn path(&self) -> Result<String, Reason> {
        self.plain_if(|_| true)
    }

    /// A path that does not depend on the folder in which the program was started.
    pub fn absolute_path(&self) -> Result<String, Reason> {
        self.plain_if(|path| Path::new(path).is_absolute() && path.len() <= MAX_PATH)
    }

    pub fn visible_text(&self) -> Result<String, Reason> {
        let visible = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
        self.plain_if(|text| (1..=256).contains(&text.len()) && text.bytes().all(visible))
    }

    /// A JSON pointer, or null; `to_whole`: it may lead to the whole text.
    pub fn pointer(&self, to_whole: bool) -> Result<Option<String>, Reason> {
        let fits = |text: &str| lookup::is_pointer(text) && (to_whole || !text.is_empty());
        match self.json {
            "null" => Ok(None),
            _ => self.plain_if(fits).map(Some),
        }
    }
}

/// Whether a ticket or bearer can stand in a header: visible ASCII, and not absurdly long.
pub fn valid_credential(text: &str) -> bool {
    !text.is_empty() && text.len() <= 32_768 && text.bytes().all(|b| b.is_ascii_graphic())
}
