//! A JSON object that a host passes, as an argument or as the configuration: its members are known, and each is there once.

use std::ops::RangeInclusive;

use zeroize::Zeroizing;

use crate::json;
use crate::reason::{Expected, Reason};

/// The largest integer of the C interface.
pub(crate) const MAX_INTEGER: u64 = i32::MAX as u64;

/// An object, as the host knows it.
#[derive(Clone, Copy)]
pub enum Object<'k> {
    /// An argument or a part of one, by its name.
    Argument(&'k str),
    /// The configuration, or what is in one of its keys: that key with a dot behind it.
    Configuration(&'k str),
}

impl Object<'_> {
    /// The name of a member, unless it does not look like one: it may be a secret in the wrong place.
    fn member(self, key: &str) -> Option<String> {
        let (within, is_letter): (_, fn(&u8) -> bool) = match self {
            Object::Argument(name) => (format!("{name}."), u8::is_ascii_alphabetic),
            Object::Configuration(within) => (within.to_owned(), u8::is_ascii_lowercase),
        };
        let mut bytes = key.bytes();
        let shown =
            (1..=40).contains(&key.len()) && bytes.all(|byte| is_letter(&byte) || byte == b'_');
        shown.then(|| within + key)
    }

    /// Refuses a member that nobody knows, or that is there twice.
    fn refused(self, key: &str, of_configuration: fn(Option<String>) -> Reason) -> Reason {
        match self {
            // It may be the patient's name.
            Object::Argument(name) if name.ends_with(".patient") => {
                Reason::BadMember(name.to_owned())
            }
            Object::Argument(name) => self.bad(name, key),
            Object::Configuration(_) => of_configuration(self.member(key)),
        }
    }

    fn bad(self, name: &str, key: &str) -> Reason {
        Reason::BadMember(self.member(key).unwrap_or_else(|| name.to_owned()))
    }
}

/// A member on its way into its field.
pub struct Member<'k, 'a> {
    object: Object<'k>,
    pub key: &'k str,
    /// The value as it is written.
    pub json: &'a str,
}

impl<'k, 'a> Member<'k, 'a> {
    /// Refuses its key.
    pub fn unknown(&self) -> Reason {
        self.object.refused(self.key, Reason::ConfigUnknownKey)
    }

    /// Refuses its value.
    pub fn refuse(&self) -> Reason {
        self.must_be(Expected::OfKey)
    }

    pub fn must_be(&self, expected: Expected) -> Reason {
        match self.object {
            Object::Argument(name) => self.object.bad(name, self.key),
            Object::Configuration(within) => {
                Reason::ConfigValue(format!("{within}{}", self.key), expected)
            }
        }
    }

    /// The value as it is written; null leaves the member out.
    pub fn given(&self) -> Option<&'a str> {
        (self.json != "null").then_some(self.json)
    }

    pub fn fit<T>(&self, value: Option<T>) -> Result<T, Reason> {
        value.ok_or_else(|| self.refuse())
    }

    pub fn text(&self) -> Result<Zeroizing<String>, Reason> {
        json::string(self.json).map_err(|error| Reason::of(error, self.refuse()))
    }

    /// A text, if it fits.
    pub fn text_if(&self, fits: impl FnOnce(&str) -> bool) -> Result<Zeroizing<String>, Reason> {
        let text = self.text()?;
        self.fit(fits(&text).then_some(text))
    }

    /// A text, as C could pass it.
    pub fn c_text(&self) -> Result<Zeroizing<String>, Reason> {
        self.c_text_if(|_| true)
    }

    pub fn c_text_if(&self, fits: impl FnOnce(&str) -> bool) -> Result<Zeroizing<String>, Reason> {
        self.text_if(|text| !text.contains('\0') && fits(text))
    }

    /// What a text stands for.
    pub fn text_as<T>(&self, read: impl FnOnce(&str) -> Option<T>) -> Result<T, Reason> {
        self.fit(read(&self.text()?))
    }

    pub fn flag(&self) -> Result<bool, Reason> {
        self.fit(self.json.parse().ok())
    }

    pub fn number(&self, known: RangeInclusive<u64>) -> Result<u64, Reason> {
        let number = self.json.parse().ok();
        self.fit(number.filter(|number| known.contains(number)))
    }

    /// The elements of a list, at most so many.
    pub fn items(
        &self,
        most: usize,
    ) -> Result<impl ExactSizeIterator<Item = Member<'k, 'a>>, Reason> {
        let Member { object, key, .. } = *self;
        let items = json::items(self.json, most);
        let items = items.map_err(|error| Reason::of(error, self.refuse()))?;
        let member = move |json| Member { object, key, json };
        Ok(items.into_iter().map(member))
    }
}

/// Keeps a member's value, where both are known.
pub type Take<'t, 'a> = &'t mut dyn FnMut(Member<'_, 'a>) -> Result<(), Reason>;

pub fn members<'a>(
    object: Object<'_>,
    text: &'a str,
    no_object: Reason,
    take: Take<'_, 'a>,
) -> Result<(), Reason> {
    let members = json::entries(text).map_err(|error| Reason::of(error, no_object))?;
    if let Some(key) = json::twice(&members).map_err(|_| Reason::NoMemory)? {
        return Err(object.refused(key, Reason::ConfigTwice));
    }
    let mut members = members.iter();
    members.try_for_each(|(key, json)| take(Member { object, key, json }))
}

/// Reads the object `text`, which is in the argument of this name.
pub fn read<'a>(name: &str, text: &'a str, take: Take<'_, 'a>) -> Result<(), Reason> {
    let no_object = Reason::BadMember(name.to_owned());
    members(Object::Argument(name), text, no_object, take)
}

/// The same for the argument itself, of which it is not yet known that it is JSON.
pub fn read_argument<'a>(
    name: &'static str,
    text: &'a str,
    take: Take<'_, 'a>,
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
